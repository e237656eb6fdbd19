#include "rung/base/service_manager.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

namespace rung {
namespace {

using testing::HasSubstr;

// A manager's end: a datagram socket at a path or, with a leading @, at an abstract name.
class ManagerSocket {
 public:
  explicit ManagerSocket(std::string address) : address_(std::move(address)) {
    sockaddr_un name = {};
    name.sun_family = AF_UNIX;
    address_.copy(name.sun_path, address_.size());
    size_t length = offsetof(sockaddr_un, sun_path) + address_.size() + 1;
    if (address_.front() == '@') {
      name.sun_path[0] = '\0';
      --length;
    }
    socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    EXPECT_EQ(bind(socket_, reinterpret_cast<const sockaddr*>(&name), length), 0)
        << std::strerror(errno);
  }
  ~ManagerSocket() {
    close(socket_);
    if (address_.front() == '/') unlink(address_.c_str());
  }
  std::string Receive() const {
    char bytes[4096];
    const ssize_t size = recv(socket_, bytes, sizeof(bytes), MSG_DONTWAIT);
    return size < 0 ? "nothing" : std::string(bytes, static_cast<size_t>(size));
  }

 private:
  std::string address_;
  int socket_ = -1;
};

class ServiceManagerTest : public testing::TestWithParam<std::string> {
 protected:
  std::string Address() const {
    const std::string name = fmt::format("rung-notify-{}", getpid());
    return GetParam() == "@" ? "@" + name : testing::TempDir() + name;
  }
};

TEST_P(ServiceManagerTest, TellsWhatHappens) {
  const ManagerSocket socket(Address());
  const ServiceManager manager(Address());
  ASSERT_TRUE(manager.Starting("loading").ok());
  EXPECT_EQ(socket.Receive(), "STATUS=loading");
  ASSERT_TRUE(manager.Ready("serving m").ok());
  EXPECT_EQ(socket.Receive(), "READY=1\nSTATUS=serving m");
  ASSERT_TRUE(manager.Reloading("reading").ok());
  EXPECT_THAT(socket.Receive(),
              testing::MatchesRegex("RELOADING=1\nMONOTONIC_USEC=[0-9]+\nSTATUS=reading"));
  ASSERT_TRUE(manager.Stopping("draining").ok());
  EXPECT_EQ(socket.Receive(), "STOPPING=1\nSTATUS=draining");
}

TEST_P(ServiceManagerTest, AStatusIsOneField) {
  const ManagerSocket socket(Address());
  ASSERT_TRUE(ServiceManager(Address()).Starting("a\nREADY=1").ok());
  EXPECT_EQ(socket.Receive(), "STATUS=a READY=1");
}

TEST_P(ServiceManagerTest, NobodyThereIsAnErrorInOneLine) {
  const absl::Status status = ServiceManager(Address()).Ready("serving m");
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(Message(status)), HasSubstr("NOTIFY_SOCKET=" + Address() + ": "));
  EXPECT_THAT(std::string(Message(status)), HasSubstr("serving m"));
  EXPECT_EQ(Message(status).find('\n'), std::string_view::npos);
}

INSTANTIATE_TEST_SUITE_P(Addresses, ServiceManagerTest, testing::Values("/", "@"),
                         [](const auto& kind) { return kind.param == "@" ? "Abstract" : "Path"; });

TEST(ServiceManagerWithoutSocketTest, WithoutAManagerNothingHappens) {
  EXPECT_TRUE(ServiceManager(std::nullopt).Ready("serving").ok());
  EXPECT_TRUE(ServiceManager("").Stopping("draining").ok());
}

TEST(ServiceManagerWithoutSocketTest, RefusesAddressesThatAreNone) {
  for (const std::string& address : {std::string("vsock:2:1"), "/" + std::string(200, 'x')}) {
    const absl::Status status = ServiceManager(address).Ready("serving");
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  }
}

}  // namespace
}  // namespace rung

#include "rung/base/service_manager.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <system_error>

#include "rung/base/status.h"

namespace rung {

ServiceManager::ServiceManager(std::optional<std::string> address)
    : address_(std::move(address).value_or("")) {}

absl::Status ServiceManager::Starting(std::string_view status) const { return Send("", status); }

absl::Status ServiceManager::Ready(std::string_view status) const {
  return Send("READY=1\n", status);
}

absl::Status ServiceManager::Reloading(std::string_view status) const {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const int64_t microseconds = int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1000;
  return Send(fmt::format("RELOADING=1\nMONOTONIC_USEC={}\n", microseconds), status);
}

absl::Status ServiceManager::Stopping(std::string_view status) const {
  return Send("STOPPING=1\n", status);
}

absl::Status ServiceManager::Send(std::string_view state, std::string_view status) const {
  if (address_.empty()) return absl::OkStatus();
  std::string message = fmt::format("STATUS={}", status);
  std::replace(message.begin(), message.end(), '\n', ' ');  // one field a line
  message.insert(0, state);

  sockaddr_un address = {};
  const bool is_abstract = address_.front() == '@';
  if ((!is_abstract && address_.front() != '/') || address_.size() >= sizeof(address.sun_path)) {
    return InvalidArgument(
        "NOTIFY_SOCKET={}: must be a path, or @ and a name, of less than {} bytes", address_,
        sizeof(address.sun_path));
  }
  address.sun_family = AF_UNIX;
  address_.copy(address.sun_path, address_.size());
  if (is_abstract) address.sun_path[0] = '\0';
  const auto length = offsetof(sockaddr_un, sun_path) + address_.size() + (is_abstract ? 0 : 1);

  const int channel = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  const timeval patience{.tv_sec = 1};  // a manager whose queue is full
  setsockopt(channel, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
  const bool sent =
      sendto(channel, message.data(), message.size(), MSG_NOSIGNAL,
             reinterpret_cast<const sockaddr*>(&address), static_cast<socklen_t>(length)) >= 0;
  const int error = errno;
  if (channel >= 0) close(channel);
  if (sent) return absl::OkStatus();
  return absl::UnavailableError(fmt::format(
      "NOTIFY_SOCKET={}: the service manager cannot be told \"{}\": {}", address_,
      message.substr(message.find("STATUS=") + 7), std::generic_category().message(error)));
}

}  // namespace rung

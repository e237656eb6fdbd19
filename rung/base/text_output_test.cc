#include "rung/base/text_output.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/status.h"

namespace rung {
namespace {

using ::testing::HasSubstr;
using Kind = TextOutput::Kind;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

std::string ReadUpTo(int fd, size_t bytes) {
  std::string text(bytes, '\0');
  const ssize_t count = read(fd, text.data(), text.size());
  text.resize(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  return text;
}

TEST(TextOutput, ResultsWaitForAFlushAndMessagesDoNot) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_NONBLOCK), 0);
  const Descriptor reader(ends[0]);
  const Descriptor writer(ends[1]);
  TextOutput result(writer.get(), "result", Kind::kResult);
  result.Print("{} and {}\n", 1, "two");
  EXPECT_EQ(ReadUpTo(reader.get(), 100), "");
  EXPECT_TRUE(result.Flush().ok());
  EXPECT_EQ(ReadUpTo(reader.get(), 100), "1 and two\n");
  TextOutput messages(writer.get(), "messages", Kind::kMessages);
  messages.Print("{}", "now");
  EXPECT_EQ(ReadUpTo(reader.get(), 100), "now");
}

TEST(TextOutput, AFullDiskIsToldAndEndsTheResult) {
  const Descriptor full(open("/dev/full", O_WRONLY));
  TextOutput result(full.get(), "standard output", Kind::kResult);
  result.Write("text");
  EXPECT_EQ(result.error(), 0);  // kept back
  const absl::Status status = result.Flush();
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(Message(status)), HasSubstr("standard output: No space left on device"));
  EXPECT_EQ(result.error(), ENOSPC);
  result.Write("more");
  EXPECT_FALSE(result.Flush().ok());
}

TEST(TextOutput, NothingFollowsAGapInAResult) {
  const Descriptor closed(open("/dev/null", O_RDONLY));
  TextOutput result(closed.get(), "standard output", Kind::kResult);
  TextOutput messages(closed.get(), "standard error", Kind::kMessages);
  result.Write("lost");
  EXPECT_THAT(std::string(Message(result.Flush())), HasSubstr("standard output is closed"));
  messages.Write("lost");
  // The place may be there again.
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_NONBLOCK), 0);
  const Descriptor reader(ends[0]);
  ASSERT_EQ(dup2(ends[1], closed.get()), closed.get());
  close(ends[1]);
  result.Write("with a gap");
  EXPECT_FALSE(result.Flush().ok());
  messages.Write("told");
  EXPECT_EQ(ReadUpTo(reader.get(), 100), "told");
}

TEST(TextOutput, AReaderThatLeavesIsAnErrorOfTheWrite) {
  std::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  close(ends[0]);
  const Descriptor writer(ends[1]);
  TextOutput result(writer.get(), "standard output", Kind::kResult);
  result.Write("text");
  EXPECT_FALSE(result.Flush().ok());
  EXPECT_EQ(result.error(), EPIPE);
}

TEST(TextOutput, WhatIsLongIsWrittenWholeToAPipeThatDoesNotBlock) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const Descriptor reader(ends[0]);
  Descriptor writer(ends[1]);
  ASSERT_EQ(fcntl(writer.get(), F_SETFL, O_NONBLOCK), 0);
  const std::string text(1 << 20, 'x');
  size_t seen = 0;
  std::thread drain([&] {
    while (seen < text.size()) seen += ReadUpTo(reader.get(), 4096).size();
  });
  TextOutput result(writer.get(), "standard output", Kind::kResult);
  result.Write(text);
  EXPECT_TRUE(result.Flush().ok());
  drain.join();
  EXPECT_EQ(seen, text.size());
}

TEST(TextOutput, CloseTellsWhatWasNeverWritten) {
  TextOutput good(open("/dev/null", O_WRONLY), "a", Kind::kResult);
  good.Write("text");
  EXPECT_TRUE(good.Close().ok());
  TextOutput bad(open("/dev/full", O_WRONLY), "b", Kind::kResult);
  bad.Write("text");
  EXPECT_FALSE(bad.Close().ok());
  // Nothing was to be printed: nothing is lost.
  TextOutput unused(open("/dev/full", O_WRONLY), "c", Kind::kResult);
  EXPECT_TRUE(unused.Close().ok());
}

}  // namespace
}  // namespace rung

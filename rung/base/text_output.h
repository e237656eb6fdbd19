// What a program prints, to a descriptor. Printing never throws: what cannot be written is
// remembered, and whoever prints looks at it when it matters.
#pragma once

#include <fmt/format.h>

#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"

namespace rung {

// Thread-safe: a text is written whole before the next. SIGPIPE and SIGXFSZ are to be ignored, else
// a reader that leaves and a file at its limit end the process instead of failing the write.
class TextOutput {
 public:
  enum class Kind : uint8_t {
    // A result. Kept back until there is enough, or Flush. Nothing follows a text that failed: a
    // gap would go unnoticed.
    kResult,
    // Messages about the work. Written at once, and the next is tried whatever became of the last.
    kMessages,
  };
  // `name`, for errors: "standard output". The descriptor is not owned.
  TextOutput(int fd, std::string name, Kind kind) : fd_(fd), name_(std::move(name)), kind_(kind) {}
  TextOutput(const TextOutput&) = delete;
  TextOutput& operator=(const TextOutput&) = delete;

  template <typename... Args>
  void Print(fmt::format_string<Args...> format, Args&&... args) {
    Write(fmt::format(format, std::forward<Args>(args)...));
  }
  void Write(std::string_view text);

  // Writes what was kept back. The first failure of all, if there was one, as DataLoss.
  absl::Status Flush();
  // Flush, and closes the descriptor: some file systems say only then that they are full.
  absl::Status Close();

  // errno of the first failure; 0 when there was none.
  int error() const;
  bool IsTerminal() const;
  // Of the terminal's lines; 0 where it is none, or does not say.
  int Columns() const;
  // Whether both lead to one file, pipe or terminal, so that their texts stand in one another's
  // way.
  bool IsSameAs(const TextOutput& other) const;

 private:
  // These need mutex_ held.
  void WriteOut(std::string_view text);
  void WriteOutKept();
  absl::Status Outcome() const;

  const int fd_;
  const std::string name_;
  const Kind kind_;
  mutable std::mutex mutex_;  // guards what follows
  std::string kept_;
  int error_ = 0;
};

// Of the process; standard error holds messages.
TextOutput& StandardOutput();
TextOutput& StandardError();

}  // namespace rung

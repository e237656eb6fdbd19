// One line on a terminal that shows how far load, upload and compile are; silent elsewhere.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "rung/base/text_output.h"

namespace rung::cli {

// Text of the bar: "uploading weights [#####-----]  52 %". `fraction` is clamped to [0, 1].
std::string RenderBar(std::string_view phase, double fraction, int bar_width);

// The same on a line of `columns`, the last of which stays free, else some terminals begin a new
// one: with a shorter bar, or with none, or with the beginning of the phase alone.
std::string FitBar(std::string_view phase, double fraction, int columns);

// Thread-safe. Draws at most ten times a second, only on a terminal that tells how wide it is.
class ProgressBar {
 public:
  explicit ProgressBar(TextOutput& stream);
  // As above with the width of the terminal, 0 for none, given; for tests.
  ProgressBar(TextOutput& stream, std::function<int()> columns);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void Update(std::string_view phase, double fraction);
  // Erases the line; the bar may be used again.
  void Clear();

 private:
  std::mutex mutex_;
  TextOutput& stream_;
  const std::function<int()> columns_;
  bool drawn_ = false;
  std::string phase_;
  std::chrono::steady_clock::time_point last_draw_;
};

}  // namespace rung::cli

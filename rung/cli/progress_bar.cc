#include "rung/cli/progress_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rung::cli {
namespace {
constexpr int kBarWidth = 28;
constexpr int kLeastWidth = 4;
constexpr std::chrono::milliseconds kRedrawInterval(100);
}  // namespace

std::string RenderBar(std::string_view phase, double fraction, int bar_width) {
  const double clamped = std::isnan(fraction) ? 0.0 : std::clamp(fraction, 0.0, 1.0);
  const int filled = static_cast<int>(clamped * bar_width);
  return fmt::format("{} [{:#<{}}{:-<{}}] {:3.0f} %", phase, "", filled, "", bar_width - filled,
                     std::floor(clamped * 100));
}

std::string FitBar(std::string_view phase, double fraction, int columns) {
  const int room = columns - 1 - static_cast<int>(RenderBar(phase, fraction, 0).size());
  if (room >= kLeastWidth) return RenderBar(phase, fraction, std::min(room, kBarWidth));
  return std::string(phase.substr(0, static_cast<size_t>(std::max(columns - 1, 0))));
}

ProgressBar::ProgressBar(TextOutput& stream)
    : ProgressBar(stream, [&stream] { return stream.Columns(); }) {}

ProgressBar::ProgressBar(TextOutput& stream, std::function<int()> columns)
    : stream_(stream), columns_(std::move(columns)) {}

ProgressBar::~ProgressBar() { Clear(); }

void ProgressBar::Update(std::string_view phase, double fraction) {
  // Asked anew: windows change. Without a width a redraw might not stay on its line.
  const int columns = columns_();
  if (columns <= 0) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  const bool same_phase = drawn_ && phase_ == phase;
  if (same_phase && fraction < 1.0 && now - last_draw_ < kRedrawInterval) return;
  phase_ = phase;
  last_draw_ = now;
  drawn_ = true;
  stream_.Print("\r\x1b[K{}", FitBar(phase, fraction, columns));
}

void ProgressBar::Clear() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!drawn_) return;
  drawn_ = false;
  stream_.Print("\r\x1b[K");
}

}  // namespace rung::cli

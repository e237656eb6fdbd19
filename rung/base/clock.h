// Time as an argument, so that tests set it.
#pragma once

#include <chrono>

namespace rung {

using TimePoint = std::chrono::steady_clock::time_point;

class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimePoint Now() const = 0;
};

// Thread-safe.
class SteadyClock final : public Clock {
 public:
  TimePoint Now() const override { return std::chrono::steady_clock::now(); }
};

// Moves only when told to. Not thread-safe.
class FakeClock final : public Clock {
 public:
  TimePoint Now() const override { return now_; }
  void Advance(std::chrono::nanoseconds by) { now_ += by; }

 private:
  TimePoint now_{};
};

inline double MillisBetween(TimePoint from, TimePoint to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}
inline double SecondsBetween(TimePoint from, TimePoint to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace rung

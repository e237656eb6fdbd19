// RAII over PJRT_Event.
#pragma once

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

struct PJRT_Event;

namespace rung::pjrt {

class Api;

// Owns one PJRT_Event, or nothing (moved from, or made from null). Await and IsReady may be called
// from any thread, one at a time. Destroying an event does not wait for it.
class Event {
 public:
  Event() = default;
  Event(const Api* api, PJRT_Event* event);  // takes ownership; `event` may be null
  Event(Event&& other) noexcept { *this = std::move(other); }
  Event& operator=(Event&& other) noexcept;
  ~Event() { Reset(); }

  explicit operator bool() const { return event_ != nullptr; }
  // Blocks until the event is ready; its error, if it carries one. OK when empty. When the call
  // itself fails, which says nothing about the device, this waits all the same: what the event
  // stands for may still write to memory that the caller is about to free.
  absl::Status Await() const;
  // True when ready, with or without an error, and when empty.
  absl::StatusOr<bool> IsReady() const;

 private:
  void Reset();
  void Settle() const;

  const Api* api_ = nullptr;
  PJRT_Event* event_ = nullptr;
};

}  // namespace rung::pjrt

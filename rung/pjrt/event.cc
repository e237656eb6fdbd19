#include "rung/pjrt/event.h"

#include <chrono>
#include <thread>

#include "rung/pjrt/api_call.h"
#include "rung/pjrt/live_objects.h"

namespace rung::pjrt {

Event::Event(const Api* api, PJRT_Event* event) : api_(api), event_(event) {
  if (event_ != nullptr) internal::CountObject(internal::ObjectKind::kEvent, 1);
}

Event& Event::operator=(Event&& other) noexcept {
  if (this != &other) {
    Reset();
    api_ = other.api_;
    event_ = std::exchange(other.event_, nullptr);
  }
  return *this;
}

absl::Status Event::Await() const {
  if (event_ == nullptr) return absl::OkStatus();
  PJRT_Event_Await_Args args = {};
  args.event = event_;
  const absl::Status status = RUNG_PJRT_CALL(*api_, PJRT_Event_Await, args);
  if (!status.ok()) Settle();
  return status;
}

void Event::Settle() const {
  while (true) {
    const absl::StatusOr<bool> ready = IsReady();
    if (!ready.ok() || *ready) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

absl::StatusOr<bool> Event::IsReady() const {
  if (event_ == nullptr) return true;
  PJRT_Event_IsReady_Args args = {};
  args.event = event_;
  RUNG_RETURN_IF_ERROR(RUNG_PJRT_CALL(*api_, PJRT_Event_IsReady, args));
  return args.is_ready;
}

void Event::Reset() {
  if (event_ == nullptr) return;
  PJRT_Event_Destroy_Args args = {};
  args.event = event_;
  // A destructor has no one to tell; the counter below still shows what was let go.
  (void)RUNG_PJRT_CALL(*api_, PJRT_Event_Destroy, args);
  event_ = nullptr;
  internal::CountObject(internal::ObjectKind::kEvent, -1);
}

}  // namespace rung::pjrt

#include "rung/pjrt/live_objects.h"

#include <array>

namespace rung::pjrt {
namespace {

std::array<std::atomic<int64_t>, 4> g_live = {};

int64_t Load(internal::ObjectKind kind) {
  return g_live[static_cast<size_t>(kind)].load(std::memory_order_relaxed);
}

}  // namespace

LiveObjectCounts LiveObjects() {
  using internal::ObjectKind;
  return {.clients = Load(ObjectKind::kClient),
          .buffers = Load(ObjectKind::kBuffer),
          .executables = Load(ObjectKind::kExecutable),
          .events = Load(ObjectKind::kEvent)};
}

void internal::CountObject(ObjectKind kind, int64_t delta) {
  g_live[static_cast<size_t>(kind)].fetch_add(delta, std::memory_order_relaxed);
}

}  // namespace rung::pjrt

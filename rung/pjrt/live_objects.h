// Counters of live PJRT objects, one per kind. A test asserts that all are zero when it has dropped
// what it made, which catches leaks that a sanitizer cannot see inside a plugin.
#pragma once

#include <atomic>
#include <cstdint>

namespace rung::pjrt {

struct LiveObjectCounts {
  int64_t clients = 0;
  int64_t buffers = 0;
  int64_t executables = 0;
  int64_t events = 0;
  bool operator==(const LiveObjectCounts&) const = default;
  int64_t total() const { return clients + buffers + executables + events; }
};

// A snapshot over the whole process. Thread-safe.
LiveObjectCounts LiveObjects();

namespace internal {

enum class ObjectKind : uint8_t { kClient, kBuffer, kExecutable, kEvent };

// Called by the wrappers alone: +1 when one takes a PJRT object, -1 when it destroys it.
void CountObject(ObjectKind kind, int64_t delta);

}  // namespace internal
}  // namespace rung::pjrt

#include "rung/runtime/host_memory.h"

#include <sys/mman.h>

#include <cstdlib>

#include "rung/base/status.h"
#include "rung/pjrt/client.h"

namespace rung::runtime {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;

size_t RoundUp(size_t size, size_t multiple) { return (size + multiple - 1) / multiple * multiple; }

}  // namespace

void HostMemory::Free::operator()(std::byte* data) const { std::free(data); }

absl::StatusOr<HostMemory> HostMemory::Allocate(size_t size) {
  const bool huge = size >= kHugePage;
  const size_t alignment = huge ? kHugePage : pjrt::kZeroCopyAlignment;
  const size_t rounded = RoundUp(size == 0 ? 1 : size, pjrt::kZeroCopyAlignment);
  void* data = nullptr;
  if (posix_memalign(&data, alignment, rounded) != 0) {
    return ResourceExhausted(
        "cannot allocate {} bytes of host memory; free some, or use a smaller "
        "model or precision",
        size);
  }
  // A hint; where huge pages are off, nothing changes. Only whole ones, or the tail would take a
  // full huge page for a few bytes.
  if (huge) madvise(data, rounded / kHugePage * kHugePage, MADV_HUGEPAGE);
  HostMemory memory;
  memory.data_.reset(static_cast<std::byte*>(data));
  memory.size_ = size;
  return memory;
}

}  // namespace rung::runtime

// The floating-point environment in which the kernels' results are defined.
#pragma once

#include <xmmintrin.h>

namespace rung::kernels {

// Round to nearest even, subnormals kept, nothing trapped, until it goes out of scope. XLA runs its
// threads with subnormals flushed to zero; without this a number would depend on the thread that
// makes it. Costs a few tens of cycles. Belongs to the thread that made it.
class FloatEnvironment {
 public:
  FloatEnvironment() : saved_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
  ~FloatEnvironment() { _mm_setcsr(saved_); }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
  unsigned saved_;
};

}  // namespace rung::kernels

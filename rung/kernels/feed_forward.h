// The feed-forward half of a transformer layer in one call.
#pragma once

#include <cstdint>

#include "rung/kernels/kernel_context.h"
#include "rung/kernels/packed_matrix.h"

namespace rung::kernels {

struct FeedForwardArgs {
  const float* x = nullptr;  // [rows, width]
  int64_t rows = 0;
  const float* norm_weight = nullptr;  // [width]
  float epsilon = 0;
  PackedView gate_up;  // [2 * inner rounded up to 16, width], gate and up in alternating tiles
  PackedView down;     // [width, inner]
  int64_t inner = 0;
  float* y = nullptr;  // [rows, width]; may be x
  Upcoming upcoming;   // what the next call reads first, if known
};

// y = x + down(silu(gate(norm(x))) * up(norm(x))), equal bit for bit to the three calls that it
// replaces (a kSwiGlu product, a quantization, a kAdd product). Thread-safe.
void FeedForward(KernelContext& context, const FeedForwardArgs& args);

}  // namespace rung::kernels

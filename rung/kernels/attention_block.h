// The attention half of a transformer layer in one call.
#pragma once

#include <cstdint>
#include <span>

#include "rung/kernels/attention.h"

namespace rung::kernels {

struct AttentionBlockArgs {
  const float* x = nullptr;            // [tokens, width], all rows' tokens in order
  const float* norm_weight = nullptr;  // [width]
  float epsilon = 0;
  PackedView qkv;                      // [qkv_width, width]
  const float* qkv_bias = nullptr;     // [qkv_width] or null
  PackedView output;                   // [width, heads * head_dim]
  const float* output_bias = nullptr;  // [width] or null
  AttentionShape shape;
  std::span<const AttentionRow> rows;
  RopeTable* rope = nullptr;
  float* y = nullptr;  // [tokens, width]; may be x
  Upcoming upcoming;   // what the next call reads first, if known
};

// y = x + output(attention(qkv(norm(x)))), equal bit for bit to the three calls it replaces: one
// fork and join of the threads instead of five. Rows of y of silent tokens are not written.
// Thread-safe.
void AttentionBlock(KernelContext& context, const AttentionBlockArgs& args);

}  // namespace rung::kernels

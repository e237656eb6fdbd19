// The custom calls that programs may hold: names, operands, attributes. The model layer writes
// them, the handlers of this folder check and run them. Change kKernelAbi with any of this: it is
// part of the compile cache's key.
#pragma once

#include <cstdint>
#include <string_view>

#include "rung/kernels/packed_matrix.h"

namespace rung::ffi {

inline constexpr std::string_view kKernelAbi = "3";

// Packed matrices are ui8 [tiles, tile bytes]; rows and columns come from the call's other types.
// A format attribute is WeightFormat as a number. In a prefill call, `valid` says how many rows of
// x are real; the rest is neither read nor written.

// x f32 [tokens, width] of `tokens` i32 [tokens].
//   operands: tokens, table; `valid` i32 [] behind them when there are three
//   attributes: vocab i64, table_format i64
inline constexpr std::string_view kEmbedCall = "rung_embed";

// Transformer layers one after another, in place: results are x and the caches, aliased to their
// operands. XLA takes 4 to 6 us to make a call, as long as the smallest products of a layer, so a
// call runs many.
//   operands: x f32 [tokens, width]
//             positions i32 [rows], or [] in a prefill
//             valid i32 [], in a prefill alone
//             of each layer: attn_norm f32 [width], qkv, (qkv_bias f32 [qkv width]), output,
//             (output_bias f32 [width]), ffn_norm f32 [width], gate_up (alternating tiles), down
//             next: any ui8 matrix, what is read after these layers: a hint
//             a cache for each row, the pieces of one row after another: [layers, 2, kv_heads,
//             positions, head_dim] of f16, bf16, f32 each (kernels::KvPieces)
//   attributes: layer i64, the first; layers i64, how many; heads, inner i64; qkv_format,
//   output_format, gate_up_format, down_format
//               i64; epsilon f32; prefill, interleaved, qkv_bias, output_bias i1; pieces i64, whose
//               byte i is how many pieces row i has
inline constexpr std::string_view kLayersCall = "rung_layers";
inline constexpr int64_t kMaxCallLayers = 16;
inline constexpr int64_t kMaxLayerRows = 8;  // each has a byte of `pieces`

// Logits f32 [rows, vocab] of x f32 [rows, width]; in a prefill f32 [vocab] of row valid - 1.
//   operands: x, (valid i32 []), norm f32 [width], head
//   attributes: vocab, head_format i64; epsilon f32; prefill i1
inline constexpr std::string_view kHeadCall = "rung_head";

// The operand f32 [1] plus one; fails when the state does not reach the call. See probe.h.
inline constexpr std::string_view kProbeCall = "rung_probe";

}  // namespace rung::ffi

// The custom calls that programs may hold: names, operands, attributes. The model layer writes
// them, the handlers of this folder check and run them. Change kKernelAbi with any of this: it is
// part of the compile cache's key.
#pragma once

#include <cstdint>
#include <string_view>

#include "rung/base/dtype.h"
#include "rung/kernels/kernel_table.h"
#include "rung/kernels/packed_matrix.h"

namespace rung::ffi {

inline constexpr std::string_view kKernelAbi = "6";

// XLA takes about 0.4 us a step for each argument of a program and 4 to 6 us for each call, so that
// the weights are two arguments, and a call runs many layers:
//   vectors f32 [n]: of each layer attn_norm [width], (qkv_bias [qkv width]), (output_bias
//           [width]), ffn_norm [width]; behind all of them output_norm [width]
//   packed  ui8 [bytes]: packed matrices, each at a multiple of kernels::kAlignment behind the one
//           before. Rows and columns come from the call's other types. A format attribute is
//           WeightFormat as a number.
// In a prefill call, `valid` says how many rows of x are real; the rest is neither read nor
// written.

// x f32 [tokens, width] of `tokens` i32 [tokens].
//   operands: tokens, packed; `valid` i32 [] behind them when there are three
//   attributes: vocab, table_format i64; table i64, where the matrix [vocab, width] begins
inline constexpr std::string_view kEmbedCall = "rung_embed";

// Transformer layers one after another, in place: results are x and the caches, aliased to their
// operands.
//   operands: x f32 [tokens, width]
//             positions i32 [rows], or [] in a prefill
//             valid i32 [], in a prefill alone
//             vectors, packed
//             a cache for each row, the pieces of one row after another: [layers, 2, kv_heads,
//             positions, elements] of f16, bf16, f32 each (kernels::KvPieces, KvRowElements)
//   attributes: layer i64, the first; layers i64, how many; heads, inner i64
//               matrices i64, where those of the first layer begin: of each layer qkv, output,
//               gate_up (alternating tiles), down
//               qkv_format, output_format, gate_up_format, down_format i64, of all these layers
//               next, next_bytes i64: what is read after them, a hint
//               epsilon f32; prefill, interleaved, qkv_bias, output_bias i1
//               pieces i64, whose byte i is how many pieces row i has
//               last i1: no layer follows, so that the last of them makes no row of x in a prefill
//               but valid - 1, the one that the logits are made of
inline constexpr std::string_view kLayersCall = "rung_layers";
// What a cache holds inside, by its type as the programs see it.
struct CacheType {
  DType dtype;
  kernels::KvType kept;
};
inline constexpr CacheType kCacheTypes[] = {{DType::kF16, kernels::KvType::kFixed},
                                            {DType::kBF16, kernels::KvType::kBF16},
                                            {DType::kF32, kernels::KvType::kF32}};
inline constexpr int64_t kMaxCallLayers = 16;
inline constexpr int64_t kMaxLayerRows = 8;  // each has a byte of `pieces`

// Logits f32 [rows, vocab] of x f32 [rows, width], and the largest of every kHeadGroup of them, f32
// [rows, vocab / kHeadGroup rounded up], NaN where one of those is not finite; in a prefill f32
// [vocab] and [vocab / kHeadGroup rounded up] of row valid - 1.
//   operands: x, (valid i32 []), vectors, packed
//   attributes: vocab, head_format i64; head i64, where the matrix [vocab, width] begins; epsilon
//               f32; prefill i1
inline constexpr std::string_view kHeadCall = "rung_head";
inline constexpr int64_t kHeadGroup = kernels::kTileRows;
inline constexpr int64_t HeadGroups(int64_t vocab) { return (vocab + kHeadGroup - 1) / kHeadGroup; }

// The operand f32 [1] plus one; fails when the state does not reach the call. See probe.h.
inline constexpr std::string_view kProbeCall = "rung_probe";

}  // namespace rung::ffi

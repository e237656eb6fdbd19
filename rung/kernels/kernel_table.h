// The kernels of one instruction set as a table of plain functions, chosen once at start.
//
// Determinism: each function performs the same floating-point operations in the same order for each
// number it makes, on every instruction set and however the work is cut (which rows share a panel,
// which tiles or segments one call takes). So results are equal bit for bit, and the tests ask for
// that. They hold in the default floating-point environment (round to nearest, subnormals kept);
// FloatEnvironment (float_environment.h) sets it, because XLA runs its threads with subnormals
// flushed.
//
// Nothing is checked here: callers (the ops in matmul.h, attention.h, feed_forward.h) have done it.
// No function allocates, locks or keeps state; all are thread-safe on disjoint outputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rung/kernels/packed_matrix.h"

namespace rung::kernels {

enum class Isa : uint8_t { kScalar, kAvx2, kAvxVnni, kAvx512Vnni };

// Activations enter a product in panels of 16, 8, 4, 2 or 1 rows, read with constant offsets: each
// the largest that the rows left can fill. A panel of width w is, for each block of 32 columns: w x
// 32 signed bytes, w scales, w sums of the bytes (f32). A product with plain weights takes f32
// panels: w values for each column, padded with zeros to whole blocks.
inline constexpr int kMaxPanelRows = 16;
inline constexpr size_t kPanelBlockBytes = kBlockCols + 2 * sizeof(float);  // per row
inline constexpr size_t kPlainBlockBytes = kBlockCols * sizeof(float);

// One row of activations on its way into a panel.
struct RowTask {
  const float* x = nullptr;            // [cols]
  const float* norm_weight = nullptr;  // [cols] or null: x enters as it is
  float epsilon = 0;                   // of the norm
  int64_t cols = 0;
  uint8_t* panel = nullptr;
  int width = 1;  // rows of the panel
  int lane = 0;   // which of them this is
};

enum class Epilogue : uint8_t {
  kStore,   // y = product
  kAdd,     // y = residual + product; residual may be y itself
  kSwiGlu,  // tiles 2i and 2i + 1 hold gate and up: y tile i = silu(gate) * up
};

struct MatmulTask {
  WeightFormat format = WeightFormat::kA4;
  const uint8_t* weights = nullptr;  // tiles, one after another
  size_t tile_bytes = 0;
  size_t scale_bytes = 0;           // S8: of the scales in front of a tile
  int64_t blocks = 0;               // of 32 columns
  const uint8_t* panels = nullptr;  // of all rows, one after another
  size_t row_bytes = 0;             // of a row's share of them
  int64_t rows = 0;
  Epilogue epilogue = Epilogue::kStore;
  const float* bias = nullptr;      // [y_cols] or null: added to the product; not with kSwiGlu
  const float* residual = nullptr;  // [rows, y_stride]
  float* y = nullptr;               // [rows, y_stride]
  int64_t y_stride = 0;
  int64_t y_cols = 0;  // columns of y that exist; later lanes are not written
  // [rows, tiles of y] or null: the largest of each row's 16 columns of a tile (fewer in the last),
  // NaN where one of them is not finite. Which of two zeros stands for the other is open.
  float* tile_maxima = nullptr;
};

// How a cache is kept. kFixed: as whole numbers in 16 bits, with one f32 scale for each position of
// a head: each element is as close as f16 is to the largest of them. Sums of products are exact
// then, and take half as many operations as fused multiply-adds.
enum class KvType : uint8_t { kFixed, kBF16, kF32 };
inline size_t KvBytes(KvType type) { return type == KvType::kF32 ? 4 : 2; }
// Elements that a position of a head takes in a cache, of KvBytes each: with kFixed also its scale.
inline int64_t KvRowElements(KvType type, int64_t head_dim) {
  return head_dim + (type == KvType::kFixed ? 2 : 0);
}
// Of a rotated query for a cache of this type.
inline int64_t QueryBytes(KvType type, int64_t head_dim) {
  return type == KvType::kFixed ? 2 * KvRowElements(type, head_dim) : 4 * head_dim;
}
// The largest numbers of a cache, and of what it is multiplied with: queries, and the weights of a
// segment. So many of their products fit a sum of 32 bits.
inline constexpr int32_t kCacheMax = 4095;
inline constexpr int32_t kFactorMax = 8191;
inline constexpr int64_t kFixedRun = 64;
static_assert(kFixedRun * kCacheMax * kFactorMax < int64_t{1} << 31);

enum class RopeOrder : uint8_t { kHalves, kInterleaved };

// Attention works in segments of 64 cache positions, each with its own maximum: what a query's
// result is made of depends on its position alone.
inline constexpr int64_t kSegment = 64;
inline constexpr int64_t kKeyLanes = 16;
inline constexpr int kMaxQueries = 24;

inline constexpr int64_t kMaxHeadDim = 4096;

// Queries that share one KV head, over one segment. Keys of a head lie as [capacity /
// 16][head_dim] [16 positions] (a lane per position: scores need no reduction), values as
// [capacity][head_dim].
//
// With kFixed both lie in blocks of 16 positions, as words of two whole numbers each and then the
// 16 scales: keys as [head_dim / 2][16 positions], two elements of a position in a word, values as
// [8][head_dim], one element of two positions. Queries are whole numbers too, [count, head_dim / 2
// + 1] words, the last of which is the scale.
struct AttendTask {
  const void* queries = nullptr;  // else f32 [count, head_dim]; rotated and scaled
  const int64_t* live = nullptr;  // [count]: positions that each query sees, ascending
  int count = 0;                  // 1..kMaxQueries
  const void* keys = nullptr;     // of the head, from the segment's first position on
  const void* values = nullptr;
  // Hints: the bytes that are read of `keys` and of `values` each, and whether they are on their
  // way into the cache; what is read after them, null when that is not known, and how much of each.
  int64_t bytes = 0;
  bool is_fetched = false;
  const void* next_keys = nullptr;
  const void* next_values = nullptr;
  int64_t next_bytes = 0;
  KvType type = KvType::kFixed;
  int64_t head_dim = 0;  // a multiple of 16
  int64_t segment = 0;
  // For each query: the segment's largest score, the sum of exp(score - largest), and the same
  // weights' mix of values. Untouched for a query that sees nothing of the segment. Query i writes
  // at i * stride (times head_dim for mixed).
  float* maxima = nullptr;
  float* sums = nullptr;
  float* mixed = nullptr;
  int64_t stride = 0;
};

struct KernelTable {
  Isa isa = Isa::kScalar;
  const char* name = "scalar";

  // Quantizes to signed bytes per block of 32: scale = largest magnitude / 127, half to even. A
  // block below 2^-100 counts as zero; one with NaN or infinity makes its row's results NaN.
  void (*quantize_row)(const RowTask& task);
  // The same for products with plain weights: f32, only padded.
  void (*copy_row)(const RowTask& task);
  // x / sqrt(mean(x^2) + epsilon) * weight.
  void (*rms_norm)(const float* x, const float* weight, float epsilon, int64_t cols, float* y);
  // Tiles [begin, end) of a product, all rows. With kSwiGlu, pairs of tiles.
  void (*matmul)(const MatmulTask& task, int64_t begin, int64_t end);

  // e^x: at most 1.5 ulp off for -87 <= x <= 88; 0 below, e^88 above; exactly 1 at 0.
  void (*exp)(const float* x, int64_t count, float* y);
  // silu(gate) * up.
  void (*swiglu)(const float* gate, const float* up, int64_t count, float* y);

  // One head's vector: rotates the first 2 * half elements, scales all. Rotated pairs come out as
  // halves in either order (queries and keys alike, so that products do not change).
  void (*rope)(const float* x, const float* cosine, const float* sine, int64_t half,
               int64_t head_dim, RopeOrder order, float scale, float* out);
  // A query for a cache of kFixed: head_dim / 2 + 1 words, the last of which is the scale, largest
  // magnitude / kFactorMax; rounded half to even. One below 2^-100 counts as zero; one with NaN or
  // infinity has a scale of NaN.
  void (*fix_query)(const float* query, int64_t head_dim, uint32_t* words);
  // Writes one position of one head's keys or values, rounded half to even; kFixed as fix_query
  // does, but with kCacheMax. Neighbouring positions may be written by different threads.
  void (*store_key)(const float* key, KvType type, int64_t head_dim, int64_t position, void* keys);
  void (*store_value)(const float* value, KvType type, int64_t head_dim, int64_t position,
                      void* values);
  void (*attend)(const AttendTask& task);
  // Joins one query's segments in order: out[head_dim] = mixed / sum.
  void (*combine)(const float* maxima, const float* sums, const float* mixed, int64_t segments,
                  int64_t head_dim, float* out);
};

// The best table that this machine can run; decided on the first call, never changes.
const KernelTable& BestKernels();
// All tables that this machine can run, the scalar reference first.
std::vector<const KernelTable*> AttainableKernels();

// Defined one per file, each compiled for its instruction set.
extern const KernelTable kScalarKernels;
extern const KernelTable kAvx2Kernels;
extern const KernelTable kAvxVnniKernels;
extern const KernelTable kAvx512VnniKernels;

}  // namespace rung::kernels

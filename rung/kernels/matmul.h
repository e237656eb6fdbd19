// Products of activations with packed weights, threaded, with what belongs before and after fused
// in.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rung/kernels/kernel_context.h"
#include "rung/kernels/packed_matrix.h"

namespace rung::kernels {

struct MatmulArgs {
  PackedView weights;        // [out, in]
  const float* x = nullptr;  // [rows, in]
  int64_t rows = 0;
  // RMS norm of each row of x before the product; none when the weight is null.
  const float* norm_weight = nullptr;  // [in]
  float epsilon = 0;
  // kSwiGlu: weights hold gate and up in alternating tiles, y is [rows, y_cols].
  Epilogue epilogue = Epilogue::kStore;
  const float* bias = nullptr;      // [y_cols] or null
  const float* residual = nullptr;  // [rows, y_cols]; may be y
  float* y = nullptr;               // [rows, y_cols]; must not overlap x
  int64_t y_cols = 0;
  float* tile_maxima = nullptr;  // [rows, tiles of y] or null: see MatmulTask
  Upcoming upcoming;             // what the next call reads first, if known
};

// A row of y depends on its row of x alone, bit for bit: not on the other rows, nor on how many
// there are, nor on threads or instruction set. Each weight is read from memory once for all rows.
// Thread-safe.
void Matmul(KernelContext& context, const MatmulArgs& args);

// Embedding lookup: rows `tokens[i]` of a packed table, exactly, as f32 [count, cols]. Tokens
// outside the table give zeros.
void LookUpRows(KernelContext& context, const PackedView& table, const int32_t* tokens,
                int64_t count, float* out);

// One product whose steps are run by phases of a larger call (see attention_block.cc).
class Product {
 public:
  // `panels`: PanelBytes of scratch.
  Product(const KernelTable& table, const MatmulArgs& args, uint8_t* panels);

  static size_t PanelBytes(const PackedShape& shape, int64_t rows);

  // Norms and quantizes a row of x into its panel.
  void PrepareRow(int64_t row) const;
  // The same for columns [begin, end) alone, multiples of 32, where there is no norm.
  void PrepareColumns(int64_t row, int64_t begin, int64_t end) const;

  // A unit is 16 columns of y.
  int64_t units() const;
  void RunUnits(int64_t begin, int64_t end) const;

 private:
  void Prepare(int64_t row, int64_t begin, int64_t end, const float* norm_weight) const;

  const KernelTable& table_;
  MatmulArgs args_;
  MatmulTask task_;
  size_t row_bytes_;
  uint8_t* panels_;
};

inline Upcoming UpcomingOf(const PackedView& weights) {
  return {weights.data, weights.shape.bytes()};
}

// Rows that one thread prepares faster than it could hand them out.
inline constexpr int64_t kInlineRows = 2;

}  // namespace rung::kernels

#include "rung/kernels/matmul.h"

#include <cstring>

#include "rung/kernels/float_environment.h"

namespace rung::kernels {
namespace {

size_t PanelBlockBytes(WeightFormat format) {
  return IsQuantized(format) ? kPanelBlockBytes : kPlainBlockBytes;
}
size_t PanelRowBytes(const PackedShape& shape) {
  return static_cast<size_t>(shape.blocks()) * PanelBlockBytes(shape.format);
}

// The panel that holds a row.
struct Panel {
  int64_t first;
  int64_t width;
};
Panel PanelOf(int64_t rows, int64_t row) {
  Panel panel = {row / kMaxPanelRows * kMaxPanelRows, kMaxPanelRows};
  while (true) {
    while (panel.width > rows - panel.first) panel.width /= 2;
    if (row < panel.first + panel.width) return panel;
    panel.first += panel.width;
  }
}

}  // namespace

Product::Product(const KernelTable& table, const MatmulArgs& args, uint8_t* panels)
    : table_(table), args_(args), row_bytes_(PanelRowBytes(args.weights.shape)), panels_(panels) {
  const PackedShape& shape = args.weights.shape;
  task_ = {.format = shape.format,
           .weights = args.weights.data,
           .tile_bytes = shape.tile_bytes(),
           .scale_bytes = S8ScaleBytes(shape.blocks()),
           .blocks = shape.blocks(),
           .panels = panels,
           .row_bytes = row_bytes_,
           .rows = args.rows,
           .epilogue = args.epilogue,
           .bias = args.bias,
           .residual = args.residual,
           .y = args.y,
           .y_stride = args.y_cols,
           .y_cols = args.y_cols,
           .tile_maxima = args.tile_maxima};
}

size_t Product::PanelBytes(const PackedShape& shape, int64_t rows) {
  return ScratchPool::Bytes<uint8_t>(PanelRowBytes(shape) * static_cast<size_t>(rows));
}

void Product::PrepareRow(int64_t row) const {
  Prepare(row, 0, args_.weights.shape.cols, args_.norm_weight);
}

void Product::PrepareColumns(int64_t row, int64_t begin, int64_t end) const {
  Prepare(row, begin, end, nullptr);
}

void Product::Prepare(int64_t row, int64_t begin, int64_t end, const float* norm_weight) const {
  const Panel panel = PanelOf(args_.rows, row);
  const WeightFormat format = args_.weights.shape.format;
  const RowTask task = {
      .x = args_.x + row * args_.weights.shape.cols + begin,
      .norm_weight = norm_weight,
      .epsilon = args_.epsilon,
      .cols = end - begin,
      .panel = panels_ + static_cast<size_t>(panel.first) * row_bytes_ +
               static_cast<size_t>(begin / kBlockCols * panel.width) * PanelBlockBytes(format),
      .width = static_cast<int>(panel.width),
      .lane = static_cast<int>(row - panel.first)};
  if (IsQuantized(format)) {
    table_.quantize_row(task);
  } else {
    table_.copy_row(task);
  }
}

int64_t Product::units() const {
  const int64_t tiles = args_.weights.shape.tiles();
  return args_.epilogue == Epilogue::kSwiGlu ? tiles / 2 : tiles;
}

void Product::RunUnits(int64_t begin, int64_t end) const {
  const int64_t tiles = args_.epilogue == Epilogue::kSwiGlu ? 2 : 1;
  table_.matmul(task_, begin * tiles, end * tiles);
}

void Matmul(KernelContext& context, const MatmulArgs& args) {
  if (args.rows < 1) return;
  const FloatEnvironment environment;
  ThreadPool& pool = context.pool();
  const size_t bytes = Product::PanelBytes(args.weights.shape, args.rows);
  ScratchPool::Lease scratch = context.scratch().Acquire(bytes);
  const Product product(context.table(), args, scratch.Take<uint8_t>(bytes));

  auto prepare = [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) product.PrepareRow(row);
  };
  auto multiply = [&](int64_t begin, int64_t end) { product.RunUnits(begin, end); };
  const Phase phases[] = {{args.rows, prepare, UpcomingOf(args.weights)},
                          {product.units(), multiply, args.upcoming}};
  if (args.rows > kInlineRows) return pool.Run(phases);
  prepare(0, args.rows);
  pool.Run(std::span(phases).last(1));
}

void LookUpRows(KernelContext& context, const PackedView& table, const int32_t* tokens,
                int64_t count, float* out) {
  const int64_t cols = table.shape.cols;
  auto look_up = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      float* const row = out + i * cols;
      if (tokens[i] < 0 || tokens[i] >= table.shape.rows) {
        std::memset(row, 0, static_cast<size_t>(cols) * sizeof(float));
      } else {
        DequantizeRow(table, tokens[i], row);
      }
    }
  };
  context.pool().Run(count, look_up);
}

}  // namespace rung::kernels

#include "rung/kernels/feed_forward.h"

#include <algorithm>

#include "rung/kernels/float_environment.h"
#include "rung/kernels/matmul.h"

namespace rung::kernels {

void FeedForward(KernelContext& context, const FeedForwardArgs& args) {
  if (args.rows < 1) return;
  const FloatEnvironment environment;
  ThreadPool& pool = context.pool();
  const int64_t rows = args.rows;
  const size_t x_bytes = Product::PanelBytes(args.gate_up.shape, rows);
  const size_t hidden_bytes = Product::PanelBytes(args.down.shape, rows);
  const auto hidden_count = static_cast<size_t>(rows * args.inner);
  ScratchPool::Lease scratch =
      context.scratch().Acquire(x_bytes + hidden_bytes + ScratchPool::Bytes<float>(hidden_count));
  auto* const x_panels = scratch.Take<uint8_t>(x_bytes);
  auto* const hidden_panels = scratch.Take<uint8_t>(hidden_bytes);
  auto* const hidden = scratch.Take<float>(hidden_count);
  const Product up(context.table(),
                   {.weights = args.gate_up,
                    .x = args.x,
                    .rows = rows,
                    .norm_weight = args.norm_weight,
                    .epsilon = args.epsilon,
                    .epilogue = Epilogue::kSwiGlu,
                    .y = hidden,
                    .y_cols = args.inner},
                   x_panels);
  const Product down(context.table(),
                     {.weights = args.down,
                      .x = hidden,
                      .rows = rows,
                      .epilogue = Epilogue::kAdd,
                      .residual = args.x,
                      .y = args.y,
                      .y_cols = args.down.shape.rows},
                     hidden_panels);

  auto prepare = [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) up.PrepareRow(row);
  };
  // A block of the hidden vector is two units: whoever makes it quantizes it, still in its cache.
  auto expand = [&](int64_t begin, int64_t end) {
    up.RunUnits(2 * begin, std::min(2 * end, up.units()));
    const int64_t last = std::min(end * kBlockCols, args.inner);
    for (int64_t row = 0; row < rows; ++row) down.PrepareColumns(row, begin * kBlockCols, last);
  };
  auto contract = [&](int64_t begin, int64_t end) { down.RunUnits(begin, end); };
  const Phase phases[] = {{rows, prepare, UpcomingOf(args.gate_up)},
                          {args.down.shape.blocks(), expand, UpcomingOf(args.down)},
                          {down.units(), contract, args.upcoming}};
  if (rows > kInlineRows) return pool.Run(phases);
  prepare(0, rows);
  pool.Run(std::span(phases).subspan(1));
}

}  // namespace rung::kernels

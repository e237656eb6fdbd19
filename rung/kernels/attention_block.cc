#include "rung/kernels/attention_block.h"

#include "rung/kernels/float_environment.h"
#include "rung/kernels/matmul.h"

namespace rung::kernels {

void AttentionBlock(KernelContext& context, const AttentionBlockArgs& args) {
  int64_t tokens = 0;
  for (const AttentionRow& row : args.rows) tokens += row.tokens;
  if (tokens < 1) return;
  const int64_t silent = args.rows[0].silent;
  const int64_t width = args.output.shape.rows;
  const FloatEnvironment environment;
  ThreadPool& pool = context.pool();
  const AttentionShape& shape = args.shape;
  const size_t x_bytes = Product::PanelBytes(args.qkv.shape, tokens);
  const size_t mixed_bytes = Product::PanelBytes(args.output.shape, tokens - silent);
  const auto qkv_count = static_cast<size_t>(tokens * shape.qkv_width());
  const auto mixed_count = static_cast<size_t>(tokens * shape.heads * shape.head_dim);
  ScratchPool::Lease scratch =
      context.scratch().Acquire(x_bytes + mixed_bytes + ScratchPool::Bytes<float>(qkv_count) +
                                ScratchPool::Bytes<float>(mixed_count));
  auto* const x_panels = scratch.Take<uint8_t>(x_bytes);
  auto* const mixed_panels = scratch.Take<uint8_t>(mixed_bytes);
  auto* const qkv = scratch.Take<float>(qkv_count);
  auto* const mixed = scratch.Take<float>(mixed_count);

  const Product project(context.table(),
                        {.weights = args.qkv,
                         .x = args.x,
                         .rows = tokens,
                         .norm_weight = args.norm_weight,
                         .epsilon = args.epsilon,
                         .bias = args.qkv_bias,
                         .y = qkv,
                         .y_cols = shape.qkv_width()},
                        x_panels);
  const Product output(context.table(),
                       {.weights = args.output,
                        .x = mixed + silent * args.output.shape.cols,
                        .rows = tokens - silent,
                        .epilogue = Epilogue::kAdd,
                        .bias = args.output_bias,
                        .residual = args.x + silent * width,
                        .y = args.y + silent * width,
                        .y_cols = width},
                       mixed_panels);
  const AttentionSteps steps(
      context, {.shape = shape, .qkv = qkv, .rows = args.rows, .rope = args.rope, .out = mixed});

  auto prepare = [&](int64_t begin, int64_t end) {
    for (int64_t token = begin; token < end; ++token) project.PrepareRow(token);
  };
  auto multiply = [&](int64_t begin, int64_t end) { project.RunUnits(begin, end); };
  auto rotate = [&](int64_t begin, int64_t end) { steps.Rotate(begin, end); };
  auto attend = [&](int64_t begin, int64_t end) { steps.Attend(begin, end); };
  auto combine = [&](int64_t begin, int64_t end) {
    for (int64_t token = begin; token < end; ++token) {
      steps.CombineToken(silent + token);
      output.PrepareRow(token);
    }
  };
  auto contract = [&](int64_t begin, int64_t end) { output.RunUnits(begin, end); };
  const Upcoming next = UpcomingOf(args.output);
  const Phase phases[] = {{tokens, prepare, UpcomingOf(args.qkv)},
                          {project.units(), multiply, next},
                          {tokens, rotate, next},
                          {steps.units(), attend, next},
                          {tokens - silent, combine, next},
                          {output.units(), contract, args.upcoming}};
  if (tokens > kInlineRows) return pool.Run(phases);
  prepare(0, tokens);
  pool.Run(std::span(phases).subspan(1));
}

}  // namespace rung::kernels

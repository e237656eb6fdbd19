#include "rung/kernels/attention.h"

#include <algorithm>

#include "rung/kernels/float_environment.h"

namespace rung::kernels {
namespace {

constexpr int64_t kMaxHeadDim = 1024;

int64_t SegmentsOf(int64_t live) { return (live + kSegment - 1) / kSegment; }

// The piece that holds a position.
const KvPiece& PieceOf(const AttentionRow& row, int64_t position) {
  size_t i = row.pieces.size() - 1;
  while (row.pieces[i].first > position) --i;
  return row.pieces[i];
}

int64_t CountTokens(const AttentionArgs& args) {
  int64_t tokens = 0;
  for (const AttentionRow& row : args.rows) tokens += row.tokens;
  return tokens;
}

int64_t CountPartials(const AttentionArgs& args) {
  int64_t partials = 0;
  for (const AttentionRow& row : args.rows) {
    partials += row.tokens * args.shape.heads * SegmentsOf(row.position + row.tokens);
  }
  return partials;
}

size_t ScratchBytes(const AttentionArgs& args) {
  const auto queries = static_cast<size_t>(CountTokens(args) * args.shape.heads);
  const auto partials = static_cast<size_t>(CountPartials(args));
  const auto head_dim = static_cast<size_t>(args.shape.head_dim);
  return ScratchPool::Bytes<float>(queries * head_dim) + 2 * ScratchPool::Bytes<float>(partials) +
         ScratchPool::Bytes<float>(partials * head_dim);
}

}  // namespace

std::vector<int64_t> KvPieces(int64_t capacity) {
  std::vector<int64_t> pieces;
  int64_t first = 0;
  for (int64_t cut = kFirstPiece; cut < capacity && pieces.size() + 1 < kMaxKvPieces; cut *= 2) {
    pieces.push_back(cut - first);
    first = cut;
  }
  pieces.push_back(KvCapacity(capacity - first));
  return pieces;
}

AttentionSteps::AttentionSteps(KernelContext& context, const AttentionArgs& args)
    : table_(context.table()),
      args_(args),
      group_(args.shape.heads / args.shape.kv_heads),
      tokens_(CountTokens(args)),
      partials_(CountPartials(args)),
      scratch_(context.scratch().Acquire(ScratchBytes(args))) {
  const auto head_dim = static_cast<size_t>(args.shape.head_dim);
  queries_ = scratch_.Take<float>(static_cast<size_t>(tokens_ * args.shape.heads) * head_dim);
  maxima_ = scratch_.Take<float>(static_cast<size_t>(partials_));
  sums_ = scratch_.Take<float>(static_cast<size_t>(partials_));
  mixed_ = scratch_.Take<float>(static_cast<size_t>(partials_) * head_dim);
  PlanRows();
  PlanBlocks();
}

void AttentionSteps::PlanRows() {
  int64_t first_token = 0;
  int64_t first_partial = 0;
  rows_.reserve(args_.rows.size());
  token_rows_.reserve(static_cast<size_t>(tokens_));
  for (const AttentionRow& row : args_.rows) {
    const int64_t segments = SegmentsOf(row.position + row.tokens);
    token_rows_.insert(token_rows_.end(), static_cast<size_t>(row.tokens),
                       static_cast<int32_t>(rows_.size()));
    rows_.push_back({first_token, segments, first_partial});
    first_token += row.tokens;
    first_partial += row.tokens * args_.shape.heads * segments;
  }
}

void AttentionSteps::PlanBlocks() {
  for (size_t r = 0; r < args_.rows.size(); ++r) {
    const AttentionRow& row = args_.rows[r];
    const int64_t queries = row.tokens * group_;
    for (int64_t kv_head = 0; kv_head < args_.shape.kv_heads; ++kv_head) {
      for (int64_t first = 0; first < queries; first += kMaxQueries) {
        const int64_t count = std::min<int64_t>(kMaxQueries, queries - first);
        const int64_t last_token = (first + count - 1) / group_;
        const int64_t segments = SegmentsOf(row.position + last_token + 1);
        blocks_.push_back(
            {static_cast<int64_t>(r), kv_head, first, static_cast<int>(count), segments, units_});
        units_ += segments;
      }
    }
  }
}

int64_t AttentionSteps::QueryIndex(int64_t row, int64_t kv_head, int64_t query) const {
  const int64_t tokens = args_.rows[static_cast<size_t>(row)].tokens;
  return rows_[static_cast<size_t>(row)].first_token * args_.shape.heads +
         kv_head * tokens * group_ + query;
}

int64_t AttentionSteps::PartialIndex(int64_t row, int64_t kv_head, int64_t query) const {
  const RowPlan& plan = rows_[static_cast<size_t>(row)];
  const int64_t tokens = args_.rows[static_cast<size_t>(row)].tokens;
  return plan.first_partial + (kv_head * tokens * group_ + query) * plan.segments;
}

void AttentionSteps::Rotate(int64_t begin, int64_t end) const {
  for (int64_t token = begin; token < end; ++token) {
    RotateToken(token_rows_[static_cast<size_t>(token)], token);
  }
}

void AttentionSteps::RotateToken(int64_t row_index, int64_t token) const {
  const AttentionShape& shape = args_.shape;
  const AttentionRow& row = args_.rows[static_cast<size_t>(row_index)];
  const int64_t dim = shape.head_dim;
  const int64_t in_row = token - rows_[static_cast<size_t>(row_index)].first_token;
  const int64_t position = row.position + in_row;
  const KvPiece& piece = PieceOf(row, position);
  const float* const cosine = args_.rope->Row(position);
  const int64_t half = args_.rope->half();
  const float* const q = args_.qkv + token * shape.qkv_width();
  const float* const k = q + shape.heads * dim;
  const float* const v = k + shape.kv_heads * dim;
  for (int64_t kv_head = 0; kv_head < shape.kv_heads; ++kv_head) {
    for (int64_t g = 0; g < group_; ++g) {
      table_.rope(q + (kv_head * group_ + g) * dim, cosine, cosine + half, half, dim,
                  shape.rope_order, shape.scale,
                  queries_ + QueryIndex(row_index, kv_head, in_row * group_ + g) * dim);
    }
    alignas(64) float key[kMaxHeadDim];
    table_.rope(k + kv_head * dim, cosine, cosine + half, half, dim, shape.rope_order, 1.0f, key);
    const size_t offset = static_cast<size_t>(kv_head * piece.head_stride) * KvBytes(shape.kv_type);
    table_.store_key(key, shape.kv_type, dim, position - piece.first,
                     static_cast<uint8_t*>(piece.keys) + offset);
    table_.store_value(v + kv_head * dim, shape.kv_type, dim, position - piece.first,
                       static_cast<uint8_t*>(piece.values) + offset);
  }
}

void AttentionSteps::Attend(int64_t begin, int64_t end) const {
  const auto after = [](int64_t unit, const Block& block) { return unit < block.first_unit; };
  auto block = std::upper_bound(blocks_.begin(), blocks_.end(), begin, after) - 1;
  for (int64_t unit = begin; unit < end; ++unit) {
    while (unit >= block->first_unit + block->segments) ++block;
    AttendSegment(*block, unit - block->first_unit);
  }
}

void AttentionSteps::AttendSegment(const Block& block, int64_t segment) const {
  const AttentionShape& shape = args_.shape;
  const AttentionRow& row = args_.rows[static_cast<size_t>(block.row)];
  int64_t live[kMaxQueries];
  int64_t token = block.first_query / group_;
  int64_t next_token = (token + 1) * group_ - block.first_query;  // the first query of the next
  for (int i = 0; i < block.count; ++i) {
    if (i == next_token) {
      ++token;
      next_token += group_;
    }
    live[i] = row.position + token + 1;
  }
  const KvPiece& piece = PieceOf(row, segment * kSegment);
  const size_t offset = static_cast<size_t>(block.kv_head * piece.head_stride +
                                            (segment * kSegment - piece.first) * shape.head_dim) *
                        KvBytes(shape.kv_type);
  const int64_t partial = PartialIndex(block.row, block.kv_head, block.first_query) + segment;
  table_.attend({.queries = queries_ + QueryIndex(block.row, block.kv_head, block.first_query) *
                                           shape.head_dim,
                 .live = live,
                 .count = block.count,
                 .keys = static_cast<const uint8_t*>(piece.keys) + offset,
                 .values = static_cast<const uint8_t*>(piece.values) + offset,
                 .next_follows = &piece == &PieceOf(row, (segment + 1) * kSegment),
                 .type = shape.kv_type,
                 .head_dim = shape.head_dim,
                 .segment = segment,
                 .maxima = maxima_ + partial,
                 .sums = sums_ + partial,
                 .mixed = mixed_ + partial * shape.head_dim,
                 .stride = rows_[static_cast<size_t>(block.row)].segments});
}

void AttentionSteps::CombineToken(int64_t token) const {
  const AttentionShape& shape = args_.shape;
  const int64_t row_index = token_rows_[static_cast<size_t>(token)];
  const int64_t in_row = token - rows_[static_cast<size_t>(row_index)].first_token;
  const int64_t segments =
      SegmentsOf(args_.rows[static_cast<size_t>(row_index)].position + in_row + 1);
  for (int64_t head = 0; head < shape.heads; ++head) {
    const int64_t partial = PartialIndex(row_index, head / group_, in_row * group_ + head % group_);
    table_.combine(maxima_ + partial, sums_ + partial, mixed_ + partial * shape.head_dim, segments,
                   shape.head_dim, args_.out + (token * shape.heads + head) * shape.head_dim);
  }
}

void Attention(KernelContext& context, const AttentionArgs& args) {
  const FloatEnvironment environment;
  const AttentionSteps steps(context, args);
  if (steps.tokens() < 1) return;
  auto rotate = [&](int64_t begin, int64_t end) { steps.Rotate(begin, end); };
  auto attend = [&](int64_t begin, int64_t end) { steps.Attend(begin, end); };
  auto combine = [&](int64_t begin, int64_t end) {
    for (int64_t token = begin; token < end; ++token) steps.CombineToken(token);
  };
  const Phase phases[] = {
      {steps.tokens(), rotate}, {steps.units(), attend}, {steps.tokens(), combine}};
  if (steps.tokens() > kInlineRows) return context.pool().Run(phases);
  rotate(0, steps.tokens());
  context.pool().Run(steps.units(), attend);
  combine(0, steps.tokens());
}

}  // namespace rung::kernels

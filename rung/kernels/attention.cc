#include "rung/kernels/attention.h"

#include <algorithm>

#include "rung/kernels/float_environment.h"

namespace rung::kernels {
namespace {

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
      scratch_(context.scratch().Acquire(Plan())) {
  const auto head_dim = static_cast<size_t>(args.shape.head_dim);
  queries_ = scratch_.Take<uint8_t>(AllQueryBytes());
  maxima_ = scratch_.Take<float>(static_cast<size_t>(partials_));
  sums_ = scratch_.Take<float>(static_cast<size_t>(partials_));
  mixed_ = scratch_.Take<float>(static_cast<size_t>(partials_) * head_dim);
  joined_ = scratch_.Take<uint8_t>(blocks_.size());
  std::fill_n(joined_, blocks_.size(), uint8_t{0});
}

size_t AttentionSteps::Plan() {
  int64_t first_token = 0;
  rows_.reserve(args_.rows.size());
  token_rows_.reserve(static_cast<size_t>(tokens_));
  for (size_t r = 0; r < args_.rows.size(); ++r) {
    const int64_t tokens = args_.rows[r].tokens;
    const int64_t silent = args_.rows[r].silent * group_;
    token_rows_.insert(token_rows_.end(), static_cast<size_t>(tokens), static_cast<int32_t>(r));
    const int64_t blocks = (tokens * group_ - silent + kMaxQueries - 1) / kMaxQueries;
    rows_.push_back({first_token, static_cast<int64_t>(blocks_.size()), blocks, silent});
    PlanBlocks(static_cast<int64_t>(r));
    first_token += tokens;
  }
  const auto partials = static_cast<size_t>(partials_);
  const auto head_dim = static_cast<size_t>(args_.shape.head_dim);
  return ScratchPool::Bytes<uint8_t>(AllQueryBytes()) + 2 * ScratchPool::Bytes<float>(partials) +
         ScratchPool::Bytes<float>(partials * head_dim) +
         ScratchPool::Bytes<uint8_t>(blocks_.size());
}

size_t AttentionSteps::AllQueryBytes() const {
  return static_cast<size_t>(tokens_ * args_.shape.heads *
                             QueryBytes(args_.shape.kv_type, args_.shape.head_dim));
}

void AttentionSteps::PlanBlocks(int64_t row_index) {
  const AttentionRow& row = args_.rows[static_cast<size_t>(row_index)];
  const int64_t queries = row.tokens * group_;
  for (int64_t kv_head = 0; kv_head < args_.shape.kv_heads; ++kv_head) {
    for (int64_t first = row.silent * group_; first < queries; first += kMaxQueries) {
      const int64_t count = std::min<int64_t>(kMaxQueries, queries - first);
      const int64_t last_token = (first + count - 1) / group_;
      const int64_t segments = SegmentsOf(row.position + last_token + 1);
      blocks_.push_back(
          {row_index, kv_head, first, static_cast<int>(count), segments, units_, partials_});
      units_ += segments;
      partials_ += count * segments;
    }
  }
}

int64_t AttentionSteps::QueryIndex(int64_t row, int64_t kv_head, int64_t query) const {
  const int64_t tokens = args_.rows[static_cast<size_t>(row)].tokens;
  return rows_[static_cast<size_t>(row)].first_token * args_.shape.heads +
         kv_head * tokens * group_ + query;
}

uint8_t* AttentionSteps::QueryAt(int64_t index) const {
  return queries_ + index * QueryBytes(args_.shape.kv_type, args_.shape.head_dim);
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
    alignas(64) float rotated[kMaxHeadDim];
    for (int64_t g = 0; g < group_ && in_row >= row.silent; ++g) {
      uint8_t* const query = QueryAt(QueryIndex(row_index, kv_head, in_row * group_ + g));
      const bool fixed = shape.kv_type == KvType::kFixed;
      table_.rope(q + (kv_head * group_ + g) * dim, cosine, cosine + half, half, dim,
                  shape.rope_order, shape.scale, fixed ? rotated : reinterpret_cast<float*>(query));
      if (fixed) table_.fix_query(rotated, dim, reinterpret_cast<uint32_t*>(query));
    }
    table_.rope(k + kv_head * dim, cosine, cosine + half, half, dim, shape.rope_order, 1.0f,
                rotated);
    const size_t offset = static_cast<size_t>(kv_head * piece.head_stride) * KvBytes(shape.kv_type);
    table_.store_key(rotated, shape.kv_type, dim, position - piece.first,
                     static_cast<uint8_t*>(piece.keys) + offset);
    table_.store_value(v + kv_head * dim, shape.kv_type, dim, position - piece.first,
                       static_cast<uint8_t*>(piece.values) + offset);
  }
}

AttentionSteps::Partials AttentionSteps::PartialsAt(int64_t first, const Block& block) const {
  return {maxima_ + first, sums_ + first, mixed_ + first * args_.shape.head_dim, block.segments};
}

void AttentionSteps::Attend(int64_t begin, int64_t end) const {
  const auto after = [](int64_t unit, const Block& block) { return unit < block.first_unit; };
  auto block = std::upper_bound(blocks_.begin(), blocks_.end(), begin, after) - 1;
  // Whole blocks, joined at once, use the space of the first of them over and over: it stays in the
  // cache. It ends where the block's own space does, or before.
  int64_t reused = -1;
  for (int64_t unit = begin; unit < end; ++block) {
    const int64_t first = unit - block->first_unit;
    const int64_t last = std::min(end - block->first_unit, block->segments);
    const bool whole = last - first == block->segments;
    if (whole && reused < 0) reused = block->first_partial;
    const Partials partials = PartialsAt(whole ? reused : block->first_partial, *block);
    const int64_t next = unit + last - first;
    const Place after = next < end ? PlaceOf(*(block + 1), 0) : Place{};
    AttendSegments(*block, first, last, partials, after, /*is_fetched=*/unit > begin);
    if (whole) Join(*block, partials);
    unit = next;
  }
}

AttentionSteps::Place AttentionSteps::PlaceOf(const Block& block, int64_t segment) const {
  const AttentionShape& shape = args_.shape;
  const AttentionRow& row = args_.rows[static_cast<size_t>(block.row)];
  const int64_t first = segment * kSegment;
  const KvPiece& piece = PieceOf(row, first);
  const auto element_bytes = static_cast<int64_t>(KvBytes(shape.kv_type));
  const int64_t position_bytes = KvRowElements(shape.kv_type, shape.head_dim) * element_bytes;
  const int64_t offset =
      block.kv_head * piece.head_stride * element_bytes + (first - piece.first) * position_bytes;
  const int64_t last_token = (block.first_query + block.count - 1) / group_;
  const int64_t seen = std::min(row.position + last_token + 1 - first, kSegment);
  return {.keys = static_cast<const uint8_t*>(piece.keys) + offset,
          .values = static_cast<const uint8_t*>(piece.values) + offset,
          .bytes = KvCapacity(seen) * position_bytes};
}

void AttentionSteps::AttendSegments(const Block& block, int64_t begin, int64_t end,
                                    const Partials& out, const Place& after,
                                    bool is_fetched) const {
  const AttentionShape& shape = args_.shape;
  const AttentionRow& row = args_.rows[static_cast<size_t>(block.row)];
  int64_t live[kMaxQueries];
  int64_t token = block.first_query / group_;
  int64_t left = (token + 1) * group_ - block.first_query;  // queries of this token
  for (int i = 0; i < block.count; ++i, --left) {
    if (left == 0) {
      ++token;
      left = group_;
    }
    live[i] = row.position + token + 1;
  }
  const uint8_t* const queries = QueryAt(QueryIndex(block.row, block.kv_head, block.first_query));
  Place place = PlaceOf(block, begin);
  for (int64_t segment = begin; segment < end; ++segment) {
    const Place next = segment + 1 < end ? PlaceOf(block, segment + 1) : after;
    table_.attend({.queries = queries,
                   .live = live,
                   .count = block.count,
                   .keys = place.keys,
                   .values = place.values,
                   .bytes = place.bytes,
                   .is_fetched = is_fetched || segment > begin,
                   .next_keys = next.keys,
                   .next_values = next.values,
                   .next_bytes = next.bytes,
                   .type = shape.kv_type,
                   .head_dim = shape.head_dim,
                   .segment = segment,
                   .maxima = out.maxima + segment,
                   .sums = out.sums + segment,
                   .mixed = out.mixed + segment * shape.head_dim,
                   .stride = out.stride});
    place = next;
  }
}

void AttentionSteps::Join(const Block& block, const Partials& partials) const {
  for (int i = 0; i < block.count; ++i) JoinQuery(block, partials, i);
  joined_[&block - blocks_.data()] = 1;
}

void AttentionSteps::JoinQuery(const Block& block, const Partials& partials, int query) const {
  const AttentionShape& shape = args_.shape;
  const int64_t token = (block.first_query + query) / group_;
  const int64_t head = block.kv_head * group_ + (block.first_query + query) % group_;
  const int64_t out_token = rows_[static_cast<size_t>(block.row)].first_token + token;
  const int64_t at = query * partials.stride;
  table_.combine(partials.maxima + at, partials.sums + at, partials.mixed + at * shape.head_dim,
                 SegmentsOf(args_.rows[static_cast<size_t>(block.row)].position + token + 1),
                 shape.head_dim, args_.out + (out_token * shape.heads + head) * shape.head_dim);
}

void AttentionSteps::CombineToken(int64_t token) const {
  const RowPlan& plan = rows_[static_cast<size_t>(token_rows_[static_cast<size_t>(token)])];
  const int64_t first = (token - plan.first_token) * group_ - plan.first_query;
  for (int64_t kv_head = 0; kv_head < args_.shape.kv_heads; ++kv_head) {
    const int64_t first_block = plan.first_block + kv_head * plan.blocks;
    for (int64_t query = first; query < first + group_; ++query) {
      const auto index = static_cast<size_t>(first_block + query / kMaxQueries);
      if (joined_[index] != 0) continue;
      const Block& block = blocks_[index];
      JoinQuery(block, PartialsAt(block.first_partial, block),
                static_cast<int>(query % kMaxQueries));
    }
  }
}

void Attention(KernelContext& context, const AttentionArgs& args) {
  const FloatEnvironment environment;
  const AttentionSteps steps(context, args);
  if (steps.tokens() < 1) return;
  auto rotate = [&](int64_t begin, int64_t end) { steps.Rotate(begin, end); };
  auto attend = [&](int64_t begin, int64_t end) { steps.Attend(begin, end); };
  auto combine = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) steps.CombineToken(steps.silent() + i);
  };
  const Phase phases[] = {{steps.tokens(), rotate},
                          {steps.units(), attend},
                          {steps.tokens() - steps.silent(), combine}};
  if (steps.tokens() > kInlineRows) return context.pool().Run(phases);
  rotate(0, steps.tokens());
  context.pool().Run(steps.units(), attend);
  combine(0, steps.tokens() - steps.silent());
}

}  // namespace rung::kernels

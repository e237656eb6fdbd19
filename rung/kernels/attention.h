// Grouped-query attention over per-row KV caches: rotation, cache update and attention in one call,
// for decode steps (many rows, one token each) and prefill chunks (a row, many tokens).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rung/kernels/kernel_context.h"
#include "rung/kernels/matmul.h"
#include "rung/kernels/rope_table.h"

namespace rung::kernels {

struct AttentionShape {
  int64_t heads = 0;
  int64_t kv_heads = 0;  // divides heads
  int64_t head_dim = 0;  // a multiple of 16
  RopeOrder rope_order = RopeOrder::kHalves;
  float scale = 0;  // of the scores, usually 1 / sqrt(head_dim)
  KvType kv_type = KvType::kFixed;

  int64_t qkv_width() const { return (heads + 2 * kv_heads) * head_dim; }
};

// Cache positions that a capacity takes: keys lie in lanes of 16 positions. A cache is keys and
// values of [kv_heads, KvCapacity(capacity), KvRowElements] elements each, with layouts of their
// own inside (kernel_table.h). Copying a head's prefix of whole lanes copies its positions, so
// growth is the same slice update for both.
inline int64_t KvCapacity(int64_t capacity) {
  return (capacity + kKeyLanes - 1) / kKeyLanes * kKeyLanes;
}

// A cache may lie in pieces, so that it grows by taking one more: nothing is copied then.
inline constexpr int64_t kFirstPiece = 256;
inline constexpr size_t kMaxKvPieces = 8;
// How many positions each piece of a cache of `capacity` holds: cut at 256, 512, 1024, ..., which
// makes the pieces of a capacity of the ladder the first pieces of every larger one. At most
// kMaxKvPieces; the last is rounded up as KvCapacity does.
std::vector<int64_t> KvPieces(int64_t capacity);

// Keys and values of one layer, of the positions from `first` on, a multiple of kSegment.
struct KvPiece {
  void* keys = nullptr;
  void* values = nullptr;
  int64_t head_stride = 0;  // elements between KV heads: the piece's positions * KvRowElements
  int64_t first = 0;
};

// A sequence's cache of one layer, and its tokens in this call.
struct AttentionRow {
  std::span<const KvPiece> pieces;  // at least one; ascending from position 0
  int64_t position = 0;             // of the first token; position + tokens <= capacity
  int64_t tokens = 1;
  // How many of them, the first ones, only leave their keys and values: their part of `out` is not
  // written. Only the first row of a call may have such tokens.
  int64_t silent = 0;
};

struct AttentionArgs {
  AttentionShape shape;
  // [tokens, heads + 2 * kv_heads, head_dim]: of all rows' tokens, one row after another.
  const float* qkv = nullptr;
  std::span<const AttentionRow> rows;
  RopeTable* rope = nullptr;  // half() <= head_dim / 2
  float* out = nullptr;       // [tokens, heads * head_dim]; must not overlap qkv
};

// Writes the tokens' keys and values into the caches and attends over positions 0..position of each
// token. A token's result depends on its q and on its row's live keys and values alone, bit for
// bit: not on capacity, what lies past the live length, other rows, or how a prompt is cut into
// chunks. Cost grows with the live length. Rows must have caches of their own. Thread-safe.
void Attention(KernelContext& context, const AttentionArgs& args);

// The same in steps that the phases of a larger call can run, in this order, each over ranges of
// its items; a step ends before the next begins.
class AttentionSteps {
 public:
  AttentionSteps(KernelContext& context, const AttentionArgs& args);

  int64_t tokens() const { return tokens_; }
  int64_t silent() const { return args_.rows.empty() ? 0 : args_.rows[0].silent; }

  // Rotates queries and writes the caches, over tokens.
  void Rotate(int64_t begin, int64_t end) const;
  // Attends over units, a segment of the cache for a block of queries each. A range that holds all
  // segments of a block also joins them.
  int64_t units() const { return units_; }
  void Attend(int64_t begin, int64_t end) const;
  // Joins what is left of a token's heads, once all of its segments are there. Not of silent ones.
  void CombineToken(int64_t token) const;

 private:
  // Queries that share a row's KV head, in order of position, at most kMaxQueries.
  struct Block {
    int64_t row;
    int64_t kv_head;
    int64_t first_query;  // among the row's tokens * group queries
    int count;
    int64_t segments;       // of the last query
    int64_t first_unit;     // units of the blocks before
    int64_t first_partial;  // (query, segment) pairs of the blocks before
  };
  struct RowPlan {
    int64_t first_token;
    int64_t first_block;
    int64_t blocks;       // of each KV head
    int64_t first_query;  // of each KV head: that of the first token that is not silent
  };
  // Partial results of a block: query i's of segment s at i * stride + s.
  struct Partials {
    float* maxima;
    float* sums;
    float* mixed;
    int64_t stride;
  };

  // A segment of the cache as a block's queries read it.
  struct Place {
    const uint8_t* keys = nullptr;
    const uint8_t* values = nullptr;
    int64_t bytes = 0;  // of each, up to the last position that a query sees
  };

  size_t Plan();  // returns the bytes of scratch
  size_t AllQueryBytes() const;
  void PlanBlocks(int64_t row);
  void RotateToken(int64_t row, int64_t token) const;
  Place PlaceOf(const Block& block, int64_t segment) const;
  // `after` is read next. `is_fetched`: the first of them is on its way into the cache.
  void AttendSegments(const Block& block, int64_t begin, int64_t end, const Partials& out,
                      const Place& after, bool is_fetched) const;
  void Join(const Block& block, const Partials& partials) const;
  void JoinQuery(const Block& block, const Partials& partials, int query) const;
  Partials PartialsAt(int64_t first, const Block& block) const;
  // Where query `query` of a KV head of a row lies among the rotated queries.
  int64_t QueryIndex(int64_t row, int64_t kv_head, int64_t query) const;
  uint8_t* QueryAt(int64_t index) const;

  const KernelTable& table_;
  const AttentionArgs args_;
  const int64_t group_;
  int64_t tokens_ = 0;
  int64_t partials_ = 0;
  int64_t units_ = 0;
  std::vector<RowPlan> rows_;
  std::vector<Block> blocks_;
  std::vector<int32_t> token_rows_;  // row of each token
  ScratchPool::Lease scratch_;
  uint8_t* queries_ = nullptr;
  float* maxima_ = nullptr;
  float* sums_ = nullptr;
  float* mixed_ = nullptr;
  uint8_t* joined_ = nullptr;  // of each block: whether Attend has joined its segments
};

}  // namespace rung::kernels

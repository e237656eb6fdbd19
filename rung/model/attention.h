// Causal grouped-query attention over a KV cache of static capacity, on the portable lowering.
#pragma once

#include "rung/hlo/contraction_ops.h"
#include "rung/hlo/graph_builder.h"

namespace rung::model {

// K and V of one layer of one row, each [kv_heads, capacity, head_dim].
struct LayerCache {
  hlo::Value keys;
  hlo::Value values;
};

// Writes new entries [tokens, kv_heads, head_dim] at positions [start, start + tokens), in place
// when the cache is a donated argument. `start` is an i32 scalar.
hlo::Value UpdateCache(hlo::Value cache, hlo::Value entries, hlo::Value start);

// i1 [tokens, capacity]: cache position j is visible to the query at positions[t] when
// j <= positions[t].
hlo::Value CausalMask(hlo::Value positions, int64_t capacity);

// softmax(q . K / sqrt(head_dim)) . V. query [tokens, heads, head_dim], mask [tokens, capacity] ->
// [tokens, heads * head_dim] of the query's type. K and V are read once per group of heads and
// never repeated. Scores and softmax are f32.
//
// What the mask hides cannot change a bit of the result as long as it is finite: its scores become
// one constant before the maximum is taken, their exponentials are exactly 0, and 0 * v is 0.
hlo::Value Attention(hlo::Value query, const LayerCache& cache, hlo::Value mask,
                     hlo::Precision precision);

}  // namespace rung::model

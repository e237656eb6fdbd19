// A program is StableHLO text plus the order and meaning of its arguments and results. Plain data:
// the runtime binds buffers to it, tests read it, and nothing here knows a device.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rung/hlo/tensor_type.h"

namespace rung::model {

enum class ArgRole : uint8_t {
  kWeight,    // index = position in the weight manifest
  kPacked,    // ui8 [Model::PackedBytes()]: all packed matrices of the manifest
  kKvCache,   // row, index = position in the row's KV buffer list; donated, returned in place
  kTokens,    // prefill: i32 [chunk]; decode: i32 [rows]
  kPosition,  // prefill: i32 [], of the chunk's first token; decode: i32 [rows], of each token
  kValid,     // prefill only: i32 [], how many tokens of the chunk are real (1..chunk)
};

struct Argument {
  ArgRole role = ArgRole::kWeight;
  int64_t row = 0;    // kKvCache: which row of the step
  int64_t index = 0;  // kWeight, kKvCache
  hlo::TensorType type;
};

enum class ResultRole : uint8_t {
  kLogits,   // f32: prefill [vocab] of the last valid token; decode [rows, vocab]
  kMaxima,   // f32: prefill [groups], decode [rows, groups]: the largest of each ffi::kHeadGroup
             // logits; on the kernel lowering alone
  kKvCache,  // row, index as in Argument; aliases that argument
};

struct Result {
  ResultRole role = ResultRole::kLogits;
  int64_t row = 0;
  int64_t index = 0;
  hlo::TensorType type;
};

struct Program {
  std::string name;  // "prefill_64_at_256", "decode_256_256_4096": also the module's name
  std::string text;  // StableHLO, byte-deterministic
  std::vector<Argument> arguments;
  std::vector<Result> results;
  // KV arguments stay the caller's, whatever the results are: a copy.
  bool keeps_kv = false;
};

}  // namespace rung::model

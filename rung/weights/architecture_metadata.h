// What a GGUF file says about the model itself: sizes, RoPE, chat template.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "rung/weights/gguf_file.h"

namespace rung::weights {

struct RopeScaling {
  std::string type = "none";  // "linear", "yarn", "longrope", ... as the file names it
  float factor = 1.0f;
};

// The numbers of <architecture>.*, checked to be sane and consistent. Plain data: which of them an
// implementation supports (experts, RoPE scaling, a sliding window) is its own decision. What
// nobody reads is not here, so that nothing is asked of it.
struct ArchitectureMetadata {
  std::string architecture;  // "llama"
  int64_t block_count = 0;
  int64_t context_length = 0;
  int64_t embedding_length = 0;
  int64_t feed_forward_length = 0;
  int64_t head_count = 0;
  int64_t head_count_kv = 0;         // divides head_count
  int64_t key_length = 0;            // per head
  int64_t value_length = 0;          // per head
  int64_t rope_dimension_count = 0;  // even, at most key_length
  int64_t vocab_size = 0;            // rows of the logits; at least the tokenizer's tokens
  float rope_freq_base = 10000.0f;
  float rms_epsilon = 0.0f;
  RopeScaling rope_scaling;
  bool has_rope_factors =
      false;                 // tensor rope_freqs.weight: frequencies scaled one by one (Llama 3.1)
  int64_t expert_count = 0;  // 0: dense
  int64_t sliding_window = 0;  // 0: none
};

// general.architecture. InvalidArgument when it is missing or not a plain lower-case name. To be
// asked first: another architecture may lack the keys that ReadArchitectureMetadata wants.
absl::StatusOr<std::string_view> ArchitectureName(const GgufFile& file);

// InvalidArgument naming the key and the value for what is missing, out of range or inconsistent;
// Unimplemented for sizes that differ from layer to layer.
absl::StatusOr<ArchitectureMetadata> ReadArchitectureMetadata(const GgufFile& file);

// tokenizer.chat_template; none when the file has no template. A view into the file.
absl::StatusOr<std::optional<std::string_view>> ChatTemplate(const GgufFile& file);

}  // namespace rung::weights

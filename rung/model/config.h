// What a decoder-only transformer is made of, independent of the file that says so.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace rung::model {

enum class RopeStyle : uint8_t {
  kHalf,         // rotates element i with i + rope_dims / 2 (Hugging Face)
  kInterleaved,  // rotates element 2i with 2i + 1 (GGUF permutes Q and K rows of "llama" for this)
};

struct ModelConfig {
  std::string architecture;  // "llama"
  int64_t layers = 0;
  int64_t dim = 0;      // width of the residual stream
  int64_t ffn_dim = 0;  // width between up and down projections
  int64_t heads = 0;
  int64_t kv_heads = 0;  // divides heads
  int64_t head_dim = 0;
  int64_t vocab = 0;
  int64_t window = 0;  // positions the checkpoint was trained for
  float rms_epsilon = 0;
  float rope_theta = 10000;
  int64_t rope_dims = 0;  // the first rope_dims of head_dim are rotated; even
  RopeStyle rope_style = RopeStyle::kHalf;
  // The checkpoint has rope_freqs.weight [rope_dims / 2]: divisors of the frequencies (Llama 3.1).
  bool rope_factors = false;
  bool tied_embedding = false;  // the output head is the embedding table
  bool qkv_bias = false;
  bool attention_output_bias = false;
};

// OK, or InvalidArgument that names the first field that is out of range or contradicts another.
// Bounds keep every byte count of a program inside 63 bits.
absl::Status ValidateConfig(const ModelConfig& config);

// "llama": for messages.
std::string SupportedArchitectures();

}  // namespace rung::model

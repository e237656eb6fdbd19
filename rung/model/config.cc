#include "rung/model/config.h"

#include <cmath>
#include <string_view>

#include "rung/base/status.h"

namespace rung::model {
namespace {

struct Bound {
  std::string_view field;
  int64_t value = 0;
  int64_t max = 0;
};

}  // namespace

std::string SupportedArchitectures() { return "llama"; }

absl::Status ValidateConfig(const ModelConfig& config) {
  constexpr int64_t kMaxWidth = int64_t{1} << 20;
  const Bound bounds[] = {
      {"layers", config.layers, 1024},        {"dim", config.dim, kMaxWidth},
      {"ffn_dim", config.ffn_dim, kMaxWidth}, {"heads", config.heads, 4096},
      {"kv_heads", config.kv_heads, 4096},    {"head_dim", config.head_dim, 4096},
      {"vocab", config.vocab, 1 << 24},       {"window", config.window, 2147483647},
      {"rope_dims", config.rope_dims, 4096},
  };
  for (const Bound& bound : bounds) {
    if (bound.value < 1 || bound.value > bound.max) {
      return InvalidArgument("model config: {}={} is outside 1..={}", bound.field, bound.value,
                             bound.max);
    }
  }
  if (config.heads % config.kv_heads != 0) {
    return InvalidArgument("model config: heads={} is not a multiple of kv_heads={}", config.heads,
                           config.kv_heads);
  }
  if (config.rope_dims > config.head_dim || config.rope_dims % 2 != 0) {
    return InvalidArgument("model config: rope_dims={} is not an even number up to head_dim={}",
                           config.rope_dims, config.head_dim);
  }
  if (!(config.rms_epsilon > 0) || !std::isfinite(config.rms_epsilon)) {
    return InvalidArgument("model config: rms_epsilon={} is not a positive number",
                           config.rms_epsilon);
  }
  if (!(config.rope_theta > 0) || !std::isfinite(config.rope_theta)) {
    return InvalidArgument("model config: rope_theta={} is not a positive number",
                           config.rope_theta);
  }
  return absl::OkStatus();
}

}  // namespace rung::model

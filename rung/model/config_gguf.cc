#include "rung/model/config_gguf.h"

#include <string_view>

#include "rung/base/status.h"
#include "rung/model/metadata_rules.h"
#include "rung/weights/architecture_metadata.h"

namespace rung::model {
namespace {

// What the metadata asks for and the graph does not do.
absl::Status RefuseUnsupported(const weights::GgufFile& file,
                               const weights::ArchitectureMetadata& meta) {
  if (meta.expert_count > 0) {
    return Unimplemented("{}: {}.expert_count is {}: mixture-of-experts models are not supported",
                         file.path(), meta.architecture, meta.expert_count);
  }
  if (meta.sliding_window > 0 && meta.sliding_window < meta.context_length) {
    return Unimplemented("{}: {}.attention.sliding_window is {}: sliding windows are not supported",
                         file.path(), meta.architecture, meta.sliding_window);
  }
  if (meta.rope_scaling.type != "none" && meta.rope_scaling.factor != 1.0F) {
    return Unimplemented("{}: {}.rope.scaling.type is {}: RoPE scaling is not supported",
                         file.path(), meta.architecture, meta.rope_scaling.type);
  }
  if (meta.key_length != meta.value_length) {
    return Unimplemented(
        "{}: {}.attention.key_length is {} and value_length {}: different lengths are not "
        "supported",
        file.path(), meta.architecture, meta.key_length, meta.value_length);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ModelConfig> ModelConfigFromGguf(const weights::GgufFile& file) {
  RUNG_ASSIGN_OR_RETURN(const std::string_view architecture, weights::ArchitectureName(file));
  if (architecture != "llama") {
    return Unimplemented("{}: architecture \"{}\" is not supported; supported: {}", file.path(),
                         architecture, SupportedArchitectures());
  }
  RUNG_ASSIGN_OR_RETURN(const weights::ArchitectureMetadata meta,
                        weights::ReadArchitectureMetadata(file));
  RUNG_RETURN_IF_ERROR(RefuseUnsupported(file, meta));
  RUNG_RETURN_IF_ERROR(CheckMetadataRules(file, meta));
  ModelConfig config;
  config.architecture = meta.architecture;
  config.layers = meta.block_count;
  config.dim = meta.embedding_length;
  config.ffn_dim = meta.feed_forward_length;
  config.heads = meta.head_count;
  config.kv_heads = meta.head_count_kv;
  config.head_dim = meta.key_length;
  config.vocab = meta.vocab_size;
  config.window = meta.context_length;
  config.rms_epsilon = meta.rms_epsilon;
  config.rope_theta = meta.rope_freq_base;
  config.rope_dims = meta.rope_dimension_count;
  config.rope_style = RopeStyle::kInterleaved;
  config.rope_factors = meta.has_rope_factors;
  config.tied_embedding = !file.Find("output.weight").ok();
  config.qkv_bias = file.Find("blk.0.attn_q.bias").ok();
  config.attention_output_bias = file.Find("blk.0.attn_output.bias").ok();
  RUNG_RETURN_IF_ERROR(Annotate(ValidateConfig(config), file.path()));
  return config;
}

}  // namespace rung::model

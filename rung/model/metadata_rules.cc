#include "rung/model/metadata_rules.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <vector>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"

namespace rung::model {
namespace {

using enum KeyRule;

constexpr std::string_view kPrefix = "llama.";
constexpr std::string_view kExperts = "acts on experts, which are refused";
constexpr std::string_view kScaling = "acts with RoPE scaling, which is refused";

constexpr MetadataRule kRules[] = {
    {"llama.vocab_size", kUsed},
    {"llama.context_length", kUsed},
    {"llama.embedding_length", kUsed},
    {"llama.block_count", kUsed},
    {"llama.feed_forward_length", kUsed},
    {"llama.expert_count", kUsed},
    {"llama.attention.head_count", kUsed},
    {"llama.attention.head_count_kv", kUsed},
    {"llama.attention.key_length", kUsed},
    {"llama.attention.value_length", kUsed},
    {"llama.attention.layer_norm_rms_epsilon", kUsed},
    {"llama.attention.sliding_window", kUsed},
    {"llama.rope.dimension_count", kUsed},
    {"llama.rope.freq_base", kUsed},
    {"llama.rope.scale_linear", kUsed},
    {"llama.rope.scaling.type", kUsed},
    {"llama.rope.scaling.factor", kUsed},

    {"llama.tensor_data_layout", kHarmless, "Q and K lie in one order in every llama file"},
    {"llama.attention.layer_norm_epsilon", kHarmless, "the norms are RMS norms"},
    {"llama.attention.sliding_window_pattern", kHarmless,
     "acts with a sliding window, which is refused"},
    {"llama.rope.scaling.finetuned", kHarmless, "says how the model was trained"},
    {"llama.rope.scaling.original_context_length", kHarmless, kScaling},
    {"llama.rope.scaling.yarn_ext_factor", kHarmless, kScaling},
    {"llama.rope.scaling.yarn_beta_fast", kHarmless, kScaling},
    {"llama.rope.scaling.yarn_beta_slow", kHarmless, kScaling},
    {"llama.rope.scaling.yarn_log_multiplier", kHarmless, kScaling},
    {"llama.expert_used_count", kHarmless, kExperts},
    {"llama.expert_shared_count", kHarmless, kExperts},
    {"llama.expert_feed_forward_length", kHarmless, kExperts},
    {"llama.expert_shared_feed_forward_length", kHarmless, kExperts},
    {"llama.expert_chunk_feed_forward_length", kHarmless, kExperts},
    {"llama.expert_group_count", kHarmless, kExperts},
    {"llama.expert_group_used_count", kHarmless, kExperts},
    {"llama.expert_group_scale", kHarmless, kExperts},
    {"llama.expert_weights_scale", kHarmless, kExperts},
    {"llama.expert_weights_norm", kHarmless, kExperts},
    {"llama.expert_gating_func", kHarmless, kExperts},
    {"llama.experts_per_group", kHarmless, kExperts},
    {"llama.moe_every_n_layers", kHarmless, kExperts},
    {"llama.moe_latent_size", kHarmless, kExperts},
    {"llama.interleave_moe_layer_step", kHarmless, kExperts},
    {"llama.leading_dense_block_count", kHarmless, kExperts},
    {"llama.router_logit_softcapping", kHarmless, kExperts},
    {"llama.swiglu_clamp_exp", kHarmless, kExperts},

    {"general.type", kText, "a file of this type", "model"},
    {"general.quantization_version", kBlockFormat, "this layout of quantized blocks"},

    {"llama.attention.causal", kTrue, "bidirectional attention"},
    {"llama.attention.scale", kAttentionScale, "a scale of the attention scores"},
    {"llama.attention.output_scale", kZeroOrOne, "a scale of the attention's output"},
    {"llama.attention.value_scale", kZeroOrOne, "a scale of the values"},
    {"llama.attention.temperature_length", kZero, "attention temperature"},
    {"llama.attention.temperature_scale", kZero, "attention temperature"},
    {"llama.attention.clamp_kqv", kZero, "clamping of Q, K and V"},
    {"llama.attention.max_alibi_bias", kZero, "ALiBi"},
    {"llama.attention.relative_buckets_count", kZero, "a relative attention bias"},
    {"llama.attention.shared_kv_layers", kZero, "a KV cache shared between layers"},
    {"llama.attention.recurrent_layers", kZero, "a recurrent layer"},
    {"llama.attention.group_norm_epsilon", kZero, "group norm"},
    {"llama.attention.group_norm_groups", kZero, "group norm"},
    {"llama.attention.q_lora_rank", kZero, "low-rank attention"},
    {"llama.attention.kv_lora_rank", kZero, "low-rank attention"},
    {"llama.attention.output_lora_rank", kZero, "low-rank attention"},
    {"llama.attention.gate_lora_rank", kZero, "low-rank attention"},
    {"llama.attention.decay_lora_rank", kZero, "low-rank attention"},
    {"llama.attention.iclr_lora_rank", kZero, "low-rank attention"},
    {"llama.attention.value_residual_mix_lora_rank", kZero, "low-rank attention"},
    {"llama.attention.key_length_mla", kZero, "latent attention"},
    {"llama.attention.value_length_mla", kZero, "latent attention"},
    {"llama.attention.output_group_count", kZero, "grouped attention output"},
    {"llama.attention.compress_rope_freq_base", kZero, "a compressed KV cache"},
    {"llama.attention.compress_ratios", kZero, "a compressed KV cache"},
    {"llama.attention.indexer.head_count", kZero, "sparse attention"},
    {"llama.attention.indexer.key_length", kZero, "sparse attention"},
    {"llama.attention.indexer.top_k", kZero, "sparse attention"},
    {"llama.attention.key_length_swa", kSameAs, "a second kind of layer",
     "llama.attention.key_length"},
    {"llama.attention.value_length_swa", kSameAs, "a second kind of layer",
     "llama.attention.value_length"},

    {"llama.rope.dimension_count_swa", kSameAs, "a second kind of layer",
     "llama.rope.dimension_count"},
    {"llama.rope.freq_base_swa", kSameAs, "a second kind of layer", "llama.rope.freq_base"},
    {"llama.rope.dimension_sections", kZero, "RoPE over several axes"},
    {"llama.rope.scaling.alpha", kZeroOrOne, "RoPE scaling"},
    {"llama.rope.scaling.attn_factor", kOne, "RoPE scaling"},
    {"llama.rope.scaling.yarn_attn_factor", kOne, "RoPE scaling"},

    {"llama.logit_scale", kZeroOrOne, "a scale of the logits"},
    {"llama.residual_scale", kZeroOrOne, "a scale of the residuals"},
    {"llama.embedding_scale", kZeroOrOne, "a scale of the embeddings"},
    {"llama.attn_logit_softcapping", kZero, "a softcap of the attention scores"},
    {"llama.final_logit_softcapping", kZero, "a softcap of the logits"},
    {"llama.use_parallel_residual", kFalse, "a parallel residual"},
    {"llama.norm_before_residual", kFalse, "a norm before the residual"},
    {"llama.swin_norm", kFalse, "Swin norm"},
    {"llama.hidden_activation", kText, "this activation", "silu"},
    {"llama.swiglu_clamp_shexp", kZero, "a clamped activation"},
    {"xielu.alpha_n", kZero, "the xIELU activation"},
    {"xielu.alpha_p", kZero, "the xIELU activation"},
    {"xielu.beta", kZero, "the xIELU activation"},
    {"xielu.eps", kZero, "the xIELU activation"},
    {"llama.rescale_every_n_layers", kZero, "rescaling between layers"},
    {"llama.pooling_type", kUnset, "pooling"},
    {"llama.classifier.output_labels", kEmptyList, "a classifier"},
    {"llama.dense_2_feat_in", kZero, "an embedding head"},
    {"llama.dense_2_feat_out", kZero, "an embedding head"},
    {"llama.dense_3_feat_in", kZero, "an embedding head"},
    {"llama.dense_3_feat_out", kZero, "an embedding head"},
    {"llama.features_length", kZero, "an input of features"},
    {"llama.embedding_length_out", kSameAs, "an output of another width", "llama.embedding_length"},
    {"llama.embedding_length_per_layer_input", kZero, "an input to each layer"},
    {"llama.nextn_predict_layers", kZero, "a block that predicts further tokens"},
    {"llama.n_deepstack_layers", kZero, "an image input"},
    {"llama.deepstack_mapping", kUnset, "an image input"},
    {"llama.decoder_start_token_id", kUnset, "an encoder"},
    {"llama.decoder_block_count", kZero, "an encoder"},
    {"llama.target_layers", kEmptyList, "a draft model"},
    {"llama.target_hidden_size", kZero, "a draft model"},
    {"llama.hash_layer_count", kZero, "a hash layer"},
    {"llama.hyper_connection.count", kZero, "a hyper-connection"},
    {"llama.hyper_connection.sinkhorn_iterations", kZero, "a hyper-connection"},
    {"llama.hyper_connection.epsilon", kZero, "a hyper-connection"},
    {"llama.full_attention_interval", kZeroOrOne, "linear attention"},
    {"llama.kda.head_dim", kZero, "linear attention"},
    {"llama.shortconv.l_cache", kZero, "a convolution"},
    {"llama.posnet.embedding_length", kZero, "a convolution"},
    {"llama.posnet.block_count", kZero, "a convolution"},
    {"llama.convnext.embedding_length", kZero, "a convolution"},
    {"llama.convnext.block_count", kZero, "a convolution"},
    {"llama.ssm.conv_kernel", kZero, "a state-space layer"},
    {"llama.ssm.inner_size", kZero, "a state-space layer"},
    {"llama.ssm.state_size", kZero, "a state-space layer"},
    {"llama.ssm.time_step_rank", kZero, "a state-space layer"},
    {"llama.ssm.group_count", kZero, "a state-space layer"},
    {"llama.ssm.dt_b_c_rms", kFalse, "a state-space layer"},
    {"llama.wkv.head_size", kZero, "a recurrent layer"},
    {"llama.time_mix_extra_dim", kZero, "a recurrent layer"},
    {"llama.time_decay_extra_dim", kZero, "a recurrent layer"},
    {"llama.token_shift_count", kZero, "a recurrent layer"},

    {"tokenizer.ggml.normalizer.lowercase", kFalse, "a normalizer that changes the text"},
    {"tokenizer.ggml.normalizer.strip_accents", kFalse, "a normalizer that changes the text"},
    {"tokenizer.ggml.suppress_tokens", kEmptyList, "a list of tokens never to choose"},
};

// What the key has where the file does not give it.
double Meaning(const weights::ArchitectureMetadata& meta, std::string_view key) {
  if (key == "llama.embedding_length") return static_cast<double>(meta.embedding_length);
  if (key == "llama.attention.key_length") return static_cast<double>(meta.key_length);
  if (key == "llama.attention.value_length") return static_cast<double>(meta.value_length);
  if (key == "llama.rope.dimension_count") return static_cast<double>(meta.rope_dimension_count);
  return meta.rope_freq_base;
}

bool IsAccepted(const MetadataRule& rule, double number,
                const weights::ArchitectureMetadata& meta) {
  constexpr double kMinusOne32 = 4294967295.0;
  switch (rule.rule) {
    case kTrue:
    case kOne:
      return number == 1;
    case kFalse:
    case kZero:
      return number == 0;
    case kZeroOrOne:
      return number == 0 || number == 1;
    case kUnset:
      return number == 0 || number == -1 || number == kMinusOne32;
    case kSameAs:
      return number == Meaning(meta, rule.value);
    case kAttentionScale:  // converters compute it in f32 or f64
      return number == 0 ||
             std::abs(number * std::sqrt(static_cast<double>(meta.key_length)) - 1) < 1e-6;
    case kBlockFormat:
      return number == 2;
    default:
      return false;
  }
}

bool HasQuantizedTensors(const weights::GgufFile& file) {
  return std::ranges::any_of(file.tensors(), [](const weights::TensorInfo& info) {
    return weights::LayoutOf(info.storage).elements > 1;
  });
}

bool IsAccepted(const MetadataRule& rule, const weights::GgufFile& file,
                const weights::ArchitectureMetadata& meta) {
  if (rule.rule == kUsed || rule.rule == kHarmless || !file.metadata().Has(rule.key)) return true;
  if (rule.rule == kText) return file.metadata().GetString(rule.key).value_or("") == rule.value;
  if (rule.rule == kBlockFormat && !HasQuantizedTensors(file)) return true;
  const std::optional<std::vector<double>> numbers = file.metadata().Numbers(rule.key);
  return numbers && std::ranges::all_of(
                        *numbers, [&](double number) { return IsAccepted(rule, number, meta); });
}

}  // namespace

std::span<const MetadataRule> LlamaMetadataRules() { return kRules; }

std::string AcceptedText(const MetadataRule& rule) {
  switch (rule.rule) {
    case kUsed:
    case kHarmless:
      return "";
    case kTrue:
      return "true";
    case kFalse:
      return "false";
    case kZero:
      return "0";
    case kZeroOrOne:
      return "0 or 1";
    case kOne:
      return "1";
    case kUnset:
      return "0 or -1";
    case kEmptyList:
      return "an empty list";
    case kText:
      return fmt::format("\"{}\"", rule.value);
    case kSameAs:
      return fmt::format("the value of {}", rule.value);
    case kAttentionScale:
      return "0 or 1/sqrt(head length)";
    case kBlockFormat:
      return "2";
  }
  return "";
}

absl::Status CheckMetadataRules(const weights::GgufFile& file,
                                const weights::ArchitectureMetadata& meta) {
  for (const MetadataRule& rule : kRules) {
    if (IsAccepted(rule, file, meta)) continue;
    return Unimplemented("{}: {} is {}: {} is not supported; what loads is {}", file.path(),
                         rule.key, file.metadata().ValueText(rule.key), rule.note,
                         AcceptedText(rule));
  }
  return absl::OkStatus();
}

std::optional<std::string> UnknownKeysWarning(const weights::GgufFile& file) {
  constexpr size_t kNamed = 4;
  std::unordered_set<std::string_view> known;
  for (const MetadataRule& rule : kRules) known.insert(rule.key);
  std::vector<std::string> named;
  size_t count = 0;
  for (std::string_view key : file.metadata().Keys()) {
    if (!key.starts_with(kPrefix) || known.contains(key)) continue;
    if (count++ < kNamed) named.push_back(Quoted(key));
  }
  if (count == 0) return std::nullopt;
  if (count > kNamed) named.push_back("...");
  return fmt::format("{}: {} unknown {}, ignored: {}", file.path(), count,
                     count == 1 ? "key" : "keys", fmt::join(named, ", "));
}

}  // namespace rung::model

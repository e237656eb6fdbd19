#include "rung/weights/architecture_metadata.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"
#include "rung/weights/gguf_types.h"

namespace rung::weights {
namespace {

// Generous bounds: they stop nonsense, and keep every product of two sizes far from overflow.
constexpr int64_t kMostBlocks = 4096;
constexpr int64_t kMostPositions = 2147483647;  // positions are i32 on the device
constexpr int64_t kWidest = 1 << 24;
constexpr int64_t kMostHeads = 65536;

// Reads "<architecture>.<key>" with range checks.
class ArchitectureKeys {
 public:
  ArchitectureKeys(const GgufFile& file, std::string_view architecture)
      : file_(file), prefix_(std::string(architecture) + ".") {}

  std::string Full(std::string_view key) const { return prefix_ + std::string(key); }
  bool Has(std::string_view key) const { return file_.metadata().Has(Full(key)); }

  // A size; an array of one per layer is accepted when all are equal.
  absl::StatusOr<int64_t> Size(std::string_view key, int64_t least, int64_t most) const {
    const std::string full = Full(key);
    if (!file_.metadata().IsArray(full)) {
      RUNG_ASSIGN_OR_RETURN(const int64_t value, file_.metadata().GetS64(full));
      return InRange(full, value, least, most);
    }
    RUNG_ASSIGN_OR_RETURN(const std::vector<int64_t> values, file_.metadata().GetIntArray(full));
    if (values.empty()) return InvalidArgument("{}: {} is an empty list", file_.path(), full);
    for (size_t i = 1; i < values.size(); ++i) {
      if (values[i] != values[0]) {
        return Unimplemented(
            "{}: {} differs between layers ({} in layer 0, {} in layer {}): not "
            "supported",
            file_.path(), full, values[0], values[i], i);
      }
    }
    return InRange(full, values[0], least, most);
  }

  absl::StatusOr<int64_t> SizeOr(std::string_view key, int64_t fallback, int64_t least,
                                 int64_t most) const {
    return Has(key) ? Size(key, least, most) : fallback;
  }

  // Finite and above 0.
  absl::StatusOr<float> Positive(std::string_view key) const {
    const std::string full = Full(key);
    RUNG_ASSIGN_OR_RETURN(const float value, file_.metadata().GetF32(full));
    if (!std::isfinite(value) || value <= 0) {
      return InvalidArgument("{}: {} is {}, expected a number above 0", file_.path(), full, value);
    }
    return value;
  }

  absl::StatusOr<float> PositiveOr(std::string_view key, float fallback) const {
    return Has(key) ? Positive(key) : fallback;
  }

  // The same for a key whose 0 means that it was not given.
  absl::StatusOr<float> ScaleOr(std::string_view key, float fallback) const {
    if (!Has(key)) return fallback;
    RUNG_ASSIGN_OR_RETURN(const float value, file_.metadata().GetF32(Full(key)));
    return value == 0 ? fallback : Positive(key);
  }

 private:
  absl::StatusOr<int64_t> InRange(std::string_view full, int64_t value, int64_t least,
                                  int64_t most) const {
    if (value < least || value > most) {
      return InvalidArgument("{}: {} is {}, expected {} to {}", file_.path(), full, value, least,
                             most);
    }
    return value;
  }

  const GgufFile& file_;
  std::string prefix_;
};

absl::Status ReadAttention(const GgufFile& file, const ArchitectureKeys& keys,
                           ArchitectureMetadata& meta) {
  RUNG_ASSIGN_OR_RETURN(meta.head_count, keys.Size("attention.head_count", 1, kMostHeads));
  RUNG_ASSIGN_OR_RETURN(meta.head_count_kv,
                        keys.SizeOr("attention.head_count_kv", meta.head_count, 1, kMostHeads));
  if (meta.head_count % meta.head_count_kv != 0) {
    return InvalidArgument("{}: {} is {}, not a multiple of {}, which is {}", file.path(),
                           keys.Full("attention.head_count"), meta.head_count,
                           keys.Full("attention.head_count_kv"), meta.head_count_kv);
  }
  const bool explicit_lengths =
      keys.Has("attention.key_length") && keys.Has("attention.value_length");
  if (!explicit_lengths && meta.embedding_length % meta.head_count != 0) {
    return InvalidArgument("{}: {} is {}, not a multiple of {}, which is {}", file.path(),
                           keys.Full("embedding_length"), meta.embedding_length,
                           keys.Full("attention.head_count"), meta.head_count);
  }
  const int64_t head_dim = std::max<int64_t>(meta.embedding_length / meta.head_count, 1);
  RUNG_ASSIGN_OR_RETURN(meta.key_length,
                        keys.SizeOr("attention.key_length", head_dim, 1, kMostHeads));
  RUNG_ASSIGN_OR_RETURN(meta.value_length,
                        keys.SizeOr("attention.value_length", head_dim, 1, kMostHeads));
  // Wider than any context is as good as none, however wide.
  RUNG_ASSIGN_OR_RETURN(meta.sliding_window, keys.SizeOr("attention.sliding_window", 0, 0,
                                                         std::numeric_limits<int64_t>::max()));
  RUNG_ASSIGN_OR_RETURN(meta.rms_epsilon, keys.Positive("attention.layer_norm_rms_epsilon"));
  return absl::OkStatus();
}

absl::Status ReadRope(const GgufFile& file, const ArchitectureKeys& keys,
                      ArchitectureMetadata& meta) {
  RUNG_ASSIGN_OR_RETURN(meta.rope_dimension_count,
                        keys.SizeOr("rope.dimension_count", meta.key_length, 1, meta.key_length));
  if (meta.rope_dimension_count % 2 != 0) {
    return InvalidArgument("{}: {} is {}, expected an even number", file.path(),
                           keys.Full("rope.dimension_count"), meta.rope_dimension_count);
  }
  RUNG_ASSIGN_OR_RETURN(meta.rope_freq_base, keys.PositiveOr("rope.freq_base", 10000.0f));
  RUNG_ASSIGN_OR_RETURN(meta.rope_scaling.type,
                        file.metadata().GetStringOr(keys.Full("rope.scaling.type"), "none"));
  // A factor alone means linear scaling; scale_linear is its name from before there were types.
  const std::string_view factor =
      keys.Has("rope.scaling.factor") ? "rope.scaling.factor" : "rope.scale_linear";
  RUNG_ASSIGN_OR_RETURN(meta.rope_scaling.factor, keys.ScaleOr(factor, 1.0f));
  if (!keys.Has("rope.scaling.type") && meta.rope_scaling.factor != 1.0f) {
    meta.rope_scaling.type = "linear";
  }
  meta.has_rope_factors = file.Find("rope_freqs.weight").ok();
  return absl::OkStatus();
}

// <architecture>.vocab_size counts the rows of the logits; older files give only the token list.
absl::Status ReadVocabSize(const GgufFile& file, const ArchitectureKeys& keys,
                           ArchitectureMetadata& meta) {
  constexpr std::string_view kTokens = "tokenizer.ggml.tokens";
  int64_t tokens = 0;
  if (file.metadata().Has(kTokens)) {
    RUNG_ASSIGN_OR_RETURN(const std::vector<std::string_view> list,
                          file.metadata().GetStringArray(kTokens));
    tokens = static_cast<int64_t>(list.size());
  }
  if (tokens == 0 && !keys.Has("vocab_size"))
    return file.metadata().Missing(keys.Full("vocab_size"));
  RUNG_ASSIGN_OR_RETURN(meta.vocab_size, keys.SizeOr("vocab_size", tokens, 1, kMostPositions));
  if (meta.vocab_size < tokens) {
    return InvalidArgument("{}: {} is {}, but {} has {} entries", file.path(),
                           keys.Full("vocab_size"), meta.vocab_size, kTokens, tokens);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string_view> ArchitectureName(const GgufFile& file) {
  RUNG_ASSIGN_OR_RETURN(const std::string_view name,
                        file.metadata().GetString("general.architecture"));
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  };
  if (name.empty() || name.size() > 64 || !std::ranges::all_of(name, plain)) {
    return InvalidArgument("{}: general.architecture is {}, expected a plain lower-case name",
                           file.path(), Quoted(name));
  }
  return name;
}

absl::StatusOr<ArchitectureMetadata> ReadArchitectureMetadata(const GgufFile& file) {
  ArchitectureMetadata meta;
  RUNG_ASSIGN_OR_RETURN(meta.architecture, ArchitectureName(file));
  const ArchitectureKeys keys(file, meta.architecture);
  RUNG_ASSIGN_OR_RETURN(meta.block_count, keys.Size("block_count", 1, kMostBlocks));
  RUNG_ASSIGN_OR_RETURN(meta.context_length, keys.Size("context_length", 1, kMostPositions));
  RUNG_ASSIGN_OR_RETURN(meta.embedding_length, keys.Size("embedding_length", 1, kWidest));
  RUNG_ASSIGN_OR_RETURN(meta.feed_forward_length, keys.Size("feed_forward_length", 1, kWidest));
  RUNG_RETURN_IF_ERROR(ReadAttention(file, keys, meta));
  RUNG_RETURN_IF_ERROR(ReadRope(file, keys, meta));
  RUNG_RETURN_IF_ERROR(ReadVocabSize(file, keys, meta));
  RUNG_ASSIGN_OR_RETURN(meta.expert_count, keys.SizeOr("expert_count", 0, 0, kMostHeads));
  return meta;
}

absl::StatusOr<std::optional<std::string_view>> ChatTemplate(const GgufFile& file) {
  constexpr std::string_view kKey = "tokenizer.chat_template";
  if (!file.metadata().Has(kKey)) return std::nullopt;
  RUNG_ASSIGN_OR_RETURN(const std::string_view text, file.metadata().GetString(kKey));
  return text;
}

}  // namespace rung::weights

// What the metadata of a llama checkpoint may say: every key that is known to change what some
// model computes is used, harmless here, or refused by name.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "rung/weights/architecture_metadata.h"
#include "rung/weights/gguf_file.h"

namespace rung::model {

enum class KeyRule : uint8_t {
  kUsed,      // read into ArchitectureMetadata, and judged there and in ModelConfigFromGguf
  kHarmless,  // changes nothing in a graph that loads
  // Refused unless the key is missing or has the value named; each element of an array must.
  kTrue,
  kFalse,
  kZero,
  kZeroOrOne,       // a factor that may also stand for "none"
  kOne,             // a factor
  kUnset,           // 0 or -1, also as an unsigned 32-bit number
  kEmptyList,       // arrays
  kText,            // `value`
  kSameAs,          // what the key `value` has, or would have by default
  kAttentionScale,  // 0, or one over the square root of the head's length
  kBlockFormat,     // 2, the layout of quantized blocks; judged only where there are such
};

struct MetadataRule {
  std::string_view key;  // "llama.attention.causal"
  KeyRule rule;
  // kHarmless: why. Refused ones: what another value asks for, as in "pooling is not supported".
  std::string_view note = {};
  std::string_view value = {};
};

// No key twice.
std::span<const MetadataRule> LlamaMetadataRules();

// The values that load, for docs/checkpoints.md: "true", "0 or 1"; empty for kUsed and kHarmless.
std::string AcceptedText(const MetadataRule& rule);

// Unimplemented naming file, key, value and what it asks for, for the first key in the order of the
// rules whose value is not accepted.
absl::Status CheckMetadataRules(const weights::GgufFile& file,
                                const weights::ArchitectureMetadata& meta);

// One line that names the llama.* keys without a rule, which are ignored; none when there are none.
std::optional<std::string> UnknownKeysWarning(const weights::GgufFile& file);

}  // namespace rung::model

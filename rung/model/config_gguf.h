// Model config of a GGUF checkpoint.
#pragma once

#include "absl/status/statusor.h"
#include "rung/model/config.h"
#include "rung/weights/gguf_file.h"

namespace rung::model {

// Reads metadata and the tensor directory, no weights; the result is valid. Unimplemented names
// what the file needs and this program lacks: another architecture, experts, a sliding window, RoPE
// scaling, and whatever the rules of metadata_rules.h refuse. Other errors name the file and the
// key.
absl::StatusOr<ModelConfig> ModelConfigFromGguf(const weights::GgufFile& file);

}  // namespace rung::model

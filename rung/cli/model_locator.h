// From what the user wrote behind -m to a checkpoint file on disk. Never touches a network.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace rung::cli {

struct ModelSearch {
  // Hugging Face hub caches, in order.
  std::vector<std::filesystem::path> hub_caches;
  // Directory of the models that come with the program; may not exist.
  std::filesystem::path bundled_models;
};

// `model` is a .gguf file, a directory that holds exactly one, a name in a hub cache (hub_cache.h),
// or the bare name of a bundled model ("SmolLM2", any unambiguous prefix, case ignored): the first
// of them that it can be. An empty `model` means the one bundled model. NotFound says every place
// that was tried; PermissionDenied names the directory in the way.
absl::StatusOr<std::filesystem::path> LocateModel(std::string_view model,
                                                  const ModelSearch& search);

}  // namespace rung::cli

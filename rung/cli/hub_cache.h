// Models in the Hugging Face hub's cache on disk, as its libraries lay it out:
// models--org--name/{refs/<branch>, snapshots/<commit>/<files>, blobs}. Never touches a network.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/environment.h"

namespace rung::cli {

// $HF_HUB_CACHE, $HF_HOME/hub, $XDG_CACHE_HOME/huggingface/hub, $HOME/.cache/huggingface/hub:
// those that are set, in this order.
std::vector<std::filesystem::path> HubCaches(const Environment& environment);

// "org/name", then "@revision", "/folder/file.gguf", both, or ":Q4_K_M".
struct HubName {
  std::string org;
  std::string name;
  // What stands behind "@" or "/", at the slashes: a revision may hold some ("refs/pr/1"), so only
  // the cache tells where it ends and the file begins.
  std::vector<std::string> parts;
  bool has_revision = false;  // `parts` begin with one
  std::string quantization;   // behind ":"; empty: none
};

// Nothing for what is no name of the hub; InvalidArgument for one with a revision that cannot be.
absl::StatusOr<std::optional<HubName>> ParseHubName(std::string_view model);

// The checkpoint file of a model in the first cache that has it: of the revision that was named, or
// of the one that refs/main names, or else of the only snapshot. One .gguf file must fit. NotFound
// when no cache has it (naming what they have, or every place that was tried); PermissionDenied for
// a cache that may not be read.
absl::StatusOr<std::filesystem::path> LocateInHubCaches(
    const HubName& model, const std::vector<std::filesystem::path>& caches);

}  // namespace rung::cli

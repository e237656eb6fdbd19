#include "rung/cli/model_locator.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "rung/base/status.h"

namespace rung::cli {
namespace fs = std::filesystem;
namespace {

std::vector<fs::path> GgufFilesIn(const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".gguf") files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string Names(const std::vector<fs::path>& files) {
  std::vector<std::string> names;
  for (const fs::path& file : files) names.push_back(file.filename().string());
  return fmt::format("{}", fmt::join(names, ", "));
}

// The one .gguf of a directory.
absl::StatusOr<fs::path> OnlyGgufIn(const fs::path& directory) {
  const std::vector<fs::path> files = GgufFilesIn(directory);
  if (files.size() == 1) return files.front();
  if (files.size() > 1) {
    return InvalidArgument("{} holds {} .gguf files ({}): name one of them with -m",
                           directory.string(), files.size(), Names(files));
  }
  std::error_code error;
  if (fs::exists(directory / "config.json", error)) {
    return Unimplemented(
        "{} holds a safetensors checkpoint, which is not supported yet: convert it to GGUF",
        directory.string());
  }
  return NotFound("{} holds no .gguf file", directory.string());
}

bool HasPrefixIgnoringCase(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), text.begin(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) ==
                  std::tolower(static_cast<unsigned char>(b));
         });
}

// "org/name" -> <cache>/models--org--name/snapshots/<newest revision>.
absl::StatusOr<fs::path> LocateInHubCaches(std::string_view model, const ModelSearch& search) {
  const size_t slash = model.find('/');
  const std::string folder =
      fmt::format("models--{}--{}", model.substr(0, slash), model.substr(slash + 1));
  std::vector<std::string> tried;
  for (const fs::path& cache : search.hub_caches) {
    const fs::path snapshots = cache / folder / "snapshots";
    tried.push_back(snapshots.string());
    std::vector<fs::path> revisions;
    std::error_code error;
    for (fs::directory_iterator it(snapshots, error), end; !error && it != end;
         it.increment(error)) {
      if (it->is_directory(error)) revisions.push_back(it->path());
    }
    if (revisions.empty()) continue;
    return OnlyGgufIn(*std::max_element(
        revisions.begin(), revisions.end(), [](const fs::path& a, const fs::path& b) {
          std::error_code ignored;
          return fs::last_write_time(a, ignored) < fs::last_write_time(b, ignored);
        }));
  }
  return NotFound("model {} is neither a path nor in the Hugging Face cache (tried {})", model,
                  fmt::join(tried, ", "));
}

absl::StatusOr<fs::path> LocateBundled(std::string_view model, const ModelSearch& search) {
  std::vector<fs::path> matches;
  for (const fs::path& file : GgufFilesIn(search.bundled_models)) {
    if (HasPrefixIgnoringCase(file.filename().string(), model)) matches.push_back(file);
  }
  if (matches.size() == 1) return matches.front();
  if (matches.size() > 1) {
    return InvalidArgument("-m {} fits {} bundled models ({}): write more of the name", model,
                           matches.size(), Names(matches));
  }
  if (model.empty()) {
    return NotFound("no model was named and {} holds none: pass -m MODEL",
                    search.bundled_models.string());
  }
  return NotFound("no such file or directory: {} (nor a bundled model of that name in {})", model,
                  search.bundled_models.string());
}

}  // namespace

absl::StatusOr<fs::path> LocateModel(std::string_view model, const ModelSearch& search) {
  std::error_code error;
  const fs::path path(model);
  if (!model.empty()) {
    if (fs::is_directory(path, error)) return OnlyGgufIn(path);
    if (fs::exists(path, error)) return path;
  }
  const bool looks_like_hub_id = std::count(model.begin(), model.end(), '/') == 1 &&
                                 model.front() != '/' && model.front() != '.' &&
                                 model.back() != '/' && path.extension() != ".gguf";
  if (looks_like_hub_id) return LocateInHubCaches(model, search);
  return LocateBundled(model, search);
}

}  // namespace rung::cli

#include "rung/cli/model_locator.h"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <optional>
#include <vector>

#include "rung/base/file_access.h"
#include "rung/base/status.h"
#include "rung/cli/hub_cache.h"

namespace rung::cli {
namespace fs = std::filesystem;
namespace {

// A name written without a place, as of a bundled model or one in the hub's cache, can be looked
// for from a directory that the user may not enter; a path cannot.
bool CannotBeHere(std::string_view model) {
  return !model.starts_with('/') && !model.starts_with('.') &&
         faccessat(AT_FDCWD, ".", X_OK, AT_EACCESS) != 0;
}

absl::StatusOr<std::vector<fs::path>> GgufFilesIn(const fs::path& directory) {
  RUNG_ASSIGN_OR_RETURN(const auto names, ListDirectory(directory.string()));
  std::vector<fs::path> files;
  for (const std::string& name : names) {
    if (fs::path(name).extension() == ".gguf") files.push_back(directory / name);
  }
  return files;
}

std::string Names(const std::vector<fs::path>& files) {
  std::vector<std::string> names;
  for (const fs::path& file : files) names.push_back(file.filename().string());
  return fmt::format("{}", fmt::join(names, ", "));
}

// The one .gguf of a directory.
absl::StatusOr<fs::path> OnlyGgufIn(const fs::path& directory) {
  RUNG_ASSIGN_OR_RETURN(const std::vector<fs::path> files, GgufFilesIn(directory));
  if (files.size() == 1) return files.front();
  if (files.size() > 1) {
    return InvalidArgument("{} holds {} .gguf files ({}): name one of them with -m",
                           directory.string(), files.size(), Names(files));
  }
  RUNG_ASSIGN_OR_RETURN(const FileKind config, ProbeFile((directory / "config.json").string()));
  if (config != FileKind::kAbsent) {
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

absl::StatusOr<fs::path> LocateBundled(std::string_view model, const ModelSearch& search) {
  RUNG_ASSIGN_OR_RETURN(const FileKind kind, ProbeFile(search.bundled_models.string()));
  std::vector<fs::path> bundled;
  if (kind != FileKind::kAbsent) {
    RUNG_ASSIGN_OR_RETURN(bundled, GgufFilesIn(search.bundled_models));
  }
  std::vector<fs::path> matches;
  for (const fs::path& file : bundled) {
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
  if (model.empty()) return LocateBundled(model, search);
  const std::string path(model);
  const absl::StatusOr<FileKind> kind = ProbeFile(path);
  if (!kind.ok() && !CannotBeHere(model)) return kind.status();
  if (kind.ok() && *kind == FileKind::kDirectory) return OnlyGgufIn(path);
  if (kind.ok() && *kind == FileKind::kBrokenLink) return FileError(path, "opened", ENOENT);
  if (kind.ok() && *kind != FileKind::kAbsent) return path;
  RUNG_RETURN_IF_ERROR(CheckExpanded("-m", path));
  RUNG_ASSIGN_OR_RETURN(const std::optional<HubName> hub, ParseHubName(model));
  const absl::StatusOr<fs::path> found =
      hub ? LocateInHubCaches(*hub, search.hub_caches) : LocateBundled(model, search);
  return !kind.ok() && absl::IsNotFound(found.status()) ? kind.status() : found;
}

}  // namespace rung::cli

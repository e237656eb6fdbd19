#include "rung/cli/hub_cache.h"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>

#include "rung/base/file_access.h"
#include "rung/base/file_descriptor.h"
#include "rung/base/status.h"
#include "rung/base/typed_text.h"

namespace rung::cli {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kSuffix = ".gguf";
constexpr size_t kShortestHash = 7;  // as git abbreviates
constexpr int kMostFolders = 8;      // below a snapshot; bounds a walk through what others made

bool IsAlnum(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool IsPlain(std::string_view name) {
  return !name.empty() && name.front() != '.' && name.size() <= 255 &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return IsAlnum(c) || c == '.' || c == '_' || c == '-'; });
}

bool IsHash(std::string_view text) {
  return text.size() >= kShortestHash && text.size() <= 40 &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string Join(std::span<const std::string> parts) {
  return fmt::format("{}", fmt::join(parts, "/"));
}

// "a, b, c", of long lists the beginning.
std::string Names(const std::vector<std::string>& names) {
  constexpr size_t kMost = 20;
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + std::min(names.size(), kMost), ", "));
  if (names.size() > kMost) text += fmt::format(" and {} more", names.size() - kMost);
  return text;
}

// Whether the name of a file says that it is quantized so: whole words of it, in any case, so that
// F16 is not found in BF16, nor Q4_K in Q4_K_M.
bool HasQuantization(std::string_view file, std::string_view quantization) {
  const std::string text = Lower(file);
  const std::string tag = Lower(quantization);
  for (size_t at = text.find(tag); at != std::string::npos; at = text.find(tag, at + 1)) {
    const size_t end = at + tag.size();
    const bool begins = at == 0 || !IsAlnum(text[at - 1]);
    const bool ends = end == text.size() || (!IsAlnum(text[end]) && text[end] != '_');
    if (begins && ends) return true;
  }
  return false;
}

// Appends the files below `root / folder` by their paths from `root`. Links to folders are passed
// over; the hub's files are links to blobs.
absl::Status AppendFiles(const fs::path& root, const std::string& folder, int depth,
                         std::vector<std::string>& files) {
  RUNG_ASSIGN_OR_RETURN(const auto names, ListDirectory((root / folder).string()));
  for (const std::string& name : names) {
    const std::string file = folder.empty() ? name : folder + "/" + name;
    std::error_code error;
    const auto status = fs::symlink_status(root / file, error);
    if (error && error != std::errc::no_such_file_or_directory) {
      return FileError((root / file).string(), "examined", error.value());
    }
    if (fs::is_directory(status)) {
      if (depth < kMostFolders) {
        RUNG_RETURN_IF_ERROR(AppendFiles(root, file, depth + 1, files));
      }
    } else if (fs::exists(status)) {
      files.push_back(file);
    }
  }
  return absl::OkStatus();
}

std::optional<HubName> WithQuantization(HubName hub, std::string_view quantization) {
  if (!IsPlain(quantization)) return std::nullopt;
  hub.quantization = quantization;
  return hub;
}

// The parts of "refs/pr/1/file.gguf"; false when one of them leads out of where it stands.
bool AppendParts(std::string_view text, std::vector<std::string>& parts) {
  for (const std::string_view part : SplitFields(text, '/')) {
    if (part.empty() || part.front() == '.') return false;
    parts.emplace_back(part);
  }
  return true;
}

// One models--org--name folder.
class Repository {
 public:
  Repository(std::string id, fs::path folder, std::vector<std::string> snapshots)
      : id_(std::move(id)), folder_(std::move(folder)), snapshots_(std::move(snapshots)) {}

  // Nothing when the cache does not have the model.
  static absl::StatusOr<std::optional<Repository>> Open(const fs::path& cache,
                                                        const HubName& model);

  absl::StatusOr<fs::path> Locate(const HubName& model) const;

 private:
  struct Place {
    std::string snapshot;
    std::string name;  // how the user writes it: "org/name" or "org/name@revision"
    std::string file;  // empty: none was named
  };

  absl::StatusOr<std::optional<std::string>> ReadRef(const std::string& ref) const;
  absl::StatusOr<std::string> MainSnapshot() const;
  absl::StatusOr<std::optional<std::string>> FindRevision(const std::string& revision) const;
  absl::StatusOr<Place> FindPlace(const HubName& model) const;
  absl::StatusOr<fs::path> ChooseFile(const Place& place, const std::string& quantization) const;
  absl::Status NoSuchRevision(const HubName& model) const;

  std::string id_;  // "org/name"
  fs::path folder_;
  std::vector<std::string> snapshots_;  // never empty
};

absl::StatusOr<std::optional<Repository>> Repository::Open(const fs::path& cache,
                                                           const HubName& model) {
  const fs::path folder = cache / fmt::format("models--{}--{}", model.org, model.name);
  const std::string place = (folder / "snapshots").string();
  RUNG_ASSIGN_OR_RETURN(const FileKind kind, ProbeFile(place));
  if (kind != FileKind::kDirectory) return std::nullopt;
  RUNG_ASSIGN_OR_RETURN(std::vector<std::string> names, ListDirectory(place));
  std::vector<std::string> snapshots;
  for (std::string& name : names) {
    RUNG_ASSIGN_OR_RETURN(const FileKind entry, ProbeFile((folder / "snapshots" / name).string()));
    if (IsPlain(name) && entry == FileKind::kDirectory) snapshots.push_back(std::move(name));
  }
  if (snapshots.empty()) return std::nullopt;
  return Repository(model.org + "/" + model.name, folder, std::move(snapshots));
}

// The commit that refs/<ref> names; nothing where there is no such file. What a file holds becomes
// a path, so it is let through only as one plain name.
absl::StatusOr<std::optional<std::string>> Repository::ReadRef(const std::string& ref) const {
  const std::string path = (folder_ / "refs" / ref).string();
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (file.get() < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    return FileError(path, "opened", errno);
  }
  struct stat info = {};
  if (fstat(file.get(), &info) != 0) return FileError(path, "examined", errno);
  if (S_ISDIR(info.st_mode)) return std::nullopt;  // refs/refs, of refs/pr/1
  if (!S_ISREG(info.st_mode)) return InvalidArgument("{}: is not a regular file", path);
  std::array<char, 256> text{};
  const ssize_t size = read(file.get(), text.data(), text.size());
  if (size < 0) return FileError(path, "read", errno);
  const std::string_view commit = Trim({text.data(), static_cast<size_t>(size)});
  if (!IsPlain(commit) || static_cast<size_t>(size) == text.size()) {
    return InvalidArgument(
        "{}: holds {}, which is no commit; download {} again, or name a snapshot with {}@COMMIT",
        path, Quoted(commit), id_, id_);
  }
  if (std::find(snapshots_.begin(), snapshots_.end(), commit) == snapshots_.end()) {
    return NotFound(
        "{}: names {}, of which there is no snapshot; download {} again, or name one that is there "
        "with {}@COMMIT: {}",
        path, commit, id_, id_, Names(snapshots_));
  }
  return std::string(commit);
}

absl::StatusOr<std::string> Repository::MainSnapshot() const {
  RUNG_ASSIGN_OR_RETURN(const std::optional<std::string> main, ReadRef("main"));
  if (main) return *main;
  if (snapshots_.size() == 1) return snapshots_.front();
  return InvalidArgument(
      "{} holds {} snapshots of {} and no refs/main: name one with {}@COMMIT: {}", folder_.string(),
      snapshots_.size(), id_, id_, Names(snapshots_));
}

absl::StatusOr<std::optional<std::string>> Repository::FindRevision(
    const std::string& revision) const {
  if (std::find(snapshots_.begin(), snapshots_.end(), revision) != snapshots_.end()) {
    return revision;
  }
  RUNG_ASSIGN_OR_RETURN(std::optional<std::string> commit, ReadRef(revision));
  if (commit) return commit;
  const std::string hash = Lower(revision);
  if (!IsHash(hash)) return std::nullopt;
  std::vector<std::string> matches;
  for (const std::string& snapshot : snapshots_) {
    if (snapshot.starts_with(hash)) matches.push_back(snapshot);
  }
  if (matches.empty()) return std::nullopt;
  if (matches.size() > 1) {
    return InvalidArgument("{}@{} fits {} snapshots ({}): write more of the commit", id_, revision,
                           matches.size(), Names(matches));
  }
  return matches.front();
}

absl::StatusOr<Repository::Place> Repository::FindPlace(const HubName& model) const {
  if (!model.has_revision) {
    RUNG_ASSIGN_OR_RETURN(std::string snapshot, MainSnapshot());
    return Place{std::move(snapshot), id_, Join(model.parts)};
  }
  // Branches cannot be folders of each other, so at most one cut names a revision.
  for (size_t length = model.parts.size(); length > 0; --length) {
    const std::span<const std::string> parts(model.parts);
    const std::string revision = Join(parts.first(length));
    std::string file = Join(parts.subspan(length));
    if (!file.empty() && !file.ends_with(kSuffix)) continue;
    RUNG_ASSIGN_OR_RETURN(const std::optional<std::string> snapshot, FindRevision(revision));
    if (snapshot) return Place{*snapshot, id_ + "@" + revision, std::move(file)};
  }
  return NoSuchRevision(model);
}

absl::Status Repository::NoSuchRevision(const HubName& model) const {
  std::vector<std::string> known;
  RUNG_ASSIGN_OR_RETURN(const FileKind kind, ProbeFile((folder_ / "refs").string()));
  if (kind == FileKind::kDirectory) {
    RUNG_RETURN_IF_ERROR(AppendFiles(folder_ / "refs", "", /*depth=*/0, known));
  }
  known.insert(known.end(), snapshots_.begin(), snapshots_.end());
  return NotFound("{}@{}: no such revision in {}, which has {}", id_, Join(model.parts),
                  folder_.string(), Names(known));
}

absl::StatusOr<fs::path> Repository::ChooseFile(const Place& place,
                                                const std::string& quantization) const {
  const fs::path snapshot = folder_ / "snapshots" / place.snapshot;
  std::vector<std::string> all;
  RUNG_RETURN_IF_ERROR(AppendFiles(snapshot, "", /*depth=*/0, all));
  const bool safetensors = std::find(all.begin(), all.end(), "config.json") != all.end();
  std::erase_if(all, [](const std::string& file) { return !file.ends_with(kSuffix); });
  if (all.empty() && safetensors) {
    return Unimplemented(
        "{} holds a safetensors checkpoint, which is not supported yet: convert it to GGUF",
        snapshot.string());
  }
  if (all.empty()) return NotFound("{} holds no .gguf file", snapshot.string());
  std::vector<std::string> files = all;
  std::erase_if(files, [&](const std::string& file) {
    return (!place.file.empty() && file != place.file) ||
           (!quantization.empty() && !HasQuantization(file, quantization));
  });
  if (files.size() == 1) return snapshot / files.front();
  if (!files.empty()) {
    return InvalidArgument("{} has {} .gguf files{} ({}): name one, as in -m {}/{}", place.name,
                           files.size(), quantization.empty() ? "" : " for " + quantization,
                           Names(files), place.name, files.front());
  }
  return NotFound("{} has no file {} in {}; there: {}", place.name,
                  place.file.empty() ? "for " + quantization : place.file, snapshot.string(),
                  Names(all));
}

absl::StatusOr<fs::path> Repository::Locate(const HubName& model) const {
  RUNG_ASSIGN_OR_RETURN(const Place place, FindPlace(model));
  RUNG_ASSIGN_OR_RETURN(fs::path file, ChooseFile(place, model.quantization));
  RUNG_ASSIGN_OR_RETURN(const FileKind kind, ProbeFile(file.string()));
  if (kind != FileKind::kBrokenLink) return file;
  const absl::Status error = FileError(file.string(), "opened", ENOENT);
  return NotFound("{}; download {} again", Message(error), id_);
}

}  // namespace

std::vector<fs::path> HubCaches(const Environment& environment) {
  std::vector<fs::path> caches;
  const auto add = [&](const std::optional<std::string>& variable, const char* below) {
    const auto directory = DirectoryOf(variable, environment.home);
    if (directory) caches.push_back(fs::path(*directory) / below);
  };
  add(environment.hf_hub_cache, "");
  add(environment.hf_home, "hub");
  add(environment.xdg_cache_home, "huggingface/hub");
  add(environment.home, ".cache/huggingface/hub");
  return caches;
}

absl::StatusOr<std::optional<HubName>> ParseHubName(std::string_view model) {
  const size_t slash = model.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  std::string_view rest = model.substr(slash + 1);
  const size_t name_end = std::min(rest.find_first_of("/@:"), rest.size());
  HubName hub{.org = std::string(model.substr(0, slash)),
              .name = std::string(rest.substr(0, name_end))};
  // "folder/file.gguf" is a path.
  if (!IsPlain(hub.org) || !IsPlain(hub.name) || hub.name.ends_with(kSuffix)) return std::nullopt;
  if (name_end == rest.size()) return hub;
  const char mark = rest[name_end];
  rest.remove_prefix(name_end + 1);
  hub.has_revision = mark == '@';
  if (mark == ':') return WithQuantization(std::move(hub), rest);
  const size_t colon = hub.has_revision ? rest.rfind(':') : std::string_view::npos;
  const bool plain = AppendParts(rest.substr(0, colon), hub.parts);
  if (!hub.has_revision) {
    return plain && rest.ends_with(kSuffix) ? std::optional(std::move(hub)) : std::nullopt;
  }
  if (!plain) {
    return InvalidArgument(
        "-m {}: no such file, and behind the @ of a model in the Hugging Face cache stands a "
        "commit, a branch or refs/pr/NUMBER, not {}",
        model, Quoted(rest));
  }
  if (colon == std::string_view::npos) return hub;
  return WithQuantization(std::move(hub), rest.substr(colon + 1));
}

absl::StatusOr<fs::path> LocateInHubCaches(const HubName& model,
                                           const std::vector<fs::path>& caches) {
  const std::string id = model.org + "/" + model.name;
  std::vector<std::string> tried;
  absl::Status incomplete;
  for (const fs::path& cache : caches) {
    RUNG_ASSIGN_OR_RETURN(const std::optional<Repository> repository,
                          Repository::Open(cache, model));
    tried.push_back((cache / fmt::format("models--{}--{}", model.org, model.name)).string());
    if (!repository) continue;
    absl::StatusOr<fs::path> file = repository->Locate(model);
    // Another cache may have what this one lacks.
    if (file.ok() || !absl::IsNotFound(file.status())) return file;
    if (incomplete.ok()) incomplete = file.status();
  }
  if (!incomplete.ok()) return incomplete;
  return NotFound("model {} is neither a path nor in the Hugging Face cache (tried {})", id,
                  tried.empty() ? "none: HOME, HF_HOME and HF_HUB_CACHE are not set"
                                : fmt::format("{}", fmt::join(tried, ", ")));
}

}  // namespace rung::cli

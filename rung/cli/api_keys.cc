#include "rung/cli/api_keys.h"

#include <algorithm>
#include <string_view>

#include "rung/base/file_access.h"
#include "rung/base/status.h"
#include "rung/base/typed_text.h"

namespace rung::cli {
namespace {

constexpr std::string_view kFlag = "--api-key-file";
constexpr int64_t kMostBytes = int64_t{1} << 20;

// What stands behind "Bearer " in one line of a request.
bool FitsAHeader(std::string_view key) {
  return std::all_of(key.begin(), key.end(),
                     [](char c) { return (c & 0x80) != 0 || (c > ' ' && c != 0x7f); });
}

absl::Status AppendKeysOf(const std::string& file, std::vector<std::string>& keys) {
  RUNG_ASSIGN_OR_RETURN(const std::string text, ReadFileOf(kFlag, file, kMostBytes));
  std::string_view lines = text;
  if (lines.starts_with("\xEF\xBB\xBF")) lines.remove_prefix(3);
  if (lines.starts_with("\xFF\xFE") || lines.starts_with("\xFE\xFF")) {
    return InvalidArgument("{} {}: is UTF-16, not UTF-8: save it as UTF-8", kFlag, file);
  }
  const size_t before = keys.size();
  int number = 0;
  for (const std::string_view line : SplitFields(lines, '\n')) {
    ++number;
    const std::string_view key = Trim(line);
    if (key.empty()) continue;
    if (!FitsAHeader(key)) {
      return InvalidArgument(
          "{} {}: line {} holds a blank or a control character inside, which no header can carry: "
          "write one key a line",
          kFlag, file, number);
    }
    keys.emplace_back(key);
  }
  // No keys would mean no lock at all, which is not what a file of keys is given for.
  if (keys.size() == before) return InvalidArgument("{} {}: holds no key", kFlag, file);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<std::string>> ReadApiKeys(const std::vector<std::string>& flags,
                                                     const std::optional<std::string>& file) {
  std::vector<std::string> keys;
  for (const std::string& flag : flags) {
    const std::string_view key = Trim(flag);
    if (key.empty()) return InvalidArgument("--api-key \"\": a key must not be empty");
    if (!FitsAHeader(key)) {
      return InvalidArgument(
          "--api-key: a key must not hold a blank or a control character, which no header can "
          "carry");
    }
    keys.emplace_back(key);
  }
  if (file) RUNG_RETURN_IF_ERROR(AppendKeysOf(*file, keys));
  return keys;
}

}  // namespace rung::cli

#include "rung/server/served_model.h"

#include <algorithm>
#include <filesystem>

#include "rung/api/error.h"
#include "rung/base/status.h"
#include "rung/base/typed_text.h"
#include "rung/base/utf8.h"

namespace rung::server {

std::string ModelIdFromFile(std::string_view path) {
  const std::string text = ReplaceInvalid(std::filesystem::path(path).stem().string());
  std::string id;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeCodePoint(text, at);
    AppendCodePoint(BreaksALine(point.value) ? U'\uFFFD' : point.value, id);
    at += point.num_bytes;
  }
  return id;
}

absl::Status CheckModelId(std::string_view flag, std::string_view id) {
  if (const auto offset = FirstInvalidUtf8(id)) {
    return InvalidArgument("{} {}: is not valid UTF-8 at byte {}", flag, Quoted(id), *offset);
  }
  for (size_t at = 0; at < id.size();) {
    const CodePoint point = DecodeCodePoint(id, at);
    if (BreaksALine(point.value)) {
      return InvalidArgument("{} {}: holds a control character at byte {}", flag, Quoted(id), at);
    }
    at += point.num_bytes;
  }
  return absl::OkStatus();
}

absl::Status ServedModel::CheckName(const std::string& name) const {
  if (any_name || name.empty() || std::find(names.begin(), names.end(), name) != names.end()) {
    return absl::OkStatus();
  }
  return api::UnknownModel(name, names.front());
}

std::vector<api::ModelCard> ServedModel::Cards() const {
  std::vector<api::ModelCard> cards;
  for (const std::string& name : names) {
    cards.push_back({.id = name,
                     .created = created,
                     .max_tokens = buckets.largest(),
                     .capacities = buckets.capacities()});
  }
  return cards;
}

}  // namespace rung::server

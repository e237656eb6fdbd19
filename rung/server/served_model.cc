#include "rung/server/served_model.h"

#include <algorithm>

#include "rung/api/error.h"

namespace rung::server {

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

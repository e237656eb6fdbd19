#include "rung/api/server_info.h"

#include <nlohmann/json.hpp>

namespace rung::api {
namespace {

using Json = nlohmann::ordered_json;

// Lines about dropped buckets repeat the words of plugins, which may be any bytes.
std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json CardJson(const ModelCard& card) {
  return {{"id", card.id},
          {"object", "model"},
          {"created", card.created},
          {"owned_by", "rung"},
          {"max_model_len", card.max_tokens},
          {"capacities", card.capacities}};
}

}  // namespace

std::string ModelBody(const ModelCard& card) { return Dump(CardJson(card)); }

std::string ModelListBody(const std::vector<ModelCard>& cards) {
  Json list = Json::array();
  for (const ModelCard& card : cards) list.push_back(CardJson(card));
  return Dump({{"object", "list"}, {"data", std::move(list)}});
}

std::string HealthBody(const Health& health) {
  return Dump({{"status", health.status},
               {"phase", health.phase},
               {"progress", health.progress},
               {"capacities", health.capacities},
               {"compiled", health.compiled},
               {"dropped", health.dropped},
               {"running", health.running},
               {"waiting", health.waiting}});
}

std::string RootBody(const std::string& version, const std::string& model,
                     const std::vector<std::string>& paths) {
  return Dump({{"name", "rung"}, {"version", version}, {"model", model}, {"paths", paths}});
}

}  // namespace rung::api

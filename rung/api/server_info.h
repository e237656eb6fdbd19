// Bodies that tell what the server is: /v1/models, /health, /.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rung::api {

struct ModelCard {
  std::string id;
  int64_t created = 0;     // seconds since 1970
  int64_t max_tokens = 0;  // the largest capacity: prompt and reply together
  std::vector<int64_t> capacities;
};
std::string ModelBody(const ModelCard& card);
std::string ModelListBody(const std::vector<ModelCard>& cards);

struct Health {
  std::string status;   // "ok", "loading", "draining"
  std::string phase;    // "loading weights", "compiling", "ready", ...
  double progress = 0;  // of the phase, 0 to 1
  std::vector<int64_t> capacities;
  std::vector<int64_t> compiled;
  std::vector<std::string> dropped;  // one line for each capacity that could not be served
  int64_t running = 0;
  int64_t waiting = 0;
};
std::string HealthBody(const Health& health);

// What / answers: name, version, model, and the paths there are.
std::string RootBody(const std::string& version, const std::string& model,
                     const std::vector<std::string>& paths);

}  // namespace rung::api

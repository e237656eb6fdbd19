// What a request is for.
#pragma once

#include <cstdint>
#include <string>

namespace rung::server {

enum class Endpoint : uint8_t {
  kRoot,
  kHealth,
  kMetrics,
  kModels,
  kModel,  // /v1/models/{id}
  kCompletions,
  kTokenize,
  kDetokenize,
  kNotServedYet,  // part of the API, not of this build
};

struct Route {
  Endpoint endpoint = Endpoint::kRoot;
  std::string argument;  // kModel: the id
};

}  // namespace rung::server

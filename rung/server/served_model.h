// The model as requests see it: names, tokenizer, capacities.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rung/api/server_info.h"
#include "rung/context/live_bucket_set.h"
#include "rung/tokenizer/tokenizer.h"

namespace rung::server {

// Immutable while the server runs; read from any thread. The tokenizer is not owned.
struct ServedModel {
  std::vector<std::string> names;  // the first is the one in answers
  bool any_name = false;           // requests may name any model
  const tokenizer::Tokenizer* tokenizer = nullptr;
  context::LiveBucketSet buckets;
  int64_t created = 0;          // seconds since 1970
  int64_t max_json_depth = 64;  // of request bodies
  int64_t max_sequences = 72;   // running and waiting, of all requests together

  // OK for "" and for a name of this model; NotFound for others.
  absl::Status CheckName(const std::string& name) const;
  std::vector<api::ModelCard> Cards() const;
};

}  // namespace rung::server

// The model as requests see it: names, tokenizer, capacities.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "rung/api/server_info.h"
#include "rung/context/live_bucket_set.h"
#include "rung/tokenizer/tokenizer.h"

namespace rung::server {

// The id of a model that is named after its file: the file's name without its extension, in
// which bytes that are no UTF-8, and what would break a line, become U+FFFD. A client gets it from
// /v1/models in JSON and sends it back, so it must be text.
std::string ModelIdFromFile(std::string_view path);

// InvalidArgument for an id that JSON or a log line cannot hold as it is.
absl::Status CheckModelId(std::string_view flag, std::string_view id);

// Immutable while the server runs; read from any thread. The tokenizer is not owned.
struct ServedModel {
  std::vector<std::string> names;  // valid UTF-8; the first is the one in answers
  bool any_name = false;           // requests may name any model
  const tokenizer::Tokenizer* tokenizer = nullptr;
  context::LiveBucketSet buckets;
  int64_t created = 0;             // seconds since 1970
  int64_t max_json_depth = 64;     // of request bodies
  int64_t max_sequences = 72;      // running and waiting, of all requests together
  int64_t default_max_tokens = 0;  // of requests that ask for no number; 0: the capacity's room

  // OK for "" and for a name of this model; NotFound for others.
  absl::Status CheckName(const std::string& name) const;
  std::vector<api::ModelCard> Cards() const;
};

}  // namespace rung::server

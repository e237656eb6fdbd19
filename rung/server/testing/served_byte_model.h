// A served model without a checkpoint: one token per byte, capacities 256 and 4096.
#pragma once

#include <memory>

#include "rung/engine/testing/byte_tokenizer.h"
#include "rung/server/served_model.h"

namespace rung::server::testing {

struct ServedByteModel {
  std::unique_ptr<tokenizer::Tokenizer> tokenizer = engine::testing::MakeByteTokenizer();
  ServedModel model{.names = {"bytes", "alias"},
                    .tokenizer = tokenizer.get(),
                    .buckets = *context::BucketSet::Make(8192, {}, std::nullopt)};
};

}  // namespace rung::server::testing

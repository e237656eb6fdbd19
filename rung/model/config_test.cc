#include "rung/model/config.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "rung/base/status.h"
#include "rung/model/testing/reference_llama.h"

namespace rung::model {
namespace {

TEST(ConfigTest, AcceptsASoundOne) { EXPECT_TRUE(ValidateConfig(testing::TinyConfig()).ok()); }

TEST(ConfigTest, NamesTheFieldThatIsWrong) {
  struct Case {
    std::function<void(ModelConfig&)> change;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {[](ModelConfig& c) { c.layers = 0; }, "model config: layers=0 is outside 1..=1024"},
      {[](ModelConfig& c) { c.dim = -1; }, "model config: dim=-1 is outside 1..=1048576"},
      {[](ModelConfig& c) { c.ffn_dim = 1 << 21; },
       "model config: ffn_dim=2097152 is outside 1..=1048576"},
      {[](ModelConfig& c) { c.heads = 0; }, "model config: heads=0 is outside 1..=4096"},
      {[](ModelConfig& c) { c.kv_heads = 5000; },
       "model config: kv_heads=5000 is outside 1..=4096"},
      {[](ModelConfig& c) { c.head_dim = 0; }, "model config: head_dim=0 is outside 1..=4096"},
      {[](ModelConfig& c) { c.vocab = 0; }, "model config: vocab=0 is outside 1..=16777216"},
      {[](ModelConfig& c) { c.window = int64_t{1} << 31; },
       "model config: window=2147483648 is outside 1..=2147483647"},
      {[](ModelConfig& c) { c.kv_heads = 3; },
       "model config: heads=4 is not a multiple of kv_heads=3"},
      {[](ModelConfig& c) { c.rope_dims = 3; },
       "model config: rope_dims=3 is not an even number up to head_dim=4"},
      {[](ModelConfig& c) { c.rope_dims = 6; },
       "model config: rope_dims=6 is not an even number up to head_dim=4"},
      {[](ModelConfig& c) { c.rms_epsilon = 0; },
       "model config: rms_epsilon=0 is not a positive number"},
      {[](ModelConfig& c) { c.rope_theta = std::numeric_limits<float>::infinity(); },
       "model config: rope_theta=inf is not a positive number"},
  };
  for (const Case& c : cases) {
    ModelConfig config = testing::TinyConfig();
    c.change(config);
    EXPECT_EQ(Message(ValidateConfig(config)), c.expected);
  }
}

}  // namespace
}  // namespace rung::model

// Calls that no program of ours holds: each must come back as an error of the execution.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "rung/base/status.h"
#include "rung/ffi/kernel_calls.h"
#include "rung/ffi/kernel_state.h"
#include "rung/hlo/custom_call.h"
#include "rung/pjrt/client.h"

namespace rung::ffi {
namespace {

using hlo::TensorType;

// A call with operands of zeros.
struct Call {
  std::string target;
  std::vector<TensorType> operands;
  std::vector<TensorType> results;
  hlo::CustomCallOptions options;
};

const TensorType kScalar{DType::kS32, {}};
TensorType F32(std::vector<int64_t> dims) { return {DType::kF32, std::move(dims)}; }
// bf16: a tile of 16 rows is 32 bytes a column.
TensorType Packed(int64_t rows, int64_t cols) {
  return {DType::kU8, {(rows + 15) / 16, cols * 32}};
}

// One layer of width 32, two heads of 16 over one KV head, inner width 32, in a decode step.
Call LayerCall() {
  const TensorType cache{DType::kF16, {1, 2, 1, 16, 16}};
  Call call{std::string(kLayersCall),
            {F32({1, 32}),
             {DType::kS32, {1}},
             F32({32}),
             Packed(64, 32),
             Packed(32, 32),
             F32({32}),
             Packed(64, 32),
             Packed(32, 32),
             Packed(64, 32),
             cache},
            {F32({1, 32}), cache},
            {}};
  const int64_t bf16 = 2;
  const int64_t zero = 0;
  call.options.backend_config = {
      {"layer", zero},          {"layers", int64_t{1}}, {"heads", int64_t{2}},
      {"inner", int64_t{32}},   {"qkv_format", bf16},   {"output_format", bf16},
      {"gate_up_format", bf16}, {"down_format", bf16},  {"epsilon", 1e-5F},
      {"prefill", false},       {"interleaved", true},  {"qkv_bias", false},
      {"output_bias", false},   {"pieces", int64_t{1}}};
  call.options.output_operand_aliases = {{0, 0}, {1, 9}};
  return call;
}

class HandlersTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto plugin =
        pjrt::Plugin::Load(RUNG_BUILD_DIR "/lib/rung/plugins/lammps_jax_pjrt_cpu.so");
    ASSERT_TRUE(plugin.ok()) << Message(plugin.status());
    auto client = pjrt::Client::Create(**plugin, {{{"cpu_device_count", int64_t{1}}}});
    ASSERT_TRUE(client.ok()) << Message(client.status());
    client_ = *std::move(client);
    state_ = std::make_unique<KernelState>(2, std::vector<float>(8, 1.0F));
  }

  // Runs the call over zeros; integers are `integer`.
  absl::Status Run(const Call& call, int32_t integer = 0) {
    RUNG_ASSIGN_OR_RETURN(const pjrt::ExecuteContext context,
                          MakeExecuteContext(client_->plugin(), state_.get()));
    hlo::GraphBuilder graph("call");
    std::vector<hlo::Value> operands;
    std::vector<pjrt::ArgumentSpec> specs;
    std::vector<pjrt::Buffer> buffers;
    for (size_t i = 0; i < call.operands.size(); ++i) {
      const TensorType& type = call.operands[i];
      operands.push_back(graph.Argument("a" + std::to_string(i), type));
      specs.push_back({{type.dtype, type.dims}});
      std::vector<int32_t> data(static_cast<size_t>(type.ByteCount() + 3) / 4,
                                type.dtype == DType::kS32 ? integer : 0);
      RUNG_ASSIGN_OR_RETURN(
          buffers.emplace_back(),
          client_->BufferFromHost(std::as_bytes(std::span(data)).first(type.ByteCount()),
                                  {type.dtype, type.dims}));
    }
    RUNG_ASSIGN_OR_RETURN(
        const std::string text,
        graph.Finish(hlo::CustomCall(call.target, operands, call.results, call.options)));
    RUNG_ASSIGN_OR_RETURN(const auto executable, client_->Compile(text, std::move(specs)));
    std::vector<const pjrt::Buffer*> arguments;
    for (const pjrt::Buffer& buffer : buffers) arguments.push_back(&buffer);
    RUNG_ASSIGN_OR_RETURN(const pjrt::ExecuteResult result,
                          executable->Execute(arguments, {.context = &context}));
    return result.done.Await();
  }

  void ExpectError(const Call& call, const std::string& text, int32_t integer = 0) {
    const absl::Status status = Run(call, integer);
    EXPECT_FALSE(status.ok()) << "no error of " << text;
    EXPECT_NE(Message(status).find(text), std::string_view::npos) << Message(status);
  }

  std::unique_ptr<pjrt::Client> client_;
  std::unique_ptr<KernelState> state_;
};

TEST_F(HandlersTest, ALayerThatFitsRuns) {
  const absl::Status status = Run(LayerCall(), 15);
  EXPECT_TRUE(status.ok()) << Message(status);
}

TEST_F(HandlersTest, PositionsOutsideTheCacheAreRefused) {
  ExpectError(LayerCall(), "pass its capacity of 16", 16);
  ExpectError(LayerCall(), "pass its capacity of 16", -1);
  ExpectError(LayerCall(), "pass its capacity of 16", 2147483647);
}

TEST_F(HandlersTest, EveryOperandOfALayerIsChecked) {
  const Call good = LayerCall();
  const char* const names[] = {"",       "positions", "attn_norm", "qkv",
                               "output", "ffn_norm",  "gate_up",   "down"};
  for (size_t i = 1; i < std::size(names); ++i) {
    Call call = good;
    call.operands[i].dims[0] += 1;
    ExpectError(call, std::string(names[i]) + ": is of type");
    call = good;
    call.operands[i].dtype = DType::kS8;
    ExpectError(call, std::string(names[i]) + ": is of type");
  }
}

TEST_F(HandlersTest, AttributesOfALayerAreChecked) {
  for (const auto& [name, value] : LayerCall().options.backend_config) {
    Call call = LayerCall();
    call.options.backend_config.erase(name);
    ExpectError(call, "no attribute " + name);
    call = LayerCall();
    call.options.backend_config[name] = std::string("text");
    ExpectError(call, "attribute " + name + " is of another type");
    if (!std::holds_alternative<int64_t>(value)) continue;
    for (const int64_t bad : {int64_t{-1}, int64_t{1} << 60, int64_t{3}}) {
      call = LayerCall();
      call.options.backend_config[name] = bad;
      EXPECT_FALSE(Run(call).ok()) << name << " = " << bad;
    }
  }
}

TEST_F(HandlersTest, CachesOfALayerAreChecked) {
  Call call = LayerCall();
  call.operands.pop_back();
  call.options.output_operand_aliases = {{0, 0}};
  ExpectError(call, "operands and results hold different caches");
  call = LayerCall();
  call.options.output_operand_aliases = {{0, 0}};
  ExpectError(call, "a cache is not updated in place");
  for (const std::vector<int64_t>& dims : std::vector<std::vector<int64_t>>{
           {1, 2, 1, 24, 16}, {1, 3, 1, 16, 16}, {2, 1, 16, 16}, {1, 2, 1, 16, 8}}) {
    call = LayerCall();
    call.operands[9].dims = dims;
    call.results[1].dims = dims;
    EXPECT_FALSE(Run(call).ok());
  }
  call = LayerCall();  // a second piece, which cannot begin at position 16
  call.operands.push_back(call.operands[9]);
  call.results.push_back(call.results[1]);
  call.options.output_operand_aliases[2] = 10;
  ExpectError(call, "operands and results hold different caches");
  call.options.backend_config["pieces"] = int64_t{2};
  ExpectError(call, "a piece of a cache begins within a segment");
  call = LayerCall();
  call.operands[9].dtype = call.results[1].dtype = DType::kS8;
  ExpectError(call, "of f16, bf16 or f32");
}

TEST_F(HandlersTest, EmbeddingAndHeadAreChecked) {
  const int64_t bf16 = 2;
  Call embed{std::string(kEmbedCall), {{DType::kS32, {3}}, Packed(40, 32)}, {F32({3, 32})}, {}};
  embed.options.backend_config = {{"vocab", int64_t{40}}, {"table_format", bf16}};
  EXPECT_TRUE(Run(embed, 39).ok());
  EXPECT_TRUE(Run(embed, -5).ok()) << "tokens outside the table are zeros";
  Call bad = embed;
  bad.options.backend_config["vocab"] = int64_t{57};
  ExpectError(bad, "table: is of type");
  bad = embed;
  bad.operands.push_back(kScalar);
  ExpectError(bad, "valid = 4 is outside 1..=3", 4);
  bad = embed;
  bad.results[0].dims = {4, 32};
  ExpectError(bad, "tokens: is of type");

  Call head{std::string(kHeadCall), {F32({2, 32}), F32({32}), Packed(40, 32)}, {F32({2, 40})}, {}};
  head.options.backend_config = {
      {"vocab", int64_t{40}}, {"head_format", bf16}, {"epsilon", 1e-5F}, {"prefill", false}};
  EXPECT_TRUE(Run(head).ok());
  bad = head;
  bad.results[0].dims = {40};
  ExpectError(bad, "logits: is of type");
  bad = head;
  bad.options.backend_config["prefill"] = true;
  ExpectError(bad, "valid: is of type");
}

}  // namespace
}  // namespace rung::ffi

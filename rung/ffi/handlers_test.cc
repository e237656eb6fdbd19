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
// A packed bf16 matrix: a tile of 16 rows is 32 bytes a column, a multiple of the alignment.
int64_t PackedBytes(int64_t rows, int64_t cols) { return (rows + 15) / 16 * cols * 32; }
TensorType Packed(int64_t bytes) { return {DType::kU8, {bytes}}; }

// Two layers of width 32, two heads of 16 over one KV head, inner width 32, in a decode step.
constexpr int64_t kLayers = 2;
constexpr size_t kCache = 4;  // among the operands
Call LayersCall() {
  const TensorType cache{DType::kF16, {kLayers, 2, 1, 16, 16 + 2}};
  const int64_t matrices = kLayers * (PackedBytes(64, 32) + PackedBytes(32, 32) +
                                      PackedBytes(64, 32) + PackedBytes(32, 32));
  Call call{std::string(kLayersCall),
            {F32({1, 32}), {DType::kS32, {1}}, F32({kLayers * 2 * 32}), Packed(matrices), cache},
            {F32({1, 32}), cache},
            {}};
  const int64_t bf16 = 2;
  const int64_t zero = 0;
  call.options.backend_config = {
      {"layer", zero},          {"layers", kLayers},    {"matrices", zero},
      {"next", zero},           {"next_bytes", zero},   {"heads", int64_t{2}},
      {"inner", int64_t{32}},   {"qkv_format", bf16},   {"output_format", bf16},
      {"gate_up_format", bf16}, {"down_format", bf16},  {"epsilon", 1e-5F},
      {"prefill", false},       {"interleaved", true},  {"qkv_bias", false},
      {"output_bias", false},   {"pieces", int64_t{1}}, {"last", false}};
  call.options.output_operand_aliases = {{0, 0}, {1, kCache}};
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

TEST_F(HandlersTest, LayersThatFitRun) {
  const absl::Status status = Run(LayersCall(), 15);
  EXPECT_TRUE(status.ok()) << Message(status);
}

TEST_F(HandlersTest, PositionsOutsideTheCacheAreRefused) {
  ExpectError(LayersCall(), "pass its capacity of 16", 16);
  ExpectError(LayersCall(), "pass its capacity of 16", -1);
  ExpectError(LayersCall(), "pass its capacity of 16", 2147483647);
}

TEST_F(HandlersTest, OperandsOfLayersAreChecked) {
  const char* const names[] = {"x", "positions", "vectors", "packed"};
  for (size_t i = 0; i < std::size(names); ++i) {
    Call call = LayersCall();
    call.operands[i].dtype = DType::kS8;
    call.options.output_operand_aliases.erase(i == 0 ? 0 : -1);
    ExpectError(call, std::string(names[i]) + (i == 0 ? " is not" : ": is "));
  }
  Call call = LayersCall();
  call.operands[1].dims[0] += 1;
  ExpectError(call, "positions: is of type");
}

TEST_F(HandlersTest, WeightsThatAreTooFewAreRefused) {
  Call call = LayersCall();
  call.operands[2].dims[0] -= 1;
  ExpectError(call, "ffn_norm: 32 elements from 96 on pass the 127 of vectors");
  call = LayersCall();
  call.operands[3].dims[0] -= 1;
  ExpectError(call, "down: 2048 bytes from 22528 on pass the 24575 of packed matrices");
  call = LayersCall();
  call.options.backend_config["matrices"] = int64_t{32};
  ExpectError(call, "packed: byte 32 is not aligned to 64 bytes");
  call.options.backend_config["matrices"] = int64_t{-64};
  ExpectError(call, "qkv: 4096 bytes from -64 on pass");
  call = LayersCall();
  call.options.backend_config["next"] = int64_t{24576};
  call.options.backend_config["next_bytes"] = int64_t{1};
  ExpectError(call, "next: 1 bytes from 24576 on pass");
  call = LayersCall();
  call.options.backend_config["layer"] = int64_t{1};
  ExpectError(call, "layers are past the cache");
}

TEST_F(HandlersTest, AttributesOfALayerAreChecked) {
  for (const auto& [name, value] : LayersCall().options.backend_config) {
    Call call = LayersCall();
    call.options.backend_config.erase(name);
    ExpectError(call, "no attribute " + name);
    call = LayersCall();
    call.options.backend_config[name] = std::string("text");
    ExpectError(call, "attribute " + name + " is of another type");
    if (!std::holds_alternative<int64_t>(value)) continue;
    for (const int64_t bad : {int64_t{-1}, int64_t{1} << 60, int64_t{3}}) {
      // Narrower matrices fit into the memory of wider ones, and a hint may point anywhere in it.
      if (bad == 3 && (name == "inner" || name.starts_with("next"))) continue;
      // That is F16, whose matrices are as large as these.
      if (bad == 3 && name.ends_with("_format")) continue;
      call = LayersCall();
      call.options.backend_config[name] = bad;
      EXPECT_FALSE(Run(call).ok()) << name << " = " << bad;
    }
  }
}

TEST_F(HandlersTest, CachesOfALayerAreChecked) {
  Call call = LayersCall();
  call.operands.pop_back();
  call.options.output_operand_aliases = {{0, 0}};
  ExpectError(call, "operands and results hold different caches");
  call = LayersCall();
  call.options.output_operand_aliases = {{0, 0}};
  ExpectError(call, "a cache is not updated in place");
  for (const std::vector<int64_t>& dims : std::vector<std::vector<int64_t>>{{2, 2, 1, 24, 18},
                                                                            {2, 3, 1, 16, 18},
                                                                            {2, 1, 16, 18},
                                                                            {2, 2, 1, 16, 16},
                                                                            {1, 2, 1, 16, 18}}) {
    call = LayersCall();
    call.operands[kCache].dims = dims;
    call.results[1].dims = dims;
    EXPECT_FALSE(Run(call).ok());
  }
  call = LayersCall();  // a second piece, which cannot begin at position 16
  call.operands.push_back(call.operands[kCache]);
  call.results.push_back(call.results[1]);
  call.options.output_operand_aliases[2] = kCache + 1;
  ExpectError(call, "operands and results hold different caches");
  call.options.backend_config["pieces"] = int64_t{2};
  ExpectError(call, "a piece of a cache begins within a segment");
  call = LayersCall();
  call.operands[kCache].dtype = call.results[1].dtype = DType::kS8;
  ExpectError(call, "of f16, bf16 or f32");
}

TEST_F(HandlersTest, WeightFormatsAreChecked) {
  const auto with_format = [](int64_t format) {
    Call call = LayersCall();
    for (const char* matrix : {"qkv", "output", "gate_up", "down"}) {
      call.options.backend_config[std::string(matrix) + "_format"] = format;
    }
    return call;
  };
  for (const int64_t format : {-1, 5}) {
    ExpectError(with_format(format), "a weight format is unknown");
  }
  EXPECT_TRUE(Run(with_format(3)).ok()) << "F16 matrices are as large as BF16 ones";
  Call f32 = with_format(4);
  ExpectError(f32, "qkv: 8192 bytes from 24576 on pass the 24576 of packed matrices");
  f32.operands[3].dims[0] *= 2;
  EXPECT_TRUE(Run(f32).ok());
}

TEST_F(HandlersTest, EmbeddingAndHeadAreChecked) {
  const int64_t bf16 = 2;
  Call embed{std::string(kEmbedCall),
             {{DType::kS32, {3}}, Packed(PackedBytes(40, 32))},
             {F32({3, 32})},
             {}};
  embed.options.backend_config = {
      {"vocab", int64_t{40}}, {"table", int64_t{0}}, {"table_format", bf16}};
  EXPECT_TRUE(Run(embed, 39).ok());
  EXPECT_TRUE(Run(embed, -5).ok()) << "tokens outside the table are zeros";
  Call bad = embed;
  bad.options.backend_config["vocab"] = int64_t{57};
  ExpectError(bad, "table: 4096 bytes from 0 on pass the 3072 of packed matrices");
  bad = embed;
  bad.operands.push_back(kScalar);
  ExpectError(bad, "valid = 4 is outside 1..=3", 4);
  bad = embed;
  bad.results[0].dims = {4, 32};
  ExpectError(bad, "tokens: is of type");

  Call head{std::string(kHeadCall),
            {F32({2, 32}), F32({32}), Packed(PackedBytes(40, 32))},
            {F32({2, 40}), F32({2, 3})},
            {}};
  head.options.backend_config = {{"vocab", int64_t{40}},
                                 {"head", int64_t{0}},
                                 {"head_format", bf16},
                                 {"epsilon", 1e-5F},
                                 {"prefill", false}};
  EXPECT_TRUE(Run(head).ok());
  bad = head;
  bad.operands[1].dims = {31};
  ExpectError(bad, "norm: 32 elements from -1 on pass the 31 of vectors");
  bad = head;
  bad.results[0].dims = {40};
  ExpectError(bad, "logits: is of type");
  bad = head;
  bad.results[1].dims = {2, 2};
  ExpectError(bad, "maxima: is of type");
  bad = head;
  bad.options.backend_config["prefill"] = true;
  ExpectError(bad, "valid: is of type");
}

}  // namespace
}  // namespace rung::ffi

// What the runtime needs of a plugin, asked of one plugin: pjrt_conformance --plugin=<path>. Reads
// as a tutorial of the layer, top to bottom. What a plugin may lack is skipped with a line that
// says so.
#include <array>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rung/base/half.h"
#include "rung/base/status.h"
#include "rung/pjrt/client.h"
#include "rung/pjrt/hlo_proto.h"
#include "rung/pjrt/live_objects.h"
#include "rung/pjrt/plugin.h"

namespace rung::pjrt {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string g_plugin_path;

constexpr std::string_view kAddText = R"(module @add {
  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
)";

// Writes %arg1 into the donated %arg0 at row %arg2: a KV cache in small.
constexpr std::string_view kUpdateText = R"(module @update {
  func.func public @main(%arg0: tensor<3x256x64xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<3x1x64xf32>, %arg2: tensor<i32>) -> (tensor<3x256x64xf32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %zero, %arg2, %zero : (tensor<3x256x64xf32>, tensor<3x1x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x256x64xf32>
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %init) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x256x64xf32>, tensor<f32>) -> tensor<f32>
    return %0, %1 : tensor<3x256x64xf32>, tensor<f32>
  }
}
)";

const BufferType kF32x4{DType::kF32, {4}};
const BufferType kCache{DType::kF32, {3, 256, 64}};
const BufferType kRow{DType::kF32, {3, 1, 64}};
const BufferType kScalarI32{DType::kS32, {}};

std::vector<ArgumentSpec> AddArguments() { return {{kF32x4}, {kF32x4}}; }
std::vector<ArgumentSpec> UpdateArguments() {
  return {{kCache, /*donated=*/true}, {kRow}, {kScalarI32}};
}

#define ASSERT_OK(expr) ASSERT_TRUE((expr).ok()) << (expr).status()
#define ASSERT_OK_AND_ASSIGN(lhs, expr) \
  ASSERT_OK_AND_ASSIGN_IMPL(RUNG_STATUS_CONCAT(test_or_, __LINE__), lhs, expr)
#define ASSERT_OK_AND_ASSIGN_IMPL(tmp, lhs, expr) \
  auto tmp = (expr);                              \
  ASSERT_TRUE(tmp.ok()) << tmp.status();          \
  lhs = std::move(tmp).value()

class Conformance : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_OK_AND_ASSIGN(plugin_, Plugin::Load(g_plugin_path));
    ASSERT_OK_AND_ASSIGN(client_, Client::Create(*plugin_, {{{"cpu_device_count", int64_t{1}}}}));
  }
  // Every test leaves nothing behind, failure paths included.
  void TearDown() override {
    client_.reset();
    EXPECT_EQ(LiveObjects(), LiveObjectCounts());
  }

  absl::StatusOr<Buffer> F32(std::vector<float> values, std::vector<int64_t> dims) {
    return client_->BufferFromHost(std::span<const float>(values),
                                   BufferType{DType::kF32, std::move(dims)});
  }
  absl::StatusOr<Buffer> I32(int32_t value) {
    return client_->BufferFromHost(std::span<const int32_t>(&value, 1), kScalarI32);
  }

  const Plugin* plugin_ = nullptr;
  std::unique_ptr<Client> client_;
};

std::vector<float> Read(const Buffer& buffer) {
  std::vector<float> values(buffer.type().NumElements());
  const absl::Status status = buffer.ToHost(std::span<float>(values));
  EXPECT_TRUE(status.ok()) << status;
  return values;
}

TEST_F(Conformance, ClientNamesPlatformAndDevices) {
  EXPECT_EQ(client_->platform_name(), "cpu");
  EXPECT_FALSE(client_->platform_version().empty());
  ASSERT_EQ(client_->devices().size(), 1u) << "cpu_device_count was not honoured";
  ASSERT_OK_AND_ASSIGN(const int id, client_->devices()[0].Id());
  EXPECT_EQ(id, 0);
  ASSERT_OK_AND_ASSIGN(const std::string kind, client_->devices()[0].Kind());
  EXPECT_FALSE(kind.empty());
  EXPECT_TRUE(client_->devices()[0].DebugString().ok());
  // CPU plugins have no allocator statistics; the answer must be a status.
  const auto stats = client_->devices()[0].MemoryStats();
  if (!stats.ok()) {
    EXPECT_EQ(stats.status().code(), absl::StatusCode::kUnimplemented);
  }
  std::string extensions;
  for (int type : plugin_->ExtensionTypes()) extensions += fmt::format(" {}", type);
  RecordProperty("api", plugin_->ApiVersion());
  RecordProperty("platform_version", client_->platform_version());
  RecordProperty("extensions", extensions);
}

TEST_F(Conformance, TwoClientsLiveSideBySide) {
  ASSERT_OK_AND_ASSIGN(auto other, Client::Create(*plugin_));
  EXPECT_GE(other->devices().size(), 1u);
}

TEST_F(Conformance, CompilesAndExecutes) {
  ASSERT_OK_AND_ASSIGN(auto add, client_->Compile(kAddText, AddArguments()));
  ASSERT_EQ(add->result_types().size(), 1u);
  EXPECT_EQ(*add->result_types()[0], kF32x4);
  ASSERT_OK_AND_ASSIGN(const Buffer a, F32({1, 2, 3, 4}, {4}));
  ASSERT_OK_AND_ASSIGN(const Buffer b, F32({10, 20, 30, 40}, {4}));
  const std::array<const Buffer*, 2> arguments = {&a, &b};
  ASSERT_OK_AND_ASSIGN(ExecuteResult result, add->Execute(arguments));
  EXPECT_TRUE(result.done.Await().ok());
  ASSERT_OK_AND_ASSIGN(const bool ready, result.done.IsReady());
  EXPECT_TRUE(ready);
  ASSERT_EQ(result.results.size(), 1u);
  EXPECT_TRUE(result.results[0].AwaitReady().ok());
  EXPECT_EQ(Read(result.results[0]), (std::vector<float>{11, 22, 33, 44}));
  // One buffer may be two arguments when neither is donated.
  const std::array<const Buffer*, 2> twice = {&a, &a};
  ASSERT_OK_AND_ASSIGN(ExecuteResult doubled, add->Execute(twice));
  EXPECT_EQ(Read(doubled.results[0]), (std::vector<float>{2, 4, 6, 8}));
}

TEST_F(Conformance, BadTextIsAStatus) {
  const std::string wrong_type =
      "module { func.func public @main(%a: tensor<4xf32>) -> tensor<5xf32> { return %a : "
      "tensor<4xf32> } }";
  const std::string unknown_op =
      "module { func.func public @main() -> tensor<f32> { %0 = stablehlo.nonsense : tensor<f32> "
      "return %0 : tensor<f32> } }";
  const std::string no_main =
      "module { func.func public @other() -> tensor<f32> { %0 = stablehlo.constant dense<1.0> : "
      "tensor<f32> return %0 : tensor<f32> } }";
  for (const std::string& text : {std::string("not a module"), std::string(), wrong_type,
                                  unknown_op, no_main, std::string(kAddText.substr(0, 150))}) {
    const absl::Status status = client_->Compile(text, {}).status();
    EXPECT_FALSE(status.ok()) << text;
    EXPECT_THAT(std::string(Message(status)), Not(HasSubstr("\n")));
  }
}

TEST_F(Conformance, WrongArgumentsAreAStatus) {
  ASSERT_OK_AND_ASSIGN(auto add, client_->Compile(kAddText, AddArguments()));
  ASSERT_OK_AND_ASSIGN(const Buffer good, F32({1, 2, 3, 4}, {4}));
  ASSERT_OK_AND_ASSIGN(const Buffer short_one, F32({1, 2, 3}, {3}));
  ASSERT_OK_AND_ASSIGN(const Buffer integer, I32(1));
  const Buffer empty;
  const std::vector<std::pair<std::vector<const Buffer*>, std::string>> cases = {
      {{}, "takes 2 arguments, not 0"},
      {{&good}, "takes 2 arguments, not 1"},
      {{&good, &good, &good}, "takes 2 arguments, not 3"},
      {{&good, &short_one}, "argument 1 is f32[3]; the program takes f32[4]"},
      {{&integer, &good}, "argument 0 is i32[]; the program takes f32[4]"},
      {{&good, nullptr}, "argument 1 is empty"},
      {{&empty, &good}, "argument 0 is empty"},
  };
  for (const auto& [arguments, says] : cases) {
    const absl::Status status = add->Execute(arguments).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(Message(status)), HasSubstr(says));
  }
  EXPECT_EQ(F32({1, 2}, {3}).status().code(), absl::StatusCode::kInvalidArgument);
  std::vector<float> wrong_size(3);
  EXPECT_FALSE(good.ToHost(std::span<float>(wrong_size)).ok());
}

TEST_F(Conformance, DonationHappensInPlace) {
  ASSERT_OK_AND_ASSIGN(auto update, client_->Compile(kUpdateText, UpdateArguments()));
  ASSERT_OK_AND_ASSIGN(Buffer cache, F32(std::vector<float>(kCache.NumElements(), 1), kCache.dims));
  ASSERT_OK_AND_ASSIGN(const Buffer row, F32(std::vector<float>(3 * 64, 2), kRow.dims));
  std::vector<float> expected(kCache.NumElements(), 1);
  for (int32_t position : {0, 17, 255}) {
    ASSERT_OK_AND_ASSIGN(const uintptr_t before, cache.UnsafePointer());
    ASSERT_OK_AND_ASSIGN(const Buffer where, I32(position));
    const std::array<const Buffer*, 3> arguments = {&cache, &row, &where};
    ASSERT_OK_AND_ASSIGN(ExecuteResult result, update->Execute(arguments));
    ASSERT_OK_AND_ASSIGN(const bool gone, cache.IsDeleted());
    EXPECT_TRUE(gone);
    cache = std::move(result.results[0]);
    ASSERT_TRUE(result.done.Await().ok());
    ASSERT_OK_AND_ASSIGN(const uintptr_t after, cache.UnsafePointer());
    EXPECT_EQ(before, after) << "the donated buffer was copied";
    ASSERT_TRUE(client_->has_host_memory());
    ASSERT_OK_AND_ASSIGN(const std::span<const std::byte> view, cache.HostView());
    const std::vector<float> copy = Read(cache);
    ASSERT_EQ(view.size(), copy.size() * sizeof(float));
    EXPECT_EQ(std::memcmp(view.data(), copy.data(), view.size()), 0);
    for (int64_t head = 0; head < 3; ++head) {
      std::fill_n(expected.begin() + (head * 256 + position) * 64, 64, 2.0f);
    }
    EXPECT_EQ(Read(cache), expected);
    EXPECT_EQ(Read(result.results[1])[0], std::accumulate(expected.begin(), expected.end(), 0.0f));
  }
}

TEST_F(Conformance, UseAfterDonationIsAStatus) {
  ASSERT_OK_AND_ASSIGN(auto update, client_->Compile(kUpdateText, UpdateArguments()));
  ASSERT_OK_AND_ASSIGN(const Buffer cache,
                       F32(std::vector<float>(kCache.NumElements(), 1), kCache.dims));
  ASSERT_OK_AND_ASSIGN(const Buffer row, F32(std::vector<float>(3 * 64, 2), kRow.dims));
  ASSERT_OK_AND_ASSIGN(const Buffer where, I32(0));
  const std::array<const Buffer*, 3> arguments = {&cache, &row, &where};
  ASSERT_OK_AND_ASSIGN(const ExecuteResult result, update->Execute(arguments));
  EXPECT_FALSE(update->Execute(arguments).ok());
  std::vector<float> values(kCache.NumElements());
  EXPECT_FALSE(cache.ToHost(std::span<float>(values)).ok());
  EXPECT_TRUE(result.done.Await().ok());
}

TEST_F(Conformance, ADeletedArgumentIsAStatus) {
  ASSERT_OK_AND_ASSIGN(auto add, client_->Compile(kAddText, AddArguments()));
  ASSERT_OK_AND_ASSIGN(const Buffer a, F32({1, 2, 3, 4}, {4}));
  ASSERT_TRUE(a.Delete().ok());
  ASSERT_OK_AND_ASSIGN(const bool gone, a.IsDeleted());
  EXPECT_TRUE(gone);
  const std::array<const Buffer*, 2> arguments = {&a, &a};
  EXPECT_FALSE(add->Execute(arguments).ok());
}

TEST_F(Conformance, ANonDonatableArgumentKeepsItsValue) {
  ASSERT_OK_AND_ASSIGN(auto update, client_->Compile(kUpdateText, UpdateArguments()));
  ASSERT_OK_AND_ASSIGN(const Buffer cache,
                       F32(std::vector<float>(kCache.NumElements(), 1), kCache.dims));
  ASSERT_OK_AND_ASSIGN(const Buffer row, F32(std::vector<float>(3 * 64, 2), kRow.dims));
  ASSERT_OK_AND_ASSIGN(const Buffer where, I32(3));
  const std::array<const Buffer*, 3> arguments = {&cache, &row, &where};
  ASSERT_OK_AND_ASSIGN(const ExecuteResult result,
                       update->Execute(arguments, {.non_donatable = {0}}));
  EXPECT_EQ(Read(cache), std::vector<float>(kCache.NumElements(), 1));
  EXPECT_EQ(Read(result.results[0])[3 * 64], 2.0f);
}

TEST_F(Conformance, OneBufferIsNeverDonatedTwice) {
  constexpr std::string_view kSwap = R"(module @swap {
  func.func public @main(%arg0: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<4xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
    %1 = stablehlo.multiply %arg1, %arg1 : tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
})";
  ASSERT_OK_AND_ASSIGN(auto swap, client_->Compile(kSwap, {{kF32x4, true}, {kF32x4, true}}));
  ASSERT_OK_AND_ASSIGN(const Buffer a, F32({1, 2, 3, 4}, {4}));
  const std::array<const Buffer*, 2> arguments = {&a, &a};
  const absl::Status status = swap->Execute(arguments).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(Message(status)), HasSubstr("donated"));
  EXPECT_EQ(Read(a), (std::vector<float>{1, 2, 3, 4}));
}

TEST_F(Conformance, OptimizedProgramShowsThatNothingIsCopied) {
  ASSERT_OK_AND_ASSIGN(auto update, client_->Compile(kUpdateText, UpdateArguments()));
  const auto bytes = update->OptimizedProgram();
  if (bytes.status().code() == absl::StatusCode::kUnimplemented) GTEST_SKIP() << bytes.status();
  ASSERT_OK(bytes);
  ASSERT_OK_AND_ASSIGN(const HloModule module, ParseHloModule(*bytes));
  EXPECT_EQ(module.num_aliases, 1);
  EXPECT_TRUE(module.Find("copy", kCache.dims).empty());
  EXPECT_FALSE(module.Find("dynamic-update-slice", kCache.dims).empty());
}

TEST_F(Conformance, MemoryStatsCountArgumentsAndAliases) {
  ASSERT_OK_AND_ASSIGN(auto update, client_->Compile(kUpdateText, UpdateArguments()));
  const auto stats = update->MemoryStats();
  if (stats.status().code() == absl::StatusCode::kUnimplemented) GTEST_SKIP() << stats.status();
  ASSERT_OK(stats);
  EXPECT_EQ(stats->argument_bytes, kCache.ByteCount() + kRow.ByteCount() + 4);
  EXPECT_EQ(stats->alias_bytes, kCache.ByteCount());
  EXPECT_GE(stats->output_bytes, kCache.ByteCount() + 4);
  EXPECT_LT(stats->temp_bytes, kCache.ByteCount());
}

TEST_F(Conformance, SerializesAndLoadsBack) {
  ASSERT_OK_AND_ASSIGN(auto add, client_->Compile(kAddText, AddArguments()));
  const auto bytes = add->Serialize();
  if (bytes.status().code() == absl::StatusCode::kUnimplemented) GTEST_SKIP() << bytes.status();
  ASSERT_OK(bytes);
  add.reset();
  ASSERT_OK_AND_ASSIGN(auto loaded, client_->Deserialize(*bytes, AddArguments()));
  ASSERT_OK_AND_ASSIGN(const Buffer a, F32({1, 2, 3, 4}, {4}));
  const std::array<const Buffer*, 2> arguments = {&a, &a};
  ASSERT_OK_AND_ASSIGN(const ExecuteResult result, loaded->Execute(arguments));
  EXPECT_EQ(Read(result.results[0]), (std::vector<float>{2, 4, 6, 8}));
  EXPECT_FALSE(client_->Deserialize("not an executable", AddArguments()).ok());
}

template <typename T>
void ExpectRoundTrip(const Client& client, DType dtype, std::vector<T> values) {
  const BufferType type{dtype, {2, static_cast<int64_t>(values.size()) / 2}};
  ASSERT_OK_AND_ASSIGN(const Buffer buffer,
                       client.BufferFromHost(std::span<const T>(values), type));
  ASSERT_OK_AND_ASSIGN(const int64_t bytes, buffer.OnDeviceSizeInBytes());
  EXPECT_GE(bytes, type.ByteCount());
  std::vector<T> back(values.size());
  ASSERT_TRUE(buffer.ToHost(std::span<T>(back)).ok());
  EXPECT_EQ(std::memcmp(back.data(), values.data(), values.size() * sizeof(T)), 0)
      << type.ToString();
}

TEST_F(Conformance, HostCopiesOfEveryType) {
  ExpectRoundTrip<uint8_t>(*client_, DType::kPred, {0, 1, 1, 0, 1, 0});
  ExpectRoundTrip<uint8_t>(*client_, DType::kU8, {0, 1, 127, 128, 254, 255});
  ExpectRoundTrip<int8_t>(*client_, DType::kS8, {0, 1, -1, 127, -128, 5});
  ExpectRoundTrip<int32_t>(*client_, DType::kS32, {0, -1, INT32_MAX, INT32_MIN, 7, 8});
  ExpectRoundTrip<uint32_t>(*client_, DType::kU32, {0, 1, UINT32_MAX, 3, 7, 8});
  ExpectRoundTrip<int64_t>(*client_, DType::kS64, {0, -1, INT64_MAX, INT64_MIN, 7, 8});
  ExpectRoundTrip<uint16_t>(*client_, DType::kF16, {0, 0x3c00, 0x7bff, 0xfc00, 1, 2});
  ExpectRoundTrip<uint16_t>(*client_, DType::kBF16, {0, 0x3f80, 0x7f7f, 0xff80, 1, 2});
  ExpectRoundTrip<float>(*client_, DType::kF32, {0, -0.0f, 1.5f, -3e38f, 1e-40f, 8});
}

TEST_F(Conformance, UninitializedBuffersAreBuffers) {
  const BufferType type{DType::kF16, {30, 2, 3, 256, 64}};
  const absl::StatusOr<Buffer> buffer = client_->UninitializedBuffer(type);
  if (absl::IsUnimplemented(buffer.status())) GTEST_SKIP() << Message(buffer.status());
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  EXPECT_EQ(buffer->type(), type);
  ASSERT_OK_AND_ASSIGN(const int64_t bytes, buffer->OnDeviceSizeInBytes());
  EXPECT_GE(bytes, type.ByteCount());
}

TEST_F(Conformance, ACopiedHostBufferMayChangeAtOnce) {
  std::vector<float> host(1 << 20, 3.0f);
  ASSERT_OK_AND_ASSIGN(const Buffer buffer, client_->BufferFromHost(std::span<const float>(host),
                                                                    {DType::kF32, {1 << 20}}));
  std::fill(host.begin(), host.end(), 9.0f);
  EXPECT_EQ(Read(buffer), std::vector<float>(1 << 20, 3.0f));
}

TEST_F(Conformance, ZeroCopyAliasesAlignedHostMemory) {
  const size_t count = 1 << 16;
  const std::unique_ptr<float, decltype(&std::free)> host(
      static_cast<float*>(std::aligned_alloc(kZeroCopyAlignment, count * sizeof(float))),
      &std::free);
  std::fill_n(host.get(), count, 4.0f);
  {
    ASSERT_OK_AND_ASSIGN(const Buffer buffer,
                         client_->BufferFromHost(std::span<const float>(host.get(), count),
                                                 {DType::kF32, {static_cast<int64_t>(count)}},
                                                 HostBufferSemantics::kZeroCopy));
    ASSERT_OK_AND_ASSIGN(const uintptr_t pointer, buffer.UnsafePointer());
    EXPECT_EQ(pointer, reinterpret_cast<uintptr_t>(host.get()));
    EXPECT_EQ(Read(buffer), std::vector<float>(count, 4.0f));
  }
  EXPECT_EQ(LiveObjects().events, 0);
}

// 64 layers of matrix product and addition: a program with many arguments and constants.
std::string BigText(int layers) {
  std::string arguments;
  std::string body;
  for (int i = 0; i < layers; ++i) {
    arguments += fmt::format(", %w{}: tensor<64x64xf32>", i);
    body += fmt::format(
        "    %m{0} = stablehlo.dot_general %x{0}, %w{0}, contracting_dims = [1] x [0] : "
        "(tensor<1x64xf32>, tensor<64x64xf32>) -> tensor<1x64xf32>\n"
        "    %x{1} = stablehlo.add %m{0}, %x{0} : tensor<1x64xf32>\n",
        i, i + 1);
  }
  return fmt::format(
      "module @big {{\n  func.func public @main(%x0: tensor<1x64xf32>{}) -> tensor<1x64xf32> {{\n"
      "{}    return %x{} : tensor<1x64xf32>\n  }}\n}}\n",
      arguments, body, layers);
}

TEST_F(Conformance, ABigProgram) {
  constexpr int kLayers = 64;
  std::vector<ArgumentSpec> specs = {{{DType::kF32, {1, 64}}}};
  specs.resize(1 + kLayers, {{DType::kF32, {64, 64}}});
  ASSERT_OK_AND_ASSIGN(auto big, client_->Compile(BigText(kLayers), specs));
  std::vector<float> identity(64 * 64, 0.0f);
  for (int i = 0; i < 64; ++i) identity[i * 65] = 0.25f;
  ASSERT_OK_AND_ASSIGN(const Buffer weight, F32(identity, {64, 64}));
  ASSERT_OK_AND_ASSIGN(const Buffer x, F32(std::vector<float>(64, 1.0f), {1, 64}));
  std::vector<const Buffer*> arguments(1 + kLayers, &weight);
  arguments[0] = &x;
  ASSERT_OK_AND_ASSIGN(const ExecuteResult result, big->Execute(arguments));
  float expected = 1.0f;
  for (int i = 0; i < kLayers; ++i) expected += expected * 0.25f;
  for (float value : Read(result.results[0])) EXPECT_NEAR(value, expected, expected * 1e-5f);
}

TEST_F(Conformance, TwoThreadsCompileWhileOneExecutes) {
  ASSERT_OK_AND_ASSIGN(auto add, client_->Compile(kAddText, AddArguments()));
  std::array<absl::Status, 2> statuses;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([this, i, &statuses] {
      const int layers = 8 + i;
      std::vector<ArgumentSpec> specs = {{{DType::kF32, {1, 64}}}};
      specs.resize(1 + layers, {{DType::kF32, {64, 64}}});
      for (int repeat = 0; repeat < 3 && statuses[i].ok(); ++repeat) {
        statuses[i] = client_->Compile(BigText(layers), specs).status();
      }
    });
  }
  ASSERT_OK_AND_ASSIGN(const Buffer a, F32({1, 2, 3, 4}, {4}));
  const std::array<const Buffer*, 2> arguments = {&a, &a};
  for (int i = 0; i < 200; ++i) {
    ASSERT_OK_AND_ASSIGN(const ExecuteResult result, add->Execute(arguments));
    EXPECT_EQ(Read(result.results[0]), (std::vector<float>{2, 4, 6, 8}));
  }
  for (std::thread& thread : threads) thread.join();
  for (const absl::Status& status : statuses) EXPECT_TRUE(status.ok()) << status;
}

TEST_F(Conformance, XlaOptionsReachTheCompiler) {
  const absl::Status unknown =
      client_->Compile(kAddText, AddArguments(), {.xla_options = {{"xla_no_such_option", "1"}}})
          .status();
  EXPECT_FALSE(unknown.ok());
  const absl::Status known = client_
                                 ->Compile(kAddText, AddArguments(),
                                           {.xla_options = {{"xla_cpu_enable_fast_math", "False"}}})
                                 .status();
  EXPECT_TRUE(known.ok()) << known;
}

}  // namespace
}  // namespace rung::pjrt

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  constexpr std::string_view kFlag = "--plugin=";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with(kFlag)) rung::pjrt::g_plugin_path = argument.substr(kFlag.size());
  }
  if (rung::pjrt::g_plugin_path.empty()) {
    fmt::print(stderr, "usage: {} --plugin=<path to a PJRT plugin .so>\n", argv[0]);
    return 2;
  }
  return RUN_ALL_TESTS();
}

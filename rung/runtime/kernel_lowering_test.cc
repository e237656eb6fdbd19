// The kernel lowering of small models on a real plugin: against plain loops, and KV in place.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "rung/base/status.h"
#include "rung/model/testing/reference_llama.h"
#include "rung/pjrt/hlo_proto.h"
#include "rung/runtime/device_client.h"
#include "rung/runtime/testing/kernel_device.h"
#include "rung/runtime/testing/memory_tensor_source.h"
#include "rung/runtime/testing/small_device.h"

namespace rung::runtime {
namespace {

using model::ModelConfig;
using testing::KernelDevice;
using testing::SmallConfig;

// Random values, all of them in F32.
struct Checkpoint {
  explicit Checkpoint(const ModelConfig& config) : config(config) {
    const auto portable = model::CreateModel(config, {});
    EXPECT_TRUE(portable.ok()) << Message(portable.status());
    values = model::testing::RandomWeights((*portable)->weights(), /*seed=*/11);
    source = std::make_unique<testing::MemoryTensorSource>((*portable)->weights(), values);
  }
  ModelConfig config;
  model::testing::WeightValues values;
  std::unique_ptr<testing::MemoryTensorSource> source;
};

void ExpectNear(const std::vector<float>& actual, const std::vector<float>& expected,
                float tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) ASSERT_NEAR(actual[i], expected[i], tolerance) << i;
}

// A prompt in two chunks, the second one short of its size, then decode steps over a growth.
void CheckAgainstReference(const ModelConfig& config, DType kv_dtype = DType::kF32,
                           float tolerance = 5e-5F) {
  const Checkpoint checkpoint(config);
  const auto device = KernelDevice::Create(nullptr, config, kv_dtype, checkpoint.source.get());
  ASSERT_TRUE(device.ok()) << Message(device.status());
  ASSERT_TRUE((*device)->ResetRunner({10, 30}).ok());
  model::testing::ReferenceLlama reference(config, checkpoint.values);
  const auto row = (*device)->runner->AllocateRow(10);
  ASSERT_TRUE(row.ok()) << Message(row.status());
  const std::vector<TokenId> prompt = {3, 1, 4, 1, 5, 9, 2};
  const auto logits = (*device)->Feed(*row, prompt, 0, 4);
  ASSERT_TRUE(logits.ok()) << Message(logits.status());
  ExpectNear(*logits, reference.Run(prompt), tolerance);
  for (int64_t position = 7; position < 30; ++position) {
    if (position == 10) {
      ASSERT_TRUE((*device)->runner->Grow(*row, 30).ok());
    }
    const auto token = static_cast<TokenId>(position % 11);
    const auto step = (*device)->Step({{*row, token, position}});
    ASSERT_TRUE(step.ok()) << Message(step.status());
    ExpectNear((*step)[0], reference.Step(token), tolerance);
  }
}

TEST(KernelLoweringTest, SmallModel) { CheckAgainstReference(SmallConfig()); }

// The vocabulary ends within a group.
void ExpectMaxima(const StepLogits& logits, int64_t rows) {
  ASSERT_EQ(logits.maxima.group, 16);
  for (int64_t i = 0; i < rows; ++i) {
    const std::span<const float> row = logits.Row(i);
    const GroupMaxima maxima = logits.RowMaxima(i);
    ASSERT_EQ(maxima.values.size(), (row.size() + 15) / 16);
    for (size_t group = 0; group < maxima.values.size(); ++group) {
      const auto part = row.subspan(16 * group, std::min<size_t>(16, row.size() - 16 * group));
      EXPECT_EQ(maxima.values[group], *std::max_element(part.begin(), part.end())) << i;
    }
  }
}

TEST(KernelLoweringTest, LogitsComeWithTheirMaxima) {
  ModelConfig config = SmallConfig();
  config.vocab = 40;
  const Checkpoint checkpoint(config);
  const auto device = KernelDevice::Create(nullptr, config, DType::kF32, checkpoint.source.get());
  ASSERT_TRUE(device.ok()) << Message(device.status());
  ASSERT_TRUE((*device)->ResetRunner({10, 30}).ok());
  XlaStepRunner& runner = *(*device)->runner;
  std::vector<DecodeInput> inputs;  // three rows, so that padding and slots out of order take part
  for (const int64_t capacity : {30, 10, 30}) {
    const auto row = runner.AllocateRow(capacity);
    ASSERT_TRUE(row.ok()) << Message(row.status());
    const std::vector<TokenId> prompt = {3, 1, static_cast<TokenId>(inputs.size())};
    const auto logits = runner.Prefill(*row, prompt, 0, 4, /*want_logits=*/true);
    ASSERT_TRUE(logits.ok()) << Message(logits.status());
    ExpectMaxima(*logits, 1);
    inputs.push_back({*row, 7, 3});
  }
  const auto logits = runner.Decode(inputs);
  ASSERT_TRUE(logits.ok()) << Message(logits.status());
  ExpectMaxima(*logits, 3);
  const auto silent = runner.Prefill(inputs[0].row, std::vector<TokenId>{5}, 4, 4, false);
  ASSERT_TRUE(silent.ok()) << Message(silent.status());
  EXPECT_TRUE(silent->maxima.values.empty());
}

TEST(KernelLoweringTest, NarrowerCaches) {
  CheckAgainstReference(SmallConfig(), DType::kF16, 5e-3F);
  CheckAgainstReference(SmallConfig(), DType::kBF16, 5e-2F);
}

TEST(KernelLoweringTest, HalfRopeOverPartOfTheHead) {
  ModelConfig config = SmallConfig();
  config.rope_dims = 8;
  config.rope_style = model::RopeStyle::kHalf;
  CheckAgainstReference(config);
  config.rope_style = model::RopeStyle::kInterleaved;
  CheckAgainstReference(config);
}

TEST(KernelLoweringTest, BiasesScaledFrequenciesAndAHeadOfItsOwn) {
  ModelConfig config = SmallConfig();
  config.qkv_bias = true;
  config.attention_output_bias = true;
  config.rope_factors = true;
  config.tied_embedding = false;
  CheckAgainstReference(config);
}

TEST(KernelLoweringTest, OneKvHeadAndOneKvHeadPerHead) {
  ModelConfig config = SmallConfig();
  config.kv_heads = 1;
  CheckAgainstReference(config);
  config.kv_heads = config.heads;
  CheckAgainstReference(config);
}

TEST(KernelLoweringTest, WhatKernelsCannotDoIsRefusedByName) {
  const Checkpoint checkpoint(model::testing::TinyConfig());
  const auto refused = model::CreateModel(checkpoint.config, {.kind = model::LoweringKind::kKernel},
                                          checkpoint.source.get());
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_NE(Message(refused.status()).find("head_dim 4"), std::string_view::npos);
  const Checkpoint small(SmallConfig());
  const auto f16 = model::CreateModel(
      small.config, {.kind = model::LoweringKind::kKernel, .precision = DType::kF16},
      small.source.get());
  EXPECT_EQ(f16.status().code(), absl::StatusCode::kUnimplemented);
  const auto no_source = model::CreateModel(small.config, {.kind = model::LoweringKind::kKernel});
  EXPECT_EQ(no_source.status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(KernelLoweringTest, NoProgramCopiesKv) {
  const Checkpoint checkpoint(SmallConfig());
  const auto device =
      KernelDevice::Create(nullptr, SmallConfig(), DType::kF16, checkpoint.source.get());
  ASSERT_TRUE(device.ok()) << Message(device.status());
  const std::vector<std::pair<ProgramKey, int64_t>> keys = {
      {ProgramKey::Prefill(4, 32), 1},
      {ProgramKey::Decode(std::vector<int64_t>{32}), 1},
      {ProgramKey::Decode(std::vector<int64_t>{32, 32, 32, 48}), 4}};
  for (const auto& [key, rows] : keys) {
    const auto program = (*device)->programs->Get(key);
    ASSERT_TRUE(program.ok()) << Message(program.status());
    const auto bytes = (*program)->executable->OptimizedProgram();
    ASSERT_TRUE(bytes.ok()) << Message(bytes.status());
    const auto module = pjrt::ParseHloModule(*bytes);
    ASSERT_TRUE(module.ok()) << Message(module.status());
    EXPECT_EQ(module->num_aliases, rows) << key.Name();
    for (const pjrt::HloInstruction& instruction : module->instructions) {
      EXPECT_NE(instruction.opcode, "copy") << key.Name() << ": " << instruction.name;
    }
    int64_t kv_bytes = 0;
    for (const model::Argument& argument : (*program)->arguments) {
      if (argument.role == model::ArgRole::kKvCache) kv_bytes += argument.type.ByteCount();
    }
    const auto stats = (*program)->executable->MemoryStats();
    ASSERT_TRUE(stats.ok()) << Message(stats.status());
    EXPECT_EQ(stats->alias_bytes, kv_bytes) << key.Name();
  }
}

TEST(KernelLoweringTest, AFailedCallIsAnErrorAndLeavesTheProcessAlone) {
  const Checkpoint checkpoint(SmallConfig());
  const auto device =
      KernelDevice::Create(nullptr, SmallConfig(), DType::kF16, checkpoint.source.get());
  ASSERT_TRUE(device.ok()) << Message(device.status());
  StepRunnerOptions options;
  options.capacities = {32};
  const auto make = [&] {
    return XlaStepRunner::Create((*device)->client.get(), (*device)->model.get(),
                                 (*device)->weights.get(), (*device)->programs.get(), options);
  };
  EXPECT_EQ(make().status().code(), absl::StatusCode::kInvalidArgument);
  // A context without our state.
  const auto context = pjrt::ExecuteContext::Create((*device)->client->plugin());
  ASSERT_TRUE(context.ok()) << Message(context.status());
  options.context = &*context;
  auto runner = make();
  ASSERT_TRUE(runner.ok());
  const auto row = (*runner)->AllocateRow(32);
  ASSERT_TRUE(row.ok());
  const DecodeInput input{*row, 1, 0};
  const auto failed = (*runner)->Decode({&input, 1});
  EXPECT_EQ(failed.status().code(), absl::StatusCode::kInternal);
  EXPECT_NE(Message(failed.status()).find("brought no kernel state"), std::string_view::npos)
      << Message(failed.status());
  EXPECT_FALSE((*runner)->RowHasKv(*row));
}

TEST(KernelLoweringTest, EveryPluginIsChecked) {
  for (const char* name : {"lammps_jax_pjrt_cpu", "fastatomstruct_xla_cpu", "xla_cpu_pjrt"}) {
    const auto plugin =
        pjrt::Plugin::Load(std::string(RUNG_BUILD_DIR "/lib/rung/plugins/") + name + ".so");
    ASSERT_TRUE(plugin.ok()) << Message(plugin.status());
    const absl::Status status = CheckKernels(**plugin);
    EXPECT_TRUE(status.ok()) << name << ": " << Message(status);
  }
}

}  // namespace
}  // namespace rung::runtime

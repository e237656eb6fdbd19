// Checkpoints of plain and of mixed formats on the kernel lowering: every weight as the file has
// it. The portable lowering, which dequantizes each tensor into f32, says what that comes to.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "rung/base/status.h"
#include "rung/runtime/testing/kernel_device.h"
#include "rung/runtime/testing/small_device.h"

namespace rung::runtime {
namespace {

using testing::KernelDevice;
using testing::SmallDevice;
using weights::StorageType;

enum class Files : uint8_t { kF32, kF16, kBF16, kMixed };

// Of a matrix. In a mixed file those of one product differ, and so do the layers.
StorageType StorageOf(Files files, const std::string& name) {
  if (files == Files::kF32) return StorageType::kF32;
  if (files == Files::kBF16) return StorageType::kBF16;
  if (files == Files::kF16 || name.starts_with("blk.1.")) return StorageType::kF16;
  for (const char* q8 : {"attn_q.", "ffn_up."}) {
    if (name.find(q8) != std::string::npos) return StorageType::kQ8_0;
  }
  for (const char* bf16 : {"attn_v.", "ffn_gate.", "ffn_down."}) {
    if (name.find(bf16) != std::string::npos) return StorageType::kBF16;
  }
  return StorageType::kF16;
}

std::unique_ptr<testing::MemoryTensorSource> MakeSource(Files files) {
  auto source = testing::SmallSource();
  EXPECT_TRUE(source.ok()) << Message(source.status());
  std::vector<std::string> matrices;
  for (const weights::TensorInfo& info : (*source)->tensors()) {
    if (info.dims.size() == 2) matrices.push_back(info.name);
  }
  for (const std::string& name : matrices) {
    EXPECT_TRUE((*source)->Convert(name, StorageOf(files, name)).ok()) << name;
  }
  return *std::move(source);
}

// The logits of every token of a text, each fed by itself.
std::vector<float> TeacherForced(model::LoweringKind kind, Files files) {
  const auto plugin = pjrt::Plugin::Load(RUNG_BUILD_DIR "/lib/rung/plugins/lammps_jax_pjrt_cpu.so");
  EXPECT_TRUE(plugin.ok()) << Message(plugin.status());
  const auto device = SmallDevice::Create(**plugin, kind, MakeSource(files));
  EXPECT_TRUE(device.ok()) << Message(device.status());
  (*device)->ResetPrograms();
  EXPECT_TRUE((*device)->ResetRunner({32}).ok());
  const auto row = (*device)->runner->AllocateRow(32);
  EXPECT_TRUE(row.ok()) << Message(row.status());
  std::vector<float> all;
  for (int64_t position = 0; position < 32; ++position) {
    const DecodeInput input{*row, static_cast<TokenId>(position * 7 % 11), position};
    const auto logits = (*device)->runner->Decode({&input, 1});
    EXPECT_TRUE(logits.ok()) << Message(logits.status());
    if (logits.ok()) all.insert(all.end(), logits->values.begin(), logits->values.end());
  }
  return all;
}

double Distance(const std::vector<float>& a, const std::vector<float>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    most = std::max(most, std::abs(static_cast<double>(a[i]) - b[i]));
  }
  return most;
}

class WeightFormatsTest : public ::testing::TestWithParam<Files> {};

TEST_P(WeightFormatsTest, NothingIsRoundedOnTheKernelLowering) {
  const std::vector<float> exact = TeacherForced(model::LoweringKind::kPortable, GetParam());
  const std::vector<float> actual = TeacherForced(model::LoweringKind::kKernel, GetParam());
  EXPECT_LT(Distance(actual, exact), 2e-5);
  if (GetParam() == Files::kBF16) return;
  // What that bound tells from weights rounded to eight bits.
  const std::vector<float> rounded = TeacherForced(model::LoweringKind::kKernel, Files::kBF16);
  EXPECT_GT(Distance(rounded, exact), 1e-3);
}

TEST_P(WeightFormatsTest, ARowsLogitsAreTheSameBitsHoweverTheyAreMade) {
  const auto source = MakeSource(GetParam());
  const auto device =
      KernelDevice::Create(nullptr, testing::SmallConfig(), DType::kF16, source.get());
  ASSERT_TRUE(device.ok()) << Message(device.status());
  const std::vector<TokenId> prompt = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8};
  const std::vector<TokenId> others = {2, 7, 1, 8, 2, 8};
  std::vector<float> first;
  for (const kernels::KernelTable* table : kernels::AttainableKernels()) {
    for (const int threads : {1, 3}) {
      for (const int64_t chunk : {1, 4, 16, 32}) {
        ASSERT_TRUE((*device)->ResetRunner({20, 48}, threads, *table).ok());
        const RowId neighbour = *(*device)->runner->AllocateRow(20);
        ASSERT_TRUE((*device)->Feed(neighbour, others, 0, 4).ok());
        const RowId row = *(*device)->runner->AllocateRow(chunk == 4 ? 20 : 48);
        const auto prefilled = (*device)->Feed(row, prompt, 0, chunk);
        ASSERT_TRUE(prefilled.ok()) << Message(prefilled.status());
        std::vector<DecodeInput> inputs = {{row, 7, 19}};
        if (chunk > 1) inputs.insert(inputs.begin(), {neighbour, 1, 6});
        const auto step = (*device)->Step(inputs);
        ASSERT_TRUE(step.ok()) << Message(step.status());
        std::vector<float> all = *prefilled;
        all.insert(all.end(), step->back().begin(), step->back().end());
        if (first.empty()) first = all;
        ASSERT_EQ(all.size(), first.size());
        EXPECT_EQ(std::memcmp(all.data(), first.data(), 4 * all.size()), 0)
            << table->name << ", " << threads << " threads, chunk " << chunk;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, WeightFormatsTest,
                         ::testing::Values(Files::kF32, Files::kF16, Files::kBF16, Files::kMixed),
                         [](const auto& info) -> std::string {
                           switch (info.param) {
                             case Files::kF32:
                               return "F32";
                             case Files::kF16:
                               return "F16";
                             case Files::kBF16:
                               return "BF16";
                             case Files::kMixed:
                               return "Mixed";
                           }
                           return "unknown";
                         });

}  // namespace
}  // namespace rung::runtime

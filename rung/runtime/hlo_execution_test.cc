// What the text of each operation means, on a real plugin, against numbers worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "rung/base/status.h"
#include "rung/hlo/contraction_ops.h"
#include "rung/hlo/elementwise_ops.h"
#include "rung/hlo/graph_builder.h"
#include "rung/hlo/index_ops.h"
#include "rung/hlo/shape_ops.h"
#include "rung/pjrt/client.h"
#include "rung/runtime/tensor_type.h"
#include "rung/runtime/testing/tiny_device.h"

namespace rung::runtime {
namespace {

using hlo::GraphBuilder;
using hlo::TensorType;
using hlo::Value;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::FloatNear;
using ::testing::Pointwise;

TensorType F32(std::vector<int64_t> dims) { return {DType::kF32, std::move(dims)}; }
TensorType S32(std::vector<int64_t> dims) { return {DType::kS32, std::move(dims)}; }

class HloExecutionTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto client = testing::TestClient();
    ASSERT_TRUE(client.ok()) << Message(client.status());
    client_ = *std::move(client);
  }
  static void TearDownTestSuite() { client_.reset(); }
  void SetUp() override { ASSERT_NE(client_, nullptr); }

  // Starts a graph; Floats and Ints add arguments with their values.
  HloExecutionTest() : graph_("test") {}

  Value Floats(const std::vector<float>& values, std::vector<int64_t> dims) {
    return Input(values, F32(std::move(dims)));
  }
  Value Ints(const std::vector<int32_t>& values, std::vector<int64_t> dims) {
    return Input(values, S32(std::move(dims)));
  }

  // Compiles and runs the graph; the result converted to f32 where it is not.
  std::vector<float> Run(Value result) {
    const Value wide = hlo::Convert(result, DType::kF32);
    const absl::StatusOr<std::string> text = graph_.Finish({wide});
    EXPECT_TRUE(text.ok()) << Message(text.status());
    if (!text.ok()) return {};
    const auto executable = client_->Compile(*text, specs_);
    EXPECT_TRUE(executable.ok()) << Message(executable.status()) << *text;
    if (!executable.ok()) return {};
    std::vector<const pjrt::Buffer*> arguments;
    for (const pjrt::Buffer& buffer : buffers_) arguments.push_back(&buffer);
    const auto outcome = (*executable)->Execute(arguments);
    EXPECT_TRUE(outcome.ok()) << Message(outcome.status());
    if (!outcome.ok()) return {};
    std::vector<float> values(wide.type().NumElements());
    const absl::Status status = outcome->results[0].ToHost(std::span(values));
    EXPECT_TRUE(status.ok()) << Message(status);
    return values;
  }

  GraphBuilder graph_;

 private:
  template <typename T>
  Value Input(const std::vector<T>& values, TensorType type) {
    const pjrt::BufferType buffer_type = ToBufferType(type);
    auto buffer = client_->BufferFromHost(std::span<const T>(values), buffer_type);
    EXPECT_TRUE(buffer.ok()) << Message(buffer.status());
    if (buffer.ok()) buffers_.push_back(*std::move(buffer));
    const std::string name = "x" + std::to_string(specs_.size());
    specs_.push_back({buffer_type});
    return graph_.Argument(name, std::move(type));
  }

  static std::unique_ptr<pjrt::Client> client_;
  std::vector<pjrt::ArgumentSpec> specs_;
  std::vector<pjrt::Buffer> buffers_;
};

std::unique_ptr<pjrt::Client> HloExecutionTest::client_;

// One result with every binary operation, so that there is one compile.
TEST_F(HloExecutionTest, Arithmetic) {
  const Value x = Floats({6, -3}, {2});
  const Value y = Floats({2, 4}, {2});
  std::vector<Value> parts = {hlo::Add(x, y)};
  parts.push_back(hlo::Subtract(x, y));
  parts.push_back(hlo::Multiply(x, y));
  parts.push_back(hlo::Divide(x, y));
  parts.push_back(hlo::Maximum(x, y));
  parts.push_back(hlo::Minimum(x, y));
  parts.push_back(hlo::Power(x, y));
  parts.push_back(hlo::Negate(x));
  parts.push_back(hlo::OptimizationBarrier(x));
  EXPECT_THAT(
      Run(hlo::Concatenate(parts, 0)),
      Pointwise(FloatNear(1e-4F), {8.0F, 1.0F, 4.0F, -7.0F, 12.0F, -12.0F, 3.0F, -0.75F, 6.0F, 4.0F,
                                   2.0F, -3.0F, 36.0F, 81.0F, -6.0F, 3.0F, 6.0F, -3.0F}));
}

TEST_F(HloExecutionTest, Functions) {
  const Value x = Floats({0.25F, 1.0F, 4.0F}, {3});
  std::vector<Value> parts = {hlo::Exponential(x)};
  parts.push_back(hlo::Rsqrt(x));
  parts.push_back(hlo::Logistic(x));
  parts.push_back(hlo::Cosine(x));
  parts.push_back(hlo::Sine(x));
  parts.push_back(hlo::Tanh(x));
  EXPECT_THAT(Run(hlo::Concatenate(parts, 0)),
              Pointwise(FloatNear(1e-4F),
                        {1.284025F, 2.718282F, 54.59815F, 2.0F, 1.0F, 0.5F, 0.562177F, 0.731059F,
                         0.982014F, 0.968912F, 0.540302F, -0.653644F, 0.247404F, 0.841471F,
                         -0.756802F, 0.244919F, 0.761594F, 0.999329F}));
}

// Rotary angles reach the window: thousands of radians.
TEST_F(HloExecutionTest, CosineAndSineOfLargeAngles) {
  const std::vector<float> angles = {8191.0F, 5000.5F, 1234.567F, 131071.0F};
  const Value x = Floats(angles, {4});
  std::vector<Value> parts = {hlo::Cosine(x)};
  parts.push_back(hlo::Sine(x));
  std::vector<float> expected;
  for (const float a : angles)
    expected.push_back(static_cast<float>(std::cos(static_cast<double>(a))));
  for (const float a : angles)
    expected.push_back(static_cast<float>(std::sin(static_cast<double>(a))));
  EXPECT_THAT(Run(hlo::Concatenate(parts, 0)), Pointwise(FloatNear(1e-6F), expected));
}

TEST_F(HloExecutionTest, CompareSelectAndLogic) {
  const Value x = Ints({1, 2, 3}, {3});
  const Value y = Ints({2, 2, 2}, {3});
  const Value one = hlo::ConstantLike(x, 1);
  const Value zero = hlo::ConstantLike(x, 0);
  std::vector<Value> parts;
  for (const hlo::Comparison comparison :
       {hlo::Comparison::kEqual, hlo::Comparison::kNotEqual, hlo::Comparison::kLess,
        hlo::Comparison::kLessEqual, hlo::Comparison::kGreater, hlo::Comparison::kGreaterEqual}) {
    parts.push_back(hlo::Select(hlo::Compare(comparison, x, y), one, zero));
  }
  const Value low = hlo::Compare(hlo::Comparison::kLessEqual, x, y);
  const Value high = hlo::Compare(hlo::Comparison::kGreaterEqual, x, y);
  parts.push_back(hlo::Convert(hlo::And(low, high), DType::kS32));
  parts.push_back(hlo::Convert(hlo::Or(low, high), DType::kS32));
  EXPECT_THAT(Run(hlo::Concatenate(parts, 0)),
              ElementsAre(0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 1, 1, 1));
}

TEST_F(HloExecutionTest, ConstantsReadBackExactly) {
  const std::vector<float> values = {1e-5F, 0.1F, -3.4028235e38F, 1.17549435e-38F, 16777217.0F};
  std::vector<Value> parts = {hlo::ConstantVector(graph_, values)};
  parts.push_back(hlo::Constant(graph_, -std::numeric_limits<double>::infinity(), F32({1})));
  parts.push_back(hlo::Convert(hlo::Constant(graph_, 0.1, {DType::kBF16, {1}}), DType::kF32));
  parts.push_back(hlo::Convert(hlo::Constant(graph_, 0.1, {DType::kF16, {1}}), DType::kF32));
  parts.push_back(hlo::Convert(hlo::Constant(graph_, -7, S32({1})), DType::kF32));
  parts.push_back(hlo::Convert(hlo::Constant(graph_, 1, {DType::kPred, {1}}), DType::kF32));
  std::vector<float> expected = values;
  expected.insert(expected.end(), {-std::numeric_limits<float>::infinity(), 0.10009765625F,
                                   0.0999755859375F, -7.0F, 1.0F});
  EXPECT_THAT(Run(hlo::Concatenate(parts, 0)), ElementsAreArray(expected));
}

TEST_F(HloExecutionTest, Iota) {
  EXPECT_THAT(Run(hlo::Iota(graph_, S32({2, 3}), 1)), ElementsAre(0, 1, 2, 0, 1, 2));
}

TEST_F(HloExecutionTest, Shapes) {
  const Value x = Floats({1, 2, 3, 4, 5, 6}, {2, 3});
  const Value scalar = Floats({9}, {});
  std::vector<Value> parts = {hlo::Reshape(hlo::Transpose(x, {1, 0}), {6})};
  parts.push_back(hlo::Reshape(hlo::Slice(x, {0, 1}, {2, 3}), {4}));
  parts.push_back(hlo::Reshape(hlo::SliceAxis(x, 0, 1, 2), {3}));
  const Value row = hlo::Reshape(hlo::SliceAxis(x, 0, 0, 1), {3});
  parts.push_back(hlo::Reshape(hlo::BroadcastInDim(row, {3, 2}, {0}), {6}));
  parts.push_back(hlo::Broadcast(scalar, {2}));
  const Value wide = hlo::Concatenate(std::vector<Value>{x, x}, 1);
  parts.push_back(hlo::Reshape(wide, {12}));
  EXPECT_THAT(Run(hlo::Concatenate(parts, 0)),
              ElementsAre(1, 4, 2, 5, 3, 6,                      // transpose
                          2, 3, 5, 6,                            // slice
                          4, 5, 6,                               // slice of an axis
                          1, 1, 2, 2, 3, 3,                      // broadcast_in_dim
                          9, 9,                                  // broadcast
                          1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6));  // concatenate
}

TEST_F(HloExecutionTest, DynamicIndices) {
  const Value x = Floats({1, 2, 3, 4, 5, 6}, {3, 2});
  const Value update = Floats({7, 8}, {1, 2});
  const Value at = Ints({1}, {});
  const Value zero = hlo::ConstantLike(at, 0);
  const std::vector<Value> starts = {at, zero};
  std::vector<Value> parts = {hlo::DynamicSlice(x, starts, {2, 1})};
  parts[0] = hlo::Reshape(parts[0], {2});
  parts.push_back(hlo::Reshape(hlo::DynamicUpdateSlice(x, update, starts), {6}));
  parts.push_back(hlo::Reshape(hlo::GatherRows(x, Ints({2, 0, 2}, {3})), {6}));
  EXPECT_THAT(Run(hlo::Concatenate(parts, 0)),
              ElementsAre(3, 5, 1, 2, 7, 8, 5, 6, 5, 6, 1, 2, 5, 6));
}

// The behaviour that callers guard against: a start past the end moves back, silently.
TEST_F(HloExecutionTest, DynamicStartsAreClamped) {
  const Value x = Floats({1, 2, 3, 4}, {4});
  const Value start = Ints({3}, {});
  const Value update = Floats({8, 9}, {2});
  EXPECT_THAT(Run(hlo::DynamicUpdateSlice(x, update, std::vector<Value>{start})),
              ElementsAre(1, 2, 8, 9));
}

TEST_F(HloExecutionTest, Reductions) {
  const Value x = Floats({1, 2, 3, 4, 5, 6, -7, -8}, {2, 2, 2});
  std::vector<Value> parts = {hlo::ReduceSum(x, {0, 2})};
  parts.push_back(hlo::ReduceMax(x, {1, 2}));
  EXPECT_THAT(Run(hlo::Concatenate(parts, 0)), ElementsAre(14, -8, 4, 6));
}

TEST_F(HloExecutionTest, Products) {
  const Value x = Floats({1, 2, 3, 4}, {2, 2});
  const Value y = Floats({5, 6, 7, 8}, {2, 2});
  std::vector<Value> parts = {
      hlo::DotGeneral(x, y, {.lhs_contracting = {1}, .rhs_contracting = {1}})};
  parts.push_back(hlo::DotGeneral(x, y, {.lhs_contracting = {1}, .rhs_contracting = {0}},
                                  {.precision = hlo::Precision::kHighest}));
  for (Value& part : parts) part = hlo::Reshape(part, {4});
  // Row i of x with row i of y.
  parts.push_back(hlo::DotGeneral(
      x, y,
      {.lhs_batching = {0}, .rhs_batching = {0}, .lhs_contracting = {1}, .rhs_contracting = {1}}));
  const Value narrow = hlo::Convert(x, DType::kBF16);
  parts.push_back(
      hlo::Reshape(hlo::DotGeneral(narrow, narrow, {.lhs_contracting = {1}, .rhs_contracting = {1}},
                                   {.result_dtype = DType::kF32}),
                   {4}));
  EXPECT_THAT(Run(hlo::Concatenate(parts, 0)),
              ElementsAre(17, 23, 39, 53, 19, 22, 43, 50, 17, 53, 5, 11, 11, 25));
}

}  // namespace
}  // namespace rung::runtime

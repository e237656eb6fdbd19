// Text and errors of every operation. That the text means what it says is tested on plugins.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "rung/hlo/contraction_ops.h"
#include "rung/hlo/elementwise_ops.h"
#include "rung/hlo/index_ops.h"
#include "rung/hlo/shape_ops.h"
#include "rung/hlo/testing/graph_text.h"

namespace rung::hlo {
namespace {

using testing::Emitted;
using testing::F32;
using testing::Pred;
using testing::S32;

// The arguments that cases pick from.
struct Inputs {
  explicit Inputs(GraphBuilder& graph)
      : graph(graph),
        x(graph.Argument("x", F32({2, 3}))),
        y(graph.Argument("y", F32({2, 3}))),
        z(graph.Argument("z", F32({4, 3}))),
        cache(graph.Argument("cache", F32({2, 5, 3}))),
        i(graph.Argument("i", S32({}))),
        ids(graph.Argument("ids", S32({6}))),
        n(graph.Argument("n", S32({2, 3}))),
        p(graph.Argument("p", Pred({2, 3}))),
        s(graph.Argument("s", F32({}))),
        h(graph.Argument("h", {DType::kBF16, {2, 3}})) {}
  GraphBuilder& graph;
  Value x, y, z, cache, i, ids, n, p, s, h;
};

struct Case {
  std::string expected;  // text after "%0 = ", or an error
  std::function<Value(Inputs&)> make;
};

void Check(const std::vector<Case>& cases, std::string_view prefix) {
  for (const Case& c : cases) {
    GraphBuilder graph("g");
    Inputs inputs(graph);
    EXPECT_EQ(Emitted(graph, {c.make(inputs)}), std::string(prefix) + c.expected);
  }
}

TEST(ElementwiseOpsTest, Text) {
  const std::string f = " : tensor<2x3xf32>";
  Check({{"stablehlo.add %x, %y" + f, [](Inputs& in) { return Add(in.x, in.y); }},
         {"stablehlo.subtract %x, %y" + f, [](Inputs& in) { return Subtract(in.x, in.y); }},
         {"stablehlo.multiply %x, %y" + f, [](Inputs& in) { return Multiply(in.x, in.y); }},
         {"stablehlo.divide %x, %y" + f, [](Inputs& in) { return Divide(in.x, in.y); }},
         {"stablehlo.maximum %x, %y" + f, [](Inputs& in) { return Maximum(in.x, in.y); }},
         {"stablehlo.minimum %x, %y" + f, [](Inputs& in) { return Minimum(in.x, in.y); }},
         {"stablehlo.power %x, %y" + f, [](Inputs& in) { return Power(in.x, in.y); }},
         {"stablehlo.negate %x" + f, [](Inputs& in) { return Negate(in.x); }},
         {"stablehlo.exponential %x" + f, [](Inputs& in) { return Exponential(in.x); }},
         {"stablehlo.rsqrt %x" + f, [](Inputs& in) { return Rsqrt(in.x); }},
         {"stablehlo.logistic %x" + f, [](Inputs& in) { return Logistic(in.x); }},
         {"stablehlo.cosine %x" + f, [](Inputs& in) { return Cosine(in.x); }},
         {"stablehlo.sine %x" + f, [](Inputs& in) { return Sine(in.x); }},
         {"stablehlo.tanh %x" + f, [](Inputs& in) { return Tanh(in.x); }},
         {"stablehlo.and %p, %p : tensor<2x3xi1>", [](Inputs& in) { return And(in.p, in.p); }},
         {"stablehlo.or %n, %n : tensor<2x3xi32>", [](Inputs& in) { return Or(in.n, in.n); }},
         {"stablehlo.compare LE, %n, %n : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>",
          [](Inputs& in) { return Compare(Comparison::kLessEqual, in.n, in.n); }},
         {"stablehlo.select %p, %x, %y : tensor<2x3xi1>, tensor<2x3xf32>",
          [](Inputs& in) { return Select(in.p, in.x, in.y); }},
         {"stablehlo.convert %x : (tensor<2x3xf32>) -> tensor<2x3xbf16>",
          [](Inputs& in) { return Convert(in.x, DType::kBF16); }},
         {"stablehlo.optimization_barrier %p : tensor<2x3xi1>",
          [](Inputs& in) { return OptimizationBarrier(in.p); }}},
        "%0 = ");
}

TEST(ElementwiseOpsTest, Constants) {
  Check({{"stablehlo.constant dense<2.5e-01> : tensor<2xf32>",
          [](Inputs& in) { return Constant(in.graph, 0.25, F32({2})); }},
         {"stablehlo.constant dense<-7> : tensor<i32>",
          [](Inputs& in) { return Constant(in.graph, -7, S32({})); }},
         {"stablehlo.constant dense<true> : tensor<i1>",
          [](Inputs& in) { return Constant(in.graph, 1, Pred({})); }},
         {"stablehlo.constant dense<0xFF80> : tensor<2x3xbf16>",
          [](Inputs& in) { return ConstantLike(in.h, -1e300); }},
         {"stablehlo.constant dense<[1.0e+00, 5.0e-01]> : tensor<2xf32>",
          [](Inputs& in) {
            return ConstantVector(in.graph, std::vector<float>{1, 0.5});
          }}},
        "%0 = ");
}

TEST(ElementwiseOpsTest, Errors) {
  Check({{"add in graph g: operand rhs is tensor<4x3xf32>, expected tensor<2x3xf32> as lhs",
          [](Inputs& in) { return Add(in.x, in.z); }},
         {"multiply in graph g: operand rhs is tensor<2x3xbf16>, expected tensor<2x3xf32> as lhs",
          [](Inputs& in) { return Multiply(in.x, in.h); }},
         {"add in graph g: operand lhs is tensor<2x3xi1>, expected numbers",
          [](Inputs& in) { return Add(in.p, in.p); }},
         {"and in graph g: operand lhs is tensor<2x3xf32>, expected predicates or integers",
          [](Inputs& in) { return And(in.x, in.y); }},
         {"cosine in graph g: operand is tensor<2x3xi32>, expected floats",
          [](Inputs& in) { return Cosine(in.n); }},
         {"compare in graph g: operand rhs is tensor<2x3xi32>, expected tensor<2x3xf32> as lhs",
          [](Inputs& in) { return Compare(Comparison::kLess, in.x, in.n); }},
         {"select in graph g: operand pred is tensor<2x3xf32>, expected i1 in the shape of "
          "tensor<2x3xf32> or a scalar",
          [](Inputs& in) { return Select(in.x, in.x, in.y); }},
         {"select in graph g: operand on_false is tensor<4x3xf32>, expected tensor<2x3xf32> as "
          "on_true",
          [](Inputs& in) { return Select(in.p, in.x, in.z); }},
         {"add in graph g: operand rhs is not a value",
          [](Inputs& in) { return Add(in.x, Value()); }},
         {"constant in graph g: 0.5 is no value of i32",
          [](Inputs& in) { return ConstantLike(in.i, 0.5); }},
         {"constant in graph g: 256 is no value of ui8",
          [](Inputs& in) {
            return Constant(in.graph, 256, {DType::kU8, {}});
          }},
         {"constant in graph g: a vector without elements",
          [](Inputs& in) { return ConstantVector(in.graph, {}); }}},
        "");
}

TEST(ShapeOpsTest, Text) {
  Check({{"stablehlo.iota dim = 1 : tensor<2x3xi32>",
          [](Inputs& in) {
            return Iota(in.graph, S32({2, 3}), 1);
          }},
         {"stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>",
          [](Inputs& in) { return Reshape(in.x, {6}); }},
         {"stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x7x3xf32>",
          [](Inputs& in) {
            return BroadcastInDim(in.x, {2, 7, 3}, {0, 2});
          }},
         {"stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>",
          [](Inputs& in) { return Broadcast(in.s, {4}); }},
         {"stablehlo.transpose %cache, dims = [2, 0, 1] : (tensor<2x5x3xf32>) -> tensor<3x2x5xf32>",
          [](Inputs& in) {
            return Transpose(in.cache, {2, 0, 1});
          }},
         {"stablehlo.slice %x [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>",
          [](Inputs& in) { return SliceAxis(in.x, 1, 1, 3); }},
         {"stablehlo.concatenate %x, %z, dim = 0 : (tensor<2x3xf32>, tensor<4x3xf32>) -> "
          "tensor<6x3xf32>",
          [](Inputs& in) {
            return Concatenate(std::vector<Value>{in.x, in.z}, 0);
          }}},
        "%0 = ");
}

TEST(ShapeOpsTest, WhatChangesNothingEmitsNothing) {
  Check({{"",
          [](Inputs& in) {
            return Reshape(in.x, {2, 3});
          }},
         {"", [](Inputs& in) { return SliceAxis(in.x, 0, 0, 2); }},
         {"", [](Inputs& in) { return Convert(in.x, DType::kF32); }}},
        "");
}

TEST(ShapeOpsTest, Errors) {
  Check({{"iota in graph g: axis 2 of tensor<2x3xi32>",
          [](Inputs& in) {
            return Iota(in.graph, S32({2, 3}), 2);
          }},
         {"reshape in graph g: operand is tensor<2x3xf32>, which cannot become tensor<7xf32>",
          [](Inputs& in) { return Reshape(in.x, {7}); }},
         {"reshape in graph g: operand is tensor<2x3xf32>, which cannot become tensor<-2x-3xf32>",
          [](Inputs& in) {
            return Reshape(in.x, {-2, -3});
          }},
         {"broadcast_in_dim in graph g: operand is tensor<2x3xf32>, which dims = [0, 1] do not "
          "spread over tensor<2x4xf32>",
          [](Inputs& in) {
            return BroadcastInDim(in.x, {2, 4}, {0, 1});
          }},
         {"broadcast_in_dim in graph g: operand is tensor<2x3xf32>, which dims = [1, 0] do not "
          "spread over tensor<3x2xf32>",
          [](Inputs& in) {
            return BroadcastInDim(in.x, {3, 2}, {1, 0});
          }},
         {"transpose in graph g: operand is tensor<2x3xf32>, which [0, 0] does not permute",
          [](Inputs& in) {
            return Transpose(in.x, {0, 0});
          }},
         {"slice in graph g: operand is tensor<2x3xf32>, which has no range [0, 1] to [2, 4]",
          [](Inputs& in) {
            return Slice(in.x, {0, 1}, {2, 4});
          }},
         {"slice in graph g: operand is tensor<2x3xf32>, which has no axis 2",
          [](Inputs& in) { return SliceAxis(in.x, 2, 0, 1); }},
         {"concatenate in graph g: operand 1 is tensor<4x3xf32>, expected tensor<2x3xf32> but for "
          "axis 1",
          [](Inputs& in) {
            return Concatenate(std::vector<Value>{in.x, in.z}, 1);
          }},
         {"concatenate in graph g: operand 0 is tensor<2x3xf32>, which has no axis 2",
          [](Inputs& in) { return Concatenate(std::vector<Value>{in.x}, 2); }}},
        "");
}

TEST(IndexOpsTest, Text) {
  Check({{"stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i32>, "
          "tensor<i32>) -> tensor<1x3xf32>",
          [](Inputs& in) {
            return DynamicSlice(in.x, std::vector<Value>{in.i, in.i}, {1, 3});
          }},
         {"stablehlo.dynamic_update_slice %z, %x, %i, %i : (tensor<4x3xf32>, tensor<2x3xf32>, "
          "tensor<i32>, tensor<i32>) -> tensor<4x3xf32>",
          [](Inputs& in) {
            return DynamicUpdateSlice(in.z, in.x, std::vector<Value>{in.i, in.i});
          }},
         {"\"stablehlo.gather\"(%z, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = "
          "[1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
          "indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf32>, "
          "tensor<6xi32>) -> tensor<6x3xf32>",
          [](Inputs& in) { return GatherRows(in.z, in.ids); }}},
        "%0 = ");
}

TEST(IndexOpsTest, Errors) {
  Check(
      {{"dynamic_slice in graph g: 1 start_indices for operand tensor<2x3xf32>",
        [](Inputs& in) {
          return DynamicSlice(in.x, std::vector<Value>{in.i}, {1, 3});
        }},
       {"dynamic_slice in graph g: operand start_indices 1 is tensor<f32>, expected an integer "
        "scalar as the others",
        [](Inputs& in) {
          return DynamicSlice(in.x, std::vector<Value>{in.i, in.s}, {1, 3});
        }},
       {"dynamic_slice in graph g: operand is tensor<2x3xf32>, which has no slice of sizes [1, 4]",
        [](Inputs& in) {
          return DynamicSlice(in.x, std::vector<Value>{in.i, in.i}, {1, 4});
        }},
       {"dynamic_update_slice in graph g: operand update is tensor<4x3xf32>, which does not fit "
        "in tensor<2x3xf32>",
        [](Inputs& in) {
          return DynamicUpdateSlice(in.x, in.z, std::vector<Value>{in.i, in.i});
        }},
       {"dynamic_update_slice in graph g: operand start_indices 1 is not a value of this graph",
        [](Inputs& in) {
          return DynamicUpdateSlice(in.z, in.x, std::vector<Value>{in.i, Value()});
        }},
       {"gather in graph g: operand is tensor<2x5x3xf32>, expected [rows, width]",
        [](Inputs& in) { return GatherRows(in.cache, in.ids); }},
       {"gather in graph g: operand start_indices is tensor<2x3xf32>, expected integers in one "
        "axis",
        [](Inputs& in) { return GatherRows(in.z, in.x); }}},
      "");
}

TEST(ContractionOpsTest, Reduce) {
  Check({{"%0 = stablehlo.constant dense<0.0e+00> : tensor<f32>\n"
          "%1 = stablehlo.reduce(%cache init: %0) applies stablehlo.add across dimensions = [0, 2] "
          ": (tensor<2x5x3xf32>, tensor<f32>) -> tensor<5xf32>",
          [](Inputs& in) {
            return ReduceSum(in.cache, {0, 2});
          }},
         {"%0 = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
          "%1 = stablehlo.reduce(%x init: %0) applies stablehlo.maximum across dimensions = [1] : "
          "(tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>",
          [](Inputs& in) { return ReduceMax(in.x, {1}); }},
         {"reduce in graph g: operand inputs is tensor<2x3xf32>, which has no axes [2]",
          [](Inputs& in) { return ReduceSum(in.x, {2}); }},
         {"reduce in graph g: operand inputs is tensor<2x3xf32>, which has no axes []",
          [](Inputs& in) { return ReduceSum(in.x, {}); }},
         {"reduce in graph g: operand inputs is tensor<2x3xi32>, expected numbers for add, floats "
          "for maximum",
          [](Inputs& in) { return ReduceMax(in.n, {0}); }}},
        "");
}

TEST(ContractionOpsTest, DotGeneral) {
  Check(
      {{"%0 = stablehlo.dot_general %x, %z, contracting_dims = [1] x [1] : (tensor<2x3xf32>, "
        "tensor<4x3xf32>) -> tensor<2x4xf32>",
        [](Inputs& in) {
          return DotGeneral(in.x, in.z, {.lhs_contracting = {1}, .rhs_contracting = {1}});
        }},
       {"%0 = stablehlo.dot_general %x, %z, contracting_dims = [1] x [1], precision = [HIGHEST, "
        "HIGHEST] : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>",
        [](Inputs& in) {
          return DotGeneral(in.x, in.z, {.lhs_contracting = {1}, .rhs_contracting = {1}},
                            {.precision = Precision::kHighest});
        }},
       {"%0 = stablehlo.dot_general %x, %cache, batching_dims = [0] x [0], contracting_dims = [1] "
        "x [2] : (tensor<2x3xf32>, tensor<2x5x3xf32>) -> tensor<2x5xf32>",
        [](Inputs& in) {
          return DotGeneral(in.x, in.cache,
                            {.lhs_batching = {0},
                             .rhs_batching = {0},
                             .lhs_contracting = {1},
                             .rhs_contracting = {2}});
        }},
       {"%0 = stablehlo.dot_general %h, %h, contracting_dims = [1] x [1] : (tensor<2x3xbf16>, "
        "tensor<2x3xbf16>) -> tensor<2x2xf32>",
        [](Inputs& in) {
          return DotGeneral(in.h, in.h, {.lhs_contracting = {1}, .rhs_contracting = {1}},
                            {.result_dtype = DType::kF32});
        }}},
      "");
}

TEST(ContractionOpsTest, DotGeneralErrors) {
  const std::string prefix = "dot_general in graph g: ";
  Check(
      {{prefix + "operand rhs is tensor<2x3xbf16>, expected numbers of one element type with lhs, "
                 "tensor<2x3xf32>",
        [](Inputs& in) {
          return DotGeneral(in.x, in.h, {.lhs_contracting = {1}, .rhs_contracting = {1}});
        }},
       {prefix + "operand rhs is tensor<4x3xf32>, whose contracting axis 0 differs from axis 1 of "
                 "lhs, tensor<2x3xf32>",
        [](Inputs& in) {
          return DotGeneral(in.x, in.z, {.lhs_contracting = {1}, .rhs_contracting = {0}});
        }},
       {prefix + "operand lhs is tensor<2x3xf32>, which has no batching axes [1] and contracting "
                 "axes [1]",
        [](Inputs& in) {
          return DotGeneral(in.x, in.z,
                            {.lhs_batching = {1},
                             .rhs_batching = {1},
                             .lhs_contracting = {1},
                             .rhs_contracting = {0}});
        }},
       {prefix + "operand rhs is tensor<4x3xf32>, which has no batching axes [] and contracting "
                 "axes [2]",
        [](Inputs& in) {
          return DotGeneral(in.x, in.z, {.lhs_contracting = {1}, .rhs_contracting = {2}});
        }},
       {prefix + "1 contracting axes of lhs against 0 of rhs",
        [](Inputs& in) { return DotGeneral(in.x, in.z, {.lhs_contracting = {1}}); }}},
      "");
}

}  // namespace
}  // namespace rung::hlo

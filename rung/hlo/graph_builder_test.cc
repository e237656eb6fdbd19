#include "rung/hlo/graph_builder.h"

#include <gtest/gtest.h>

#include "rung/hlo/custom_call.h"
#include "rung/hlo/elementwise_ops.h"
#include "rung/hlo/shape_ops.h"
#include "rung/hlo/testing/graph_text.h"

namespace rung::hlo {
namespace {

using testing::F32;

std::string ErrorOf(GraphBuilder& graph, std::initializer_list<Value> results) {
  const absl::StatusOr<std::string> text = graph.Finish(results);
  return text.ok() ? "no error" : std::string(Message(text.status()));
}

TEST(GraphBuilderTest, WritesAModule) {
  GraphBuilder graph("step");
  const Value x = graph.Argument("x", F32({2, 3}));
  const Value cache = graph.Argument("cache", F32({2, 3}), {.aliased_result = 0});
  const Value sum = Add(cache, x);
  const absl::StatusOr<std::string> text = graph.Finish({sum, Negate(sum)});
  ASSERT_TRUE(text.ok()) << Message(text.status());
  EXPECT_EQ(*text,
            "module @step {\n"
            "  func.func public @main(\n"
            "      %x: tensor<2x3xf32>,\n"
            "      %cache: tensor<2x3xf32> {tf.aliasing_output = 0 : i32}\n"
            "  ) -> (tensor<2x3xf32>, tensor<2x3xf32>) {\n"
            "    %0 = stablehlo.add %cache, %x : tensor<2x3xf32>\n"
            "    %1 = stablehlo.negate %0 : tensor<2x3xf32>\n"
            "    return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>\n"
            "  }\n"
            "}\n");
}

TEST(GraphBuilderTest, TheFirstErrorSticksThroughWhatFollows) {
  GraphBuilder graph("broken");
  const Value x = graph.Argument("x", F32({2, 3}));
  const Value y = graph.Argument("y", F32({3, 2}));
  const Value bad = Add(x, y);
  EXPECT_FALSE(bad.valid());
  EXPECT_EQ(bad.rank(), 0);
  EXPECT_EQ(bad.dim(5), 1);
  const Value worse = Reshape(Multiply(bad, x), {7});
  const Value unrelated = Transpose(x, {0, 0});
  EXPECT_EQ(ErrorOf(graph, {worse, unrelated}),
            "add in graph broken: operand rhs is tensor<3x2xf32>, expected tensor<2x3xf32> as lhs");
}

TEST(GraphBuilderTest, RefusesBadNamesAndTypes) {
  GraphBuilder bad_module("1x");
  const Value x = bad_module.Argument("x", F32({1}));
  EXPECT_EQ(ErrorOf(bad_module, {x}), "module in graph 1x: \"1x\" is not an identifier");

  GraphBuilder dotted("g");
  EXPECT_EQ(ErrorOf(dotted, {dotted.Argument("a.b", F32({1}))}),
            "argument in graph g: name \"a.b\" is not an identifier");

  GraphBuilder twice("g");
  const Value first = twice.Argument("x", F32({1}));
  twice.Argument("x", F32({1}));
  EXPECT_EQ(ErrorOf(twice, {first}), "argument in graph g: the name x is taken");

  GraphBuilder empty("g");
  EXPECT_EQ(ErrorOf(empty, {empty.Argument("x", F32({2, 0}))}),
            "argument in graph g: x has the empty type tensor<2x0xf32>");
}

TEST(GraphBuilderTest, RefusesValuesThatAreNotItsOwn) {
  GraphBuilder graph("g");
  GraphBuilder other("h");
  const Value x = graph.Argument("x", F32({1}));
  const Value y = other.Argument("y", F32({1}));
  Add(x, y);
  EXPECT_EQ(Message(graph.status()), "add in graph g: operand rhs belongs to another graph");

  GraphBuilder missing("g");
  Add(Value(), missing.Argument("x", F32({1})));
  EXPECT_EQ(Message(missing.status()), "add in graph g: operand lhs is not a value");

  GraphBuilder result("g");
  result.Argument("x", F32({1}));
  EXPECT_EQ(ErrorOf(result, {y}), "return in graph g: result 0 is not a value of this graph");
  GraphBuilder none("g");
  EXPECT_EQ(ErrorOf(none, {}), "return in graph g: no results");
}

TEST(GraphBuilderTest, ChecksAliases) {
  {
    GraphBuilder graph("g");
    const Value x = graph.Argument("x", F32({1}), {.aliased_result = 1});
    EXPECT_EQ(ErrorOf(graph, {x}), "return in graph g: argument %x aliases result 1 of 1");
  }
  {
    GraphBuilder graph("g");
    const Value x = graph.Argument("x", F32({2}), {.aliased_result = 0});
    EXPECT_EQ(ErrorOf(graph, {Reshape(x, {1, 2})}),
              "return in graph g: argument %x is tensor<2xf32>, its result 0 is tensor<1x2xf32>");
  }
  {
    GraphBuilder graph("g");
    const Value x = graph.Argument("x", F32({2}), {.aliased_result = 0});
    graph.Argument("y", F32({2}), {.aliased_result = 0});
    EXPECT_EQ(ErrorOf(graph, {x}),
              "return in graph g: argument %y aliases result 0, which is taken");
  }
}

TEST(CustomCallTest, WritesAttributesInOrderAndAliases) {
  GraphBuilder graph("g");
  const Value x = graph.Argument("x", F32({2}));
  const Value y = graph.Argument("y", F32({3}));
  const std::vector<Value> results = CustomCall(
      "attn", std::vector<Value>{x, y}, std::vector<TensorType>{F32({4}), F32({3})},
      {.backend_config =
           {{"rows", int64_t{2}}, {"eps", 0.5F}, {"causal", true}, {"kind", std::string("q4")}},
       .output_operand_aliases = {{1, 1}}});
  const Value next = Negate(results[1]);
  EXPECT_EQ(testing::Emitted(graph, {results[0], next}),
            "%0:2 = stablehlo.custom_call @attn(%x, %y) {api_version = 4 : i32, backend_config = "
            "{causal = true, eps = 5.0e-01 : f32, kind = \"q4\", rows = 2 : i64}, "
            "output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], "
            "operand_index = 1, operand_tuple_indices = []>]} : (tensor<2xf32>, tensor<3xf32>) -> "
            "(tensor<4xf32>, tensor<3xf32>)\n"
            "%1 = stablehlo.negate %0#1 : tensor<3xf32>");
}

TEST(CustomCallTest, OneResultIsNoTuple) {
  GraphBuilder graph("g");
  const Value x = graph.Argument("x", F32({2}));
  const std::vector<Value> y =
      CustomCall("f", std::vector<Value>{x}, std::vector<TensorType>{F32({2})},
                 {.output_operand_aliases = {{0, 0}}});
  EXPECT_EQ(testing::Emitted(graph, {y[0]}),
            "%0 = stablehlo.custom_call @f(%x) {api_version = 4 : i32, backend_config = {}, "
            "output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], "
            "operand_index = 0, operand_tuple_indices = []>]} : (tensor<2xf32>) -> tensor<2xf32>");
}

TEST(CustomCallTest, NamesWhatIsWrong) {
  const auto error = [](std::string_view target, const CustomCallOptions& options) {
    GraphBuilder graph("g");
    const Value x = graph.Argument("x", F32({2}));
    return ErrorOf(graph, {CustomCall(target, std::vector<Value>{x},
                                      std::vector<TensorType>{F32({3})}, options)[0]});
  };
  EXPECT_EQ(error("a b", {}), "custom_call in graph g: target \"a b\" with 1 results");
  EXPECT_EQ(error("f", {.output_operand_aliases = {{0, 0}}}),
            "custom_call in graph g: @f: operand 0 is tensor<2xf32>, the result 0 that takes over "
            "its buffer is tensor<3xf32>");
  EXPECT_EQ(error("f", {.output_operand_aliases = {{0, 4}}}),
            "custom_call in graph g: @f: result 0 aliases operand 4 of 1 results and 1 operands");
  EXPECT_EQ(
      error("f", {.backend_config = {{"k", std::string("\"")}}}),
      "custom_call in graph g: @f: attribute k has a name or a value that the text cannot hold");
}

}  // namespace
}  // namespace rung::hlo

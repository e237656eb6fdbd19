#include "rung/api/tokenize.h"

#include "gtest/gtest.h"
#include "rung/api/error.h"

namespace rung::api {
namespace {

TEST(Tokenize, Requests) {
  const auto request =
      ParseTokenizeRequest(R"({"content":"a","add_special":true,"with_pieces":true})", 8);
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->content, "a");
  EXPECT_TRUE(request->add_special && request->with_pieces && request->parse_special);
  EXPECT_FALSE(ParseTokenizeRequest(R"({"content":"a","parse_special":false})", 8)->parse_special);
  EXPECT_TRUE(ParseTokenizeRequest(R"({"content":"a","parse_special":null})", 8)->parse_special);
  EXPECT_EQ(ParseTokenizeRequest(R"({"prompt":"b"})", 8)->content, "b");
  EXPECT_EQ(ErrorFrom(ParseTokenizeRequest("{}", 8).status()).param, "content");
  EXPECT_EQ(ErrorFrom(ParseTokenizeRequest(R"({"content":5})", 8).status()).param, "content");
  EXPECT_EQ(ErrorFrom(ParseTokenizeRequest(R"({"content":"a","x":1})", 8).status()).param, "x");
}

TEST(Tokenize, Bodies) {
  EXPECT_EQ(TokenizeBody(std::vector<TokenId>{1, 2}), R"({"count":2,"tokens":[1,2]})");
  EXPECT_EQ(TokenizeBody(std::vector<TokenId>{}), R"({"count":0,"tokens":[]})");
  EXPECT_EQ(TokenizeBody(std::vector<TokenPiece>{{1, "a"}, {2, "\xf0\x9f"}}),
            R"({"count":2,"tokens":[{"id":1,"piece":"a"},{"id":2,"piece":[240,159]}]})");
  EXPECT_EQ(DetokenizeBody("a\"b"), R"({"content":"a\"b"})");
}

TEST(Detokenize, Requests) {
  EXPECT_EQ(*ParseDetokenizeRequest(R"({"tokens":[0,9]})", 8, 10), (std::vector<TokenId>{0, 9}));
  for (const char* bad :
       {"{}", R"({"tokens":[10]})", R"({"tokens":[-1]})", R"({"tokens":[99999999999]})",
        R"({"tokens":5})", R"({"tokens":["a"]})"}) {
    EXPECT_EQ(ErrorFrom(ParseDetokenizeRequest(bad, 8, 10).status()).param, "tokens") << bad;
  }
}

}  // namespace
}  // namespace rung::api

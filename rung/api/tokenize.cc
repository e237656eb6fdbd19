#include "rung/api/tokenize.h"

#include "rung/api/error.h"
#include "rung/api/object_reader.h"
#include "rung/base/utf8.h"

namespace rung::api {
namespace {

using Json = nlohmann::ordered_json;

std::string Dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json PieceJson(const std::string& bytes) {
  if (!FirstInvalidUtf8(bytes)) return bytes;
  Json list = Json::array();
  for (char byte : bytes) list.push_back(static_cast<uint8_t>(byte));
  return list;
}

}  // namespace

absl::StatusOr<TokenizeRequest> ParseTokenizeRequest(std::string_view body, int64_t max_depth) {
  RUNG_ASSIGN_OR_RETURN(const Json json, ParseBody(body, max_depth));
  ObjectReader reader(json);
  TokenizeRequest request;
  const bool has_content = reader.Find("content") != nullptr;
  if (!has_content && reader.Find("prompt") == nullptr) {
    return FieldError("content", "content is required");
  }
  RUNG_RETURN_IF_ERROR(reader.ReadString(has_content ? "content" : "prompt", &request.content));
  RUNG_RETURN_IF_ERROR(reader.ReadBool("add_special", &request.add_special));
  RUNG_RETURN_IF_ERROR(reader.ReadBool("parse_special", &request.parse_special));
  RUNG_RETURN_IF_ERROR(reader.ReadBool("with_pieces", &request.with_pieces));
  std::string model;
  RUNG_RETURN_IF_ERROR(reader.ReadString("model", &model));
  RUNG_RETURN_IF_ERROR(reader.CheckAllKnown());
  return request;
}

std::string TokenizeBody(const std::vector<TokenId>& tokens) {
  return Dump({{"count", tokens.size()}, {"tokens", tokens}});
}

std::string TokenizeBody(const std::vector<TokenPiece>& pieces) {
  Json list = Json::array();
  for (const TokenPiece& piece : pieces) {
    list.push_back({{"id", piece.id}, {"piece", PieceJson(piece.bytes)}});
  }
  return Dump({{"count", pieces.size()}, {"tokens", std::move(list)}});
}

absl::StatusOr<std::vector<TokenId>> ParseDetokenizeRequest(std::string_view body,
                                                            int64_t max_depth, int64_t vocab_size) {
  RUNG_ASSIGN_OR_RETURN(const Json json, ParseBody(body, max_depth));
  ObjectReader reader(json);
  if (reader.Find("tokens") == nullptr) return FieldError("tokens", "tokens is required");
  std::vector<TokenId> tokens;
  RUNG_RETURN_IF_ERROR(reader.ReadTokenIds("tokens", &tokens));
  std::string model;
  RUNG_RETURN_IF_ERROR(reader.ReadString("model", &model));
  RUNG_RETURN_IF_ERROR(reader.CheckAllKnown());
  for (TokenId id : tokens) {
    if (id >= vocab_size) {
      return FieldError("tokens",
                        fmt::format("tokens must be between 0 and {}, got {}", vocab_size - 1, id));
    }
  }
  return tokens;
}

std::string DetokenizeBody(const std::string& text) { return Dump({{"content", text}}); }

}  // namespace rung::api

#include "rung/model/metadata_rules.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "rung/base/status.h"
#include "rung/model/config_gguf.h"
#include "rung/weights/testing/gguf_writer.h"

namespace rung::model {
namespace {

using weights::GgufType;
using weights::testing::GgufWriter;

// Heads of 16.
GgufWriter SmallFile() {
  GgufWriter writer;
  writer.String("general.architecture", "llama");
  writer.U32("llama.block_count", 2);
  writer.U32("llama.context_length", 64);
  writer.U32("llama.embedding_length", 64);
  writer.U32("llama.feed_forward_length", 96);
  writer.U32("llama.attention.head_count", 4);
  writer.U32("llama.vocab_size", 6);
  writer.F32("llama.attention.layer_norm_rms_epsilon", 1e-5F);
  return writer;
}

absl::Status StatusOf(const GgufWriter& writer) {
  const std::vector<uint8_t> bytes = writer.Build();
  const auto file = weights::GgufFile::FromBytes("m.gguf", bytes);
  if (!file.ok()) return file.status();
  return ModelConfigFromGguf(**file).status();
}

using Write = std::function<void(GgufWriter&, std::string_view key)>;

Write Number(float value) {
  return [value](GgufWriter& w, std::string_view key) { w.F32(key, value); };
}
Write Integer(int64_t value) {
  return [value](GgufWriter& w, std::string_view key) { w.Number(key, GgufType::kS64, value); };
}
Write Flag(bool value) {
  return [value](GgufWriter& w, std::string_view key) { w.Bool(key, value); };
}
Write Text(std::string value) {
  return [value](GgufWriter& w, std::string_view key) { w.String(key, value); };
}
Write List(std::vector<int32_t> values) {
  return [values](GgufWriter& w, std::string_view key) { w.Array(key, GgufType::kS32, values); };
}
Write TextList(std::vector<std::string> values) {
  return [values](GgufWriter& w, std::string_view key) { w.Strings(key, values); };
}

struct Values {
  std::vector<Write> accepted;
  std::vector<Write> refused;
};

Values ValuesFor(const MetadataRule& rule) {
  const std::string own(rule.value);
  switch (rule.rule) {
    case KeyRule::kUsed:
      return {};
    case KeyRule::kHarmless:
      return {{Number(3), Flag(true), Text("x"), List({1, 2})}, {}};
    case KeyRule::kTrue:
      return {{Flag(true), Integer(1), List({1, 1})}, {Flag(false), Text("true")}};
    case KeyRule::kFalse:
      return {{Flag(false), Integer(0)}, {Flag(true), Text("false")}};
    case KeyRule::kZero:
      return {{Number(0), Number(-0.0F), Integer(0), List({0, 0}), List({}), Flag(false)},
              {Number(1), Integer(-1), List({0, 2}), Number(NAN), Text("0")}};
    case KeyRule::kZeroOrOne:
      return {{Number(0), Number(1), Integer(1)}, {Number(0.5F), Integer(2)}};
    case KeyRule::kOne:
      return {{Number(1), Integer(1)}, {Number(0), Number(1.19F)}};
    case KeyRule::kUnset:
      return {{Integer(0), Integer(-1), Integer(4294967295), List({-1, -1})},
              {Integer(1), Integer(4), List({-1, 3})}};
    case KeyRule::kEmptyList:
      return {{TextList({}), List({})}, {TextList({"x"}), List({0}), Integer(0)}};
    case KeyRule::kText:
      return {{Text(own)}, {Text(""), Text(own + "x"), Integer(1)}};
    case KeyRule::kSameAs: {
      const int64_t same = own == "llama.embedding_length" ? 64
                           : own == "llama.rope.freq_base" ? 10000
                                                           : 16;
      return {{Integer(same), Number(static_cast<float>(same))}, {Integer(same * 2), Number(0)}};
    }
    case KeyRule::kAttentionScale:
      return {{Number(0), Number(0.25F)}, {Number(0.125F), Number(1)}};
    case KeyRule::kBlockFormat:
      return {{Integer(0), Integer(1), Integer(2)}, {}};  // this file has no blocks
  }
  return {};
}

TEST(MetadataRulesTest, EveryRuleTakesItsValuesAndRefusesOthersByName) {
  std::set<std::string_view> keys;
  for (const MetadataRule& rule : LlamaMetadataRules()) {
    SCOPED_TRACE(rule.key);
    EXPECT_TRUE(keys.insert(rule.key).second) << "twice";
    EXPECT_EQ(rule.note.empty(), rule.rule == KeyRule::kUsed);
    const Values values = ValuesFor(rule);
    for (const Write& write : values.accepted) {
      GgufWriter writer = SmallFile();
      write(writer, rule.key);
      EXPECT_TRUE(StatusOf(writer).ok()) << Message(StatusOf(writer));
    }
    for (const Write& write : values.refused) {
      GgufWriter writer = SmallFile();
      write(writer, rule.key);
      const absl::Status status = StatusOf(writer);
      EXPECT_EQ(status.code(), absl::StatusCode::kUnimplemented) << Message(status);
      EXPECT_TRUE(Message(status).starts_with(fmt::format("m.gguf: {} is ", rule.key)));
      EXPECT_TRUE(Message(status).ends_with(
          fmt::format(": {} is not supported; what loads is {}", rule.note, AcceptedText(rule))))
          << Message(status);
    }
  }
}

TEST(MetadataRulesTest, SaysWhatIsWrong) {
  const auto message = [](const Write& write, std::string_view key) {
    GgufWriter writer = SmallFile();
    write(writer, key);
    return std::string(Message(StatusOf(writer)));
  };
  EXPECT_EQ(message(Flag(false), "llama.attention.causal"),
            "m.gguf: llama.attention.causal is false: bidirectional attention is not supported; "
            "what loads is true");
  EXPECT_EQ(message(Integer(1), "llama.pooling_type"),
            "m.gguf: llama.pooling_type is 1: pooling is not supported; what loads is 0 or -1");
  EXPECT_EQ(message(Text("ge\nlu"), "llama.hidden_activation"),
            "m.gguf: llama.hidden_activation is \"ge\\nlu\": this activation is not supported; "
            "what loads is \"silu\"");
  EXPECT_EQ(message(List({1, 2, 3, 4, 5}), "llama.rope.dimension_sections"),
            "m.gguf: llama.rope.dimension_sections is [1, 2, 3, 4, ... (5 in all)]: RoPE over "
            "several axes is not supported; what loads is 0");
  EXPECT_EQ(message(Number(4), "llama.rope.scaling.factor"),
            "m.gguf: llama.rope.scaling.type is linear: RoPE scaling is not supported");
}

TEST(MetadataRulesTest, BlocksOfAnotherLayoutAreRefusedWhereThereAreBlocks) {
  for (const uint32_t version : {1u, 2u, 3u}) {
    GgufWriter writer = SmallFile();
    writer.U32("general.quantization_version", version);
    writer.Tensor({"x.weight", {32}, /*type=*/8, std::vector<uint8_t>(34)});  // Q8_0
    EXPECT_EQ(StatusOf(writer).ok(), version == 2) << Message(StatusOf(writer));
  }
}

TEST(MetadataRulesTest, KeysWithoutARuleAreNamedInOneLine) {
  const auto warning = [](const std::vector<std::string>& keys) {
    GgufWriter writer = SmallFile();
    writer.U32("general.whatever", 1).U32("tokenizer.ggml.whatever", 1).U32("clip.x", 1);
    for (const std::string& key : keys) writer.U32(key, 1);
    const std::vector<uint8_t> bytes = writer.Build();
    const auto file = weights::GgufFile::FromBytes("m.gguf", bytes);
    EXPECT_TRUE(ModelConfigFromGguf(**file).ok());
    return UnknownKeysWarning(**file).value_or("");
  };
  EXPECT_EQ(warning({}), "");
  EXPECT_EQ(warning({"llama.a\n"}), "m.gguf: 1 unknown key, ignored: \"llama.a\\n\"");
  EXPECT_EQ(warning({"llama.a", "llama.b", "llama.c", "llama.d", "llama.e"}),
            "m.gguf: 5 unknown keys, ignored: \"llama.a\", \"llama.b\", \"llama.c\", "
            "\"llama.d\", ...");
}

// Lines of the page that begin as a row of one of its tables does: "| `llama...` | ... |".
std::set<std::string> RowsOfThePage() {
  std::ifstream page(std::string(RUNG_SOURCE_DIR) + "/docs/checkpoints.md");
  std::set<std::string> rows;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| `")) rows.insert(line);
  }
  return rows;
}

TEST(MetadataRulesTest, ThePageHasARowForEveryRuleAndNoOther) {
  std::set<std::string> expected;
  for (const MetadataRule& rule : LlamaMetadataRules()) {
    if (rule.rule == KeyRule::kUsed) {
      expected.insert(fmt::format("| `{}` |", rule.key));
    } else if (rule.rule == KeyRule::kHarmless) {
      expected.insert(fmt::format("| `{}` | {} |", rule.key, rule.note));
    } else {
      expected.insert(fmt::format("| `{}` | {} | {} |", rule.key, AcceptedText(rule), rule.note));
    }
  }
  const std::set<std::string> rows = RowsOfThePage();
  for (const std::string& row : expected) EXPECT_TRUE(rows.contains(row)) << "missing: " << row;
  for (const std::string& row : rows) EXPECT_TRUE(expected.contains(row)) << "stale: " << row;
}

}  // namespace
}  // namespace rung::model

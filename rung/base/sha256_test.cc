#include "rung/base/sha256.h"

#include <fstream>

#include "gtest/gtest.h"

namespace rung {
namespace {

// FIPS 180-2, appendix B.
TEST(Sha256, KnownDigests) {
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, PiecesAddUp) {
  Sha256 digest;
  digest.Add("a");
  digest.Add("");
  digest.Add("bc");
  EXPECT_EQ(digest.HexDigest(), Sha256Hex("abc"));
}

TEST(Sha256, FieldsDoNotRunTogether) {
  Sha256 one, other;
  one.AddField("ab");
  one.AddField("c");
  other.AddField("a");
  other.AddField("bc");
  EXPECT_NE(one.HexDigest(), other.HexDigest());
}

TEST(Sha256, OfAFile) {
  const std::string path = ::testing::TempDir() + "sha256_test.bin";
  std::ofstream(path) << "abc";
  const auto digest = Sha256OfFile(path);
  ASSERT_TRUE(digest.ok()) << digest.status();
  EXPECT_EQ(*digest, Sha256Hex("abc"));
  EXPECT_FALSE(Sha256OfFile(path + ".none").ok());
}

}  // namespace
}  // namespace rung

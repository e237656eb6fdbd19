#include "rung/pjrt/compile_options.h"

#include "gtest/gtest.h"

namespace rung::pjrt {
namespace {

using namespace std::string_literals;

TEST(SerializeCompileOptions, DefaultIsOneReplicaAndOnePartition) {
  EXPECT_EQ(SerializeCompileOptions({}), "\x1a\x04\x20\x01\x28\x01"s);
}

TEST(SerializeCompileOptions, PartitionsAndVarints) {
  EXPECT_EQ(SerializeCompileOptions({.num_partitions = 300, .use_spmd_partitioning = true}),
            "\x1a\x07\x20\x01\x28\xac\x02\x30\x01"s);
}

TEST(SerializeCompileOptions, XlaOptionsAreMapEntriesInOrder) {
  EXPECT_EQ(SerializeCompileOptions({.xla_options = {{"b", "1"}, {"a", "xy"}}}),
            "\x1a\x04\x20\x01\x28\x01"
            "\x3a\x08\x0a\x01"
            "b\x12\x03\x0a\x01"
            "1"
            "\x3a\x09\x0a\x01"
            "a\x12\x04\x0a\x02xy"s);
}

}  // namespace
}  // namespace rung::pjrt

#include "rung/engine/rng.h"

namespace rung::engine {
namespace {

constexpr uint32_t kMultiplier0 = 0xD2511F53;
constexpr uint32_t kMultiplier1 = 0xCD9E8D57;
constexpr uint32_t kKeyStep0 = 0x9E3779B9;  // golden ratio
constexpr uint32_t kKeyStep1 = 0xBB67AE85;  // sqrt(3) - 1
constexpr int kRounds = 10;

}  // namespace

std::array<uint32_t, 4> Philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
  for (int round = 0; round < kRounds; ++round) {
    const uint64_t product0 = uint64_t{kMultiplier0} * counter[0];
    const uint64_t product1 = uint64_t{kMultiplier1} * counter[2];
    counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(product1),
               static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(product0)};
    key[0] += kKeyStep0;
    key[1] += kKeyStep1;
  }
  return counter;
}

double RandomStream::Uniform(uint64_t index) const {
  const std::array<uint32_t, 4> bits =
      Philox4x32({static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32), choice_, 0},
                 {static_cast<uint32_t>(seed_), static_cast<uint32_t>(seed_ >> 32)});
  const uint64_t mantissa = (uint64_t{bits[0]} << 21) | (bits[1] >> 11);
  return static_cast<double>(mantissa) * 0x1p-53;
}

}  // namespace rung::engine

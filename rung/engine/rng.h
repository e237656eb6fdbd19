// Random numbers of a request as a pure function of (seed, choice, draw): nothing to save or
// restore, so a sequence draws the same numbers alone, batched, after an eviction and after a
// restart.
#pragma once

#include <array>
#include <cstdint>

namespace rung::engine {

// Philox4x32 with 10 rounds (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2,
// 3", SC 2011): a bijection of the 128-bit counter for each 64-bit key.
std::array<uint32_t, 4> Philox4x32(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key);

// The stream of one choice of one request. A value type; thread-safe.
class RandomStream {
 public:
  RandomStream(uint64_t seed, uint32_t choice) : seed_(seed), choice_(choice) {}

  // Draw number `index`, uniform in [0, 1) with 53 bits.
  double Uniform(uint64_t index) const;

 private:
  uint64_t seed_;
  uint32_t choice_;
};

}  // namespace rung::engine

// IEEE binary16 and bfloat16 <-> float, exact one way and rounded half to even the other.
#pragma once

#include <bit>
#include <cstdint>

namespace rung {

float HalfToFloat(uint16_t half);
uint16_t FloatToHalf(float value);

inline float BFloat16ToFloat(uint16_t value) {
  return std::bit_cast<float>(static_cast<uint32_t>(value) << 16);
}
uint16_t FloatToBFloat16(float value);

}  // namespace rung

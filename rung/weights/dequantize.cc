// Block formats of ggml: 32 values along the last axis share a half-precision scale d (and minimum
// m). Nibble formats hold value i in the low half of byte i and value i + 16 in the high half.
#include <array>
#include <cstring>

#include "rung/base/half.h"
#include "rung/base/status.h"
#include "rung/base/typed_text.h"
#include "rung/weights/gguf_types.h"
#include "rung/weights/tensor_source.h"

namespace rung::weights {
namespace {

constexpr int kBlock = 32;
constexpr int kHalfBlock = kBlock / 2;

uint16_t Load16(const uint8_t* data) {
  uint16_t value;
  std::memcpy(&value, data, sizeof(value));
  return value;
}

// Each routine reads `count` blocks. Plain loops with restrict pointers: the compiler turns them
// into vector code for the baseline instruction set, and no FMA may be formed (-ffp-contract=off).

void DequantizeQ4_0(const uint8_t* __restrict in, int64_t count, float* __restrict out) {
  for (int64_t b = 0; b < count; ++b, in += 2 + kHalfBlock, out += kBlock) {
    const float d = HalfToFloat(Load16(in));
    const uint8_t* nibbles = in + 2;
    for (int i = 0; i < kHalfBlock; ++i) {
      out[i] = static_cast<float>((nibbles[i] & 15) - 8) * d;
    }
    for (int i = 0; i < kHalfBlock; ++i) {
      out[i + kHalfBlock] = static_cast<float>((nibbles[i] >> 4) - 8) * d;
    }
  }
}

void DequantizeQ4_1(const uint8_t* __restrict in, int64_t count, float* __restrict out) {
  for (int64_t b = 0; b < count; ++b, in += 4 + kHalfBlock, out += kBlock) {
    const float d = HalfToFloat(Load16(in));
    const float m = HalfToFloat(Load16(in + 2));
    const uint8_t* nibbles = in + 4;
    for (int i = 0; i < kHalfBlock; ++i) {
      out[i] = static_cast<float>(nibbles[i] & 15) * d + m;
    }
    for (int i = 0; i < kHalfBlock; ++i) {
      out[i + kHalfBlock] = static_cast<float>(nibbles[i] >> 4) * d + m;
    }
  }
}

void DequantizeQ8_0(const uint8_t* __restrict in, int64_t count, float* __restrict out) {
  for (int64_t b = 0; b < count; ++b, in += 2 + kBlock, out += kBlock) {
    const float d = HalfToFloat(Load16(in));
    const auto* values = reinterpret_cast<const int8_t*>(in + 2);
    for (int i = 0; i < kBlock; ++i) out[i] = static_cast<float>(values[i]) * d;
  }
}

void ConvertF16(const uint8_t* __restrict in, int64_t count, float* __restrict out) {
  // 256 KiB, made at first use: a look-up is faster than the conversion's branches.
  static const std::array<float, 65536>* const table = [] {
    auto* values = new std::array<float, 65536>;
    for (uint32_t i = 0; i < values->size(); ++i) {
      (*values)[i] = HalfToFloat(static_cast<uint16_t>(i));
    }
    return values;
  }();
  for (int64_t i = 0; i < count; ++i) out[i] = (*table)[Load16(in + 2 * i)];
}

void ConvertBF16(const uint8_t* __restrict in, int64_t count, float* __restrict out) {
  for (int64_t i = 0; i < count; ++i) out[i] = BFloat16ToFloat(Load16(in + 2 * i));
}

}  // namespace

absl::Status Dequantize(const TensorInfo& info, std::span<float> out) {
  const BlockLayout block = LayoutOf(info.storage);
  const int64_t blocks = info.num_elements / block.elements;
  if (info.num_elements < 0 || out.size() != static_cast<uint64_t>(info.num_elements)) {
    return InvalidArgument("tensor {}: the output holds {} floats, expected {}", Quoted(info.name),
                           out.size(), info.num_elements);
  }
  if (blocks * block.elements != info.num_elements ||
      info.bytes.size() / block.bytes != static_cast<uint64_t>(blocks) ||
      info.bytes.size() % block.bytes != 0) {
    return InvalidArgument("tensor {}: {} bytes do not hold {} elements of {}", Quoted(info.name),
                           info.bytes.size(), info.num_elements, StorageName(info.storage));
  }
  const uint8_t* in = info.bytes.data();
  switch (info.storage) {
    case StorageType::kF32:
      if (!out.empty()) std::memcpy(out.data(), in, info.bytes.size());
      break;
    case StorageType::kF16:
      ConvertF16(in, blocks, out.data());
      break;
    case StorageType::kBF16:
      ConvertBF16(in, blocks, out.data());
      break;
    case StorageType::kQ4_0:
      DequantizeQ4_0(in, blocks, out.data());
      break;
    case StorageType::kQ4_1:
      DequantizeQ4_1(in, blocks, out.data());
      break;
    case StorageType::kQ8_0:
      DequantizeQ8_0(in, blocks, out.data());
      break;
  }
  return absl::OkStatus();
}

}  // namespace rung::weights

#include "rung/kernels/testing/random_weights.h"

#include <cstring>
#include <random>

#include "rung/base/half.h"
#include "rung/base/status.h"

namespace rung::kernels::testing {
namespace {

class Maker {
 public:
  Maker(Values values, uint32_t seed) : values_(values), random_(seed) {}

  // Of `spread`, or the extremes, which are plus and minus `largest`.
  void Half(std::vector<uint8_t>& out, float spread, float largest) {
    uint16_t bits = 0;
    switch (values_) {
      case Values::kRandom:
        bits = FloatToHalf(Uniform(-spread, spread));
        break;
      case Values::kExtreme:
        bits = FloatToHalf(random_() % 2 != 0 ? largest : -largest);
        break;
      case Values::kZero:
        break;
      case Values::kSubnormal:
        bits = static_cast<uint16_t>(random_() % 1024 | (random_() % 2 << 15));
        break;
    }
    Append(out, bits);
  }
  void Scale(std::vector<uint8_t>& out) { Half(out, 0.02f, 8188.0f); }
  void Nibbles(std::vector<uint8_t>& out) {
    out.push_back(values_ == Values::kExtreme ? 0xff : static_cast<uint8_t>(random_()));
  }
  void Signed(std::vector<uint8_t>& out) {
    const uint8_t ends[] = {0x80, 0x81, 0x7f};
    out.push_back(values_ == Values::kExtreme ? ends[random_() % 3]
                                              : static_cast<uint8_t>(random_()));
  }
  float Value() {
    switch (values_) {
      case Values::kExtreme:
        return random_() % 2 != 0 ? 1e30f : -1e30f;
      case Values::kZero:
        return 0;
      case Values::kSubnormal:
        return Uniform(-1e-39f, 1e-39f);
      default:
        return Uniform(-1, 1);
    }
  }
  template <typename T>
  static void Append(std::vector<uint8_t>& out, T value) {
    const size_t at = out.size();
    out.resize(at + sizeof(T));
    std::memcpy(out.data() + at, &value, sizeof(T));
  }

 private:
  float Uniform(float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(random_);
  }
  Values values_;
  std::mt19937 random_;
};

uint16_t Read16(const uint8_t* p) { return static_cast<uint16_t>(p[0] | (p[1] << 8)); }

float QuantizedValue(SourceFormat format, const uint8_t* row, int64_t k) {
  const int64_t b = k / 32;
  const int64_t i = k % 32;
  if (format == SourceFormat::kQ8_0) {
    const uint8_t* block = row + b * 34;
    return HalfToFloat(Read16(block)) * static_cast<float>(static_cast<int8_t>(block[2 + i]));
  }
  const bool has_min = format == SourceFormat::kQ4_1;
  const uint8_t* block = row + b * (has_min ? 20 : 18);
  const uint8_t byte = block[(has_min ? 4 : 2) + i % 16];
  const int q = i < 16 ? byte & 15 : byte >> 4;
  const float d = HalfToFloat(Read16(block));
  if (!has_min) return d * static_cast<float>(q - 8);
  return d * static_cast<float>(q) + HalfToFloat(Read16(block + 2));
}

}  // namespace

std::vector<uint8_t> MakeTensor(SourceFormat format, int64_t rows, int64_t cols, Values values,
                                uint32_t seed) {
  Maker maker(values, seed);
  std::vector<uint8_t> out;
  const bool quantized = format == SourceFormat::kQ4_0 || format == SourceFormat::kQ4_1 ||
                         format == SourceFormat::kQ8_0;
  for (int64_t i = 0; i < rows * cols / (quantized ? 32 : 1); ++i) {
    switch (format) {
      case SourceFormat::kQ4_1:
        maker.Scale(out);
        [[fallthrough]];
      case SourceFormat::kQ4_0:
        maker.Scale(out);
        for (int k = 0; k < 16; ++k) maker.Nibbles(out);
        break;
      case SourceFormat::kQ8_0:
        maker.Scale(out);
        for (int k = 0; k < 32; ++k) maker.Signed(out);
        break;
      case SourceFormat::kF16:
        maker.Half(out, 1.0f, 65504.0f);
        break;
      case SourceFormat::kBF16:
        Maker::Append(out, FloatToBFloat16(maker.Value()));
        break;
      case SourceFormat::kF32:
        Maker::Append(out, maker.Value());
        break;
    }
  }
  return out;
}

std::vector<float> Dequantize(SourceFormat format, int64_t rows, int64_t cols,
                              const std::vector<uint8_t>& bytes) {
  std::vector<float> out;
  const size_t row_bytes = bytes.size() / static_cast<size_t>(rows);
  for (int64_t r = 0; r < rows; ++r) {
    const uint8_t* row = bytes.data() + static_cast<size_t>(r) * row_bytes;
    for (int64_t k = 0; k < cols; ++k) {
      float value = 0;
      switch (format) {
        case SourceFormat::kF16:
          value = HalfToFloat(Read16(row + 2 * k));
          break;
        case SourceFormat::kBF16:
          value = BFloat16ToFloat(Read16(row + 2 * k));
          break;
        case SourceFormat::kF32:
          std::memcpy(&value, row + 4 * k, sizeof(value));
          break;
        default:
          value = QuantizedValue(format, row, k);
      }
      out.push_back(value);
    }
  }
  return out;
}

PackedMatrix::PackedMatrix(PackedShape shape)
    : shape_(shape), storage_(std::make_unique<uint8_t[]>(shape.bytes() + kAlignment)) {}

uint8_t* PackedMatrix::data() const {
  const auto address = reinterpret_cast<uintptr_t>(storage_.get());
  return storage_.get() + (kAlignment - address % kAlignment) % kAlignment;
}

PackedMatrix Pack(SourceFormat format, int64_t rows, int64_t cols,
                  const std::vector<uint8_t>& bytes) {
  const PackedShape shape = {PackedFormatOf(format), rows, cols};
  PackedMatrix matrix(shape);
  // A failure leaves zeros, which no test takes for the right values.
  (void)PackRows(format, bytes, shape, {}, 0, rows, matrix.bytes());
  return matrix;
}

std::vector<float> MakeActivations(int64_t count, uint32_t seed, float spread) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, spread);
  std::vector<float> x(static_cast<size_t>(count));
  for (float& value : x) value = normal(random);
  return x;
}

}  // namespace rung::kernels::testing

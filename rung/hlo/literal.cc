#include "rung/hlo/literal.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>

#include "rung/base/half.h"

namespace rung::hlo {
namespace {

// `value` rounded once from double to `dtype` by the conversion that MLIR's parser applies.
float Round(double value, DType dtype) {
  const float single = static_cast<float>(value);
  if (dtype == DType::kF16) return HalfToFloat(FloatToHalf(single));
  if (dtype == DType::kBF16) return BFloat16ToFloat(FloatToBFloat16(single));
  return single;
}

std::string BitPattern(float value, DType dtype) {
  if (dtype == DType::kF16) return fmt::format("0x{:04X}", FloatToHalf(value));
  if (dtype == DType::kBF16) return fmt::format("0x{:04X}", FloatToBFloat16(value));
  return fmt::format("0x{:08X}", std::bit_cast<uint32_t>(value));
}

template <typename Number>
std::string Scientific(Number value) {
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::scientific).ptr;
  return std::string(buffer, end);
}

}  // namespace

std::string FloatLiteral(double value, DType dtype) {
  const float rounded = Round(value, dtype);
  if (!std::isfinite(rounded)) return BitPattern(rounded, dtype);
  std::string text = Scientific(rounded);
  // The parser goes through double, so the shortest decimal of a float can round twice; the decimal
  // of the double cannot.
  double parsed = 0;
  std::from_chars(text.data(), text.data() + text.size(), parsed);
  if (static_cast<float>(parsed) != rounded) text = Scientific(static_cast<double>(rounded));
  if (text.find('.') == std::string::npos) text.insert(text.find('e'), ".0");
  return text;
}

std::string DimList(std::span<const int64_t> dims) {
  return fmt::format("[{}]", fmt::join(dims, ", "));
}

std::string Join(std::span<const std::string> parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace rung::hlo

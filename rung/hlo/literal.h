// Numbers and lists as StableHLO text writes them. Deterministic and free of locale.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "rung/base/dtype.h"

namespace rung::hlo {

// The shortest decimal that reads back as exactly `value` rounded to the float type `dtype`, always
// with a dot ("1.0e-05": MLIR's parser takes "1e-05" for something else). Infinities and NaN are
// the bit pattern in hex ("0x7F800000"), which has no decimal form.
std::string FloatLiteral(double value, DType dtype);

// "[1, 2, 3]"; "[]" when empty.
std::string DimList(std::span<const int64_t> dims);

// The parts joined by ", ".
std::string Join(std::span<const std::string> parts);

}  // namespace rung::hlo

// DType <-> PJRT_Buffer_Type.
#pragma once

#include <optional>

#include "rung/base/dtype.h"
#include "rung/pjrt/c_api.h"

namespace rung::pjrt {

PJRT_Buffer_Type ToPjrt(DType dtype);
// Nullopt for types that the project does not use (f64, complex, 4-bit, ...).
std::optional<DType> FromPjrt(PJRT_Buffer_Type type);

}  // namespace rung::pjrt

#include "rung/pjrt/element_type.h"

namespace rung::pjrt {

PJRT_Buffer_Type ToPjrt(DType dtype) {
  switch (dtype) {
    case DType::kPred:
      return PJRT_Buffer_Type_PRED;
    case DType::kU8:
      return PJRT_Buffer_Type_U8;
    case DType::kS8:
      return PJRT_Buffer_Type_S8;
    case DType::kS32:
      return PJRT_Buffer_Type_S32;
    case DType::kU32:
      return PJRT_Buffer_Type_U32;
    case DType::kS64:
      return PJRT_Buffer_Type_S64;
    case DType::kF16:
      return PJRT_Buffer_Type_F16;
    case DType::kBF16:
      return PJRT_Buffer_Type_BF16;
    case DType::kF32:
      return PJRT_Buffer_Type_F32;
  }
  return PJRT_Buffer_Type_INVALID;
}

std::optional<DType> FromPjrt(PJRT_Buffer_Type type) {
  for (DType dtype : {DType::kPred, DType::kU8, DType::kS8, DType::kS32, DType::kU32, DType::kS64,
                      DType::kF16, DType::kBF16, DType::kF32}) {
    if (ToPjrt(dtype) == type) return dtype;
  }
  return std::nullopt;
}

}  // namespace rung::pjrt

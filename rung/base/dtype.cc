#include "rung/base/dtype.h"

namespace rung {

size_t ByteSize(DType type) {
  switch (type) {
    case DType::kPred:
    case DType::kU8:
    case DType::kS8:
      return 1;
    case DType::kF16:
    case DType::kBF16:
      return 2;
    case DType::kS32:
    case DType::kU32:
    case DType::kF32:
      return 4;
    case DType::kS64:
      return 8;
  }
  return 0;
}

std::string_view HloName(DType type) {
  switch (type) {
    case DType::kPred:
      return "i1";
    case DType::kU8:
      return "ui8";
    case DType::kS8:
      return "i8";
    case DType::kS32:
      return "i32";
    case DType::kU32:
      return "ui32";
    case DType::kS64:
      return "i64";
    case DType::kF16:
      return "f16";
    case DType::kBF16:
      return "bf16";
    case DType::kF32:
      return "f32";
  }
  return "";
}

bool IsFloat(DType type) {
  return type == DType::kF16 || type == DType::kBF16 || type == DType::kF32;
}

}  // namespace rung

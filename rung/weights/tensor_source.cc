#include "rung/weights/tensor_source.h"

namespace rung::weights {

std::string_view StorageName(StorageType type) {
  switch (type) {
    case StorageType::kF32:
      return "F32";
    case StorageType::kF16:
      return "F16";
    case StorageType::kBF16:
      return "BF16";
    case StorageType::kQ4_0:
      return "Q4_0";
    case StorageType::kQ4_1:
      return "Q4_1";
    case StorageType::kQ8_0:
      return "Q8_0";
  }
  return "";
}

BlockLayout LayoutOf(StorageType type) {
  switch (type) {
    case StorageType::kF32:
      return {1, 4};
    case StorageType::kF16:
    case StorageType::kBF16:
      return {1, 2};
    case StorageType::kQ4_0:
      return {32, 2 + 16};  // half d, 32 nibbles
    case StorageType::kQ4_1:
      return {32, 2 + 2 + 16};  // half d, half m, 32 nibbles
    case StorageType::kQ8_0:
      return {32, 2 + 32};  // half d, 32 int8
  }
  return {};
}

}  // namespace rung::weights

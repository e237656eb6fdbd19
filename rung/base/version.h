#pragma once

namespace rung {

inline constexpr const char* kVersion = "0.1.0";  // as in CMakeLists.txt; a test compares them

}  // namespace rung

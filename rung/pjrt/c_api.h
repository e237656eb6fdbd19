// The official PJRT C API header, for .cc files of this folder: public headers only name its opaque
// structs. Its table names each field after its function type, which g++ 12 refuses under
// -Wpedantic even in a system header, so whoever includes this is compiled with -Wno-pedantic.
#pragma once

#include "pjrt_c_api.h"  // IWYU pragma: export

// The one way into a plugin: every PJRT C API call of the project goes through RUNG_PJRT_CALL.
#pragma once

#include <cstddef>
#include <string_view>

#include "absl/status/status.h"
#include "rung/base/status.h"
#include "rung/pjrt/c_api.h"
#include "rung/pjrt/error.h"

namespace rung::pjrt {

// A plugin's function table. The plugin may be older than our header (its table is shorter: an
// entry past its end is Unimplemented, never a jump through garbage) or newer (we see the part we
// know). Immutable and thread-safe; lives as long as the process, as plugins are never unloaded.
class Api {
 public:
  explicit Api(const PJRT_Api* raw) : raw_(raw) {}

  const PJRT_Api* raw() const { return raw_; }
  int major_version() const { return raw_->pjrt_api_version.major_version; }
  int minor_version() const { return raw_->pjrt_api_version.minor_version; }

  // True when the table is long enough for the entry that ends at `end` and the entry is set.
  template <typename Function>
  bool Has(Function* PJRT_Api::*entry, size_t end) const {
    return raw_->struct_size >= end && raw_->*entry != nullptr;
  }

  // Sets args.struct_size, calls, turns the error into a Status and destroys it.
  template <typename Function, typename Args>
  absl::Status Call(Function* PJRT_Api::*entry, size_t end, std::string_view name, size_t args_size,
                    Args& args) const {
    if (!Has(entry, end)) {
      return Unimplemented("{}: not offered by this plugin (PJRT API {}.{}); use a newer plugin",
                           name, major_version(), minor_version());
    }
    args.struct_size = args_size;
    return ConsumeError(*raw_, (raw_->*entry)(&args), name);
  }

 private:
  const PJRT_Api* raw_;
};

}  // namespace rung::pjrt

// Bytes of the table up to the end of `entry`.
#define RUNG_PJRT_ENTRY_END(entry) (offsetof(PJRT_Api, entry) + sizeof(PJRT_Api::entry))

// absl::Status status = RUNG_PJRT_CALL(api, PJRT_Client_Create, args), args a
// PJRT_Client_Create_Args. The exact *_STRUCT_SIZE is passed, not sizeof: tail padding must not
// claim fields we do not know.
#define RUNG_PJRT_CALL(api, entry, args) \
  (api).Call(&PJRT_Api::entry, RUNG_PJRT_ENTRY_END(entry), #entry, entry##_Args_STRUCT_SIZE, args)

// True when the plugin offers `entry`.
#define RUNG_PJRT_HAS(api, entry) (api).Has(&PJRT_Api::entry, RUNG_PJRT_ENTRY_END(entry))

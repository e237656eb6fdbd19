// For tests of what a user may not do: root may enter and read everything.
#pragma once

#include <unistd.h>

namespace rung::testing {

// Root acts as another user while one of these lives; another user stays what he is. Of the whole
// process: for tests without threads.
class AsNobody {
 public:
  AsNobody() : was_root_(geteuid() == 0) {
    if (was_root_ && seteuid(kNobody) != 0) _exit(1);
  }
  ~AsNobody() {
    if (was_root_ && seteuid(0) != 0) _exit(1);
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  static constexpr uid_t kNobody = 65534;
  const bool was_root_;
};

}  // namespace rung::testing

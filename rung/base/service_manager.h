// Tells the service manager that started this process, systemd mostly, how far it is: sd_notify(3).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace rung {

// One datagram for each call, from any thread; nothing stays open. Where there is no manager every
// call succeeds and does nothing. An error says why the manager was not told, after a second at
// most: a line in the log, and no reason to stop. `status` is what `systemctl status` shows.
class ServiceManager {
 public:
  // `address` as in NOTIFY_SOCKET: the path of a socket, or @ and its name in the abstract
  // namespace.
  explicit ServiceManager(std::optional<std::string> address);

  absl::Status Starting(std::string_view status) const;
  absl::Status Ready(std::string_view status) const;
  // Ready must follow.
  absl::Status Reloading(std::string_view status) const;
  absl::Status Stopping(std::string_view status) const;

 private:
  absl::Status Send(std::string_view state, std::string_view status) const;

  std::string address_;
};

}  // namespace rung

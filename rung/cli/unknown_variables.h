// Environment variables that look like ours and are none: misspelt ones would be ignored in
// silence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rung/base/environment.h"

namespace rung::cli {

struct UnknownVariable {
  std::string name;
  std::string warning;  // one line, with the nearest name where there is a near one
};

// Of what the environment holds beside our variables, by name:
// - everything that begins with RUNG_ or MLXCEL_XLA_;
// - of the other MLXCEL_ and MLX_ names, which belong to other programs too, those alone that are
//   nearly one of ours.
// Neither what Kubernetes sets for a service of the name (RUNG_PORT=tcp://10.0.0.1:8080 and its
// kin) nor what the plugin of the tests reads.
std::vector<UnknownVariable> UnknownVariables(const Environment& environment);

}  // namespace rung::cli

#include "rung/server/request_id.h"

#include <fmt/format.h>

#include <random>

#include "rung/server/router.h"

namespace rung::server {

std::string NewId(std::string_view prefix) {
  thread_local std::mt19937_64 random{(uint64_t{std::random_device{}()} << 32) |
                                      std::random_device{}()};
  return fmt::format("{}{:016x}{:08x}", prefix, random(), random() >> 32);
}

std::string RequestIdFor(std::string_view sent) {
  if (auto clean = CleanRequestId(sent)) return *std::move(clean);
  return NewId("req-");
}

}  // namespace rung::server

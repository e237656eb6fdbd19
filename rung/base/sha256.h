// SHA-256, from OpenSSL's libcrypto.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace rung {

// A digest of what is added piece by piece. Not thread-safe. About 0.4 GB/s without and 1.5 GB/s
// with the CPU's SHA instructions.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void Add(std::span<const std::byte> bytes);
  void Add(std::string_view text) { Add(std::as_bytes(std::span(text))); }
  // Length first, so that "ab" + "c" and "a" + "bc" differ.
  void AddField(std::string_view text);
  // 64 lower-case hexadecimal digits. Nothing may be added afterwards.
  std::string HexDigest();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Of `text`.
std::string Sha256Hex(std::string_view text);
// Of a whole file; the errors of MappedFile::Open.
absl::StatusOr<std::string> Sha256OfFile(std::string_view path);

}  // namespace rung

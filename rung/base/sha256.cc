#include "rung/base/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "rung/base/mapped_file.h"
#include "rung/base/status.h"

namespace rung {

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  ~State() { EVP_MD_CTX_free(context); }
};

// With a digest that every libcrypto has, these calls fail only when memory is out.
Sha256::Sha256() : state_(std::make_unique<State>()) {
  EVP_DigestInit_ex(state_->context, EVP_sha256(), nullptr);
}

Sha256::~Sha256() = default;

void Sha256::Add(std::span<const std::byte> bytes) {
  EVP_DigestUpdate(state_->context, bytes.data(), bytes.size());
}

void Sha256::AddField(std::string_view text) {
  Add(fmt::format("{}:", text.size()));
  Add(text);
}

std::string Sha256::HexDigest() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  EVP_DigestFinal_ex(state_->context, digest.data(), &size);
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) hex += fmt::format("{:02x}", digest[i]);
  return hex;
}

std::string Sha256Hex(std::string_view text) {
  Sha256 digest;
  digest.Add(text);
  return digest.HexDigest();
}

absl::StatusOr<std::string> Sha256OfFile(std::string_view path) {
  RUNG_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::Open(path));
  Sha256 digest;
  // Its pages are dropped as they are read: a plugin has 200 MB of them.
  constexpr size_t kPiece = size_t{4} << 20;
  const std::span<const uint8_t> bytes = file.bytes();
  for (size_t done = 0; done < bytes.size(); done += kPiece) {
    const std::span<const uint8_t> piece =
        bytes.subspan(done, std::min(kPiece, bytes.size() - done));
    digest.Add(std::as_bytes(piece));
    file.Advise(done, piece.size(), MappedFile::Advice::kDontNeed);
  }
  return digest.HexDigest();
}

}  // namespace rung

#include "rung/cli/logits_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "rung/base/status.h"

namespace rung::cli {
namespace {

constexpr std::string_view kMagic = "RUNGLOG1";

std::array<int64_t, 3> Sizes(const TextChunks& text, int64_t vocab) {
  return {vocab, text.chunk, text.size()};
}

}  // namespace

LogitsFile::LogitsFile(std::string path, std::FILE* file, const TextChunks& text, int64_t vocab)
    : path_(std::move(path)), file_(file), row_(static_cast<size_t>(vocab)) {
  first_row_ = static_cast<int64_t>(kMagic.size() + sizeof(Sizes(text, vocab))) +
               text.size() * static_cast<int64_t>(sizeof(TokenId));
}

absl::Status LogitsFile::SystemError(std::string_view what) const {
  return FailedPrecondition("{} {}: {}", what, path_, std::strerror(errno));
}

absl::StatusOr<LogitsFile> LogitsFile::Create(const std::string& path, const TextChunks& text,
                                              int64_t vocab) {
  LogitsFile file(path, std::fopen(path.c_str(), "wb"), text, vocab);
  if (file.file_ == nullptr) return file.SystemError("cannot write the logits to");
  const auto sizes = Sizes(text, vocab);
  std::FILE* const out = file.file_.get();
  if (std::fwrite(kMagic.data(), 1, kMagic.size(), out) != kMagic.size() ||
      std::fwrite(sizes.data(), sizeof(int64_t), sizes.size(), out) != sizes.size() ||
      std::fwrite(text.tokens.data(), sizeof(TokenId), text.tokens.size(), out) !=
          text.tokens.size()) {
    return file.SystemError("cannot write the logits to");
  }
  return file;
}

absl::StatusOr<LogitsFile> LogitsFile::Open(const std::string& path, const TextChunks& text,
                                            int64_t vocab) {
  LogitsFile file(path, std::fopen(path.c_str(), "rb"), text, vocab);
  if (file.file_ == nullptr) return file.SystemError("cannot read the logits in");
  struct stat info {};
  if (fstat(fileno(file.file_.get()), &info) == 0 && S_ISDIR(info.st_mode)) {
    return InvalidArgument("{}: is a directory, expected a file of logits", path);
  }
  std::string magic(kMagic.size(), '\0');
  std::array<int64_t, 3> sizes{};
  std::FILE* const in = file.file_.get();
  if (std::fread(magic.data(), 1, magic.size(), in) != magic.size() || magic != kMagic ||
      std::fread(sizes.data(), sizeof(int64_t), sizes.size(), in) != sizes.size()) {
    return InvalidArgument("{} holds no logits: write them with --kl-divergence-base alone", path);
  }
  std::vector<TokenId> tokens(text.tokens.size());
  if (sizes != Sizes(text, vocab) ||
      std::fread(tokens.data(), sizeof(TokenId), tokens.size(), in) != tokens.size() ||
      tokens != text.tokens) {
    return InvalidArgument(
        "{} holds logits of another text, chunk size or vocabulary: write it anew from this text",
        path);
  }
  const int64_t size = file.first_row_ + text.rows() * vocab * static_cast<int64_t>(sizeof(float));
  if (fstat(fileno(in), &info) != 0 || info.st_size != size) {
    return InvalidArgument("{} is not whole ({} bytes, not {}): write it anew", path, info.st_size,
                           size);
  }
  return file;
}

absl::Status LogitsFile::Seek(int64_t row, std::string_view purpose) {
  const auto row_bytes = static_cast<int64_t>(row_.size() * sizeof(float));
  if (fseeko(file_.get(), first_row_ + row * row_bytes, SEEK_SET) != 0) {
    return SystemError(purpose);
  }
  return absl::OkStatus();
}

absl::Status LogitsFile::WriteRow(int64_t row, std::span<const float> logits) {
  RUNG_RETURN_IF_ERROR(Seek(row, "cannot write the logits to"));
  if (std::fwrite(logits.data(), sizeof(float), logits.size(), file_.get()) != logits.size()) {
    return SystemError("cannot write the logits to");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::span<const float>> LogitsFile::ReadRow(int64_t row) {
  RUNG_RETURN_IF_ERROR(Seek(row, "cannot read the logits in"));
  if (std::fread(row_.data(), sizeof(float), row_.size(), file_.get()) != row_.size()) {
    return SystemError("cannot read the logits in");
  }
  return std::span<const float>(row_);
}

absl::Status LogitsFile::Close() {
  if (std::fclose(file_.release()) != 0) return SystemError("cannot write the logits to");
  return absl::OkStatus();
}

}  // namespace rung::cli

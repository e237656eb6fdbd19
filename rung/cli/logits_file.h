// The logits of a text on disk, so that those of another lowering or program can be held against
// them.
//
// Little-endian: "RUNGLOG1", then as int64 the vocabulary, the tokens of a chunk and of the text,
// then the text's tokens as int32, then a row of f32 logits for each token but the last of each
// chunk, in the order of the text.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/base/strong_id.h"

namespace rung::cli {

// How a text is cut: chunks of `chunk` tokens, the last one shorter, each with a context of its
// own.
struct TextChunks {
  std::vector<TokenId> tokens;
  int64_t chunk = 0;

  int64_t count() const { return (size() + chunk - 1) / chunk; }
  int64_t size() const { return static_cast<int64_t>(tokens.size()); }
  std::span<const TokenId> Chunk(int64_t i) const {
    return std::span(tokens).subspan(i * chunk, std::min(chunk, size() - i * chunk));
  }
  // Rows of logits: places whose next token lies in the same chunk.
  int64_t rows() const { return size() - count(); }
  int64_t Row(int64_t chunk_index, int64_t place) const {
    return chunk_index * (chunk - 1) + place;
  }
};

// An open file. Not thread-safe.
class LogitsFile {
 public:
  // Writes head and tokens; rows may follow in any order. PermissionDenied with the system's
  // reason.
  static absl::StatusOr<LogitsFile> Create(const std::string& path, const TextChunks& text,
                                           int64_t vocab);
  // InvalidArgument when the file is of another text, chunk size or vocabulary, or is not whole.
  static absl::StatusOr<LogitsFile> Open(const std::string& path, const TextChunks& text,
                                         int64_t vocab);

  absl::Status WriteRow(int64_t row, std::span<const float> logits);
  // Valid until the next call.
  absl::StatusOr<std::span<const float>> ReadRow(int64_t row);
  // After the last row: what was written is on its way to the disk.
  absl::Status Close();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  LogitsFile(std::string path, std::FILE* file, const TextChunks& text, int64_t vocab);
  absl::Status SystemError(std::string_view what) const;
  // `purpose` begins the error: what was written before goes out here, and may not fit.
  absl::Status Seek(int64_t row, std::string_view purpose);

  std::string path_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  int64_t first_row_ = 0;  // its offset
  std::vector<float> row_;
};

}  // namespace rung::cli

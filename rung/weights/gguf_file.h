// A GGUF checkpoint, version 2 or 3, little-endian: metadata and a directory of tensors.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/mapped_file.h"
#include "rung/weights/gguf_cursor.h"
#include "rung/weights/gguf_metadata.h"
#include "rung/weights/tensor_source.h"

namespace rung::weights {

// Owns the mapping that all names, strings and tensor bytes point into. Immutable after Open, so
// thread-safe. Opening reads metadata and directory only, not the tensor data: about 2 ms for a
// vocabulary of 50,000 tokens.
class GgufFile final : public TensorSource {
 public:
  // Checks every count, length, offset and type against the file before it is used: a file that
  // opens has only tensors that lie inside it, apart from each other, in a supported storage type.
  // InvalidArgument for a broken file, Unimplemented for a sound one that this program cannot read
  // (version, byte order, tensor type, split file), the errors of MappedFile::Open.
  static absl::StatusOr<std::unique_ptr<GgufFile>> Open(std::string_view path);

  // The same for a file in memory; `bytes` must outlive the result, `name` stands in messages.
  static absl::StatusOr<std::unique_ptr<GgufFile>> FromBytes(std::string_view name,
                                                             std::span<const uint8_t> bytes);

  absl::StatusOr<const TensorInfo*> Find(std::string_view name) const override;
  const std::vector<TensorInfo>& tensors() const override { return tensors_; }

  const GgufMetadata& metadata() const { return metadata_; }
  const std::string& path() const { return path_; }
  uint32_t version() const { return version_; }
  uint64_t data_offset() const { return data_offset_; }

  // Drops the tensor's pages from memory, once it has been copied elsewhere. Its bytes stay valid
  // and are read again when touched.
  void ReleasePages(const TensorInfo& info) const;
  // Of the whole file.
  void ReleaseAllPages() const;

 private:
  // What the directory says of a tensor before the data section is known.
  struct Placement {
    uint64_t offset = 0;  // from the start of the data section
    uint64_t bytes = 0;
  };

  explicit GgufFile(std::string_view path) : path_(path) {}

  absl::Status Parse(std::span<const uint8_t> bytes);
  absl::Status RefuseSplit() const;
  absl::StatusOr<uint64_t> Alignment() const;
  absl::StatusOr<std::vector<Placement>> ParseDirectory(GgufCursor& cursor, uint64_t count);
  absl::StatusOr<Placement> ParseTensor(GgufCursor& cursor, TensorInfo& info);
  absl::Status PlaceTensors(GgufCursor& cursor, std::span<const uint8_t> bytes,
                            const std::vector<Placement>& placements, uint64_t alignment);
  absl::Status CheckOverlap(const GgufCursor& cursor,
                            const std::vector<Placement>& placements) const;

  std::string path_;
  std::optional<MappedFile> mapping_;  // none for FromBytes
  uint32_t version_ = 0;
  uint64_t data_offset_ = 0;
  GgufMetadata metadata_;
  std::vector<TensorInfo> tensors_;
  std::unordered_map<std::string_view, size_t> index_;  // views of the file, not of tensors_
};

}  // namespace rung::weights

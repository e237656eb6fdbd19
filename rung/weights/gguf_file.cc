#include "rung/weights/gguf_file.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "rung/base/status.h"
#include "rung/base/typed_text.h"
#include "rung/weights/gguf_header.h"
#include "rung/weights/gguf_types.h"

namespace rung::weights {
namespace {

// Far above any checkpoint; keeps a hostile count from filling memory with directory entries.
constexpr uint64_t kMostTensors = 1 << 20;
// Name length, one character, dimension count, one dimension, type, offset.
constexpr size_t kSmallestTensor = 8 + 1 + 4 + 8 + 4 + 8;
constexpr size_t kLongestName = 65535;
constexpr uint32_t kMostDims = 4;
constexpr uint64_t kDefaultAlignment = 32;
constexpr uint64_t kLargestAlignment = 1 << 20;

}  // namespace

absl::StatusOr<std::unique_ptr<GgufFile>> GgufFile::Open(std::string_view path) {
  RUNG_ASSIGN_OR_RETURN(MappedFile mapping, MappedFile::Open(path));
  std::unique_ptr<GgufFile> file(new GgufFile(path));
  file->mapping_ = std::move(mapping);
  RUNG_RETURN_IF_ERROR(file->Parse(file->mapping_->bytes()));
  return file;
}

absl::StatusOr<std::unique_ptr<GgufFile>> GgufFile::FromBytes(std::string_view name,
                                                              std::span<const uint8_t> bytes) {
  std::unique_ptr<GgufFile> file(new GgufFile(name));
  RUNG_RETURN_IF_ERROR(file->Parse(bytes));
  return file;
}

absl::StatusOr<const TensorInfo*> GgufFile::Find(std::string_view name) const {
  const auto position = index_.find(name);
  if (position == index_.end()) {
    return NotFound("{}: missing tensor {}", path_, Quoted(name));
  }
  return &tensors_[position->second];
}

void GgufFile::ReleasePages(const TensorInfo& info) const {
  if (!mapping_) return;
  const auto offset = static_cast<size_t>(info.bytes.data() - mapping_->bytes().data());
  mapping_->Advise(offset, info.bytes.size(), MappedFile::Advice::kDontNeed);
}

void GgufFile::ReleaseAllPages() const {
  if (mapping_) mapping_->Advise(0, mapping_->bytes().size(), MappedFile::Advice::kDontNeed);
}

absl::Status GgufFile::Parse(std::span<const uint8_t> bytes) {
  GgufCursor cursor(path_, bytes);
  RUNG_ASSIGN_OR_RETURN(const GgufHeader header, ParseGgufHeader(cursor, path_, bytes));
  version_ = header.version;
  // Judged before the metadata is read: the count is at fault, not what comes after it.
  if (header.tensor_count > kMostTensors ||
      header.tensor_count > cursor.remaining() / kSmallestTensor) {
    return cursor.Error(
        "tensor count {} is more than the file can hold ({} bytes follow, limit {})",
        header.tensor_count, cursor.remaining(), kMostTensors);
  }
  cursor.Enter("metadata");
  RUNG_ASSIGN_OR_RETURN(metadata_, GgufMetadata::Parse(cursor, path_, header.key_count));
  RUNG_RETURN_IF_ERROR(RefuseSplit());
  RUNG_ASSIGN_OR_RETURN(const uint64_t alignment, Alignment());
  cursor.Enter("tensor directory");
  RUNG_ASSIGN_OR_RETURN(const std::vector<Placement> placements,
                        ParseDirectory(cursor, header.tensor_count));
  cursor.Enter("tensor data");
  return PlaceTensors(cursor, bytes, placements, alignment);
}

absl::Status GgufFile::RefuseSplit() const {
  RUNG_ASSIGN_OR_RETURN(const uint64_t parts, metadata_.GetU64Or("split.count", 1));
  if (parts <= 1) return absl::OkStatus();
  return Unimplemented("{}: one of {} parts of a split checkpoint (split.count): merge them first",
                       path_, parts);
}

absl::StatusOr<uint64_t> GgufFile::Alignment() const {
  RUNG_ASSIGN_OR_RETURN(const uint64_t alignment,
                        metadata_.GetU64Or("general.alignment", kDefaultAlignment));
  if (alignment < 8 || alignment > kLargestAlignment || (alignment & (alignment - 1)) != 0) {
    return InvalidArgument("{}: general.alignment is {}, expected a power of two from 8 to {}",
                           path_, alignment, kLargestAlignment);
  }
  return alignment;
}

absl::StatusOr<std::vector<GgufFile::Placement>> GgufFile::ParseDirectory(GgufCursor& cursor,
                                                                          uint64_t count) {
  if (count > cursor.remaining() / kSmallestTensor) {
    return cursor.Error("truncated: {} tensors at byte {}, but only {} bytes follow", count,
                        cursor.offset(), cursor.remaining());
  }
  std::vector<Placement> placements;
  placements.reserve(count);
  tensors_.reserve(count);
  index_.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    cursor.ClearThing();
    const size_t start = cursor.offset();
    RUNG_ASSIGN_OR_RETURN(const std::string_view name, cursor.ReadString("tensor name"));
    if (name.empty()) {
      return cursor.Error("the name of tensor {} of {} at byte {} is empty", i + 1, count, start);
    }
    cursor.SetThing("tensor", name);
    if (name.size() > kLongestName) {
      return cursor.Error("the name has {} bytes, at most {} are allowed", name.size(),
                          kLongestName);
    }
    if (!index_.emplace(name, i).second) {
      return cursor.Error("occurs twice, again at byte {}", start);
    }
    TensorInfo info;
    info.name = name;
    RUNG_ASSIGN_OR_RETURN(const Placement placement, ParseTensor(cursor, info));
    placements.push_back(placement);
    tensors_.push_back(std::move(info));
  }
  return placements;
}

absl::StatusOr<GgufFile::Placement> GgufFile::ParseTensor(GgufCursor& cursor, TensorInfo& info) {
  RUNG_ASSIGN_OR_RETURN(const uint32_t rank, cursor.Read<uint32_t>("dimension count"));
  if (rank == 0 || rank > kMostDims) {
    return cursor.Error("has {} dimensions, expected 1 to {}", rank, kMostDims);
  }
  info.dims.resize(rank);
  info.num_elements = 1;
  for (uint32_t i = 0; i < rank; ++i) {
    RUNG_ASSIGN_OR_RETURN(const uint64_t dim, cursor.Read<uint64_t>("dimension"));
    if (dim == 0) return cursor.Error("dimension {} of {} is 0", i + 1, rank);
    if (dim > INT64_MAX ||
        __builtin_mul_overflow(info.num_elements, static_cast<int64_t>(dim), &info.num_elements)) {
      return cursor.Error("dimension {} of {} is {}: more elements than 64 bits can count", i + 1,
                          rank, dim);
    }
    info.dims[rank - 1 - i] = static_cast<int64_t>(dim);  // the file has the fastest axis first
  }
  RUNG_ASSIGN_OR_RETURN(const uint32_t type, cursor.Read<uint32_t>("tensor type"));
  const std::optional<StorageType> storage = StorageFromGgml(type);
  if (!storage) {
    return Unimplemented("{}: tensor type {} ({}) is not supported; supported: {}", cursor.Where(),
                         type, GgmlTypeName(type), SupportedStorageNames());
  }
  info.storage = *storage;
  const BlockLayout block = LayoutOf(*storage);
  if (info.dims.back() % block.elements != 0) {
    return cursor.Error("its last axis of {} elements is not a multiple of {}, the block of {}",
                        info.dims.back(), block.elements, StorageName(*storage));
  }
  int64_t bytes = 0;
  if (__builtin_mul_overflow(info.num_elements / block.elements, block.bytes, &bytes)) {
    return cursor.Error("{} elements of {} take more bytes than 64 bits can count",
                        info.num_elements, StorageName(*storage));
  }
  Placement placement;
  placement.bytes = static_cast<uint64_t>(bytes);
  RUNG_ASSIGN_OR_RETURN(placement.offset, cursor.Read<uint64_t>("data offset"));
  return placement;
}

absl::Status GgufFile::PlaceTensors(GgufCursor& cursor, std::span<const uint8_t> bytes,
                                    const std::vector<Placement>& placements, uint64_t alignment) {
  // No overflow: the offset is at most the file's size and the alignment at most 1 MiB.
  data_offset_ = (cursor.offset() + alignment - 1) / alignment * alignment;
  if (placements.empty()) return absl::OkStatus();
  if (data_offset_ > bytes.size()) {
    return cursor.Error("truncated: it starts at byte {}, but the file ends at {}", data_offset_,
                        bytes.size());
  }
  const uint64_t data_bytes = bytes.size() - data_offset_;
  for (size_t i = 0; i < placements.size(); ++i) {
    const Placement& placement = placements[i];
    cursor.SetThing("tensor", tensors_[i].name);
    if (placement.offset % alignment != 0) {
      return cursor.Error("offset {} is not a multiple of the alignment {}", placement.offset,
                          alignment);
    }
    // The file may end with the last tensor: padding behind it is not asked for.
    if (placement.offset > data_bytes || placement.bytes > data_bytes - placement.offset) {
      return cursor.Error(
          "{} bytes at data offset {} do not lie in the file, whose data section has {} bytes: "
          "truncated?",
          placement.bytes, placement.offset, data_bytes);
    }
    tensors_[i].bytes = bytes.subspan(data_offset_ + placement.offset, placement.bytes);
  }
  return CheckOverlap(cursor, placements);
}

absl::Status GgufFile::CheckOverlap(const GgufCursor& cursor,
                                    const std::vector<Placement>& placements) const {
  std::vector<size_t> order(placements.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(placements[a].offset, a) < std::pair(placements[b].offset, b);
  });
  for (size_t i = 1; i < order.size(); ++i) {
    const Placement& before = placements[order[i - 1]];
    const Placement& after = placements[order[i]];
    if (before.offset + before.bytes > after.offset) {
      GgufCursor named = cursor;
      named.SetThing("tensor", tensors_[order[i]].name);
      return named.Error("data offset {} overlaps tensor {} ({} bytes at {})", after.offset,
                         Quoted(tensors_[order[i - 1]].name), before.bytes, before.offset);
    }
  }
  return absl::OkStatus();
}

}  // namespace rung::weights

// A model: a manifest of weights and the programs that run it. Text only, no device.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rung/base/dtype.h"
#include "rung/hlo/tensor_type.h"
#include "rung/kernels/packed_matrix.h"
#include "rung/model/config.h"
#include "rung/model/program.h"
#include "rung/weights/tensor_source.h"

namespace rung::model {

enum class LoweringKind : uint8_t {
  kPortable,  // plain StableHLO, any device
  kKernel,    // custom calls over packed weights, CPUs
};

struct LoweringOptions {
  LoweringKind kind = LoweringKind::kPortable;
  DType precision = DType::kF32;  // of weights and activations: f32, f16 or bf16
  DType kv_dtype = DType::kF32;   // of the KV cache: f32, f16 or bf16
  // MLX_ENABLE_TF32=0: f32 matrix products at full precision on devices that would round.
  bool highest_precision = false;
};

// One device buffer: the rows of `parts` one after the other along the first axis. Fusing q, k, v
// and gate, up into one matrix each saves a third of the products of a decode step.
struct PackedWeight {
  kernels::PackedShape shape;
  std::vector<kernels::RowPlacement> placements;  // of each part
  int64_t offset = 0;                             // in the packed memory
};
struct WeightSpec {
  std::string name;  // "blk.0.attn_qkv.weight"
  hlo::TensorType type;
  std::vector<std::string> parts;  // names of checkpoint tensors
  std::vector<int64_t> part_rows;  // extent of each part along the first axis; sums to type.dims[0]
  // A packed matrix, as ui8 [tiles, tile bytes]: the parts' rows lie where it says. It is no buffer
  // of its own: all of them lie in one, which programs take in their place.
  std::optional<PackedWeight> packed = {};

  // What the checkpoint must hold as that part.
  std::vector<int64_t> PartDims(size_t part) const;
};

// Immutable after creation and thread-safe: two threads may make programs at once. Making a program
// costs milliseconds; compiling it costs seconds and is the caller's.
class Model {
 public:
  virtual ~Model() = default;

  const ModelConfig& config() const { return config_; }
  const LoweringOptions& lowering() const { return lowering_; }
  // In the order in which every program takes them, the packed ones last and together.
  const std::vector<WeightSpec>& weights() const { return weights_; }
  int64_t WeightBytes() const;
  // Of the memory that holds all packed matrices; 0 when there are none.
  int64_t PackedBytes() const;

  // OK when `source` holds every part in its expected shape and no tensor that the graph would
  // ignore. NotFound and InvalidArgument name the tensor and both shapes.
  absl::Status CheckCheckpoint(const weights::TensorSource& source) const;

  // KV buffers of one row. Here: per layer K then V, each [kv_heads, capacity, head_dim] of
  // kv_dtype; a lowering may have its own.
  virtual std::vector<hlo::TensorType> KvTypes(int64_t capacity) const;
  // A cache may be cut into pieces along its capacity: how many positions each holds. Here: one
  // piece. KvTypes is then a list of such lists, each of as many buffers. All but the last piece of
  // a capacity are pieces of every larger one.
  virtual std::vector<int64_t> KvPieces(int64_t capacity) const { return {capacity}; }
  // The same buffer's places in KvTypes(from) and KvTypes(to).
  struct BufferPair {
    size_t from;
    size_t to;
  };
  // Buffers that a row keeps when it grows.
  std::vector<BufferPair> KeptByGrowth(int64_t from_capacity, int64_t to_capacity) const;
  // What growing allocates: KvBytes(to_capacity) but for the buffers that are kept.
  int64_t GrowthBytes(int64_t from_capacity, int64_t to_capacity) const;
  // Whether programs read KV that no program wrote: fresh buffers must then be zero.
  virtual bool ReadsFreshKv() const { return true; }
  // Whether a chunk takes its full time however few of its tokens are real.
  virtual bool ComputesPadding() const { return true; }
  // The axis of those buffers that the capacity extends.
  virtual int64_t KvAxis() const { return 1; }
  int64_t KvBytes(int64_t capacity) const;
  // What KvBytes comes to for each position of a long cache.
  int64_t KvBytesPerPosition() const;

  // Arguments of the programs: weights in manifest order, the packed ones as one, then the KV of
  // each row in KvTypes order, then tokens, position(s) and, for prefill, valid. Results: every KV
  // argument in the same order and in place, then the logits, last. All fail with InvalidArgument
  // naming a bad size.

  // One row, `chunk` tokens from position `start`: KV at [start, start + chunk), logits of token
  // valid - 1. The caller keeps start + chunk <= capacity: a start beyond is clamped by the device
  // and overwrites live KV. KV of tokens from `valid` on is garbage that a later step overwrites
  // before any query sees it.
  virtual absl::StatusOr<Program> Prefill(int64_t chunk, int64_t capacity) const = 0;
  // One token for each row, each row attending over its own capacity (ascending). A row's position
  // must be below its capacity.
  virtual absl::StatusOr<Program> Decode(std::span<const int64_t> row_capacities) const = 0;
  // What a larger cache takes from a row's KV. Its results are the pieces that had to be copied
  // into longer ones, zero behind what they held. Pieces that both capacities have stay as they
  // are, and those that only the larger one has are the caller's to make: neither is a result. No
  // result at all means that nothing is copied, and then there is no text to compile. No weights,
  // no logits, no donation.
  absl::StatusOr<Program> Grow(int64_t from_capacity, int64_t to_capacity) const;
  // The same as a copy that leaves the row its KV: pieces that both capacities have are results
  // too. `to_capacity` may be smaller: the positions that it holds.
  absl::StatusOr<Program> Copy(int64_t from_capacity, int64_t to_capacity) const;

 protected:
  Model(ModelConfig config, LoweringOptions lowering)
      : config_(std::move(config)), lowering_(lowering) {}
  std::vector<WeightSpec>& mutable_weights() { return weights_; }

  // What Prefill and Decode ask of their sizes.
  static absl::Status CheckPrefillShape(int64_t chunk, int64_t capacity);
  static absl::Status CheckDecodeShape(std::span<const int64_t> row_capacities);

 private:
  // Pieces that stand at the same place of both capacities, whole or in part.
  std::vector<BufferPair> SharedPieces(int64_t from_capacity, int64_t to_capacity) const;
  // Grow or Copy under that name.
  absl::StatusOr<Program> MoveKv(std::string name, int64_t from_capacity, int64_t to_capacity,
                                 bool keeps_kv) const;

  ModelConfig config_;
  LoweringOptions lowering_;
  std::vector<WeightSpec> weights_;
};

// OK for a capacity in 1..=2147483647.
absl::Status CheckCapacity(int64_t capacity);

// Validates both and makes the architecture that config.architecture names; Unimplemented names an
// unknown one and those that exist. The kernel lowering packs weights as the checkpoint
// holds them, so it needs `source`; Unimplemented names what its kernels cannot do.
absl::StatusOr<std::unique_ptr<Model>> CreateModel(const ModelConfig& config,
                                                   const LoweringOptions& options,
                                                   const weights::TensorSource* source = nullptr);

}  // namespace rung::model

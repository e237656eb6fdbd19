#include "rung/runtime/weight_store.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <thread>

#include "rung/base/half.h"
#include "rung/base/status.h"
#include "rung/base/thread.h"
#include "rung/runtime/packed_loader.h"
#include "rung/runtime/tensor_type.h"

namespace rung::runtime {
namespace {

// Elements dequantized at a time: 2 MiB of f32, so that the scratch of narrower types stays in
// cache and progress and cancellation are prompt.
constexpr int64_t kPieceElements = int64_t{1} << 19;

}  // namespace

// One load: worker threads take weights from a shared counter, largest first.
class WeightLoader {
 public:
  WeightLoader(const pjrt::Client& client, const model::Model& model,
               const weights::TensorSource& source, const WeightLoadOptions& options)
      : client_(client),
        model_(model),
        source_(source),
        options_(options),
        // Only a CPU reads host memory in place; others would keep a second copy for nothing.
        zero_copy_(client.has_host_memory()),
        store_(new WeightStore) {}

  absl::StatusOr<std::unique_ptr<WeightStore>> Run() {
    const std::vector<model::WeightSpec>& specs = model_.weights();
    store_->host_.resize(specs.size());
    RUNG_RETURN_IF_ERROR(AllocatePacked());
    store_->buffers_.resize(specs.size());
    store_->total_bytes_ = model_.WeightBytes();
    store_->zero_copy_ = zero_copy_;
    order_.resize(specs.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(), [&](size_t a, size_t b) {
      return specs[a].type.ByteCount() > specs[b].type.ByteCount();
    });
    std::vector<std::thread> threads;
    // Of fewer than were asked for it only takes longer.
    StartThreads(
        options_.threads - 1, [this](int) { Work(); }, &threads)
        .IgnoreError();
    Work();
    for (std::thread& thread : threads) thread.join();
    RUNG_RETURN_IF_ERROR(status_);
    RUNG_RETURN_IF_ERROR(UploadPacked());
    return std::move(store_);
  }

 private:
  void Work() {
    while (!stopped_.load(std::memory_order_relaxed)) {
      const size_t next = next_.fetch_add(1, std::memory_order_relaxed);
      if (next >= order_.size()) return;
      if (absl::Status status = LoadWeight(order_[next]); !status.ok()) Stop(std::move(status));
    }
  }

  void Stop(absl::Status status) {
    const std::lock_guard lock(mutex_);
    status_.Update(std::move(status));  // the first error is the one that is told
    stopped_ = true;
  }

  // Packed matrices lie one after another: a step reads all of them, and the smaller ones would get
  // no huge pages of their own.
  absl::Status AllocatePacked() {
    const int64_t bytes = model_.PackedBytes();
    if (bytes == 0) return absl::OkStatus();
    if (!zero_copy_) {
      return Unimplemented("packed weights are read in place, which {} devices do not do",
                           client_.platform_name());
    }
    RUNG_ASSIGN_OR_RETURN(store_->packed_memory_, HostMemory::Allocate(static_cast<size_t>(bytes)));
    return absl::OkStatus();
  }

  // Once all are there.
  absl::Status UploadPacked() {
    const std::span<const std::byte> bytes = store_->packed_memory_.bytes();
    if (bytes.empty()) return absl::OkStatus();
    const pjrt::BufferType type = {DType::kU8, {static_cast<int64_t>(bytes.size())}};
    RUNG_ASSIGN_OR_RETURN(
        store_->packed_, client_.BufferFromHost(bytes, type, pjrt::HostBufferSemantics::kZeroCopy));
    return absl::OkStatus();
  }

  absl::Status LoadPacked(size_t index) {
    const model::WeightSpec& spec = model_.weights()[index];
    const std::span<std::byte> out = store_->packed_memory_.bytes().subspan(
        static_cast<size_t>(spec.packed->offset), static_cast<size_t>(spec.type.ByteCount()));
    return PackWeight(
        spec, source_, out, [this](int64_t bytes, const weights::TensorInfo& rows) -> absl::Status {
          ReportProgress(bytes);
          if (options_.release) options_.release(rows);
          return stopped_.load(std::memory_order_relaxed) ? absl::CancelledError("stopped")
                                                          : CheckCancelled();
        });
  }

  absl::Status CheckCancelled() const {
    if (!options_.cancelled || !options_.cancelled()) return absl::OkStatus();
    return absl::CancelledError("loading the weights was cancelled");
  }

  absl::Status LoadWeight(size_t index) {
    const model::WeightSpec& spec = model_.weights()[index];
    if (spec.packed) return LoadPacked(index);
    RUNG_ASSIGN_OR_RETURN(HostMemory host, HostMemory::Allocate(spec.type.ByteCount()));
    std::span<std::byte> rest = host.bytes();
    for (const std::string& part : spec.parts) {
      RUNG_ASSIGN_OR_RETURN(const weights::TensorInfo* info, source_.Find(part));
      const size_t bytes = info->num_elements * ByteSize(spec.type.dtype);
      if (bytes > rest.size()) {
        return InvalidArgument("{}: the parts of {} do not fit its type {}", part, spec.name,
                               spec.type.ToString());
      }
      RUNG_RETURN_IF_ERROR(FillPart(*info, spec.type.dtype, rest.first(bytes)));
      rest = rest.subspan(bytes);
      if (options_.release) options_.release(*info);
    }
    if (!rest.empty()) {
      return InvalidArgument("{}: its parts leave {} bytes of {} unset", spec.name, rest.size(),
                             spec.type.ToString());
    }
    return Upload(index, std::move(host));
  }

  absl::Status FillPart(const weights::TensorInfo& info, DType dtype, std::span<std::byte> out) {
    const int64_t rows = info.dims.empty() ? 1 : info.dims[0];
    const int64_t row_elements = info.num_elements / rows;
    const int64_t piece_rows = std::max<int64_t>(1, kPieceElements / row_elements);
    const size_t element_bytes = ByteSize(dtype);
    for (int64_t first = 0; first < rows; first += piece_rows) {
      if (stopped_.load(std::memory_order_relaxed)) return absl::OkStatus();
      RUNG_RETURN_IF_ERROR(CheckCancelled());
      const int64_t count = std::min(piece_rows, rows - first);
      const size_t bytes = count * row_elements * element_bytes;
      RUNG_RETURN_IF_ERROR(FillPiece(RowsOf(info, first, count), dtype,
                                     out.subspan(first * row_elements * element_bytes, bytes)));
      ReportProgress(static_cast<int64_t>(bytes));
    }
    return absl::OkStatus();
  }

  static absl::Status FillPiece(const weights::TensorInfo& piece, DType dtype,
                                std::span<std::byte> out) {
    if (dtype == DType::kF32) {
      return weights::Dequantize(
          piece, {reinterpret_cast<float*>(out.data()), out.size() / sizeof(float)});
    }
    if (dtype != DType::kF16 && dtype != DType::kBF16) {
      return Unimplemented("{}: weights of type {} cannot be made", piece.name, HloName(dtype));
    }
    thread_local std::vector<float> scratch;
    scratch.resize(piece.num_elements);
    RUNG_RETURN_IF_ERROR(weights::Dequantize(piece, scratch));
    auto* halves = reinterpret_cast<uint16_t*>(out.data());
    std::transform(scratch.begin(), scratch.end(), halves,
                   dtype == DType::kF16 ? FloatToHalf : FloatToBFloat16);
    return absl::OkStatus();
  }

  absl::Status Upload(size_t index, HostMemory host) {
    const pjrt::BufferType type = ToBufferType(model_.weights()[index].type);
    const auto semantics =
        zero_copy_ ? pjrt::HostBufferSemantics::kZeroCopy : pjrt::HostBufferSemantics::kCopy;
    RUNG_ASSIGN_OR_RETURN(store_->buffers_[index],
                          client_.BufferFromHost(host.bytes(), type, semantics));
    if (zero_copy_) store_->host_[index] = std::move(host);
    return absl::OkStatus();
  }

  void ReportProgress(int64_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes_done_ += bytes;
    if (options_.progress) options_.progress(bytes_done_, store_->total_bytes_);
  }

  const pjrt::Client& client_;
  const model::Model& model_;
  const weights::TensorSource& source_;
  const WeightLoadOptions& options_;
  const bool zero_copy_;
  std::unique_ptr<WeightStore> store_;
  std::vector<size_t> order_;
  std::atomic<size_t> next_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;  // guards what follows
  absl::Status status_;
  int64_t bytes_done_ = 0;
};

WeightStore::~WeightStore() = default;

int64_t WeightStore::num_buffers() const {
  const auto exists = [](const pjrt::Buffer& buffer) { return static_cast<bool>(buffer); };
  return std::count_if(buffers_.begin(), buffers_.end(), exists) + (packed_ ? 1 : 0);
}

absl::StatusOr<std::unique_ptr<WeightStore>> WeightStore::Load(const pjrt::Client& client,
                                                               const model::Model& model,
                                                               const weights::TensorSource& source,
                                                               const WeightLoadOptions& options) {
  RUNG_RETURN_IF_ERROR(model.CheckCheckpoint(source));
  return WeightLoader(client, model, source, options).Run();
}

}  // namespace rung::runtime

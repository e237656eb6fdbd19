#include "rung/runtime/xla_step_runner.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "rung/base/status.h"
#include "rung/ffi/kernel_calls.h"
#include "rung/runtime/tensor_type.h"

namespace rung::runtime {

XlaStepRunner::XlaStepRunner(const pjrt::Client* client, const model::Model* model,
                             const WeightStore* weights, ProgramSet* programs,
                             StepRunnerOptions options)
    : client_(client),
      model_(model),
      weights_(weights),
      programs_(programs),
      options_(std::move(options)),
      rows_(client, model, options_.kv_limit_bytes) {}

absl::StatusOr<std::unique_ptr<XlaStepRunner>> XlaStepRunner::Create(const pjrt::Client* client,
                                                                     const model::Model* model,
                                                                     const WeightStore* weights,
                                                                     ProgramSet* programs,
                                                                     StepRunnerOptions options) {
  const std::vector<int64_t>& capacities = options.capacities;
  const bool increasing = std::adjacent_find(capacities.begin(), capacities.end(),
                                             std::greater_equal<>()) == capacities.end();
  if (capacities.empty() || !increasing) {
    return InvalidArgument("capacities of a step runner must be ascending and at least one");
  }
  for (int64_t capacity : capacities) RUNG_RETURN_IF_ERROR(model::CheckCapacity(capacity));
  // XLA does not survive a call that asks for the context of an execution that has none.
  if (model->lowering().kind == model::LoweringKind::kKernel && options.context == nullptr) {
    return InvalidArgument("a runner of the kernel lowering needs an execute context");
  }
  return std::unique_ptr<XlaStepRunner>(
      new XlaStepRunner(client, model, weights, programs, std::move(options)));
}

absl::Status XlaStepRunner::CheckHeld(int64_t capacity) const {
  const std::vector<int64_t>& held = options_.capacities;
  if (std::binary_search(held.begin(), held.end(), capacity)) return absl::OkStatus();
  return InvalidArgument("capacity {} is none of those held: {}", capacity, fmt::join(held, ", "));
}

int64_t XlaStepRunner::kv_free_bytes() const {
  int64_t padding = options_.padding_rows;
  for (RowId row : padding_) padding -= RowHasKv(row) ? 1 : 0;
  const int64_t kept = std::max<int64_t>(padding, 0) * model_->KvBytes(options_.capacities.front());
  return std::max<int64_t>(rows_.limit_bytes() - rows_.live_bytes() - kept, 0);
}

absl::Status XlaStepRunner::MakeRoom(int64_t capacity, int64_t bytes) {
  RUNG_RETURN_IF_ERROR(rows_.MakeRoom(capacity, bytes));
  if (bytes <= kv_free_bytes()) return absl::OkStatus();
  return ResourceExhausted(
      "a KV cache of capacity {} needs {} bytes, but {} of the limit of {} are free beside padding "
      "rows; raise RUNG_MEMORY_LIMIT or run fewer or shorter sequences",
      capacity, bytes, kv_free_bytes(), rows_.limit_bytes());
}

absl::Status XlaStepRunner::Grow(RowId row, int64_t new_capacity) {
  RUNG_RETURN_IF_ERROR(CheckHeld(new_capacity));
  if (!RowHasKv(row) || new_capacity <= RowCapacity(row)) {
    return InvalidArgument("row {} of capacity {} cannot grow to {}", row.value, RowCapacity(row),
                           new_capacity);
  }
  KvRow* const kv = rows_.Find(row);
  const std::vector<model::Model::BufferPair> kept =
      model_->KeptByGrowth(kv->capacity, new_capacity);
  RUNG_RETURN_IF_ERROR(MakeRoom(new_capacity, model_->GrowthBytes(kv->capacity, new_capacity)));
  RUNG_ASSIGN_OR_RETURN(std::vector<pjrt::Buffer> buffers,
                        MoveKv(*kv, new_capacity, ProgramKey::Grow(kv->capacity, new_capacity)));
  RUNG_RETURN_IF_ERROR(FillFresh(new_capacity, kept, &buffers));
  for (const model::Model::BufferPair& buffer : kept) {  // nothing can fail any more
    buffers[buffer.to] = std::move(kv->buffers[buffer.from]);
  }
  rows_.Replace(kv, new_capacity, std::move(buffers));
  return absl::OkStatus();
}

absl::StatusOr<RowId> XlaStepRunner::CopyRow(RowId row, int64_t capacity) {
  RUNG_RETURN_IF_ERROR(CheckHeld(capacity));
  if (!RowHasKv(row)) {
    return InvalidArgument("row {} has no KV to copy", row.value);
  }
  const KvRow& kv = *rows_.Find(row);
  RUNG_RETURN_IF_ERROR(MakeRoom(capacity, model_->KvBytes(capacity)));
  RUNG_ASSIGN_OR_RETURN(std::vector<pjrt::Buffer> buffers,
                        MoveKv(kv, capacity, CopyProgram(kv.capacity, capacity)));
  RUNG_RETURN_IF_ERROR(FillFresh(capacity, /*kept=*/{}, &buffers));
  return rows_.Adopt(capacity, std::move(buffers))->id;
}

ProgramKey XlaStepRunner::CopyProgram(int64_t from_capacity, int64_t to_capacity) const {
  // Where growth keeps no buffer, its program is a copy: one program for both.
  if (to_capacity > from_capacity && model_->KeptByGrowth(from_capacity, to_capacity).empty()) {
    return ProgramKey::Grow(from_capacity, to_capacity);
  }
  return ProgramKey::Copy(from_capacity, to_capacity);
}

absl::StatusOr<std::vector<pjrt::Buffer>> XlaStepRunner::MoveKv(const KvRow& row, int64_t capacity,
                                                                const ProgramKey& key) {
  RUNG_ASSIGN_OR_RETURN(const CompiledProgram* program, programs_->Get(key));
  std::vector<pjrt::Buffer> buffers(model_->KvTypes(capacity).size());
  if (program->executable == nullptr) return buffers;
  std::vector<const pjrt::Buffer*> arguments;
  for (const model::Argument& argument : program->arguments) {
    arguments.push_back(&row.buffers[argument.index]);
  }
  RUNG_ASSIGN_OR_RETURN(pjrt::ExecuteResult result, program->executable->Execute(arguments));
  for (size_t i = 0; i < program->results.size(); ++i) {
    buffers[program->results[i].index] = std::move(result.results[i]);
  }
  RUNG_RETURN_IF_ERROR(result.done.Await());
  return buffers;
}

absl::Status XlaStepRunner::FillFresh(int64_t capacity,
                                      std::span<const model::Model::BufferPair> kept,
                                      std::vector<pjrt::Buffer>* buffers) {
  const std::vector<hlo::TensorType> types = model_->KvTypes(capacity);
  for (size_t i = 0; i < types.size(); ++i) {
    const bool is_kept =
        std::any_of(kept.begin(), kept.end(), [i](const auto& buffer) { return buffer.to == i; });
    if (is_kept || (*buffers)[i]) continue;
    RUNG_ASSIGN_OR_RETURN((*buffers)[i], rows_.Fresh(types[i]));
  }
  return absl::OkStatus();
}

absl::StatusOr<RowId> XlaStepRunner::AllocateRow(int64_t capacity) {
  RUNG_RETURN_IF_ERROR(CheckHeld(capacity));
  RUNG_RETURN_IF_ERROR(MakeRoom(capacity, model_->KvBytes(capacity)));
  RUNG_ASSIGN_OR_RETURN(const KvRow* row, rows_.Allocate(capacity));
  return row->id;
}

int64_t XlaStepRunner::RowCapacity(RowId row) const {
  const KvRow* found = rows_.Find(row);
  return found == nullptr ? 0 : found->capacity;
}

bool XlaStepRunner::RowHasKv(RowId row) const {
  const KvRow* found = rows_.Find(row);
  return found != nullptr && found->has_kv();
}

absl::Status XlaStepRunner::CheckRowAndToken(RowId row, TokenId token) const {
  if (!RowHasKv(row)) {
    return InvalidArgument("row {} does not exist or has lost its KV; allocate and prefill one",
                           row.value);
  }
  if (token < 0 || token >= vocab_size()) {
    return InvalidArgument("token {} is outside the vocabulary of {}", token, vocab_size());
  }
  return absl::OkStatus();
}

absl::Status XlaStepRunner::CheckPrefill(RowId row, std::span<const TokenId> tokens, int64_t start,
                                         int64_t chunk) const {
  if (tokens.empty() || static_cast<int64_t>(tokens.size()) > chunk) {
    return InvalidArgument("a prefill chunk of {} takes 1..{} tokens, not {}", chunk, chunk,
                           tokens.size());
  }
  for (TokenId token : tokens) RUNG_RETURN_IF_ERROR(CheckRowAndToken(row, token));
  // Padding counts too: the device would move a write that reaches past the end back over live KV.
  const int64_t capacity = RowCapacity(row);
  if (start < 0 || chunk > capacity || start > capacity - chunk) {
    return InvalidArgument("prefill at start={} with chunk={} passes the row's capacity={}", start,
                           chunk, capacity);
  }
  return absl::OkStatus();
}

absl::Status XlaStepRunner::CheckDecode(std::span<const DecodeInput> inputs) const {
  if (inputs.empty() || static_cast<int64_t>(inputs.size()) > context::kMaxStepRows) {
    return InvalidArgument("a decode step takes 1..{} rows, not {}", context::kMaxStepRows,
                           inputs.size());
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    const DecodeInput& input = inputs[i];
    RUNG_RETURN_IF_ERROR(CheckRowAndToken(input.row, input.token));
    const int64_t capacity = RowCapacity(input.row);
    if (input.position < 0 || input.position >= capacity) {
      return InvalidArgument("decode at position={} is outside the row's capacity={}",
                             input.position, capacity);
    }
    for (size_t j = 0; j < i; ++j) {
      if (inputs[j].row == input.row) {
        return InvalidArgument("row {} stands twice in one decode step", input.row.value);
      }
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<StepLogits> XlaStepRunner::Prefill(RowId row, std::span<const TokenId> tokens,
                                                  int64_t start, int64_t chunk, bool want_logits) {
  RUNG_RETURN_IF_ERROR(CheckPrefill(row, tokens, start, chunk));
  KvRow* const kv = rows_.Find(row);
  RUNG_ASSIGN_OR_RETURN(const CompiledProgram* program,
                        programs_->Get(ProgramKey::Prefill(chunk, kv->capacity)));
  StepInputs inputs{.tokens = {tokens.begin(), tokens.end()},
                    .positions = {static_cast<int32_t>(start)},
                    .valid = {static_cast<int32_t>(tokens.size())}};
  inputs.tokens.resize(chunk, 0);
  return Run(*program, {&kv, 1}, inputs, want_logits);
}

absl::StatusOr<StepLogits> XlaStepRunner::Decode(std::span<const DecodeInput> inputs) {
  RUNG_RETURN_IF_ERROR(CheckDecode(inputs));
  std::vector<int64_t> capacities;
  for (const DecodeInput& input : inputs) capacities.push_back(RowCapacity(input.row));
  RUNG_ASSIGN_OR_RETURN(const context::DecodePlan plan, PlanStep(capacities));
  RUNG_ASSIGN_OR_RETURN(const ProgramKey key, DecodeProgram(capacities));
  RUNG_ASSIGN_OR_RETURN(const CompiledProgram* program, programs_->Get(key));
  RUNG_ASSIGN_OR_RETURN(const std::vector<KvRow*> padding, PaddingRows(plan.padding_slots.size()));

  // A padding row feeds token 0 at position 0, over and over: finite, and no one reads it.
  StepInputs step{.tokens = std::vector<int32_t>(key.sizes.size(), 0),
                  .positions = std::vector<int32_t>(key.sizes.size(), 0)};
  std::vector<KvRow*> rows(key.sizes.size(), nullptr);
  for (size_t i = 0; i < inputs.size(); ++i) {
    const int64_t slot = plan.slots[i];
    rows[slot] = rows_.Find(inputs[i].row);
    step.tokens[slot] = inputs[i].token;
    step.positions[slot] = static_cast<int32_t>(inputs[i].position);
  }
  for (size_t i = 0; i < padding.size(); ++i) rows[plan.padding_slots[i]] = padding[i];
  RUNG_ASSIGN_OR_RETURN(StepLogits logits, Run(*program, rows, step, /*want_logits=*/true));
  logits.slots = plan.slots;
  return logits;
}

absl::StatusOr<context::DecodePlan> XlaStepRunner::PlanStep(
    std::span<const int64_t> row_capacities) const {
  std::vector<context::RowShape> shapes;
  for (int64_t capacity : row_capacities) shapes.push_back({capacity});
  return context::PlanDecode(shapes, options_.capacities.front());
}

absl::StatusOr<ProgramKey> XlaStepRunner::DecodeProgram(
    std::span<const int64_t> row_capacities) const {
  RUNG_ASSIGN_OR_RETURN(const context::DecodePlan plan, PlanStep(row_capacities));
  std::vector<int64_t> padded;
  for (const context::RowShape& row : plan.key.rows) padded.push_back(row.capacity);
  return ProgramKey::Decode(padded);
}

bool XlaStepRunner::IsDecodeReady(std::span<const int64_t> row_capacities) const {
  const absl::StatusOr<ProgramKey> key = DecodeProgram(row_capacities);
  return key.ok() && programs_->IsReady(*key);
}

int64_t XlaStepRunner::padding_rows() const {
  return std::count_if(padding_.begin(), padding_.end(),
                       [this](RowId row) { return RowHasKv(row); });
}

absl::StatusOr<std::vector<KvRow*>> XlaStepRunner::PaddingRows(size_t count) {
  std::vector<KvRow*> rows;
  for (size_t i = 0; i < count; ++i) {
    if (i < padding_.size() && RowHasKv(padding_[i])) {
      rows.push_back(rows_.Find(padding_[i]));
      continue;
    }
    if (i < padding_.size()) rows_.Free(padding_[i]);
    RUNG_ASSIGN_OR_RETURN(KvRow * row, rows_.Allocate(options_.capacities.front()));
    if (i == padding_.size()) padding_.emplace_back();
    padding_[i] = row->id;
    rows.push_back(row);
  }
  return rows;
}

absl::StatusOr<StepLogits> XlaStepRunner::Run(const CompiledProgram& program,
                                              std::span<KvRow* const> rows,
                                              const StepInputs& inputs, bool want_logits) {
  absl::StatusOr<StepLogits> logits = RunOrError(program, rows, inputs, want_logits);
  if (logits.ok()) return logits;
  // Which inputs a failed execution has already taken cannot be known: none is trusted.
  for (const KvRow* row : rows) rows_.DropKv(row->id);
  // The device's own InvalidArgument must not look like a caller's mistake.
  return Internal("{} failed: {}", program.name, Message(logits.status()));
}

absl::StatusOr<StepLogits> XlaStepRunner::RunOrError(const CompiledProgram& program,
                                                     std::span<KvRow* const> rows,
                                                     const StepInputs& inputs, bool want_logits) {
  std::vector<const pjrt::Buffer*> arguments;
  arguments.reserve(program.arguments.size());
  std::vector<pjrt::Buffer> fed;
  fed.reserve(3);  // tokens, position, valid: addresses must not move
  const auto feed = [&](const std::vector<int32_t>& values,
                        const model::Argument& argument) -> absl::Status {
    RUNG_ASSIGN_OR_RETURN(
        fed.emplace_back(),
        client_->BufferFromHost(std::span<const int32_t>(values), ToBufferType(argument.type)));
    arguments.push_back(&fed.back());
    return absl::OkStatus();
  };
  for (const model::Argument& argument : program.arguments) {
    switch (argument.role) {
      case model::ArgRole::kWeight:
        arguments.push_back(&weights_->buffer(argument.index));
        break;
      case model::ArgRole::kPacked:
        arguments.push_back(&weights_->packed());
        break;
      case model::ArgRole::kKvCache:
        arguments.push_back(&rows[argument.row]->buffers[argument.index]);
        break;
      case model::ArgRole::kTokens:
        RUNG_RETURN_IF_ERROR(feed(inputs.tokens, argument));
        break;
      case model::ArgRole::kPosition:
        RUNG_RETURN_IF_ERROR(feed(inputs.positions, argument));
        break;
      case model::ArgRole::kValid:
        RUNG_RETURN_IF_ERROR(feed(inputs.valid, argument));
        break;
    }
  }
  RUNG_ASSIGN_OR_RETURN(pjrt::ExecuteResult result,
                        program.executable->Execute(arguments, {.context = options_.context}));
  return TakeResults(program, rows, std::move(result), want_logits);
}

absl::StatusOr<StepLogits> XlaStepRunner::TakeResults(const CompiledProgram& program,
                                                      std::span<KvRow* const> rows,
                                                      pjrt::ExecuteResult result,
                                                      bool want_logits) {
  pjrt::Buffer logits, maxima;
  for (size_t i = 0; i < program.results.size(); ++i) {
    const model::Result& role = program.results[i];
    switch (role.role) {
      case model::ResultRole::kKvCache:
        rows[role.row]->buffers[role.index] = std::move(result.results[i]);
        break;
      case model::ResultRole::kLogits:
        logits = std::move(result.results[i]);
        break;
      case model::ResultRole::kMaxima:
        maxima = std::move(result.results[i]);
        break;
    }
  }
  RUNG_RETURN_IF_ERROR(result.done.Await());
  if (!want_logits || !logits) return StepLogits{.vocab = vocab_size()};
  return ReadLogits(std::move(logits), std::move(maxima));
}

absl::StatusOr<StepLogits> XlaStepRunner::ReadLogits(pjrt::Buffer buffer, pjrt::Buffer maxima) {
  StepLogits logits{.vocab = vocab_size()};
  if (client_->has_host_memory()) {
    const auto view = [](const pjrt::Buffer& from) -> absl::StatusOr<std::span<const float>> {
      RUNG_ASSIGN_OR_RETURN(const std::span<const std::byte> bytes, from.HostView());
      return std::span(reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float));
    };
    RUNG_ASSIGN_OR_RETURN(logits.values, view(buffer));
    if (maxima) {
      RUNG_ASSIGN_OR_RETURN(logits.maxima.values, view(maxima));
      logits.maxima.group = ffi::kHeadGroup;
    }
    logits.memory = std::make_shared<std::pair<pjrt::Buffer, pjrt::Buffer>>(std::move(buffer),
                                                                            std::move(maxima));
    return logits;
  }
  const auto values = std::make_shared<std::vector<float>>(buffer.type().NumElements());
  RUNG_RETURN_IF_ERROR(buffer.ToHost(std::span<float>(*values)));
  logits.values = *values;
  logits.memory = values;
  return logits;
}

}  // namespace rung::runtime

#include "rung/runtime/program_set.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "rung/base/status.h"
#include "rung/base/thread.h"
#include "rung/runtime/tensor_type.h"

namespace rung::runtime {
namespace {

absl::StatusOr<model::Program> MakeProgram(const model::Model& model, const ProgramKey& key) {
  switch (key.kind) {
    case ProgramKey::Kind::kPrefill:
      if (key.sizes.size() == 2) return model.Prefill(key.sizes[0], key.sizes[1]);
      break;
    case ProgramKey::Kind::kDecode:
      return model.Decode(key.sizes);
    case ProgramKey::Kind::kGrow:
      if (key.sizes.size() == 2) return model.Grow(key.sizes[0], key.sizes[1]);
      break;
    case ProgramKey::Kind::kCopy:
      if (key.sizes.size() == 2) return model.Copy(key.sizes[0], key.sizes[1]);
      break;
  }
  return Internal("program key {} has the wrong number of sizes", key.Name());
}

// An argument is donated when a KV result takes its place; Grow returns KV of another size, donates
// nothing.
bool IsDonated(const model::Program& program, const model::Argument& argument) {
  if (argument.role != model::ArgRole::kKvCache || program.keeps_kv) return false;
  return std::any_of(program.results.begin(), program.results.end(), [&](const model::Result& r) {
    return r.role == model::ResultRole::kKvCache && r.row == argument.row &&
           r.index == argument.index && r.type == argument.type;
  });
}

// What the program says of its results must be what the compiler made.
absl::Status CheckResults(const model::Program& program, const pjrt::Executable& executable) {
  const auto& types = executable.result_types();
  if (types.size() != program.results.size()) {
    return Internal("{} declares {} results, the compiler made {}", program.name,
                    program.results.size(), types.size());
  }
  for (size_t i = 0; i < types.size(); ++i) {
    if (*types[i] != ToBufferType(program.results[i].type)) {
      return Internal("{} declares result {} as {}, the compiler made {}", program.name, i,
                      program.results[i].type.ToString(), types[i]->ToString());
    }
  }
  return absl::OkStatus();
}

}  // namespace

ProgramSet::ProgramSet(const pjrt::Client* client, const model::Model* model, int threads,
                       ExecutableCache* cache, std::function<void()> after_first_store)
    : client_(client),
      model_(model),
      cache_(cache),
      after_first_store_(std::move(after_first_store)) {
  status_ = StartThreads(
      std::max(threads, 1), [this](int) { CompileLoop(); }, &threads_);
}

ProgramSet::~ProgramSet() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

ProgramSet::Entry& ProgramSet::Enqueue(const ProgramKey& key, bool urgent) {
  const auto [it, inserted] = entries_.try_emplace(key);
  if (inserted) {
    queue_.push_back(key);
    work_.notify_one();
  }
  if (urgent && it->second.state == State::kQueued) {
    std::erase(queue_, key);
    queue_.push_front(key);
  }
  return it->second;
}

absl::Status ProgramSet::Ensure(std::span<const ProgramKey> keys,
                                const std::function<void(int64_t, int64_t)>& progress) {
  std::unique_lock lock(mutex_);
  // Backwards, so that the first key comes to stand first in the queue.
  for (size_t i = keys.size(); i-- > 0;) {
    Entry& entry = Enqueue(keys[i], /*urgent=*/true);
    if (entry.state == State::kFailed) {
      entry = Entry();
      queue_.push_front(keys[i]);
      work_.notify_one();
    }
  }
  const auto count_settled = [&] {
    return std::count_if(keys.begin(), keys.end(),
                         [&](const ProgramKey& key) { return IsSettled(entries_.at(key)); });
  };
  const auto total = static_cast<int64_t>(keys.size());
  for (int64_t reported = 0; reported < total;) {
    settled_.wait(lock, [&] { return count_settled() > reported; });
    reported = count_settled();
    if (progress) {
      lock.unlock();
      progress(reported, total);
      lock.lock();
    }
  }
  for (const ProgramKey& key : keys) RUNG_RETURN_IF_ERROR(entries_.at(key).status);
  return absl::OkStatus();
}

void ProgramSet::Prefetch(const ProgramKey& key) {
  const std::lock_guard lock(mutex_);
  Enqueue(key, /*urgent=*/false);
}

bool ProgramSet::IsReady(const ProgramKey& key) const {
  const std::lock_guard lock(mutex_);
  const auto it = entries_.find(key);
  return it != entries_.end() && it->second.state == State::kReady;
}

bool ProgramSet::PrefetchIfMissing(const ProgramKey& key) {
  const std::lock_guard lock(mutex_);
  return Enqueue(key, /*urgent=*/false).state == State::kReady;
}

std::optional<absl::Status> ProgramSet::Outcome(const ProgramKey& key) const {
  const std::lock_guard lock(mutex_);
  const auto it = entries_.find(key);
  if (it == entries_.end() || !IsSettled(it->second)) return std::nullopt;
  return it->second.status;
}

bool ProgramSet::IsCompiling() const {
  const std::lock_guard lock(mutex_);
  return std::any_of(entries_.begin(), entries_.end(),
                     [this](const auto& entry) { return !IsSettled(entry.second); });
}

absl::StatusOr<const CompiledProgram*> ProgramSet::Get(const ProgramKey& key) {
  std::unique_lock lock(mutex_);
  Entry& entry = Enqueue(key, /*urgent=*/true);
  if (!IsSettled(entry)) {
    ++counters_.compiles_waited_for_total;
    settled_.wait(lock, [&] { return IsSettled(entry); });
  }
  RUNG_RETURN_IF_ERROR(entry.status);
  return &entry.program;
}

int64_t ProgramSet::NumResident() const {
  const std::lock_guard lock(mutex_);
  return std::count_if(entries_.begin(), entries_.end(), [](const auto& entry) {
    return entry.second.program.executable != nullptr;
  });
}

ProgramSetCounters ProgramSet::counters() const {
  const std::lock_guard lock(mutex_);
  return counters_;
}

void ProgramSet::CompileLoop() {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
    if (stopping_) return;
    const ProgramKey key = std::move(queue_.front());
    queue_.pop_front();
    Entry& entry = entries_.at(key);
    entry.state = State::kCompiling;
    lock.unlock();

    const auto start = std::chrono::steady_clock::now();
    std::string text;
    absl::StatusOr<CompiledProgram> program = Compile(key, &text);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

    lock.lock();
    const bool nothing = program.ok() && program->executable == nullptr;
    const bool hit = program.ok() && program->from_cache;
    if (!nothing) ++(hit ? counters_.cache_hits : counters_.compiles_total);
    if (!hit) counters_.compile_seconds += elapsed.count();
    if (!hit && cache_ != nullptr) ++counters_.cache_misses;
    if (program.ok()) {
      entry.program = *std::move(program);
      entry.program.compile_seconds = elapsed.count();
      entry.state = State::kReady;
    } else {
      ++counters_.compiles_failed;
      entry.status = Annotate(program.status(), fmt::format("compiling {}", key.Name()));
      entry.state = State::kFailed;
    }
    settled_.notify_all();
    if (cache_ == nullptr || hit || nothing || entry.state != State::kReady) continue;
    // After the program is handed out: nobody waits for the disk.
    const std::function<void()> then = std::exchange(after_first_store_, nullptr);
    lock.unlock();
    cache_->Store(text, entry.program.name, *entry.program.executable);
    if (then) then();
    lock.lock();
  }
}

absl::StatusOr<CompiledProgram> ProgramSet::Compile(const ProgramKey& key,
                                                    std::string* text) const {
  RUNG_ASSIGN_OR_RETURN(model::Program program, MakeProgram(*model_, key));
  std::vector<pjrt::ArgumentSpec> arguments;
  for (const model::Argument& argument : program.arguments) {
    arguments.push_back({ToBufferType(argument.type), IsDonated(program, argument)});
  }
  CompiledProgram compiled;
  if (program.results.empty()) {
    compiled.name = std::move(program.name);
    return compiled;
  }
  compiled.executable = FindCached(program, arguments);
  compiled.from_cache = compiled.executable != nullptr;
  if (!compiled.from_cache) {
    RUNG_ASSIGN_OR_RETURN(compiled.executable,
                          client_->Compile(program.text, std::move(arguments)));
    RUNG_RETURN_IF_ERROR(CheckResults(program, *compiled.executable));
  }
  *text = std::move(program.text);
  compiled.name = std::move(program.name);
  compiled.arguments = std::move(program.arguments);
  compiled.results = std::move(program.results);
  return compiled;
}

std::unique_ptr<pjrt::Executable> ProgramSet::FindCached(
    const model::Program& program, const std::vector<pjrt::ArgumentSpec>& arguments) const {
  if (cache_ == nullptr) return nullptr;
  std::unique_ptr<pjrt::Executable> executable = cache_->Find(program.text, arguments);
  if (executable != nullptr && !CheckResults(program, *executable).ok()) {
    cache_->Reject(program.text);
    return nullptr;
  }
  return executable;
}

}  // namespace rung::runtime

#include "rung/engine/engine_thread.h"

#include <chrono>
#include <utility>

#include "rung/base/status.h"
#include "rung/base/thread.h"

namespace rung::engine {
namespace {

constexpr std::chrono::milliseconds kBusyPoll(10);
constexpr std::chrono::milliseconds kSnapshotAge(5);

bool HasStep(const Engine& engine) { return engine.HasWork() && !engine.IsBlocked(); }

}  // namespace

EngineThread::EngineThread(MakeHost make, int64_t max_outstanding)
    : max_outstanding_(max_outstanding) {
  absl::StatusOr<std::thread> thread = StartThread([this, make = std::move(make)] { Loop(make); });
  if (thread.ok()) {
    thread_ = *std::move(thread);
    return;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  made_ = true;
  make_status_ = thread.status();
}

void EngineThread::Stop() {
  accepting_ = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

absl::Status EngineThread::WaitUntilReady() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return made_; });
  return make_status_;
}

absl::StatusOr<SequenceId> EngineThread::Submit(Request request, EventSink sink) {
  if (!ready_) return absl::UnavailableError("the model is still loading; retry later");
  if (!accepting_) return absl::UnavailableError("the server is shutting down");
  if (outstanding_.fetch_add(1) >= max_outstanding_) {
    --outstanding_;
    return ResourceExhausted("{} requests are running or waiting, the limit; retry later",
                             max_outstanding_);
  }
  const SequenceId id{next_id_++};
  request.id = id;
  EventSink counting = [this, sink = std::move(sink)](const TokenEvent& event) {
    if (event.finish) --outstanding_;
    sink(event);
  };
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    mailbox_.push_back({.cancel = {}, .request = std::move(request), .sink = std::move(counting)});
  }
  changed_.notify_all();
  return id;
}

void EngineThread::Cancel(SequenceId id) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    mailbox_.push_back({.cancel = id, .request = {}, .sink = nullptr});
  }
  changed_.notify_all();
}

EngineSnapshot EngineThread::snapshot() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return snapshot_;
}

void EngineThread::Loop(const MakeHost& make) {
  absl::StatusOr<std::unique_ptr<EngineHost>> host = make();
  EngineSnapshot snapshot;
  if (host.ok()) snapshot = Take(host->get());
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    snapshot_ = std::move(snapshot);
    made_ = true;
    make_status_ = host.status();
    ready_ = host.ok();
  }
  changed_.notify_all();
  if (host.ok()) Serve(host->get());
}

EngineSnapshot EngineThread::Take(EngineHost* host) {
  const Engine& engine = host->engine();
  return {.running = engine.num_running(),
          .waiting = engine.num_waiting(),
          .counters = engine.counters(),
          .loads = engine.Loads(),
          .tokens = engine.tokens(),
          .gauges = host->gauges(),
          .kv = engine.kv_usage()};
}

void EngineThread::RefreshSnapshot(EngineHost* host) {
  // Gauges and loads are not free, and steps are short. Before the thread may wait, and whenever
  // sequences came or went, the newest counts.
  const Engine& engine = host->engine();
  const auto now = std::chrono::steady_clock::now();
  if (HasStep(engine) && engine.num_running() == snapshot_.running &&
      engine.num_waiting() == snapshot_.waiting && now - snapshot_taken_ < kSnapshotAge) {
    return;
  }
  snapshot_taken_ = now;
  EngineSnapshot snapshot = Take(host);
  const std::lock_guard<std::mutex> lock(mutex_);
  snapshot_ = std::move(snapshot);
}

void EngineThread::Serve(EngineHost* host) {
  Engine* const engine = &host->engine();
  std::vector<Command> commands;
  while (true) {
    if (!engine->HasWork()) host->OnIdle();
    RefreshSnapshot(host);
    {
      std::unique_lock<std::mutex> lock(mutex_);
      const auto due = [&] { return stop_ || !mailbox_.empty() || HasStep(*engine); };
      if (host->is_busy() || engine->IsBlocked()) {
        changed_.wait_for(lock, kBusyPoll, due);
      } else {
        changed_.wait(lock, due);
      }
      if (stop_) break;
      commands.swap(mailbox_);
    }
    for (Command& command : commands) Execute(engine, std::move(command));
    commands.clear();
    engine->Step();
  }
  // Every accepted request gets its last event.
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    commands.swap(mailbox_);
  }
  for (Command& command : commands) Execute(engine, std::move(command));
  engine->CancelAll();
  engine->Step();
}

void EngineThread::Execute(Engine* engine, Command command) {
  if (command.cancel.value != 0) {
    engine->Cancel(command.cancel);
    return;
  }
  const SequenceId id = command.request.id;
  const absl::StatusOr<SequenceId> submitted =
      engine->Submit(std::move(command.request), command.sink);
  if (submitted.ok()) return;
  TokenEvent event;
  event.sequence = id;
  event.finish = FinishReason::kError;
  event.error = submitted.status();
  command.sink(event);
}

}  // namespace rung::engine

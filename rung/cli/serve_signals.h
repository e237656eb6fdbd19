// What SIGTERM, SIGINT and SIGHUP do to a server that runs.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

#include "rung/base/service_manager.h"
#include "rung/cli/command_line.h"
#include "rung/engine/engine_thread.h"
#include "rung/server/http_server.h"
#include "rung/server/service.h"

namespace rung::cli {

// SIGHUP, which would end the process, waits from now on until HttpServer::Run. Call before other
// threads are started: they inherit it.
void HoldReloadSignal();

// A manager that cannot be told is no reason to stop serving.
void WarnUnlessTold(const absl::Status& status);

// The first SIGTERM or SIGINT is told on /health and to the service manager, then the drain begins;
// SIGHUP reads the keys anew. Io thread only; outlives HttpServer::Run, and all it is given
// outlives it.
class ServeSignals {
 public:
  struct Parts {
    const ServeFlags* flags = nullptr;
    std::string model;              // its name
    std::vector<std::string> keys;  // those of the start
    engine::EngineThread* engine = nullptr;
    server::Service* service = nullptr;
    const ServiceManager* manager = nullptr;
    std::atomic<bool>* stopping = nullptr;  // set when the drain begins
  };
  explicit ServeSignals(Parts parts) : parts_(std::move(parts)) {}

  server::HttpEvents Events();
  // After the last sequence has ended: what became of those of the drain.
  void LogEnd() const;

 private:
  bool OnEnd();
  void OnDrain();
  void OnReload();
  absl::Status ReadKeys();

  Parts parts_;
  bool is_ending_ = false;  // by a signal
  std::optional<std::chrono::steady_clock::time_point> drain_began_;
  server::SequenceTally at_drain_;
};

}  // namespace rung::cli

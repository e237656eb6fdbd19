// The endpoints: what each request gets. No sockets.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "rung/server/completion_job.h"
#include "rung/server/http_types.h"
#include "rung/server/metrics.h"
#include "rung/server/router.h"
#include "rung/server/served_model.h"
#include "rung/server/worker_pool.h"

namespace rung::server {

// How far the start of the server is. Thread-safe.
class StartPhase {
 public:
  void Set(std::string_view phase, double progress);
  std::pair<std::string, double> Get() const;

 private:
  mutable std::mutex mutex_;
  std::string phase_ = "starting";
  double progress_ = 0;
};

struct ServiceOptions {
  AccessOptions access;
  int worker_threads = 2;
  size_t max_waiting_tasks = 256;  // bodies that wait to be parsed
};

// Io thread only. Owns the workers; the rest outlives it.
class Service final : public Handler {
 public:
  Service(ServiceOptions options, const ServedModel* model, engine::EngineThread* engine,
          const StartPhase* phase, IoLoop* io, Metrics* metrics);

  // OK when it has the workers that were asked for, else why not.
  const absl::Status& status() const { return workers_.status(); }

  std::optional<Response> CheckHead(RequestHead& head) override;
  void Handle(RequestHead head, std::string body, std::shared_ptr<Exchange> exchange) override;
  Response ErrorResponse(int status, const std::string& message) override;
  // X-Request-Id and CORS.
  Headers CommonHeaders(const RequestHead& head) override;
  // Logs what was refused.
  void Answered(const RequestHead& head, const Response& response) override;

  // /health says so from now on, for balancers; requests are served.
  void AnnounceEnd() { ending_ = true; }
  // New work is refused with 503 from now on.
  void BeginDrain() { ending_ = draining_ = true; }

  // In the place of those there are.
  void SetApiKeys(std::vector<std::string> keys) { options_.access.api_keys = std::move(keys); }

  const SequenceTally& tally() const { return tally_; }

 private:
  void Completions(std::shared_ptr<CompletionJob> job, std::string body,
                   std::shared_ptr<Exchange> exchange);
  void Tokenize(std::string body, std::shared_ptr<Exchange> exchange);
  void Detokenize(std::string body, std::shared_ptr<Exchange> exchange);
  // Runs `work` on a worker and answers with what it returns.
  void OnWorker(std::shared_ptr<Exchange> exchange, std::function<Response()> work);
  Response HealthResponse() const;
  Response ModelResponse(const std::string& id) const;
  Response RefusalOf(const absl::Status& status) const;
  // Why nothing can be generated now; OK when it can.
  absl::Status CheckServing() const;

  ServiceOptions options_;
  const ServedModel* model_;
  engine::EngineThread* engine_;
  const StartPhase* phase_;
  IoLoop* io_;
  Metrics* metrics_;
  SequenceTally tally_;
  bool ending_ = false;
  bool draining_ = false;
  WorkerPool workers_;  // last: its tasks use the rest
};

}  // namespace rung::server

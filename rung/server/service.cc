#include "rung/server/service.h"

#include <fmt/format.h>

#include <utility>

#include "rung/api/tokenize.h"
#include "rung/base/status.h"
#include "rung/base/version.h"
#include "rung/server/error_response.h"
#include "rung/server/request_id.h"
#include "rung/server/request_log.h"

namespace rung::server {
namespace {

Response Json(std::string body) { return {.body = std::move(body)}; }

}  // namespace

void StartPhase::Set(std::string_view phase, double progress) {
  const std::lock_guard lock(mutex_);
  phase_ = phase;
  progress_ = progress;
}

std::pair<std::string, double> StartPhase::Get() const {
  const std::lock_guard lock(mutex_);
  return {phase_, progress_};
}

Service::Service(ServiceOptions options, const ServedModel* model, engine::EngineThread* engine,
                 const StartPhase* phase, IoLoop* io, Metrics* metrics)
    : options_(std::move(options)),
      model_(model),
      engine_(engine),
      phase_(phase),
      io_(io),
      metrics_(metrics),
      workers_(options_.worker_threads, options_.max_waiting_tasks) {}

std::optional<Response> Service::CheckHead(RequestHead& head) {
  auto routed = RouteRequest(head, options_.access);
  if (auto* route = std::get_if<Route>(&routed)) {
    head.route = std::move(*route);
    return std::nullopt;
  }
  auto& response = std::get<Response>(routed);
  if (response.status >= 400) metrics_->OnRejected(fmt::format("http_{}", response.status));
  return std::move(response);
}

Headers Service::CommonHeaders(const RequestHead& head) {
  Headers headers = CorsHeaders(head, options_.access);
  headers.emplace_back("X-Request-Id", head.request_id);
  return headers;
}

void Service::Answered(const RequestHead& head, const Response& response) {
  if (!response.refusal) return;
  LogRefusal({.origin = OriginOf(head), .status = response.status, .refusal = *response.refusal});
}

Response Service::ErrorResponse(int status, const std::string& message) {
  metrics_->OnRejected(fmt::format("http_{}", status));
  api::Error error = api::HttpError(status, message);
  if (status == 503) error.retry_after_seconds = 1;
  return ErrorToResponse(error);
}

Response Service::RefusalOf(const absl::Status& status) const {
  const api::Error error = api::ErrorFrom(status);
  metrics_->OnRejected(!error.code.empty()        ? error.code
                       : error.http_status == 400 ? "bad_request"
                                                  : fmt::format("http_{}", error.http_status));
  Response response = ErrorToResponse(error);
  // The client's message leaves out what only an operator can change.
  response.refusal->message = std::string(Message(status));
  return response;
}

void Service::Handle(RequestHead head, std::string body, std::shared_ptr<Exchange> exchange) {
  switch (head.route.endpoint) {
    case Endpoint::kRoot:
      return exchange->Respond(Json(api::RootBody(kVersion, model_->names.front(), ServedPaths())));
    case Endpoint::kHealth:
      return exchange->Respond(HealthResponse());
    case Endpoint::kMetrics:
      return exchange->Respond(
          {.content_type = "text/plain; version=0.0.4; charset=utf-8", .body = metrics_->Render()});
    case Endpoint::kModels:
      return exchange->Respond(Json(api::ModelListBody(model_->Cards())));
    case Endpoint::kModel:
      return exchange->Respond(ModelResponse(head.route.argument));
    case Endpoint::kCompletions: {
      const TimePoint arrival = SteadyClock().Now();
      if (absl::Status status = CheckServing(); !status.ok()) {
        return exchange->Respond(RefusalOf(status));
      }
      const auto job =
          std::make_shared<CompletionJob>(JobServices{engine_, io_, metrics_, model_, &tally_},
                                          NewId("cmpl-"), OriginOf(head), arrival, exchange);
      exchange->on_closed = [job] { job->OnClosed(); };
      exchange->on_cut = [job] { job->OnCut(); };
      exchange->on_timeout = [job](std::chrono::milliseconds limit) { job->OnTimeout(limit); };
      exchange->on_quiet = [job] { job->OnQuiet(); };
      return Completions(job, std::move(body), exchange);
    }
    case Endpoint::kTokenize:
      return Tokenize(std::move(body), exchange);
    case Endpoint::kDetokenize:
      return Detokenize(std::move(body), exchange);
    case Endpoint::kNotServedYet:
      break;
  }
  exchange->Respond(ErrorToResponse(api::HttpError(500, "no such endpoint")));
}

absl::Status Service::CheckServing() const {
  if (draining_) return absl::UnavailableError("the server is shutting down");
  if (engine_->ready()) return absl::OkStatus();
  return absl::UnavailableError(
      fmt::format("the model is still loading ({}): retry later", phase_->Get().first));
}

void Service::Completions(std::shared_ptr<CompletionJob> job, std::string body,
                          std::shared_ptr<Exchange> exchange) {
  const bool accepted = workers_.TrySubmit([this, job, body = std::move(body), exchange] {
    auto plan = std::make_shared<absl::StatusOr<CompletionPlan>>(PlanCompletion(body, *model_));
    io_->Post([this, job, plan, exchange] {
      if (job->is_over()) return;
      absl::Status status = plan->status();
      if (status.ok()) status = job->Start(**std::move(plan));
      if (!status.ok()) {
        Response refusal = RefusalOf(status);
        job->Abandon(refusal.status);
        exchange->Respond(std::move(refusal));
      }
    });
  });
  if (accepted) return;
  Response refusal =
      RefusalOf(absl::UnavailableError("too many requests are being read: retry later"));
  job->Abandon(refusal.status);
  exchange->Respond(std::move(refusal));
}

void Service::OnWorker(std::shared_ptr<Exchange> exchange, std::function<Response()> work) {
  const bool accepted = workers_.TrySubmit([this, exchange, work = std::move(work)] {
    auto response = std::make_shared<Response>(work());
    io_->Post([exchange, response] { exchange->Respond(std::move(*response)); });
  });
  if (!accepted) {
    exchange->Respond(
        RefusalOf(absl::UnavailableError("too many requests are being read: retry later")));
  }
}

void Service::Tokenize(std::string body, std::shared_ptr<Exchange> exchange) {
  OnWorker(std::move(exchange), [this, body = std::move(body)] {
    const auto request = api::ParseTokenizeRequest(body, model_->max_json_depth);
    if (!request.ok()) return RefusalOf(request.status());
    const tokenizer::Tokenizer& tokenizer = *model_->tokenizer;
    const auto tokens = tokenizer.Encode(
        request->content, {.add_bos = request->add_special && tokenizer.spec().add_bos,
                           .parse_special = request->parse_special});
    if (!tokens.ok()) return RefusalOf(tokens.status());
    if (!request->with_pieces) return Json(api::TokenizeBody(*tokens));
    std::vector<api::TokenPiece> pieces;
    for (TokenId id : *tokens) {
      pieces.push_back({id, std::string(tokenizer.TokenBytes(id, /*special=*/true))});
    }
    return Json(api::TokenizeBody(pieces));
  });
}

void Service::Detokenize(std::string body, std::shared_ptr<Exchange> exchange) {
  OnWorker(std::move(exchange), [this, body = std::move(body)] {
    const tokenizer::Tokenizer& tokenizer = *model_->tokenizer;
    const auto tokens =
        api::ParseDetokenizeRequest(body, model_->max_json_depth, tokenizer.vocab_size());
    if (!tokens.ok()) return RefusalOf(tokens.status());
    return Json(api::DetokenizeBody(tokenizer.Decode(*tokens, /*special=*/true)));
  });
}

Response Service::HealthResponse() const {
  const engine::EngineSnapshot snapshot = engine_->snapshot();
  const bool ready = engine_->ready();
  const auto [phase, progress] = phase_->Get();
  const context::BucketSet buckets = model_->buckets.Get();
  const std::vector<int64_t>& capacities = buckets.capacities();
  const std::vector<int64_t>& compiled = snapshot.gauges.compiled_capacities;
  api::Health health;
  health.status = ending_ ? "draining" : ready ? "ok" : "loading";
  health.phase = !ready                                ? phase
                 : compiled.size() < capacities.size() ? "compiling larger capacities"
                                                       : "ready";
  health.progress = ready ? 1.0 : progress;
  health.capacities = capacities;
  health.compiled = compiled;
  for (const context::DroppedBucket& dropped : buckets.dropped()) {
    health.dropped.push_back(dropped.Line());
  }
  health.running = snapshot.running;
  health.waiting = snapshot.waiting;
  Response response = Json(api::HealthBody(health));
  if (!ready || ending_) {
    response.status = 503;
    response.headers.emplace_back("Retry-After", "1");
  }
  return response;
}

Response Service::ModelResponse(const std::string& id) const {
  for (const api::ModelCard& card : model_->Cards()) {
    if (card.id == id) return Json(api::ModelBody(card));
  }
  return RefusalOf(api::UnknownModel(id, model_->names.front()));
}

}  // namespace rung::server

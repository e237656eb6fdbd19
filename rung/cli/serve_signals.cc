#include "rung/cli/serve_signals.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>

#include "rung/base/file_access.h"
#include "rung/base/status.h"
#include "rung/cli/api_keys.h"
#include "rung/server/request_log.h"

namespace rung::cli {
namespace {

// How many of `keys` are not among `others`.
int64_t CountMissing(const std::vector<std::string>& keys, const std::vector<std::string>& others) {
  return std::count_if(keys.begin(), keys.end(), [&](const std::string& key) {
    return std::find(others.begin(), others.end(), key) == others.end();
  });
}

}  // namespace

void HoldReloadSignal() {
  sigset_t reload;
  sigemptyset(&reload);
  sigaddset(&reload, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &reload, nullptr);
}

void WarnUnlessTold(const absl::Status& status) {
  if (!status.ok()) spdlog::warn("{}", Message(status));
}

server::HttpEvents ServeSignals::Events() {
  return {.on_end = [this] { return OnEnd(); },
          .on_drain = [this] { OnDrain(); },
          .on_reload = [this] { OnReload(); }};
}

bool ServeSignals::OnEnd() {
  is_ending_ = true;
  parts_.service->AnnounceEnd();
  const double delay = parts_.flags->drain_delay;
  // While the model loads no balancer sends requests here.
  const bool serves = delay > 0 && parts_.engine->ready();
  if (!serves) return false;
  WarnUnlessTold(
      parts_.manager->Stopping(fmt::format("stopping: the port is closed in {} s", delay)));
  spdlog::info("stopping: /health is 503, and requests are served for {} s more (--drain-delay)",
               delay);
  return true;
}

void ServeSignals::OnDrain() {
  WarnUnlessTold(parts_.manager->Stopping("stopping: answers that have begun may end"));
  parts_.service->BeginDrain();
  parts_.engine->StopAccepting();
  *parts_.stopping = true;
  if (!is_ending_) return;  // the load failed
  drain_began_ = std::chrono::steady_clock::now();
  at_drain_ = parts_.service->tally();
  const int64_t running = std::min(parts_.engine->snapshot().running, at_drain_.unfinished);
  server::LogDrain(server::DrainStart{.running = running,
                                      .waiting = at_drain_.unfinished - running,
                                      .limit_seconds = parts_.flags->drain_timeout});
}

void ServeSignals::LogEnd() const {
  if (!drain_began_) return;
  const server::SequenceTally& now = parts_.service->tally();
  const auto taken = std::chrono::steady_clock::now() - *drain_began_;
  server::LogDrain(server::DrainEnd{.finished = now.finished - at_drain_.finished,
                                    .cut = now.cut - at_drain_.cut,
                                    .cancelled = now.cancelled - at_drain_.cancelled,
                                    .seconds = std::chrono::duration<double>(taken).count()});
}

void ServeSignals::OnReload() {
  if (!parts_.flags->api_key_file) {
    spdlog::info("SIGHUP: nothing to read anew, there is no --api-key-file");
    return;
  }
  // Before it is ready, and when it stops, the manager waits for other news.
  const bool tells = parts_.engine->ready() && !is_ending_;
  if (tells) WarnUnlessTold(parts_.manager->Reloading("reading keys"));
  const absl::Status status = ReadKeys();
  if (!status.ok()) spdlog::warn("SIGHUP: the keys stay as they are: {}", Message(status));
  if (tells) {
    WarnUnlessTold(parts_.manager->Ready(
        fmt::format("serving {}{}", parts_.model, status.ok() ? "" : ", with the keys of before")));
  }
}

absl::Status ServeSignals::ReadKeys() {
  const std::string& file = *parts_.flags->api_key_file;
  // What is read here must not have to be waited for.
  RUNG_ASSIGN_OR_RETURN(const FileKind kind, ProbeFile(file));
  if (kind == FileKind::kOther) {
    return InvalidArgument("--api-key-file {}: is no regular file, and is read at start alone",
                           file);
  }
  RUNG_ASSIGN_OR_RETURN(std::vector<std::string> keys, ReadApiKeys(parts_.flags->api_keys, file));
  spdlog::info("SIGHUP: {} keys read, {} of them new, {} gone", keys.size(),
               CountMissing(keys, parts_.keys), CountMissing(parts_.keys, keys));
  parts_.keys = keys;
  parts_.service->SetApiKeys(std::move(keys));
  return absl::OkStatus();
}

}  // namespace rung::cli

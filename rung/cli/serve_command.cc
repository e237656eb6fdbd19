// `rung serve`: the OpenAI API over HTTP, until a signal ends it.
#include <fmt/format.h>
#include <spdlog/sinks/sink.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <ctime>
#include <filesystem>
#include <latch>
#include <map>
#include <thread>

#include "rung/base/service_manager.h"
#include "rung/base/status.h"
#include "rung/base/thread.h"
#include "rung/base/typed_text.h"
#include "rung/base/version.h"
#include "rung/cli/api_keys.h"
#include "rung/cli/cache_options.h"
#include "rung/cli/command.h"
#include "rung/cli/interrupt.h"
#include "rung/cli/memory_budget.h"
#include "rung/cli/progress_bar.h"
#include "rung/cli/run_facts.h"
#include "rung/cli/serve_host.h"
#include "rung/cli/serve_signals.h"
#include "rung/context/batch_plan.h"
#include "rung/context/capacity_list.h"
#include "rung/context/ladder.h"
#include "rung/context/memory_plan.h"
#include "rung/pjrt/live_objects.h"
#include "rung/server/authority.h"
#include "rung/server/http_server.h"
#include "rung/server/request_log.h"
#include "rung/server/service.h"

namespace rung::cli {
namespace {

// What is known before the port is opened and anything is allocated.
struct Plan {
  Settings settings;
  ModelDescription description;
  std::unique_ptr<tokenizer::Tokenizer> tokenizer;
  const pjrt::Plugin* plugin = nullptr;
  server::ServedModel model;
  std::vector<std::string> api_keys;
  server::ServiceOptions service;
  server::HttpOptions http;
  MemoryBudget memory;
  int64_t kv_limit_bytes = std::numeric_limits<int64_t>::max();
  int64_t prefix_cache_bytes = 0;
};

absl::StatusOr<int64_t> PrefixCacheBytes(const ServeFlags& flags) {
  RUNG_ASSIGN_OR_RETURN(const bool on, ParseOnOff("--prefix-cache", flags.prefix_cache));
  RUNG_ASSIGN_OR_RETURN(const int64_t bytes,
                        ParseByteSize("--prefix-cache-size", flags.prefix_cache_size));
  return on ? bytes : 0;
}

// What the model is called in the API.
absl::StatusOr<std::vector<std::string>> ModelIds(const ServeFlags& flags,
                                                  const std::string& file) {
  for (const std::string& alias : flags.aliases) {
    RUNG_RETURN_IF_ERROR(server::CheckModelId("--alias", alias));
  }
  if (!flags.aliases.empty()) return flags.aliases;
  return std::vector<std::string>{server::ModelIdFromFile(file)};
}

server::HttpOptions HttpOptionsFrom(const ServeFlags& flags) {
  const auto millis = [](double seconds) {
    return std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  };
  server::HttpOptions options;
  options.host = flags.host;
  options.port = static_cast<uint16_t>(flags.port);
  options.max_connections = flags.max_connections;
  options.max_header_bytes = flags.max_header_bytes;
  options.max_body_bytes = flags.max_body_bytes;
  options.max_body_memory = flags.max_body_memory;
  options.header_timeout = millis(flags.header_timeout);
  options.body_timeout = millis(flags.body_timeout);
  options.idle_timeout = millis(flags.idle_timeout);
  options.write_timeout = millis(flags.write_timeout);
  options.drain_delay = millis(flags.drain_delay);
  options.drain_timeout = millis(flags.drain_timeout);
  options.request_timeout = millis(flags.request_timeout);
  return options;
}

absl::Status PlanMemory(const ServeFlags& flags, Plan* plan) {
  plan->memory = BudgetFor(plan->settings, *plan->description.model, flags.max_batch, plan->plugin);
  RUNG_ASSIGN_OR_RETURN(const context::BucketSet fitting,
                        FitToBudget(plan->model.buckets.Get(), plan->memory));
  plan->model.buckets.Set(fitting);
  plan->kv_limit_bytes = KvLimit(plan->memory, fitting);
  return absl::OkStatus();
}

absl::StatusOr<Plan> Prepare(const CommandContext& context, const CommandLine& line) {
  const ServeFlags& flags = line.serve;
  RUNG_ASSIGN_OR_RETURN(Settings settings, ReadCommandSettings(context, line.engine));
  RUNG_ASSIGN_OR_RETURN(const context::OperatorCapacities operators,
                        context::ReadOperatorCapacities(context.environment, line.engine.ctx_size));
  RUNG_ASSIGN_OR_RETURN(const pjrt::Plugin* plugin, LoadPlugin(context, line.engine));
  RUNG_ASSIGN_OR_RETURN(std::vector<std::string> keys,
                        ReadApiKeys(flags.api_keys, flags.api_key_file));
  RUNG_ASSIGN_OR_RETURN(const int64_t prefix_cache_bytes, PrefixCacheBytes(flags));
  RUNG_ASSIGN_OR_RETURN(ModelDescription description,
                        DescribeModel(context, line.engine, settings));
  RUNG_ASSIGN_OR_RETURN(auto tokenizer, MakeTokenizer(description));
  RUNG_ASSIGN_OR_RETURN(context::BucketSet buckets,
                        context::BucketSet::Make(description.model->config().window, operators,
                                                 /*image_floor=*/std::nullopt));
  RUNG_ASSIGN_OR_RETURN(std::vector<std::string> names, ModelIds(flags, description.file->path()));
  server::ServedModel model{.names = std::move(names),
                            .any_name = flags.any_model,
                            .tokenizer = tokenizer.get(),
                            .buckets = std::move(buckets),
                            .created = std::time(nullptr),
                            .max_json_depth = flags.max_json_depth,
                            .max_sequences = flags.max_batch + flags.max_queue,
                            .default_max_tokens = flags.default_max_tokens};
  Plan plan{.settings = std::move(settings),
            .description = std::move(description),
            .tokenizer = std::move(tokenizer),
            .plugin = plugin,
            .model = std::move(model),
            .api_keys = std::move(keys),
            .service = {.worker_threads = static_cast<int>(flags.workers)},
            .http = HttpOptionsFrom(flags),
            .prefix_cache_bytes = prefix_cache_bytes};
  RUNG_RETURN_IF_ERROR(PlanMemory(flags, &plan));
  return plan;
}

// A line that operators and scripts look for: as it is, or as a log line among JSON.
void Announce(const CommandContext& context, const ServeFlags& flags, const std::string& text) {
  if (flags.log_format != "json") return context.err.Print("{}\n", text);
  // Past the level, as the other format has it.
  const spdlog::details::log_msg message("rung", spdlog::level::info, text);
  for (const spdlog::sink_ptr& sink : spdlog::default_logger()->sinks()) sink->log(message);
}

std::string CompiledLine(const std::vector<int64_t>& compiled) {
  return fmt::format("OpenXLA capacity buckets compiled capacities={}",
                     context::FormatCapacities(compiled));
}

ServeHostOptions HostOptions(const Plan& plan, const CommandContext& context,
                             const ServeFlags& flags, const std::atomic<bool>* stopping,
                             server::StartPhase* phase, ProgressBar* bar) {
  ServeHostOptions options;
  options.device.plugin = plan.plugin;
  options.device.threads = plan.settings.threads.value;
  options.device.kv_limit_bytes = plan.kv_limit_bytes;
  options.device.cache =
      CacheOptions(context.environment, plan.settings,
                   CacheLabel(plan.description.model->lowering(), plan.description.file->path()));
  options.buckets = {.memory = plan.memory.inputs,
                     .memory_limit_bytes = plan.memory.limit_bytes,
                     .memory_limit_source = plan.memory.limit_source,
                     .on_dropped = [](const std::string& line) { spdlog::warn("{}", line); }};
  options.device.progress = [phase, bar, stopping](std::string_view name, double fraction) {
    phase->Set(name, fraction);
    if (!stopping->load()) bar->Update(name, fraction);
  };
  options.device.cancelled = [stopping] { return stopping->load(); };
  options.max_batch = flags.max_batch;
  options.max_queue = flags.max_queue;
  options.growth = plan.settings.growth.value;
  options.prefix_cache_bytes = plan.prefix_cache_bytes;
  options.on_compiled = [&context, &flags, bar](const std::vector<int64_t>& compiled) {
    bar->Clear();
    Announce(context, flags, CompiledLine(compiled));
  };
  return options;
}

// What rung_build_info tells.
std::map<std::string, std::string> BuildLabels(const Plan& plan) {
  const bool kernels = plan.description.model->lowering().kind == model::LoweringKind::kKernel;
  const std::filesystem::path plugin = plan.plugin->path();
  return {{"version", kVersion},
          {"plugin", OnOneLine(plugin.stem().string())},
          {"pjrt_api", plan.plugin->ApiVersion()},
          {"lowering", kernels ? "kernel" : "portable"},
          {"model", plan.model.names.front()}};
}

// Serves until a signal or a failed load; returns the load's error.
absl::Status Serve(const CommandContext& context, const ServeFlags& flags, const Plan& plan,
                   server::HttpServer* http) {
  std::atomic<bool> stopping = false;
  server::StartPhase phase;
  ProgressBar bar(context.err);
  // The device's own threads come last: a plugin that cannot have them ends the process.
  std::latch threads_started(1);
  engine::EngineThread engine(
      [&]() -> absl::StatusOr<std::unique_ptr<engine::EngineHost>> {
        threads_started.wait();
        if (stopping) return absl::CancelledError("the server did not start");
        return ServeHost::Make(plan.description.model.get(), plan.description.file.get(),
                               plan.tokenizer.get(), plan.model.buckets,
                               HostOptions(plan, context, flags, &stopping, &phase, &bar));
      },
      flags.max_batch + flags.max_queue);
  server::Metrics metrics({.capacities = plan.model.buckets.capacities(),
                           .engine = [&engine] { return engine.snapshot(); },
                           .open_connections = [http] { return http->open_connections(); },
                           .kv_limit_bytes = plan.kv_limit_bytes,
                           .build = BuildLabels(plan)});
  server::Service service(plan.service, &plan.model, &engine, &phase, http, &metrics);

  const ServiceManager manager(context.environment.notify_socket);
  WarnUnlessTold(manager.Starting("loading " + plan.model.names.front()));
  ServeSignals signals({.flags = &flags,
                        .model = plan.model.names.front(),
                        .keys = plan.api_keys,
                        .engine = &engine,
                        .service = &service,
                        .manager = &manager,
                        .stopping = &stopping});
  absl::Status load_status;
  std::atomic<bool> load_ended = false;
  absl::StatusOr<std::thread> watcher = StartThread([&] {
    load_status = engine.WaitUntilReady();
    load_ended = true;
    bar.Clear();
    if (load_status.ok()) {
      Announce(context, flags,
               fmt::format("ready at {}/v1 model={}", server::HttpUrl(flags.host, http->port()),
                           plan.model.names.front()));
      WarnUnlessTold(manager.Ready("serving " + plan.model.names.front()));
    } else {
      http->Stop();
    }
  });
  const absl::Status threads = watcher.ok() ? service.status() : watcher.status();
  stopping = !threads.ok();
  threads_started.count_down();
  if (threads.ok()) http->Run(&service, signals.Events());
  stopping = true;
  EndAtNextInterrupt();
  if (threads.ok() && !load_ended) {
    bar.Clear();
    spdlog::info(
        "stopping as soon as a step of the load is done; a further signal ends it at once");
  }
  if (watcher.ok()) watcher->join();
  // Sequences that were cut end with the step that runs; their lines are still to be written.
  engine.Stop();
  http->RunPosted();
  signals.LogEnd();
  RUNG_RETURN_IF_ERROR(threads);
  return load_status;
}

}  // namespace

absl::StatusOr<int> RunServe(const CommandContext& context, const CommandLine& line) {
  const ServeFlags& flags = line.serve;
  HoldReloadSignal();
  server::SetLogFormat(flags.log_format == "json" ? server::LogFormat::kJson
                                                  : server::LogFormat::kText);
  for (const std::string& notice : line.notices) {
    const std::string text = fmt::format("rung: notice: {}", notice);
    Announce(context, flags, text);
  }
  RUNG_ASSIGN_OR_RETURN(Plan plan, Prepare(context, line));
  RUNG_ASSIGN_OR_RETURN(const auto http, server::HttpServer::Listen(plan.http));
  RUNG_ASSIGN_OR_RETURN(plan.service.access,
                        server::MakeAccess(plan.api_keys, flags.cors_origins, flags.allowed_hosts,
                                           http->is_on_loopback()));
  const context::BucketSet buckets = plan.model.buckets.Get();
  for (const std::string& warning : buckets.warnings()) spdlog::warn("{}", warning);
  for (const context::DroppedBucket& dropped : plan.model.buckets.dropped()) {
    spdlog::warn("{}", dropped.Line());
  }
  Announce(context, flags, buckets.StartLine());
  Announce(context, flags, fmt::format("listening on {} port {}", http->address(), http->port()));
  spdlog::info("{}",
               FactsLine(RunFacts(plan.settings, plan.description, *plan.plugin, &plan.memory)));

  const absl::Status status = Serve(context, flags, plan, http.get());
  spdlog::debug("live PJRT objects at exit: {}", pjrt::LiveObjects().total());
  if (absl::IsCancelled(status)) return 0;  // a signal while the model was loading
  RUNG_RETURN_IF_ERROR(status);
  return 0;
}

}  // namespace rung::cli

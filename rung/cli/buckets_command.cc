// `rung buckets`: the capacity plan of a model, from its configuration alone.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "rung/base/status.h"
#include "rung/cli/command.h"
#include "rung/cli/device_loading.h"
#include "rung/cli/interrupt.h"
#include "rung/cli/memory_budget.h"
#include "rung/cli/progress_bar.h"
#include "rung/cli/step_costs_table.h"
#include "rung/context/bucket_set.h"
#include "rung/context/capacity_list.h"
#include "rung/context/ladder.h"

namespace rung::cli {
namespace {

struct Plan {
  std::string path;
  const model::Model* model;
  context::OperatorCapacities operators;
  std::vector<int64_t> cli_capacities;
  context::BucketSet server;
  std::vector<int64_t> server_rungs;  // the set, and what rows that grow run at beside it
};

bool IsBucket(const Plan& plan, int64_t capacity) {
  const std::vector<int64_t>& buckets = plan.server.capacities();
  return std::binary_search(buckets.begin(), buckets.end(), capacity);
}

std::vector<int64_t> CliCapacities(const context::OperatorCapacities& operators, int64_t window) {
  if (operators.pin) return {operators.pin->capacity};
  if (operators.list) return operators.list->capacities;
  return context::LadderWithin(window);
}

void PrintCapacities(TextOutput& out, const Plan& plan, const std::vector<int64_t>& capacities,
                     bool mark_run_only) {
  out.Print("  {:>10}  {:>14}  {:>18}\n", "capacity", "KV of one row", "weights + one row");
  for (int64_t capacity : capacities) {
    const int64_t kv_bytes = plan.model->KvBytes(capacity);
    out.Print("  {:>10}  {:>14}  {:>18}{}\n", capacity, FormatBytes(kv_bytes),
              FormatBytes(plan.model->WeightBytes() + kv_bytes),
              mark_run_only && !IsBucket(plan, capacity) ? "  run only" : "");
  }
}

void PrintText(TextOutput& out, const Plan& plan) {
  const model::ModelConfig& config = plan.model->config();
  out.Print("model      {}\n", plan.path);
  out.Print("           {}, {} layers, width {}, {} heads over {} KV heads, window {}\n",
            config.architecture, config.layers, config.dim, config.heads, config.kv_heads,
            config.window);
  const model::LoweringOptions& lowering = plan.model->lowering();
  const bool packed = lowering.kind == model::LoweringKind::kKernel;
  out.Print("weights    {} ({}), shared by every bucket\n", FormatBytes(plan.model->WeightBytes()),
            packed ? "packed" : HloName(lowering.precision));
  out.Print("KV cache   {} a position ({})\n", FormatBytes(plan.model->KvBytesPerPosition()),
            HloName(plan.model->lowering().kv_dtype));
  out.Print("\nrung generate takes the first that holds prompt + budget\n");
  PrintCapacities(out, plan, plan.cli_capacities, /*mark_run_only=*/false);
  out.Print("\na server holds {}\n", plan.server.StartLine());
  PrintCapacities(out, plan, plan.server_rungs, /*mark_run_only=*/true);
}

nlohmann::ordered_json CapacitiesJson(const Plan& plan, const std::vector<int64_t>& capacities) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (int64_t capacity : capacities) {
    list.push_back({{"capacity", capacity}, {"kv_bytes", plan.model->KvBytes(capacity)}});
  }
  return list;
}

nlohmann::ordered_json DroppedJson(const std::vector<context::DroppedBucket>& dropped) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const context::DroppedBucket& bucket : dropped) {
    list.push_back({{"capacity", bucket.capacity}, {"reason", bucket.reason}});
  }
  return list;
}

void PrintCostsJson(TextOutput& out, const StepCostTable& table,
                    const std::vector<ChunkCost>& chunks) {
  nlohmann::ordered_json json = {{"decode", nlohmann::ordered_json::array()},
                                 {"growth", nlohmann::ordered_json::array()},
                                 {"chunks", nlohmann::ordered_json::array()}};
  for (const StepCost& cost : table.decode) {
    json["decode"].push_back({{"rows", cost.rows}, {"step_ms", cost.ms}});
  }
  for (const CopyCost& cost : table.growth) {
    json["growth"].push_back({{"from", cost.from}, {"to", cost.to}, {"copy_ms", cost.ms}});
  }
  for (const ChunkCost& cost : chunks) {
    json["chunks"].push_back({{"chunk", cost.chunk},
                              {"capacity", cost.capacity},
                              {"full_ms", cost.full_ms},
                              {"one_token_ms", cost.one_token_ms}});
  }
  out.Print("{}\n", json.dump(2));
}

void PrintJson(TextOutput& out, const Plan& plan) {
  const nlohmann::ordered_json json = {
      {"model", plan.path},
      {"architecture", plan.model->config().architecture},
      {"window", plan.model->config().window},
      {"weight_bytes", plan.model->WeightBytes()},
      {"kv_bytes_per_position", plan.model->KvBytesPerPosition()},
      {"generate", CapacitiesJson(plan, plan.cli_capacities)},
      {"server", CapacitiesJson(plan, plan.server.capacities())},
      {"server_rungs", CapacitiesJson(plan, plan.server_rungs)},
      {"dropped", DroppedJson(plan.server.dropped())},
      {"image_floor", nullptr},
  };
  out.Print("{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

// The one part that needs weights and a device.
absl::StatusOr<int> Measure(const CommandContext& context, const CommandLine& line,
                            const Settings& settings, const ModelDescription& description,
                            const Plan& plan) {
  InstallInterruptHandler();
  ProgressBar bar(context.err);
  runtime::DeviceModelOptions options;
  RUNG_ASSIGN_OR_RETURN(options.plugin, LoadPlugin(context, line.engine));
  options.capacities = plan.server_rungs;
  RUNG_ASSIGN_OR_RETURN(const auto device, LoadDevice(context.environment, settings, description,
                                                      std::move(options), &bar));
  RUNG_ASSIGN_OR_RETURN(const StepCostTable table,
                        MeasureStepCosts(device.get(), plan.server_rungs, [&](double fraction) {
                          bar.Update("measuring", fraction);
                        }));
  RUNG_ASSIGN_OR_RETURN(const std::vector<ChunkCost> chunks,
                        MeasureChunkCosts(device.get(), plan.server_rungs));
  bar.Clear();
  if (line.buckets.json) {
    PrintCostsJson(context.out, table, chunks);
  } else {
    context.out.Print("\n");
    PrintStepCosts(context.out, table);
    PrintChunkCosts(context.out, chunks);
  }
  return 0;
}

}  // namespace

absl::StatusOr<int> RunBuckets(const CommandContext& context, const CommandLine& line) {
  RUNG_ASSIGN_OR_RETURN(const Settings settings, ReadCommandSettings(context, line.engine));
  RUNG_ASSIGN_OR_RETURN(context::OperatorCapacities operators,
                        context::ReadOperatorCapacities(context.environment, line.engine.ctx_size));
  RUNG_ASSIGN_OR_RETURN(const ModelDescription description,
                        DescribeModel(context, line.engine, settings));
  const int64_t window = description.model->config().window;
  RUNG_ASSIGN_OR_RETURN(context::BucketSet server,
                        context::BucketSet::Make(window, operators, /*image_floor=*/std::nullopt));
  constexpr int64_t kDefaultMaxBatch = 8;
  const absl::StatusOr<const pjrt::Plugin*> plugin = LoadPlugin(context, line.engine);
  const MemoryBudget budget =
      BudgetFor(settings, *description.model, kDefaultMaxBatch, plugin.ok() ? *plugin : nullptr);
  RUNG_ASSIGN_OR_RETURN(server, FitToBudget(std::move(server), budget));
  std::vector<int64_t> server_rungs = server.capacities();
  if (settings.growth.value) server_rungs = context::RunningRungs(server_rungs);
  const Plan plan{
      description.file->path(),         description.model.get(), operators,
      CliCapacities(operators, window), std::move(server),       std::move(server_rungs)};
  for (const std::string& warning : plan.server.warnings()) {
    context.err.Print("rung: warning: {}\n", warning);
  }
  for (const context::DroppedBucket& dropped : plan.server.dropped()) {
    context.err.Print("rung: warning: {}\n", dropped.Line());
  }
  if (line.buckets.json) {
    PrintJson(context.out, plan);
  } else {
    PrintText(context.out, plan);
  }
  RUNG_RETURN_IF_ERROR(context.out.Flush());  // what was planned, before what takes its time
  if (line.buckets.measure) return Measure(context, line, settings, description, plan);
  return 0;
}

}  // namespace rung::cli

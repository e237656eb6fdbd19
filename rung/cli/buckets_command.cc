// `rung buckets`: the capacity plan of a model, from its configuration alone.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "rung/base/status.h"
#include "rung/cli/bucket_plan.h"
#include "rung/cli/command.h"
#include "rung/cli/device_loading.h"
#include "rung/cli/facts_json.h"
#include "rung/cli/interrupt.h"
#include "rung/cli/memory_budget.h"
#include "rung/cli/progress_bar.h"
#include "rung/cli/run_facts.h"
#include "rung/cli/step_costs_table.h"
#include "rung/context/bucket_set.h"
#include "rung/context/capacity_list.h"

namespace rung::cli {
namespace {

struct Costs {
  StepCostTable steps;
  std::vector<ChunkCost> chunks;
};

bool IsLimited(const MemoryBudget& budget) {
  return budget.limit_bytes != std::numeric_limits<int64_t>::max();
}

void PrintCapacities(TextOutput& out, const BucketPlan& plan,
                     const std::vector<PlannedCapacity>& capacities) {
  out.Print("  {:>10}  {:>14}  {:>18}  {:>12}\n", "capacity", "KV of one row", "weights + one row",
            "needs");
  for (const PlannedCapacity& row : capacities) {
    out.Print("  {:>10}  {:>14}  {:>18}  {:>12}{}\n", row.capacity, FormatBytes(row.kv_bytes),
              FormatBytes(plan.model->WeightBytes() + row.kv_bytes), FormatBytes(row.needs_bytes),
              !row.fits      ? "  does not fit"
              : row.run_only ? "  run only"
                             : "");
  }
}

void PrintText(TextOutput& out, const std::string& path, int64_t max_batch,
               const BucketPlan& plan) {
  const model::ModelConfig& config = plan.model->config();
  out.Print("model      {}\n", path);
  out.Print("           {}, {} layers, width {}, {} heads over {} KV heads, window {}\n",
            config.architecture, config.layers, config.dim, config.heads, config.kv_heads,
            config.window);
  const model::LoweringOptions& lowering = plan.model->lowering();
  const bool packed = lowering.kind == model::LoweringKind::kKernel;
  out.Print("weights    {} ({}), shared by every bucket\n", FormatBytes(plan.model->WeightBytes()),
            packed ? "packed" : HloName(lowering.precision));
  out.Print("KV cache   {} a position ({})\n", FormatBytes(plan.model->KvBytesPerPosition()),
            HloName(lowering.kv_dtype));
  if (IsLimited(plan.budget)) {
    out.Print("limit      {} ({})\n", FormatBytes(plan.budget.limit_bytes),
              plan.budget.limit_source);
  } else {
    out.Print("limit      none\n");
  }
  out.Print("\nneeds: what a start with that capacity as the largest takes, {}\n",
            plan.budget.inputs.runtime_bytes > 0 ? "program and compiler included"
                                                 : "of the device's own memory");
  out.Print("\nrung generate takes the first that holds prompt + budget\n");
  PrintCapacities(out, plan, plan.generate);
  if (plan.server.ok()) {
    out.Print("\na server of {} rows holds {}\n", max_batch, plan.server->StartLine());
  } else {
    out.Print("\na server of {} rows does not start within the limit\n", max_batch);
  }
  PrintCapacities(out, plan, plan.asked);
  out.Print("the least that a server starts with is {} bytes ({}), with capacities={}\n",
            plan.least.limit_bytes, FormatBytes(plan.least.limit_bytes),
            context::FormatCapacities(plan.least.capacities));
}

nlohmann::ordered_json ToJson(const std::vector<PlannedCapacity>& capacities) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PlannedCapacity& row : capacities) {
    list.push_back({{"capacity", row.capacity},
                    {"kv_bytes", row.kv_bytes},
                    {"needs_bytes", row.needs_bytes},
                    {"fits", row.fits}});
  }
  return list;
}

// Those of `asked` that are among `held`.
nlohmann::ordered_json HeldJson(const BucketPlan& plan, const std::vector<int64_t>& held) {
  std::vector<PlannedCapacity> rows = plan.asked;
  std::erase_if(rows, [&held](const PlannedCapacity& row) {
    return !std::ranges::binary_search(held, row.capacity);
  });
  return ToJson(rows);
}

nlohmann::ordered_json ToJson(const std::vector<context::DroppedBucket>& dropped) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const context::DroppedBucket& bucket : dropped) {
    list.push_back({{"capacity", bucket.capacity}, {"reason", bucket.reason}});
  }
  return list;
}

nlohmann::ordered_json ToJson(const Costs& costs) {
  nlohmann::ordered_json json = {{"decode", nlohmann::ordered_json::array()},
                                 {"growth", nlohmann::ordered_json::array()},
                                 {"chunks", nlohmann::ordered_json::array()}};
  for (const StepCost& cost : costs.steps.decode) {
    json["decode"].push_back({{"rows", cost.rows}, {"step_ms", cost.ms}});
  }
  for (const CopyCost& cost : costs.steps.growth) {
    json["growth"].push_back({{"from", cost.from}, {"to", cost.to}, {"copy_ms", cost.ms}});
  }
  for (const ChunkCost& cost : costs.chunks) {
    json["chunks"].push_back({{"chunk", cost.chunk},
                              {"capacity", cost.capacity},
                              {"full_ms", cost.full_ms},
                              {"one_token_ms", cost.one_token_ms}});
  }
  return json;
}

// One document, with what was measured in it.
void PrintJson(TextOutput& out, const std::string& path, int64_t max_batch, const BucketPlan& plan,
               const std::optional<Costs>& costs) {
  nlohmann::ordered_json json = {
      {"model", path},
      {"architecture", plan.model->config().architecture},
      {"window", plan.model->config().window},
      {"weight_bytes", plan.model->WeightBytes()},
      {"kv_bytes_per_position", plan.model->KvBytesPerPosition()},
      {"limit_bytes", nullptr},
      {"limit_source", plan.budget.limit_source},
      {"max_batch", max_batch},
      {"least_limit_bytes", plan.least.limit_bytes},
      {"least_capacities", plan.least.capacities},
      {"generate", ToJson(plan.generate)},
      {"asked", ToJson(plan.asked)},
      {"server", nlohmann::ordered_json::array()},
      {"server_rungs", HeldJson(plan, plan.server_rungs)},
      {"dropped", nlohmann::ordered_json::array()},
      {"image_floor", nullptr},
  };
  if (IsLimited(plan.budget)) json["limit_bytes"] = plan.budget.limit_bytes;
  if (plan.server.ok()) {
    json["server"] = HeldJson(plan, plan.server->capacities());
    json["dropped"] = ToJson(plan.server->dropped());
  }
  if (costs) json["measured"] = ToJson(*costs);
  out.Print("{}\n", DumpJson(json));
}

// The one part that needs weights and a device.
absl::StatusOr<Costs> Measure(const CommandContext& context, const CommandLine& line,
                              const Settings& settings, const ModelDescription& description,
                              const BucketPlan& plan) {
  InstallInterruptHandler();
  ProgressBar bar(context.err);
  runtime::DeviceModelOptions options;
  RUNG_ASSIGN_OR_RETURN(options.plugin, LoadPlugin(context, line.engine));
  spdlog::debug("{}", FactsLine(RunFacts(settings, description, *options.plugin, &plan.budget)));
  options.capacities = plan.server_rungs;
  RUNG_ASSIGN_OR_RETURN(const auto device, LoadDevice(context.environment, settings, description,
                                                      std::move(options), &bar));
  Costs costs;
  RUNG_ASSIGN_OR_RETURN(
      costs.steps, MeasureStepCosts(device.get(), plan.server_rungs,
                                    [&](double fraction) { bar.Update("measuring", fraction); }));
  RUNG_ASSIGN_OR_RETURN(costs.chunks, MeasureChunkCosts(device.get(), plan.server_rungs));
  bar.Clear();
  return costs;
}

void Warn(TextOutput& err, const context::BucketSet& server) {
  for (const std::string& warning : server.warnings()) {
    err.Print("rung: warning: {}\n", warning);
  }
  for (const context::DroppedBucket& dropped : server.dropped()) {
    err.Print("rung: warning: {}\n", dropped.Line());
  }
}

}  // namespace

absl::StatusOr<int> RunBuckets(const CommandContext& context, const CommandLine& line) {
  RUNG_ASSIGN_OR_RETURN(const Settings settings, ReadCommandSettings(context, line.engine));
  RUNG_ASSIGN_OR_RETURN(context::OperatorCapacities operators,
                        context::ReadOperatorCapacities(context.environment, line.engine.ctx_size));
  RUNG_ASSIGN_OR_RETURN(const ModelDescription description,
                        DescribeModel(context, line.engine, settings));
  RUNG_ASSIGN_OR_RETURN(const context::BucketSet asked,
                        context::BucketSet::Make(description.model->config().window, operators,
                                                 /*image_floor=*/std::nullopt));
  const int64_t max_batch = line.serve.max_batch;
  const absl::StatusOr<const pjrt::Plugin*> plugin = LoadPlugin(context, line.engine);
  const BucketPlan plan = PlanBuckets(settings, *description.model, operators, asked, max_batch,
                                      plugin.ok() ? *plugin : nullptr);
  Warn(context.err, plan.server.ok() ? *plan.server : asked);
  const std::string& path = description.file->path();
  if (!line.buckets.json) PrintText(context.out, path, max_batch, plan);
  std::optional<Costs> costs;
  RUNG_RETURN_IF_ERROR(context.out.Flush());  // what was planned, before what takes its time
  if (line.buckets.measure && plan.server.ok()) {
    RUNG_ASSIGN_OR_RETURN(costs, Measure(context, line, settings, description, plan));
  }
  if (line.buckets.json) {
    PrintJson(context.out, path, max_batch, plan, costs);
  } else if (costs) {
    context.out.Print("\n");
    PrintStepCosts(context.out, costs->steps);
    PrintChunkCosts(context.out, costs->chunks);
  }
  // The plan is there, and the command ends as a server that cannot start does.
  RUNG_RETURN_IF_ERROR(plan.server.status());
  return 0;
}

}  // namespace rung::cli

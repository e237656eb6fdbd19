#include "rung/cli/run_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "rung/base/typed_text.h"
#include "rung/base/version.h"
#include "rung/kernels/cpu_topology.h"
#include "rung/kernels/kernel_table.h"

namespace rung::cli {
namespace {

int64_t Threads(const Settings& settings, model::LoweringKind kind) {
  if (kind == model::LoweringKind::kKernel) {
    return settings.threads.value.value_or(kernels::DefaultThreads());
  }
  return PluginThreads(settings);
}

bool IsPlain(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return c > ' ' && c < 0x7f && c != '"' && c != '\\';
  });
}

}  // namespace

std::vector<Fact> RunFacts(const Settings& settings, const ModelDescription& description,
                           const pjrt::Plugin& plugin, const MemoryBudget* budget) {
  const model::LoweringOptions& lowering = description.model->lowering();
  const bool kernel = lowering.kind == model::LoweringKind::kKernel;
  std::vector<Fact> facts = {
      {"version", kVersion},
      {"model", description.file->path()},
      {"architecture", description.model->config().architecture},
      {"lowering", kernel ? "kernel" : "portable"},
      {"precision", std::string(HloName(lowering.precision))},
      {"kv_dtype", std::string(HloName(lowering.kv_dtype))},
      {"instruction_set", {}},
      {"threads", Threads(settings, lowering.kind)},
      {"device", {}},
      {"plugin", std::filesystem::path(plugin.path()).filename().string()},
      {"pjrt_api", plugin.ApiVersion()},
      {"memory_limit", {}},
      {"memory_limit_source", {}},
  };
  const auto set = [&facts](std::string_view name, auto value) {
    std::ranges::find(facts, name, &Fact::name)->value = std::move(value);
  };
  if (kernel) set("instruction_set", std::string(kernels::BestKernels().name));
  // Of a plugin that was named by its path nobody has said what it drives.
  if (!settings.plugin_path.given()) set("device", settings.device.value);
  if (budget != nullptr && budget->limit_bytes != std::numeric_limits<int64_t>::max()) {
    set("memory_limit", budget->limit_bytes);
    set("memory_limit_source", budget->limit_source);
  }
  return facts;
}

std::string FactsLine(const std::vector<Fact>& facts) {
  std::string line = "rung";
  for (const Fact& fact : facts) {
    if (const auto* text = std::get_if<std::string>(&fact.value)) {
      line += fmt::format(" {}={}", fact.name, IsPlain(*text) ? *text : Quoted(*text));
    } else if (const auto* number = std::get_if<int64_t>(&fact.value)) {
      line += fmt::format(" {}={}", fact.name, *number);
    }
  }
  return line;
}

}  // namespace rung::cli

#include "rung/cli/command.h"

#include <spdlog/spdlog.h>

#include "rung/base/status.h"
#include "rung/cli/hub_cache.h"
#include "rung/cli/lowering_choice.h"
#include "rung/cli/model_locator.h"
#include "rung/cli/unknown_variables.h"
#include "rung/model/config_gguf.h"
#include "rung/model/metadata_rules.h"
#include "rung/pjrt/plugin_search.h"
#include "rung/weights/gguf_tokenizer.h"

namespace rung::cli {
namespace fs = std::filesystem;
namespace {

ModelSearch SearchFor(const CommandContext& context) {
  ModelSearch search;
  search.hub_caches = HubCaches(context.environment);
  search.bundled_models = context.executable_dir.parent_path() / "share/rung/models";
  return search;
}

}  // namespace

int ExitCode(const absl::Status& error) {
  switch (error.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kUnimplemented:
      return 2;
    default:
      return 1;
  }
}

absl::StatusOr<Settings> ReadCommandSettings(const CommandContext& context,
                                             const EngineFlags& flags) {
  for (const UnknownVariable& unknown : UnknownVariables(context.environment)) {
    spdlog::warn("{}", unknown.warning);
  }
  return ReadSettings(context.environment, flags.settings);
}

absl::StatusOr<ModelDescription> DescribeModel(const CommandContext& context,
                                               const EngineFlags& flags, const Settings& settings) {
  RUNG_ASSIGN_OR_RETURN(const fs::path path, LocateModel(flags.model, SearchFor(context)));
  ModelDescription description;
  RUNG_ASSIGN_OR_RETURN(description.file, weights::GgufFile::Open(path.string()));
  RUNG_ASSIGN_OR_RETURN(const model::ModelConfig config,
                        model::ModelConfigFromGguf(*description.file));
  RUNG_ASSIGN_OR_RETURN(description.model,
                        CreateModelFor(context, flags, settings, config, *description.file));
  RUNG_RETURN_IF_ERROR(description.model->CheckCheckpoint(*description.file));
  if (const auto warning = model::UnknownKeysWarning(*description.file)) {
    spdlog::warn("{}", *warning);
  }
  return description;
}

absl::StatusOr<std::unique_ptr<tokenizer::Tokenizer>> MakeTokenizer(
    const ModelDescription& description) {
  const std::string& path = description.file->path();
  RUNG_ASSIGN_OR_RETURN(tokenizer::TokenizerSpec spec,
                        weights::TokenizerSpecFromGguf(*description.file));
  absl::StatusOr<std::unique_ptr<tokenizer::Tokenizer>> tokenizer =
      tokenizer::Tokenizer::Create(std::move(spec));
  if (!tokenizer.ok()) return Annotate(tokenizer.status(), path);
  for (const std::string& warning : (*tokenizer)->spec().warnings) {
    spdlog::warn("{}: {}", path, warning);
  }
  return tokenizer;
}

absl::StatusOr<const pjrt::Plugin*> LoadPlugin(const CommandContext& context,
                                               const EngineFlags& flags) {
  pjrt::PluginSearchInputs inputs;
  inputs.flag = flags.settings.plugin_path.value_or("");
  inputs.plugin_path = context.environment.plugin_path.value_or("");
  inputs.device = flags.settings.device.value_or(context.environment.device.value_or(""));
  if (flags.settings.device) inputs.device_source = "--device";
  inputs.executable_dir = context.executable_dir.string();
  RUNG_ASSIGN_OR_RETURN(const pjrt::PluginCandidates candidates,
                        pjrt::FindPluginCandidates(inputs));
  return pjrt::LoadFirstPlugin(candidates);
}

}  // namespace rung::cli

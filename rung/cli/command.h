// What every command is given, and the commands.
#pragma once

#include <filesystem>
#include <memory>

#include "absl/status/statusor.h"
#include "rung/base/environment.h"
#include "rung/base/settings.h"
#include "rung/base/text_output.h"
#include "rung/cli/command_line.h"
#include "rung/model/model.h"
#include "rung/pjrt/plugin.h"
#include "rung/tokenizer/tokenizer.h"
#include "rung/weights/gguf_file.h"

namespace rung::cli {

struct CommandContext {
  Environment environment;
  std::filesystem::path executable_dir;
  TextOutput& out = StandardOutput();  // the reply or the table, nothing else
  TextOutput& err = StandardError();   // everything else
};

// Each returns the process's exit code, or the error that main prints in one line.
absl::StatusOr<int> RunGenerate(const CommandContext& context, const CommandLine& line);
absl::StatusOr<int> RunServe(const CommandContext& context, const CommandLine& line);
absl::StatusOr<int> RunBuckets(const CommandContext& context, const CommandLine& line);
absl::StatusOr<int> RunBench(const CommandContext& context, const CommandLine& line);
absl::StatusOr<int> RunPerplexity(const CommandContext& context, const CommandLine& line);
absl::StatusOr<int> RunCache(const CommandContext& context, const CommandLine& line);
absl::StatusOr<int> RunExport(const CommandContext& context, const CommandLine& line);

// The exit code for an error: 2 for what the user can mend, 1 for the rest.
int ExitCode(const absl::Status& error);

// A model as its file describes it: no weights read, no device touched.
struct ModelDescription {
  std::unique_ptr<weights::GgufFile> file;
  std::unique_ptr<model::Model> model;
};

// Settings of flags and environment; each command asks once. Variables that look like ours and are
// none become a warning each.
absl::StatusOr<Settings> ReadCommandSettings(const CommandContext& context,
                                             const EngineFlags& flags);

// Finds and opens what -m names and checks that the checkpoint has every tensor. Logs a warning
// where the metadata has keys that cannot be judged.
absl::StatusOr<ModelDescription> DescribeModel(const CommandContext& context,
                                               const EngineFlags& flags, const Settings& settings);

// The tokenizer of the checkpoint. Logs what is odd about it, a line each.
absl::StatusOr<std::unique_ptr<tokenizer::Tokenizer>> MakeTokenizer(
    const ModelDescription& description);

// The plugin that flags and environment ask for; it stays loaded for the life of the process.
absl::StatusOr<const pjrt::Plugin*> LoadPlugin(const CommandContext& context,
                                               const EngineFlags& flags);

}  // namespace rung::cli

// The program: parses the command line, runs one command, prints an error in one line.
#include <malloc.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cerrno>
#include <exception>

#include "rung/base/status.h"
#include "rung/base/text_output.h"
#include "rung/base/typed_text.h"
#include "rung/cli/command.h"
#include "rung/cli/process_setup.h"

namespace rung::cli {
namespace {

// Directory of the running program; the models and plugins that come with it lie beside it.
std::filesystem::path ExecutableDir() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path(".") : self.parent_path();
}

// Logs go to stderr: stdout is the reply's.
absl::Status StartLog(const CommandContext& context, const EngineFlags& flags) {
  RUNG_ASSIGN_OR_RETURN(const Settings settings, ReadSettings(context.environment, flags.settings));
  const bool colored = context.environment.no_color.value_or("").empty();
  spdlog::set_default_logger(spdlog::stderr_color_mt(
      "rung", colored ? spdlog::color_mode::automatic : spdlog::color_mode::never));
  spdlog::set_level(static_cast<spdlog::level::level_enum>(settings.log.value));
  return absl::OkStatus();
}

absl::StatusOr<int> RunCommand(const CommandContext& context, const CommandLine& line) {
  RUNG_RETURN_IF_ERROR(StartLog(context, line.engine));
  // A server has them among its log lines.
  if (line.command != CommandLine::Command::kServe) {
    for (const std::string& notice : line.notices) context.err.Print("rung: notice: {}\n", notice);
  }
  switch (line.command) {
    case CommandLine::Command::kGenerate:
      return RunGenerate(context, line);
    case CommandLine::Command::kServe:
      return RunServe(context, line);
    case CommandLine::Command::kBuckets:
      return RunBuckets(context, line);
    case CommandLine::Command::kBench:
      return RunBench(context, line);
    case CommandLine::Command::kPerplexity:
      return RunPerplexity(context, line);
    case CommandLine::Command::kCache:
      return RunCache(context, line);
    case CommandLine::Command::kExport:
      return RunExport(context, line);
    case CommandLine::Command::kText:
      break;
  }
  return 0;
}

absl::StatusOr<int> ReadAndRun(int argc, char** argv) {
  RUNG_ASSIGN_OR_RETURN(const CommandLine line, ParseCommandLine(argc, argv));
  if (line.command == CommandLine::Command::kText) {
    StandardOutput().Write(line.text);
    return 0;
  }
  CommandContext context;
  context.environment = Environment::FromProcess();
  context.executable_dir = ExecutableDir();
  absl::StatusOr<int> code = RunCommand(context, line);
  if (!code.ok()) return AsTyped(code.status(), line);
  return code;
}

absl::StatusOr<int> Run(int argc, char** argv) {
  try {
    return ReadAndRun(argc, argv);
  } catch (const std::exception& error) {  // a library threw: out of memory, mostly
    return absl::InternalError(error.what());
  }
}

// KV caches come and go by the hundred megabytes. As it comes, the allocator gives them back to the
// system at once, and the first touch of every page of the next one costs more than the copy that a
// growing row makes: 2048 to 4096 in 90 ms and more, against 19.
void KeepFreedMemory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);  // a buffer is one layer's K or V
  mallopt(M_TRIM_THRESHOLD, 512 << 20);
}

}  // namespace
}  // namespace rung::cli

int main(int argc, char** argv) {
  rung::cli::PrepareProcess();
  rung::cli::KeepFreedMemory();
  rung::TextOutput& out = rung::StandardOutput();
  absl::StatusOr<int> code = rung::cli::Run(argc, argv);
  // Output that is lost is an error, whatever the command made of it.
  const absl::Status written = out.Close();
  if (out.error() == EPIPE) rung::cli::EndByBrokenPipe();
  if (code.ok() && !written.ok()) code = written;
  if (code.ok()) return *code;
  rung::StandardError().Print("rung: error: {}\n", rung::OnOneLine(rung::Message(code.status())));
  return rung::cli::ExitCode(code.status());
}

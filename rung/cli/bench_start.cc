#include "rung/cli/bench_start.h"

#include <fmt/format.h>
#include <spawn.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "rung/base/status.h"
#include "rung/base/thread.h"
#include "rung/base/typed_text.h"
#include "rung/cli/facts_json.h"
#include "rung/cli/process_setup.h"
#include "rung/cli/run_facts.h"
#include "rung/cli/unknown_variables.h"

namespace rung::cli {
namespace {

namespace fs = std::filesystem;

struct StartReport {
  double first_token_seconds = 0;
  double client_seconds = 0;
  double weights_seconds = 0;
  double compile_seconds = 0;
  int64_t compiles = 0;
  int64_t cache_hits = 0;
};

// Removed with all that is in it.
class TemporaryDirectory {
 public:
  static absl::StatusOr<TemporaryDirectory> Make() {
    std::error_code error;
    std::string path = (fs::temp_directory_path(error) / "rung-bench-XXXXXX").string();
    if (error || mkdtemp(path.data()) == nullptr) {
      return FailedPrecondition("cannot make a directory for the compile cache in {}",
                                fs::path(path).parent_path().string());
    }
    return TemporaryDirectory(path);
  }
  TemporaryDirectory(TemporaryDirectory&& other) noexcept : path_(std::move(other.path_)) {
    other.path_.clear();
  }
  ~TemporaryDirectory() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  const std::string& path() const { return path_; }

 private:
  explicit TemporaryDirectory(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// This process's arguments, for a child that stops at its first token.
std::vector<std::string> ChildArguments(const std::string& cache_directory) {
  std::ostringstream text;
  text << std::ifstream("/proc/self/cmdline", std::ios::binary).rdbuf();
  std::vector<std::string> arguments;
  const std::string command_line = text.str();
  for (std::string_view field : SplitFields(command_line, '\0')) arguments.emplace_back(field);
  arguments.pop_back();  // each argument ends in a zero, the last one too
  std::erase_if(arguments, [](const std::string& a) { return a == "--start" || a == "--json"; });
  arguments.insert(arguments.end(), {"--first-token", "--json", "--cache-dir", cache_directory});
  return arguments;
}

// This process's environment without the variables that it has warned of already.
std::vector<char*> ChildEnvironment(const Environment& environment) {
  const std::vector<UnknownVariable> unknown = UnknownVariables(environment);
  std::vector<char*> variables;
  for (char* const* entry = Environment::ForChild(); *entry != nullptr; ++entry) {
    const bool is_unknown = std::ranges::any_of(unknown, [entry](const UnknownVariable& variable) {
      return std::string_view(*entry).starts_with(variable.name + "=");
    });
    if (!is_unknown) variables.push_back(*entry);
  }
  variables.push_back(nullptr);
  return variables;
}

// What the child writes to its standard output.
absl::StatusOr<std::string> RunChild(const std::vector<std::string>& arguments,
                                     const Environment& environment) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return Internal("cannot make a pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const std::vector<char*> variables = ChildEnvironment(environment);
  pid_t pid = 0;
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  InheritSignals(&attributes);
  const int error =
      posix_spawn(&pid, "/proc/self/exe", &actions, &attributes, argv.data(), variables.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string output;
  std::array<char, 4096> block{};
  for (ssize_t count = 1; error == 0 && count != 0;) {
    count = read(ends[0], block.data(), block.size());
    if (count < 0 && errno != EINTR) break;
    if (count > 0) output.append(block.data(), static_cast<size_t>(count));
  }
  close(ends[0]);
  if (error != 0) {
    return absl::UnavailableError(fmt::format("the measured start cannot be started: {} ({})",
                                              std::strerror(error), ThreadLimits()));
  }
  int status = 0;
  if (waitpid(pid, &status, 0) != pid || status != 0) {
    return Internal("the measured start failed (status {}); its error stands above", status);
  }
  return output;
}

absl::StatusOr<StartReport> MeasureStart(const Environment& environment,
                                         const std::string& cache_directory) {
  RUNG_ASSIGN_OR_RETURN(const std::string output,
                        RunChild(ChildArguments(cache_directory), environment));
  const auto json = nlohmann::json::parse(output, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return Internal("the measured start printed no report");
  StartReport report;
  report.first_token_seconds = json.value("first_token_seconds", 0.0);
  report.client_seconds = json.value("client_seconds", 0.0);
  report.weights_seconds = json.value("weights_seconds", 0.0);
  report.compile_seconds = json.value("compile_seconds", 0.0);
  report.compiles = json.value("compiles", int64_t{-1});
  report.cache_hits = json.value("cache_hits", int64_t{-1});
  return report;
}

void PrintRow(TextOutput& out, const char* name, const StartReport& report) {
  out.Print("{:>7} {:>12.2f} {:>9.2f} {:>9.2f} {:>9.2f} {:>9} {:>11}\n", name,
            report.first_token_seconds, report.client_seconds, report.weights_seconds,
            report.compile_seconds, report.compiles, report.cache_hits);
}

nlohmann::ordered_json ToJson(const StartReport& report) {
  return {{"first_token_seconds", report.first_token_seconds},
          {"client_seconds", report.client_seconds},
          {"weights_seconds", report.weights_seconds},
          {"compile_seconds", report.compile_seconds},
          {"compiles", report.compiles},
          {"cache_hits", report.cache_hits}};
}

// Neither start pays for reading the files from a disk.
void ReadIntoPageCache(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> block(1 << 20);
  while (file.read(block.data(), static_cast<std::streamsize>(block.size()))) continue;
}

}  // namespace

absl::StatusOr<int> RunBenchStart(const CommandContext& context, const CommandLine& line) {
  if (line.engine.settings.cache_dir) {
    return InvalidArgument("--cache-dir: --start measures with a cache of its own; leave it out");
  }
  RUNG_ASSIGN_OR_RETURN(const Settings settings, ReadCommandSettings(context, line.engine));
  RUNG_ASSIGN_OR_RETURN(const ModelDescription description,
                        DescribeModel(context, line.engine, settings));
  RUNG_ASSIGN_OR_RETURN(const pjrt::Plugin* plugin, LoadPlugin(context, line.engine));
  const std::vector<Fact> facts = RunFacts(settings, description, *plugin, /*budget=*/nullptr);
  spdlog::debug("{}", FactsLine(facts));
  ReadIntoPageCache(description.file->path());
  ReadIntoPageCache(plugin->path());
  RUNG_ASSIGN_OR_RETURN(const TemporaryDirectory cache, TemporaryDirectory::Make());
  RUNG_ASSIGN_OR_RETURN(const StartReport first, MeasureStart(context.environment, cache.path()));
  RUNG_ASSIGN_OR_RETURN(const StartReport second, MeasureStart(context.environment, cache.path()));
  const double ratio = second.first_token_seconds / first.first_token_seconds;
  if (line.bench.json) {
    nlohmann::ordered_json json = FactsJson(facts);
    json.update({{"first", ToJson(first)}, {"second", ToJson(second)}, {"ratio", ratio}});
    context.out.Print("{}\n", DumpJson(json));
    return 0;
  }
  context.out.Print("{}\n", FactsLine(facts));
  context.out.Print("{:>7} {:>12} {:>9} {:>9} {:>9} {:>9} {:>11}\n", "start", "first token",
                    "device", "weights", "compile", "compiles", "from cache");
  PrintRow(context.out, "first", first);
  PrintRow(context.out, "second", second);
  context.out.Print("the second start needs {:.0f} % of the first one's time\n", ratio * 100);
  return 0;
}

}  // namespace rung::cli

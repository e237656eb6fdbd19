// argv -> plain structs. CLI11 stays inside command_line.cc and command_flags.cc.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "rung/base/settings.h"

namespace rung::cli {

// Flags that choose a model, a device and a capacity. Each but the model also has an environment
// variable, and the flag wins; base/settings and context read both with the same rules.
struct EngineFlags {
  std::string model;                    // -m; empty: the bundled model
  std::optional<std::string> ctx_size;  // -c: the pin
  SettingFlags settings;
};

struct SamplingFlags {
  double temperature = 0.0;
  int64_t top_k = 0;
  double top_p = 1.0;
  double min_p = 0.0;
  double repetition_penalty = 1.0;
  double presence_penalty = 0.0;
  double frequency_penalty = 0.0;
  std::vector<std::string> logit_bias;  // "TOKEN_ID(+|-)BIAS", as llama.cpp writes it
  std::optional<uint64_t> seed;
  std::vector<std::string> stop;
  std::vector<int64_t> stop_token_ids;
  int64_t min_tokens = 0;
  bool ignore_eos = false;
  bool operator==(const SamplingFlags&) const = default;
};

struct GenerateFlags {
  std::optional<std::string> prompt;       // -p; "-" reads standard input
  std::optional<std::string> prompt_file;  // -f
  bool parse_special = true;               // control tokens written in it become their ids
  int64_t max_tokens = -1;                 // -n; -1: as many as the window leaves
  SamplingFlags sampling;
  bool operator==(const GenerateFlags&) const = default;
};

// Times are in seconds, sizes in bytes.
struct ServeFlags {
  std::string host = "127.0.0.1";
  int64_t port = 8080;
  std::vector<std::string> api_keys;
  std::optional<std::string> api_key_file;  // one key a line
  std::vector<std::string> aliases;         // names of the model; none: its file's
  bool any_model = false;
  std::vector<std::string> cors_origins;   // empty: what --host allows; "none": no CORS
  std::vector<std::string> allowed_hosts;  // beside the loopback's names
  int64_t max_batch = 8;
  int64_t max_queue = 64;
  std::string prefix_cache = "on";
  std::string prefix_cache_size = "1GiB";  // bytes, or with KiB, MiB, GiB
  int64_t max_connections = 2048;
  int64_t max_body_bytes = int64_t{8} << 20;
  int64_t max_body_memory = int64_t{256} << 20;
  int64_t max_header_bytes = 16 << 10;
  int64_t max_json_depth = 64;
  double header_timeout = 10;
  double body_timeout = 30;
  double idle_timeout = 75;
  double write_timeout = 30;
  double drain_delay = 0;
  double drain_timeout = 30;
  double request_timeout = 0;      // 0: none
  int64_t default_max_tokens = 0;  // of a request without a number; 0: what its capacity leaves
  int64_t workers = 2;
  std::string log_format = "text";
  bool operator==(const ServeFlags&) const = default;
};

// Beside ServeFlags::max_batch.
struct BucketsFlags {
  bool json = false;
  bool measure = false;  // step costs: loads the model
  bool operator==(const BucketsFlags&) const = default;
};

struct BenchFlags {
  std::vector<std::string> rows;  // each "256,256,4096": the row capacities of one decode case
  std::vector<int64_t> prefill;   // prompt lengths
  int64_t tokens = 64;            // decode steps per case
  int64_t depth = 0;              // what each row holds before the first of them
  int64_t repetitions = 3;
  bool start = false;           // two starts: with an empty compile cache, then with a full one
  bool first_token = false;     // this process up to its first token, nothing more
  bool compare_growth = false;  // the comparisons of growth_bench.h instead
  bool json = false;
  bool operator==(const BenchFlags&) const = default;
};

struct PerplexityFlags {
  std::optional<std::string> file;    // -f: the text
  std::optional<std::string> logits;  // where logits are written, or read to compare with
  bool compare = false;
  bool json = false;
  bool operator==(const PerplexityFlags&) const = default;
};

struct CacheFlags {
  bool clear = false;
  bool operator==(const CacheFlags&) const = default;
};

struct ExportFlags {
  std::optional<std::string> decode;   // row capacities: "256,256,4096"
  std::optional<std::string> prefill;  // chunk and capacity: "64@256"
  bool operator==(const ExportFlags&) const = default;
};

struct CommandLine {
  enum class Command { kGenerate, kServe, kBuckets, kBench, kPerplexity, kCache, kExport, kText };
  Command command = Command::kText;
  std::string text;                  // kText: what to print (help or version), exit code 0
  std::vector<std::string> notices;  // one line for each flag that was ignored
  EngineFlags engine;
  GenerateFlags generate;
  ServeFlags serve;
  BucketsFlags buckets;
  BenchFlags bench;
  PerplexityFlags perplexity;
  CacheFlags cache;
  ExportFlags export_program;
  std::map<std::string, std::string>
      typed;  // each spelling of a given flag -> the one that was used
};

// InvalidArgument in one line that names the flag as it was typed: an unknown command or flag comes
// with the nearest known one. Unimplemented for a flag or command that other engines have and this
// program does not (foreign_flags.h). The last of a flag that is given twice counts.
absl::StatusOr<CommandLine> ParseCommandLine(int argc, const char* const* argv);

// An error that begins with the name of a flag, with the name that the user typed: what reads the
// values later knows one name of each.
absl::Status AsTyped(const absl::Status& error, const CommandLine& line);

}  // namespace rung::cli

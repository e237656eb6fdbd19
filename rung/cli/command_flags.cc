#include "rung/cli/command_flags.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "CLI/CLI.hpp"
#include "rung/base/typed_text.h"

namespace rung::cli {
namespace {

// CLI11 reads "" as 0, clamps what is out of range and tells ranges in its own words; these check
// before it converts.
template <typename Number>
std::optional<Number> NumberFrom(std::string_view text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

// `range` says in words what holds(value) accepts.
template <typename Number>
CLI::Validator Strict(std::string_view kind, std::function<bool(Number)> holds = nullptr,
                      std::string range = "") {
  return CLI::Validator(
      [=, kind = std::string(kind)](std::string& text) {
        const std::optional<Number> value = NumberFrom<Number>(text);
        if (!value) return fmt::format("{} is not {}", Quoted(text), kind);
        if (holds && !holds(*value)) return fmt::format("must be {}, got {}", range, text);
        return std::string();
      },
      "");
}
// `reason` goes on from the range: ", the most rows of a step".
CLI::Validator Integer(int64_t min, int64_t max, std::string_view reason = "") {
  return Strict<int64_t>(
      "an integer", [=](int64_t value) { return min <= value && value <= max; },
      fmt::format("in {}..={}{}", min, max, reason));
}
CLI::Validator Seconds(bool zero_is_none = false) {
  return Strict<double>(
      "a number of seconds",
      [=](double value) {
        return (zero_is_none && value == 0) || (0.001 <= value && value <= 1e6);
      },
      fmt::format("{}0.001 to 1000000 seconds", zero_is_none ? "0 for none, or " : ""));
}
CLI::Validator OneOf(std::vector<std::string> names) {
  return CLI::Validator(
      [names = std::move(names)](std::string& text) {
        if (std::find(names.begin(), names.end(), text) != names.end()) return std::string();
        return fmt::format("must be one of {}, got {}", fmt::join(names, ", "), Quoted(text));
      },
      "");
}
const CLI::Validator kInteger = Strict<int64_t>("an integer");
const CLI::Validator kReal = Strict<double>("a number");

// Any 64-bit integer, signed or not, as the server takes it.
std::optional<uint64_t> SeedFrom(std::string_view text) {
  if (const auto natural = NumberFrom<uint64_t>(text)) return natural;
  const std::optional<int64_t> integer = NumberFrom<int64_t>(text);
  if (!integer) return std::nullopt;
  return static_cast<uint64_t>(*integer);
}
const CLI::Validator kSeed(
    [](std::string& text) {
      if (SeedFrom(text)) return std::string();
      return fmt::format("{} is not a 64-bit integer", Quoted(text));
    },
    "");

void AddModelFlags(CLI::App* app, EngineFlags* flags) {
  app->add_option(
      "-m,--model", flags->model,
      "Model: a .gguf file, a directory that holds one, org/name[@revision][/file.gguf] or "
      "org/name:Q4_K_M in the Hugging Face cache, or a bundled model (default: the "
      "bundled one)");
  app->add_option("--precision", flags->settings.precision,
                  "Weights and activations: f32, f16, bf16 (MLXCEL_XLA_PRECISION)");
  app->add_option("--tf32", flags->settings.tf32,
                  "0: f32 products at full precision (MLX_ENABLE_TF32)");
  app->add_option("--kv-dtype", flags->settings.kv_dtype,
                  "KV cache: f32, f16, bf16 (RUNG_KV_DTYPE)");
  app->add_option("--lowering", flags->settings.lowering, "auto, kernel, portable (RUNG_LOWERING)");
  app->add_option("--log", flags->settings.log, "trace, debug, info, warn, error, off (RUNG_LOG)");
}

void AddEngineFlags(CLI::App* app, EngineFlags* flags) {
  AddModelFlags(app, flags);
  app->add_option("-c,--ctx-size", flags->ctx_size,
                  "Pin the context capacity to one bucket (MLXCEL_XLA_CONTEXT_CAPACITY)");
  app->add_option("--backend", flags->settings.backend, "xla (MLXCEL_BACKEND)");
  app->add_option("--device", flags->settings.device,
                  "cpu, cuda, hip, tpu or a path to a PJRT plugin (MLXCEL_XLA_DEVICE)");
  app->add_option("--plugin-path", flags->settings.plugin_path,
                  "PJRT plugin to load (RUNG_PLUGIN_PATH)");
  app->add_option("--growth", flags->settings.growth, "on, off (RUNG_GROWTH)");
  app->add_option("--memory-limit", flags->settings.memory_limit,
                  "Bytes, or with KiB, MiB, GiB (RUNG_MEMORY_LIMIT)");
  app->add_option("-t,--threads", flags->settings.threads, "CPU threads (RUNG_THREADS)");
  app->add_option("--cache-dir", flags->settings.cache_dir,
                  "Compile cache directory, or off (RUNG_CACHE_DIR)");
}

void AddSamplingFlags(CLI::App* app, SamplingFlags* flags) {
  app->add_option("--temp,--temperature", flags->temperature, "0 is greedy")
      ->check(kReal)
      ->capture_default_str();
  app->add_option("--top-k", flags->top_k, "Keep the k likeliest tokens; 0 is off")
      ->check(kInteger)
      ->capture_default_str();
  app->add_option("--top-p", flags->top_p,
                  "Keep the smallest set that reaches p; 1 is off, 0 greedy")
      ->check(kReal)
      ->capture_default_str();
  app->add_option("--min-p", flags->min_p, "Keep tokens of at least p times the best; 0 is off")
      ->check(kReal)
      ->capture_default_str();
  app->add_option("--repetition-penalty,--repeat-penalty", flags->repetition_penalty,
                  "Over prompt and reply; 1 is off")
      ->check(kReal)
      ->capture_default_str();
  app->add_option("--presence-penalty", flags->presence_penalty, "-2 to 2, over the reply")
      ->check(kReal)
      ->capture_default_str();
  app->add_option("--frequency-penalty", flags->frequency_penalty, "-2 to 2, over the reply")
      ->check(kReal)
      ->capture_default_str();
  app->add_option("--logit-bias", flags->logit_bias,
                  "TOKEN_ID+BIAS or TOKEN_ID-BIAS, may be repeated")
      ->allow_extra_args(false);
  const auto set_seed = [flags](const std::string& text) {
    if (text != "-1") flags->seed = SeedFrom(text);
  };
  app->add_option_function<std::string>("-s,--seed", set_seed,
                                        "Seed of the sampler; -1: a random one (the default)")
      ->type_name("INT")
      ->check(kSeed);
  app->add_option("-r,--stop,--reverse-prompt", flags->stop,
                  "Text that ends the reply, may be repeated")
      ->allow_extra_args(false);
  app->add_option("--stop-token-id", flags->stop_token_ids,
                  "Token that ends the reply, may be repeated")
      ->check(kInteger)
      ->allow_extra_args(false);
  app->add_option("--min-tokens", flags->min_tokens, "No end before this many tokens")
      ->check(kInteger)
      ->capture_default_str();
  app->add_flag("--ignore-eos", flags->ignore_eos, "Go on after the end-of-sequence token");
}

CLI::App* AddGenerate(CLI::App* app, CommandLine* line) {
  CLI::App* command = app->add_subcommand("generate", "Continue a prompt; the reply is on stdout");
  AddEngineFlags(command, &line->engine);
  command->add_option("-p,--prompt", line->generate.prompt,
                      "Prompt, taken raw, without a chat template; - reads standard input, as does "
                      "a pipe without it");
  command->add_option("-f,--file", line->generate.prompt_file,
                      "File that holds the prompt, less one line break at its end; - is standard "
                      "input");
  command->add_flag_callback(
      "--no-parse-special", [flags = &line->generate] { flags->parse_special = false; },
      "Read special tokens such as <|im_end|> in the prompt as letters");
  command
      ->add_option("-n,--max-tokens,--n-predict,--predict", line->generate.max_tokens,
                   "Most tokens to generate; -1: as many as fit")
      ->check(kInteger)
      ->capture_default_str();
  AddSamplingFlags(command, &line->generate.sampling);
  return command;
}

void AddMaxBatch(CLI::App* command, ServeFlags* flags) {
  command
      ->add_option("--max-batch,--parallel", flags->max_batch, "Sequences that run at once, 1 to 8")
      ->check(Integer(1, 8, ", the most rows of a step; further requests wait (--max-queue)"))
      ->capture_default_str();
}

void AddServeLimits(CLI::App* command, ServeFlags* flags) {
  const auto integer = [command](const char* name, int64_t* value, int64_t min, int64_t max,
                                 const char* help) {
    command->add_option(name, *value, help)->check(Integer(min, max))->capture_default_str();
  };
  const auto seconds = [command](const char* name, double* value, const char* help) {
    command->add_option(name, *value, help)->check(Seconds())->capture_default_str();
  };
  AddMaxBatch(command, flags);
  integer("--max-queue", &flags->max_queue, 0, 1 << 20,
          "Sequences that may wait; more are refused with 429");
  integer("--max-connections", &flags->max_connections, 1, 1 << 20, "Open connections");
  integer("--max-body-bytes", &flags->max_body_bytes, 1, int64_t{1} << 32, "Largest request body");
  integer("--max-body-memory", &flags->max_body_memory, 1, int64_t{1} << 40,
          "Bytes of all request bodies together whose answer has not begun");
  integer("--max-header-bytes", &flags->max_header_bytes, 256, 1 << 24, "Largest request head");
  integer("--max-json-depth", &flags->max_json_depth, 1, 10000, "Deepest nesting of a body");
  integer("--workers", &flags->workers, 1, 256, "Threads that parse and tokenize");
  seconds("--header-timeout", &flags->header_timeout, "Seconds for a request's headers to arrive");
  seconds("--body-timeout", &flags->body_timeout, "Seconds for a request's body to arrive");
  seconds("--idle-timeout", &flags->idle_timeout, "Seconds between two requests of a connection");
  seconds("--write-timeout", &flags->write_timeout, "Seconds for a client to take what is sent");
  command
      ->add_option("--drain-delay", flags->drain_delay,
                   "Seconds from SIGTERM until the port is closed; /health is 503 meanwhile")
      ->check(Seconds(/*zero_is_none=*/true))
      ->capture_default_str();
  seconds("--drain-timeout", &flags->drain_timeout,
          "Seconds from there until unfinished answers are cut");
  command
      ->add_option("--request-timeout", flags->request_timeout,
                   "Seconds from a request's last byte until its answer is given up; 0: no limit")
      ->check(Seconds(/*zero_is_none=*/true))
      ->capture_default_str();
  command
      ->add_option(
          "--default-max-tokens", flags->default_max_tokens,
          "Tokens of a request that does not say how many; 0: as many as its capacity leaves")
      ->check(Integer(0, std::numeric_limits<int32_t>::max(), " (0: as many as fit)"))
      ->capture_default_str();
}

CLI::App* AddServe(CLI::App* app, CommandLine* line) {
  CLI::App* command = app->add_subcommand("serve", "Serve the OpenAI API over HTTP");
  AddEngineFlags(command, &line->engine);
  ServeFlags* flags = &line->serve;
  command->add_option("--host", flags->host, "Address to listen on")->capture_default_str();
  command->add_option("--port", flags->port, "Port to listen on; 0 is any that is free")
      ->check(Integer(0, 65535))
      ->capture_default_str();
  command->add_option("--api-key", flags->api_keys, "Key that requests must carry, may be repeated")
      ->allow_extra_args(false);
  command->add_option("--api-key-file", flags->api_key_file, "File of keys, one a line");
  command
      ->add_option("-a,--alias,--served-model-name", flags->aliases,
                   "Name of the model in the API, may be repeated (default: its file's)")
      ->allow_extra_args(false);
  command->add_flag("--any-model", flags->any_model, "Accept every model name in requests");
  command
      ->add_option("--cors-origin", flags->cors_origins,
                   "Origin whose pages may read answers, may be repeated; *: any, loopback: this "
                   "machine's, none: no page (default: loopback where --host is it, else *)")
      ->allow_extra_args(false);
  command
      ->add_option("--allowed-host", flags->allowed_hosts,
                   "Host, with or without port, that requests may be meant for, may be repeated; "
                   "*: any (default: the loopback's names where --host is it, else any)")
      ->allow_extra_args(false);
  AddServeLimits(command, flags);
  command
      ->add_option("--prefix-cache", flags->prefix_cache,
                   "on, off: keep the KV of finished sequences for prompts that begin like them")
      ->capture_default_str();
  command
      ->add_option("--prefix-cache-size", flags->prefix_cache_size,
                   "Most KV to keep for it: bytes, or with KiB, MiB, GiB")
      ->capture_default_str();
  command->add_option("--log-format", flags->log_format, "text or json, one object a line")
      ->check(OneOf({"text", "json"}))
      ->capture_default_str();
  return command;
}

CLI::App* AddBuckets(CLI::App* app, CommandLine* line) {
  CLI::App* command =
      app->add_subcommand("buckets", "Print the capacity plan of a model; loads no weights");
  AddEngineFlags(command, &line->engine);
  AddMaxBatch(command, &line->serve);
  command->add_flag("--json", line->buckets.json, "Machine-readable output");
  command->add_flag("--measure", line->buckets.measure,
                    "Load the model and print what steps, growth copies and prefill chunks cost");
  return command;
}

CLI::App* AddBench(CLI::App* app, CommandLine* line) {
  CLI::App* command =
      app->add_subcommand("bench", "Measure load, compile, prefill, decode, first token and RSS");
  AddEngineFlags(command, &line->engine);
  command
      ->add_option("--rows", line->bench.rows,
                   "Row capacities of a decode case, such as 256,256,4096; may be repeated")
      ->allow_extra_args(false);
  command
      ->add_option("-p,--prefill", line->bench.prefill, "Prompt length to prefill, may be repeated")
      ->check(kInteger)
      ->allow_extra_args(false);
  command->add_option("-n,--tokens", line->bench.tokens, "Decode steps per case")
      ->check(Integer(1, 1 << 20))
      ->capture_default_str();
  command
      ->add_option("-d,--depth,--n-depth", line->bench.depth,
                   "Positions that each row holds before its first decode step")
      ->check(Integer(0, 1 << 20))
      ->capture_default_str();
  command
      ->add_option("-r,--repetitions", line->bench.repetitions, "Runs of each case; medians count")
      ->check(Integer(1, 1000))
      ->capture_default_str();
  command->add_flag("--start", line->bench.start,
                    "Measure two starts alone: with an empty compile cache, then with a full one");
  command->add_flag("--first-token", line->bench.first_token,
                    "Measure this start up to its first token alone");
  command->add_flag("--json", line->bench.json, "Machine-readable output");
  command->add_flag("--compare-growth", line->bench.compare_growth,
                    "Compare growing replies with replies that run where they reserved");
  return command;
}

CLI::App* AddPerplexity(CLI::App* app, CommandLine* line) {
  CLI::App* command = app->add_subcommand(
      "perplexity", "Score a text, token after token; compare with the logits of another run");
  AddEngineFlags(command, &line->engine);
  PerplexityFlags* flags = &line->perplexity;
  command->add_option("-f,--file", flags->file, "File that holds the text")->required();
  command->add_option("--kl-divergence-base,--save-all-logits", flags->logits,
                      "File of logits: written, or with --kl-divergence compared with");
  command->add_flag("--kl-divergence", flags->compare,
                    "Compare with the logits in --kl-divergence-base");
  command->add_flag("--json", flags->json, "Machine-readable output");
  return command;
}

CLI::App* AddCache(CLI::App* app, CommandLine* line) {
  CLI::App* command =
      app->add_subcommand("cache", "Show the compiled programs kept between starts");
  command->add_option("--cache-dir", line->engine.settings.cache_dir,
                      "Compile cache directory, or off (RUNG_CACHE_DIR)");
  command->add_option("--log", line->engine.settings.log,
                      "trace, debug, info, warn, error, off (RUNG_LOG)");
  command->add_flag("--clear", line->cache.clear, "Remove them");
  return command;
}

CLI::App* AddExport(CLI::App* app, CommandLine* line) {
  CLI::App* command =
      app->add_subcommand("export", "Print a program's StableHLO text; loads no weights");
  AddModelFlags(command, &line->engine);
  command->add_option("--decode", line->export_program.decode,
                      "A decode step over rows of these capacities, such as 256,256,4096");
  command->add_option("--prefill", line->export_program.prefill,
                      "A prefill chunk at a capacity, such as 64@256");
  return command;
}

}  // namespace

std::vector<std::pair<CLI::App*, CommandLine::Command>> AddCommands(CLI::App* app,
                                                                    CommandLine* line) {
  using Command = CommandLine::Command;
  return {{AddGenerate(app, line), Command::kGenerate},     {AddServe(app, line), Command::kServe},
          {AddBuckets(app, line), Command::kBuckets},       {AddBench(app, line), Command::kBench},
          {AddPerplexity(app, line), Command::kPerplexity}, {AddCache(app, line), Command::kCache},
          {AddExport(app, line), Command::kExport}};
}

}  // namespace rung::cli

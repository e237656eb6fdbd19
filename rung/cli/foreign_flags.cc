#include "rung/cli/foreign_flags.h"

#include <array>
#include <span>

namespace rung::cli {
namespace {

using Kind = ForeignFlag::Kind;
using Value = ForeignFlag::Value;

constexpr std::string_view kOnOff = "on off auto enabled disabled true false 1 0";
constexpr std::string_view kNoChat = "chat templates are not supported yet; the prompt is raw";
constexpr std::string_view kNoImages = "image input is not supported yet";
constexpr std::string_view kNoLora = "LoRA adapters are out of scope";
constexpr std::string_view kNoDraft = "speculative decoding is out of scope";
constexpr std::string_view kNoGrammar = "constrained decoding is not supported";
constexpr std::string_view kNoDownload =
    "nothing is downloaded; -m org/name takes a model from the local Hugging Face cache";
constexpr std::string_view kNoSampler = "this sampling is not supported; use --top-p or --min-p";
constexpr std::string_view kWholeModel = "the whole model runs on the device that --device chooses";
constexpr std::string_view kTls = "no TLS here; put a proxy in front (docs/operating.md)";
constexpr std::string_view kCapacity =
    "-c pins one context capacity, MLXCEL_XLA_CONTEXT_BUCKETS lists several";

constexpr auto kFlags = std::to_array<ForeignFlag>({
    // What means the same.
    {"-np --max-num-seqs", "serve", Kind::kAlias, Value::kOne, "--max-batch"},
    {"-dev", "", Kind::kAlias, Value::kOne, "--device"},
    {"-ctk --cache-type-k -ctv --cache-type-v --kv-cache-dtype", "", Kind::kAlias, Value::kOne,
     "--kv-dtype", "f32 f16 bf16", "the KV cache is f32, f16 or bf16 (--kv-dtype)"},
    {"--no-enable-prefix-caching", "serve", Kind::kAlias, Value::kNone, "--prefix-cache", "", "",
     "off"},
    {"-o --output", "bench", Kind::kAlias, Value::kOne, "--json", "json",
     "the output is a table, or JSON with --json"},
    {"--log-disable", "", Kind::kAlias, Value::kNone, "--log", "", "", "off"},
    {"-v --verbose --log-verbose", "", Kind::kAlias, Value::kNone, "--log", "", "", "debug"},

    // What changes nothing.
    {"-ngl --gpu-layers --n-gpu-layers -sm --split-mode -mg --main-gpu -ts --tensor-split", "",
     Kind::kIgnored, Value::kOne, kWholeModel},
    {"-nkvo --no-kv-offload", "", Kind::kIgnored, Value::kNone, kWholeModel},
    {"-fa --flash-attn", "", Kind::kIgnored, Value::kOptional,
     "attention has one implementation for each device", kOnOff},
    {"-b --batch-size -ub --ubatch-size", "", Kind::kIgnored, Value::kOne,
     "the chunks of a prefill are chosen by their cost"},
    {"-tb --threads-batch", "", Kind::kIgnored, Value::kOne, "-t counts for prefill too"},
    {"-cb --cont-batching --enable-prefix-caching --enable-chunked-prefill", "serve",
     Kind::kIgnored, Value::kNone, "it is always so"},
    {"-no-cnv --no-conversation -st --single-turn --no-display-prompt --ignore-chat-template",
     "generate", Kind::kIgnored, Value::kNone, "it is always so: the prompt is raw"},
    {"--mlock --mmap --no-mmap --no-mmproj --swa-full -kvu --kv-unified --no-context-shift "
     "--warmup --no-warmup --no-perf --perf --no-webui --trust-remote-code --enforce-eager "
     "--color --no-slots --log-colors",
     "", Kind::kIgnored, Value::kNone, "there is nothing to switch here"},
    {"--metrics", "serve", Kind::kIgnored, Value::kNone, "/metrics is always served"},
    {"--tensor-parallel-size -tp --pipeline-parallel-size", "", Kind::kIgnored, Value::kOne,
     "one device is used", "1", "one device is used; the number must be 1"},

    // What would change the answer, or the server.
    {"-hf -hfr --hf-repo -hff --hf-file -hft --hf-token -mu --model-url -dr --docker-repo", "",
     Kind::kRefused, Value::kOne, kNoDownload},
    {"--revision", "", Kind::kRefused, Value::kOne,
     "name it behind the model: -m org/name@REVISION"},
    {"--tokenizer", "", Kind::kRefused, Value::kOne, "the tokenizer is the checkpoint's own"},
    {"--quantization", "", Kind::kRefused, Value::kOne,
     "weights are what the file holds; convert it beforehand"},
    {"--dtype", "", Kind::kRefused, Value::kOne, "use --precision with --lowering portable"},
    {"--gpu-memory-utilization", "", Kind::kRefused, Value::kOne, "use --memory-limit"},
    {"--max-model-len --max-kv-size --max-seq-len", "", Kind::kRefused, Value::kOne, kCapacity},
    {"--context-shift --keep -gan --grp-attn-n", "", Kind::kRefused, Value::kNone,
     "nothing is ever cut out of a sequence; choose a larger capacity with -c"},
    {"--rope-scaling --rope-scale --rope-freq-base --rope-freq-scale --yarn-orig-ctx "
     "--yarn-ext-factor --yarn-attn-factor --yarn-beta-slow --yarn-beta-fast",
     "", Kind::kRefused, Value::kOne, "positions are encoded as the checkpoint says"},
    {"--override-kv --override-tensor -ot -cmoe --cpu-moe -ncmoe --n-cpu-moe", "", Kind::kRefused,
     Value::kOne, "the checkpoint is taken as it is"},
    {"--kv-bits --kv-group-size --quantized-kv-start", "", Kind::kRefused, Value::kOne,
     "the KV cache is f32, f16 or bf16 (--kv-dtype)"},
    {"--numa -C --cpu-mask -Cr --cpu-range --cpu-strict --prio --poll", "", Kind::kRefused,
     Value::kOne, "use taskset or numactl, and -t"},
    {"-cnv --conversation -i --interactive -if --interactive-first -mli --multiline-input "
     "--jinja --use-default-chat-template --chat",
     "", Kind::kRefused, Value::kNone, kNoChat},
    {"-sys --system-prompt -sysf --system-prompt-file --chat-template --chat-template-file "
     "--chat-template-kwargs --chat-template-args --in-prefix --in-suffix --reasoning-format "
     "--reasoning-budget",
     "", Kind::kRefused, Value::kOne, kNoChat},
    {"-mm --mmproj -mmu --mmproj-url --image --limit-mm-per-prompt", "", Kind::kRefused,
     Value::kOne, kNoImages},
    {"--audio --video", "", Kind::kRefused, Value::kOne, "audio and video are out of scope"},
    {"--lora --lora-scaled --adapter-path --control-vector --control-vector-scaled "
     "--enable-lora --lora-modules",
     "", Kind::kRefused, Value::kOne, kNoLora},
    {"-md --model-draft --draft-model --draft --draft-max --draft-min --draft-n "
     "--num-draft-tokens --spec-draft-model -ngld -devd -ctkd -ctvd --speculative-config "
     "--speculative-model -lcs -lcd",
     "", Kind::kRefused, Value::kOne, kNoDraft},
    {"--grammar --grammar-file -j --json-schema -jf --json-schema-file "
     "--guided-decoding-backend",
     "", Kind::kRefused, Value::kOne, kNoGrammar},
    {"--mirostat --mirostat-lr --mirostat-ent --typical --typical-p --xtc-probability "
     "--xtc-threshold --dry-multiplier --dry-base --dry-allowed-length --dry-penalty-last-n "
     "--dry-sequence-breaker --dynatemp-range --dynatemp-exp --top-nsigma --top-n-sigma "
     "--samplers --sampling-seq --sampler-seq --tfs",
     "", Kind::kRefused, Value::kOne, kNoSampler},
    {"--repeat-last-n", "", Kind::kRefused, Value::kOne,
     "penalties look at the whole prompt and reply"},
    {"-e --escape", "", Kind::kRefused, Value::kNone,
     "the prompt is taken as it is; a shell writes a line break as $'\\n'"},
    {"-sp --special", "", Kind::kRefused, Value::kNone, "special tokens are not printed"},
    {"-bf --binary-file", "", Kind::kRefused, Value::kOne, "use -f FILE"},
    {"-o --output", "generate", Kind::kRefused, Value::kOne,
     "the reply goes to standard output; use > FILE"},
    {"--prompt-cache --prompt-cache-all --prompt-cache-ro --prompt-cache-file", "", Kind::kRefused,
     Value::kOne, "a server keeps prefixes by itself (--prefix-cache)"},
    {"--cache-reuse -sps --slot-prompt-similarity --slot-save-path", "serve", Kind::kRefused,
     Value::kOne, "prefixes are kept by --prefix-cache and --prefix-cache-size"},
    {"-nocb --no-cont-batching", "serve", Kind::kRefused, Value::kNone, "use --max-batch 1"},
    {"-to --timeout", "serve", Kind::kRefused, Value::kOne,
     "there is one for each thing: --request-timeout, --body-timeout, --write-timeout"},
    {"--threads-http", "serve", Kind::kRefused, Value::kOne,
     "one thread has all connections; --workers parse and tokenize"},
    {"--slots --props", "serve", Kind::kRefused, Value::kNone, "see /health and /metrics"},
    {"--embedding --embeddings --rerank --reranking --pooling", "", Kind::kRefused, Value::kNone,
     "embeddings are out of scope"},
    {"--path --api-prefix --root-path", "serve", Kind::kRefused, Value::kOne,
     "paths are fixed; a proxy can serve files or add a prefix (docs/operating.md)"},
    {"--ssl-key-file --ssl-cert-file --ssl-keyfile --ssl-certfile --ssl-ca-certs", "serve",
     Kind::kRefused, Value::kOne, kTls},
    {"--allowed-origins", "serve", Kind::kRefused, Value::kOne, "use --cors-origin"},
    {"-lv --verbosity --log-verbosity --log-level --uvicorn-log-level", "", Kind::kRefused,
     Value::kOne, "use --log trace, debug, info, warn, error or off"},
    {"--disable-log-requests --disable-log-stats --no-enable-log-requests", "serve", Kind::kRefused,
     Value::kNone, "use --log warn"},
    {"--log-file", "", Kind::kRefused, Value::kOne, "messages go to stderr; use 2> FILE"},
    {"--env-file", "", Kind::kRefused, Value::kOne, "the shell or the unit file sets variables"},
    {"-np --parallel --max-num-seqs", "", Kind::kRefused, Value::kOne,
     "one prompt is continued at a time; rung serve has --max-batch"},
});

struct ForeignCommand {
  std::string_view words;
  std::string_view advice;
};
constexpr std::string_view kGgufHere =
    "nothing is downloaded: put a .gguf file anywhere, -m names it";
constexpr ForeignCommand kCommands[] = {
    {"chat", "chat templates are not supported yet; rung generate continues a raw prompt"},
    {"run complete completion cli", "use rung generate -m MODEL -p TEXT"},
    {"server", "use rung serve"},
    {"pull download", kGgufHere},
    {"list ls show models",
     "there is no list of models: -m takes a file, a directory, org/name or the bundled one"},
    {"ps", "a server tells what it runs at /health and /metrics"},
    {"rm", "models are plain files; rung cache --clear removes compiled programs"},
    {"convert quantize create", "Rung reads checkpoints and writes none"},
    {"plan", "use rung buckets"},
    {"benchmark", "use rung bench"},
    {"version", "use rung --version"},
};

}  // namespace

bool ListHasWord(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const size_t end = list.find(' ');
    if (list.substr(0, end) == word) return true;
    list = end == list.npos ? std::string_view() : list.substr(end + 1);
  }
  return false;
}

const ForeignFlag* FindForeignFlag(std::string_view command, std::string_view name) {
  for (const ForeignFlag& flag : kFlags) {
    const bool is_here = flag.commands.empty() || ListHasWord(flag.commands, command);
    if (is_here && ListHasWord(flag.names, name)) return &flag;
  }
  return nullptr;
}

std::optional<std::string_view> ForeignCommandAdvice(std::string_view word) {
  for (const ForeignCommand& command : kCommands) {
    if (ListHasWord(command.words, word)) return command.advice;
  }
  return std::nullopt;
}

}  // namespace rung::cli

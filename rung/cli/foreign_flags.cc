#include "rung/cli/foreign_flags.h"

#include <array>

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
constexpr std::string_view kNoWebPage = "there is no web page";
constexpr std::string_view kOneModel = "one process serves one model, which -m names";
constexpr std::string_view kNothing = "there is nothing to switch here";
constexpr std::string_view kCapacity =
    "-c pins one context capacity, MLXCEL_XLA_CONTEXT_BUCKETS lists several";

constexpr auto kFlags = std::to_array<ForeignFlag>({
    // What means the same.
    {"-np --max-num-seqs", "serve buckets", Kind::kAlias, Value::kOne, "--max-batch"},
    {"-dev", "", Kind::kAlias, Value::kOne, "--device"},
    {"-ctk --cache-type-k -ctv --cache-type-v --kv-cache-dtype", "", Kind::kAlias, Value::kOne,
     "--kv-dtype", "f32 f16 bf16", "the KV cache is f32, f16 or bf16 (--kv-dtype)"},
    {"-l", "generate", Kind::kAlias, Value::kOne, "--logit-bias"},
    {"-n --n-predict --predict --max-tokens", "serve", Kind::kAlias, Value::kOne,
     "--default-max-tokens"},
    {"--cache-prompt --enable-prefix-caching", "serve", Kind::kAlias, Value::kNone,
     "--prefix-cache", "", "", "on"},
    {"--no-cache-prompt --no-enable-prefix-caching", "serve", Kind::kAlias, Value::kNone,
     "--prefix-cache", "", "", "off"},
    {"--log-jsonl", "serve", Kind::kAlias, Value::kNone, "--log-format", "", "", "json"},
    {"-o --output", "bench", Kind::kAlias, Value::kOne, "--json", "json",
     "the output is a table, or JSON with --json"},
    {"--log-disable", "", Kind::kAlias, Value::kNone, "--log", "", "", "off"},
    {"-v --verbose --log-verbose", "", Kind::kAlias, Value::kNone, "--log", "", "", "debug"},

    // What changes nothing.
    {"-ngl --gpu-layers --n-gpu-layers -sm --split-mode -mg --main-gpu -ts --tensor-split -ot "
     "--override-tensor -ncmoe --n-cpu-moe -ncffn --n-cpu-ffn --cpu-offload-gb",
     "", Kind::kIgnored, Value::kOne, kWholeModel},
    {"-nkvo --no-kv-offload -kvo --kv-offload -cmoe --cpu-moe --op-offload --no-op-offload "
     "--no-host",
     "", Kind::kIgnored, Value::kNone, kWholeModel},
    {"-fit --fit", "", Kind::kIgnored, Value::kOptional,
     "capacities that do not fit in memory are left out anyway (--memory-limit)", kOnOff},
    {"-fa --flash-attn", "", Kind::kIgnored, Value::kOptional,
     "attention has one implementation for each device", kOnOff},
    {"-b --batch-size -ub --ubatch-size --max-num-batched-tokens", "", Kind::kIgnored, Value::kOne,
     "the chunks of a prefill are chosen by their cost"},
    {"-tb --threads-batch", "", Kind::kIgnored, Value::kOne, "-t counts for prefill too"},
    {"-cb --cont-batching --enable-chunked-prefill --enable-log-requests", "serve", Kind::kIgnored,
     Value::kNone, "it is always so"},
    {"-no-cnv --no-conversation -st --single-turn --no-display-prompt --ignore-chat-template "
     "--no-escape --simple-io",
     "generate", Kind::kIgnored, Value::kNone, "it is always so: the prompt is raw"},
    {"--mlock --mmap --no-mmap -dio --direct-io -ndio --no-direct-io --no-mmproj "
     "--no-mmproj-auto --no-mmproj-offload --swa-full -kvu --kv-unified -no-kvu "
     "--no-kv-unified --no-context-shift --warmup --no-warmup --no-perf --perf --no-webui "
     "--no-ui --no-agent -no-ag --no-jinja --trust-remote-code --enforce-eager -co --color "
     "--no-slots --repack -nr --no-repack --check-tensors --offline --log-prefix "
     "--no-log-prefix --log-timestamps --no-log-timestamps --no-log-jsonl --cache-idle-slots "
     "--no-cache-idle-slots -bs --backend-sampling --nowordwrap --hidethinking",
     "", Kind::kIgnored, Value::kNone, kNothing},
    {"-lm --load-mode -lzm --lazy-mode -dt --defrag-thold -mmp -fitt --fit-target -fitc "
     "--fit-ctx --block-size --swap-space -ctxcp --ctx-checkpoints --swa-checkpoints -cms "
     "--checkpoint-min-step",
     "", Kind::kIgnored, Value::kOne, kNothing},
    {"--log-colors", "", Kind::kIgnored, Value::kOptional,
     "a terminal gets colours, unless NO_COLOR is set", kOnOff},
    {"--keepalive", "", Kind::kIgnored, Value::kOne, "a server keeps its model to its end"},
    {"--sse-ping-interval", "serve", Kind::kIgnored, Value::kOne,
     "a stream that has nothing to send gets a comment every 15 s"},
    {"--load-format", "", Kind::kIgnored, Value::kOne, "checkpoints are GGUF", "auto gguf",
     "checkpoints are GGUF; leave it out"},
    {"--generation-config", "serve", Kind::kIgnored, Value::kOne, "it is always so", "vllm",
     "requests say how they sample; leave it out"},
    {"--task --runner", "serve", Kind::kIgnored, Value::kOne, "it is always so", "generate auto",
     "text is generated, nothing else"},
    {"--metrics", "serve", Kind::kIgnored, Value::kNone, "/metrics is always served"},
    {"--tensor-parallel-size -tp --pipeline-parallel-size -pp --data-parallel-size -dp", "",
     Kind::kIgnored, Value::kOne, "one device is used", "1",
     "one device is used; the number must be 1"},

    // What would change the answer, or the server.
    {"-hf -hfr --hf-repo -hff --hf-file -hft --hf-token -mu --model-url -dr --docker-repo", "",
     Kind::kRefused, Value::kOne, kNoDownload},
    {"--version", "", Kind::kRefused, Value::kNone, "use rung --version"},
    {"--usage", "", Kind::kRefused, Value::kNone, "use --help"},
    {"--list-devices", "", Kind::kRefused, Value::kNone,
     "--device takes cpu, cuda, hip, tpu or the path of a plugin"},
    {"-cl --cache-list", "", Kind::kRefused, Value::kNone,
     "there is no list of models; rung cache shows the compiled programs"},
    {"--completion-bash", "", Kind::kRefused, Value::kNone, "there is no completion script"},
    {"--rpc", "", Kind::kRefused, Value::kOne, "one device of this machine is used (--device)"},
    {"--revision", "", Kind::kRefused, Value::kOne,
     "name it behind the model: -m org/name@REVISION"},
    {"--tokenizer", "", Kind::kRefused, Value::kOne, "the tokenizer is the checkpoint's own"},
    {"--quantization", "", Kind::kRefused, Value::kOne,
     "weights are what the file holds; convert it beforehand"},
    {"--dtype", "", Kind::kRefused, Value::kOne, "use --precision with --lowering portable"},
    {"--gpu-memory-utilization", "", Kind::kRefused, Value::kOne, "use --memory-limit"},
    {"--max-model-len --max-kv-size --max-seq-len", "", Kind::kRefused, Value::kOne, kCapacity},
    {"--context-shift --keep -gan --grp-attn-n -gaw --grp-attn-w", "", Kind::kRefused, Value::kNone,
     "nothing is ever cut out of a sequence; choose a larger capacity with -c"},
    {"--rope-scaling --rope-scale --rope-freq-base --rope-freq-scale --yarn-orig-ctx "
     "--yarn-ext-factor --yarn-attn-factor --yarn-beta-slow --yarn-beta-fast",
     "", Kind::kRefused, Value::kOne, "positions are encoded as the checkpoint says"},
    {"--override-kv --hf-overrides", "", Kind::kRefused, Value::kOne,
     "the checkpoint is taken as it is"},
    {"--kv-bits --kv-group-size --quantized-kv-start", "", Kind::kRefused, Value::kOne,
     "the KV cache is f32, f16 or bf16 (--kv-dtype)"},
    {"--numa -C --cpu-mask -Cr --cpu-range --cpu-strict --prio --poll -Cb --cpu-mask-batch -Crb "
     "--cpu-range-batch --cpu-strict-batch --prio-batch --poll-batch",
     "", Kind::kRefused, Value::kOne, "use taskset or numactl, and -t"},
    {"-cnv --conversation -i --interactive -if --interactive-first -mli --multiline-input "
     "--jinja --use-default-chat-template --chat --reasoning-preserve --no-reasoning-preserve "
     "--prefill-assistant --no-prefill-assistant --skip-chat-parsing --enable-auto-tool-choice",
     "", Kind::kRefused, Value::kNone, kNoChat},
    {"-sys --system-prompt -sysf --system-prompt-file --chat-template --chat-template-file "
     "--chat-template-kwargs --chat-template-args --in-prefix --in-suffix --reasoning-format "
     "--reasoning-budget --reasoning-budget-message -rea --reasoning --reasoning-effort "
     "--reasoning-parser --tool-call-parser --prefill-response --chat-template-config --think",
     "", Kind::kRefused, Value::kOne, kNoChat},
    {"-mm --mmproj -mmu --mmproj-url --image --limit-mm-per-prompt --image-min-tokens "
     "--image-max-tokens --mmproj-auto --mmproj-offload -mmdev --mmproj-device --media-path",
     "", Kind::kRefused, Value::kOne, kNoImages},
    {"--audio --video", "", Kind::kRefused, Value::kOne, "audio and video are out of scope"},
    {"--lora --lora-scaled --adapter-path --control-vector --control-vector-scaled "
     "--enable-lora --lora-modules --control-vector-layer-range --lora-init-without-apply",
     "", Kind::kRefused, Value::kOne, kNoLora},
    {"-md --model-draft --draft-model --draft --draft-max --draft-min --draft-n "
     "--num-draft-tokens --draft-p-min --spec-draft-model --spec-type -ngld -devd -ctkd -ctvd -cd "
     "-td -tbd -hfd -hfrd --speculative-config --speculative-model -lcs --lookup-cache-static "
     "-lcd --lookup-cache-dynamic",
     "", Kind::kRefused, Value::kOne, kNoDraft},
    {"--grammar --grammar-file -j --json-schema -jf --json-schema-file "
     "--guided-decoding-backend --format",
     "", Kind::kRefused, Value::kOne, kNoGrammar},
    {"--mirostat --mirostat-lr --mirostat-ent --typical --typical-p --xtc-probability "
     "--xtc-threshold --dry-multiplier --dry-base --dry-allowed-length --dry-penalty-last-n "
     "--dry-sequence-breaker --dynatemp-range --dynatemp-exp --top-nsigma --top-n-sigma "
     "--samplers --sampling-seq --sampler-seq --tfs --adaptive-target --adaptive-decay "
     "--min-tokens-to-keep",
     "", Kind::kRefused, Value::kOne, kNoSampler},
    {"--repeat-last-n", "", Kind::kRefused, Value::kOne,
     "penalties look at the whole prompt and reply"},
    {"-e --escape", "", Kind::kRefused, Value::kNone,
     "the prompt is taken as it is; a shell writes a line break as $'\\n'"},
    {"-sp --special", "", Kind::kRefused, Value::kNone, "special tokens are not printed"},
    {"--extra-eos-token", "", Kind::kRefused, Value::kOne, "use --stop-token-id"},
    {"--verbose-prompt", "", Kind::kRefused, Value::kNone,
     "the summary counts its tokens; POST /tokenize of a server shows them"},
    {"-bf --binary-file", "", Kind::kRefused, Value::kOne, "use -f FILE"},
    {"-o --output", "generate", Kind::kRefused, Value::kOne,
     "the reply goes to standard output; use > FILE"},
    {"--prompt-cache --prompt-cache-all --prompt-cache-ro --prompt-cache-file", "", Kind::kRefused,
     Value::kOne, "a server keeps prefixes by itself (--prefix-cache)"},
    {"--cache-reuse -sps --slot-prompt-similarity --slot-save-path", "serve", Kind::kRefused,
     Value::kOne, "prefixes are kept by --prefix-cache and --prefix-cache-size"},
    {"-cram --cache-ram", "serve", Kind::kRefused, Value::kOne, "use --prefix-cache-size"},
    {"-s --seed --temp --temperature --top-k --top-p --min-p --repeat-penalty "
     "--repetition-penalty --presence-penalty --frequency-penalty -l --logit-bias -r --stop "
     "--reverse-prompt --ignore-eos",
     "serve", Kind::kRefused, Value::kOne, "each request says it (docs/server.md)"},
    {"--models-dir --models-preset --models-max --models-autoload --no-models-autoload", "serve",
     Kind::kRefused, Value::kOne, kOneModel},
    {"--ui --webui --ui-config --webui-config --ui-config-file --webui-config-file "
     "--ui-mcp-proxy --webui-mcp-proxy",
     "serve", Kind::kRefused, Value::kOne, kNoWebPage},
    {"--tools --tools-runtime --mcp-servers-config --mcp-servers-json -ag --agent", "serve",
     Kind::kRefused, Value::kOne, "tools are not supported"},
    {"--reuse-port", "serve", Kind::kRefused, Value::kNone,
     "each server has a port of its own; put a proxy in front (docs/operating.md)"},
    {"--prompt-concurrency --decode-concurrency", "serve", Kind::kRefused, Value::kOne,
     "use --max-batch"},
    {"-nocb --no-cont-batching", "serve", Kind::kRefused, Value::kNone, "use --max-batch 1"},
    {"-to --timeout", "serve", Kind::kRefused, Value::kOne,
     "there is one for each thing: --request-timeout, --body-timeout, --write-timeout"},
    {"--threads-http", "serve", Kind::kRefused, Value::kOne,
     "one thread has all connections; --workers parse and tokenize"},
    {"--slots --props", "serve", Kind::kRefused, Value::kNone, "see /health and /metrics"},
    {"--embedding --embeddings --rerank --reranking --pooling --embd-normalize", "", Kind::kRefused,
     Value::kNone, "embeddings are out of scope"},
    {"--path --api-prefix --root-path", "serve", Kind::kRefused, Value::kOne,
     "paths are fixed; a proxy can serve files or add a prefix (docs/operating.md)"},
    {"--ssl-key-file --ssl-cert-file --ssl-keyfile --ssl-certfile --ssl-ca-certs", "serve",
     Kind::kRefused, Value::kOne, kTls},
    {"--allowed-origins --cors-origins", "serve", Kind::kRefused, Value::kOne,
     "use --cors-origin, once for each"},
    {"--cors-methods --cors-headers --cors-credentials --no-cors-credentials "
     "--allowed-methods --allowed-headers --allow-credentials",
     "serve", Kind::kRefused, Value::kOne, "only origins are chosen (--cors-origin)"},
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

std::span<const ForeignFlag> ForeignFlags() { return kFlags; }

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

// `rung perplexity`: how well a model foretells a text, token after token, and how far its logits
// lie from those of another run over the same text.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "rung/base/file_access.h"
#include "rung/base/status.h"
#include "rung/cli/bench_rows.h"
#include "rung/cli/command.h"
#include "rung/cli/device_loading.h"
#include "rung/cli/facts_json.h"
#include "rung/cli/interrupt.h"
#include "rung/cli/logit_quality.h"
#include "rung/cli/logits_file.h"
#include "rung/cli/progress_bar.h"
#include "rung/cli/prompt_source.h"
#include "rung/cli/run_facts.h"
#include "rung/context/capacity_list.h"
#include "rung/runtime/device_model.h"
#include "rung/tokenizer/tokenizer.h"

namespace rung::cli {
namespace {

constexpr int64_t kDefaultChunk = 512;
constexpr int64_t kRows = 8;  // chunks that run beside each other

// Of every place: against the text, and against the base where there is one.
struct Scores {
  Mean surprise;  // nats of the token that came
  Mean base_surprise;
  Mean divergence;
  Mean same_top;
  double worst_divergence = 0;
};

class Scorer {
 public:
  // Neither is owned; at most one of them is there.
  Scorer(LogitsFile* write, LogitsFile* base) : write_(write), base_(base) {}

  absl::Status Add(int64_t row, std::span<const float> logits, TokenId next) {
    RUNG_ASSIGN_OR_RETURN(const Distribution own, Distribution::Of(logits));
    scores_.surprise.Add(-own.LogProbability(next));
    if (write_ != nullptr) return write_->WriteRow(row, logits);
    if (base_ == nullptr) return absl::OkStatus();
    RUNG_ASSIGN_OR_RETURN(const std::span<const float> base_logits, base_->ReadRow(row));
    RUNG_ASSIGN_OR_RETURN(const Distribution base, Distribution::Of(base_logits));
    const double divergence = KlDivergence(base, own);
    scores_.base_surprise.Add(-base.LogProbability(next));
    scores_.divergence.Add(divergence);
    scores_.same_top.Add(base.top == own.top ? 1 : 0);
    scores_.worst_divergence = std::max(scores_.worst_divergence, divergence);
    return absl::OkStatus();
  }
  const Scores& scores() const { return scores_; }

 private:
  LogitsFile* write_;
  LogitsFile* base_;
  Scores scores_;
};

// Chunks [first, first + rows.size()), one in each row, a token of each a step.
absl::Status ScoreChunks(runtime::StepRunner* runner, const TextChunks& text, int64_t first,
                         std::span<const runtime::RowId> rows, Scorer* scorer) {
  for (int64_t place = 0; place + 1 < text.chunk; ++place) {
    std::vector<runtime::DecodeInput> inputs;
    for (size_t i = 0; i < rows.size(); ++i) {
      const auto chunk = text.Chunk(first + static_cast<int64_t>(i));
      if (place + 1 < static_cast<int64_t>(chunk.size())) {
        inputs.push_back({rows[i], chunk[place], place});
      }
    }
    if (inputs.empty()) break;
    RUNG_ASSIGN_OR_RETURN(const runtime::StepLogits logits, runner->Decode(inputs));
    // The one chunk that may be shorter is the last, so the rows that go on are the first.
    for (size_t i = 0; i < inputs.size(); ++i) {
      const int64_t chunk = first + static_cast<int64_t>(i);
      RUNG_RETURN_IF_ERROR(scorer->Add(text.Row(chunk, place), logits.Row(static_cast<int64_t>(i)),
                                       text.Chunk(chunk)[place + 1]));
    }
    if (Interrupted()) return absl::CancelledError("interrupted");
  }
  return absl::OkStatus();
}

absl::Status ScoreText(runtime::StepRunner* runner, const TextChunks& text, ProgressBar* bar,
                       Scorer* scorer) {
  BenchRows rows(runner);
  std::vector<runtime::RowId> ids;
  for (int64_t i = 0; i < std::min(kRows, text.count()); ++i) {
    RUNG_ASSIGN_OR_RETURN(ids.emplace_back(), rows.Add(text.chunk));
  }
  for (int64_t first = 0; first < text.count(); first += kRows) {
    bar->Update("scoring", static_cast<double>(first) / static_cast<double>(text.count()));
    const auto count = static_cast<size_t>(std::min(kRows, text.count() - first));
    RUNG_RETURN_IF_ERROR(ScoreChunks(runner, text, first, std::span(ids).first(count), scorer));
  }
  return absl::OkStatus();
}

absl::StatusOr<TextChunks> ReadText(const CommandContext& context, const CommandLine& line,
                                    const ModelDescription& description) {
  TextChunks text;
  RUNG_ASSIGN_OR_RETURN(const context::OperatorCapacities operators,
                        context::ReadOperatorCapacities(context.environment, line.engine.ctx_size));
  text.chunk = operators.pin ? operators.pin->capacity
                             : std::min(kDefaultChunk, description.model->config().window);
  if (text.chunk < 2) {
    return InvalidArgument("-c {}: a chunk needs two tokens, one to see and one to foretell",
                           text.chunk);
  }
  RUNG_ASSIGN_OR_RETURN(const auto tokenizer, MakeTokenizer(description));
  RUNG_ASSIGN_OR_RETURN(const std::string words, ReadTextFile(line.perplexity.file.value_or("")));
  // Control tokens are letters here: a text is scored as it stands, as llama.cpp does it.
  RUNG_ASSIGN_OR_RETURN(text.tokens, tokenizer->Encode(words, {}));
  if (text.rows() < 1) {
    return InvalidArgument("-f {}: {} tokens are too few to foretell one",
                           line.perplexity.file.value_or(""), text.size());
  }
  return text;
}

// null where there is no error to speak of.
nlohmann::ordered_json ErrorJson(const Mean& mean) {
  const std::optional<double> error = mean.error();
  return error ? nlohmann::ordered_json(*error) : nlohmann::ordered_json();
}

// " +/- 0.0123", or nothing.
std::string ErrorText(const Mean& mean, double scale, int decimals) {
  const std::optional<double> error = mean.error();
  return error ? fmt::format(" +/- {:.{}f}", *error * scale, decimals) : std::string();
}

nlohmann::ordered_json ToJson(const TextChunks& text, const Scores& scores) {
  nlohmann::ordered_json json = {
      {"tokens", text.size()},
      {"chunk", text.chunk},
      {"scored", scores.surprise.count()},
      {"perplexity", std::exp(scores.surprise.value())},
  };
  if (scores.divergence.count() == 0) return json;
  json["base_perplexity"] = std::exp(scores.base_surprise.value());
  json["mean_kl_divergence"] = scores.divergence.value();
  json["mean_kl_divergence_error"] = ErrorJson(scores.divergence);
  json["max_kl_divergence"] = scores.worst_divergence;
  json["same_top_token"] = scores.same_top.value();
  json["same_top_token_error"] = ErrorJson(scores.same_top);
  return json;
}

void Print(TextOutput& out, const TextChunks& text, const Scores& scores) {
  const double perplexity = std::exp(scores.surprise.value());
  out.Print("perplexity       {:.4f}{} over {} of {} tokens in chunks of {}\n", perplexity,
            ErrorText(scores.surprise, perplexity, 4), scores.surprise.count(), text.size(),
            text.chunk);
  if (scores.divergence.count() == 0) return;
  const double base = std::exp(scores.base_surprise.value());
  out.Print("base perplexity  {:.4f}; this one is {:+.3f} % off\n", base,
            (perplexity / base - 1) * 100);
  out.Print("KL divergence    {:.6f}{} in the mean, {:.4f} at most\n", scores.divergence.value(),
            ErrorText(scores.divergence, 1, 6), scores.worst_divergence);
  out.Print("same top token   {:.3f}{} %\n", scores.same_top.value() * 100,
            ErrorText(scores.same_top, 100, 3));
}

}  // namespace

absl::StatusOr<int> RunPerplexity(const CommandContext& context, const CommandLine& line) {
  const PerplexityFlags& flags = line.perplexity;
  if (flags.compare && !flags.logits) {
    return InvalidArgument("--kl-divergence needs --kl-divergence-base FILE to compare with");
  }
  if (flags.logits) RUNG_RETURN_IF_ERROR(CheckExpanded("--kl-divergence-base", *flags.logits));
  RUNG_ASSIGN_OR_RETURN(const Settings settings, ReadCommandSettings(context, line.engine));
  RUNG_ASSIGN_OR_RETURN(const ModelDescription description,
                        DescribeModel(context, line.engine, settings));
  RUNG_ASSIGN_OR_RETURN(const TextChunks text, ReadText(context, line, description));
  // Until here a signal ends the process, as it should one that reads its text from a terminal.
  InstallInterruptHandler();
  std::optional<LogitsFile> file;
  if (flags.logits) {
    const int64_t vocab = description.model->config().vocab;
    RUNG_ASSIGN_OR_RETURN(file, flags.compare ? LogitsFile::Open(*flags.logits, text, vocab)
                                              : LogitsFile::Create(*flags.logits, text, vocab));
  }
  LogitsFile* const open = file ? &*file : nullptr;
  Scorer scorer(flags.compare ? nullptr : open, flags.compare ? open : nullptr);
  ProgressBar bar(context.err);
  runtime::DeviceModelOptions options;
  options.capacities = {text.chunk};
  RUNG_ASSIGN_OR_RETURN(options.plugin, LoadPlugin(context, line.engine));
  const std::vector<Fact> facts =
      RunFacts(settings, description, *options.plugin, /*budget=*/nullptr);
  spdlog::debug("{}", FactsLine(facts));
  RUNG_ASSIGN_OR_RETURN(const auto device, LoadDevice(context.environment, settings, description,
                                                      std::move(options), &bar));
  const absl::Status status = ScoreText(&device->runner(), text, &bar, &scorer);
  bar.Clear();
  if (Interrupted()) {
    context.err.Print("rung: interrupted\n");
    return InterruptExitCode();
  }
  RUNG_RETURN_IF_ERROR(status);
  if (file) RUNG_RETURN_IF_ERROR(file->Close());
  if (flags.json) {
    nlohmann::ordered_json json = FactsJson(facts);
    json.update(ToJson(text, scorer.scores()));
    context.out.Print("{}\n", DumpJson(json));
  } else {
    Print(context.out, text, scorer.scores());
  }
  return 0;
}

}  // namespace rung::cli

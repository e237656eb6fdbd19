#include "rung/engine/sampler.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "rung/base/status.h"
#include "rung/engine/logits_math.h"

namespace rung::engine {
namespace {

// A ranking key holds the logit above the complement of the candidate's position: larger logits
// first, ties by lower id. Logits rank more finely than weights, which may round to the same
// number.
uint64_t RankingKey(float logit, size_t position) {
  return (uint64_t{OrderedBits(logit)} << 32) | (0xffffffffu - static_cast<uint32_t>(position));
}
size_t KeyPosition(uint64_t key) { return 0xffffffffu - static_cast<uint32_t>(key); }

// Puts the ids whose logits reach `bound` into workspace.ids, ascending, with their weights.
void CollectCandidates(std::span<const float> logits, float maximum, double temperature,
                       float bound, SamplerWorkspace& workspace) {
  bound = std::max(bound, std::numeric_limits<float>::lowest());  // -inf is no candidate
  std::vector<TokenId>& ids = workspace.ids;
  std::vector<float>& weights = workspace.weights;
  ids.resize(logits.size());
  weights.resize(logits.size());
  size_t count = 0;
  for (size_t i = 0; i < logits.size(); ++i) {  // branch-free: half of the branches would miss
    ids[count] = static_cast<TokenId>(i);
    weights[count] = logits[i] - maximum;
    count += logits[i] >= bound ? 1 : 0;
  }
  ids.resize(count);
  weights.resize(count);
  const auto inverse = static_cast<float>(1 / temperature);
  for (float& weight : weights) weight = ExpNonPositive(weight * inverse);
}

// Drops the candidates of less than min_p times the largest weight, which is 1.
void KeepMinP(float min_p, SamplerWorkspace& workspace) {
  size_t count = 0;
  for (size_t i = 0; i < workspace.ids.size(); ++i) {
    workspace.ids[count] = workspace.ids[i];
    workspace.weights[count] = workspace.weights[i];
    count += workspace.weights[i] >= min_p ? 1 : 0;
  }
  workspace.ids.resize(count);
  workspace.weights.resize(count);
}

double SumWeights(std::span<const float> weights) {
  constexpr size_t kLanes = 8;
  double sums[kLanes] = {};
  size_t i = 0;
  for (; i + kLanes <= weights.size(); i += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) sums[lane] += weights[i + lane];
  }
  for (size_t lane = 0; i < weights.size(); ++i, ++lane) sums[lane] += weights[i];
  double total = 0;
  for (double sum : sums) total += sum;
  return total;
}

void RankCandidates(std::span<const float> logits, float min_weight, SamplerWorkspace& workspace) {
  workspace.ranking.resize(workspace.ids.size());
  size_t count = 0;
  for (size_t i = 0; i < workspace.ids.size(); ++i) {
    workspace.ranking[count] = RankingKey(logits[workspace.ids[i]], i);
    count += workspace.weights[i] >= min_weight ? 1 : 0;
  }
  workspace.ranking.resize(count);
}

// The key of the last candidate of the smallest prefix of the ranking whose weights reach `mass`;
// the last of all when rounding keeps the sum below it. Halves the range instead of sorting it:
// O(n).
uint64_t FindPrefixEnd(double mass, SamplerWorkspace& workspace) {
  constexpr ptrdiff_t kSortBelow = 64;
  auto low = workspace.ranking.begin();
  auto high = workspace.ranking.end();
  auto weight = [&](uint64_t key) { return double{workspace.weights[KeyPosition(key)]}; };
  while (high - low > kSortBelow) {
    const auto middle = low + (high - low) / 2;
    std::nth_element(low, middle, high, std::greater<>());
    double upper_half = 0;
    for (auto it = low; it != middle; ++it) upper_half += weight(*it);
    if (upper_half >= mass) {
      high = middle;
    } else {
      mass -= upper_half;
      low = middle;
    }
  }
  std::sort(low, high, std::greater<>());
  auto last = low;
  for (double sum = weight(*last); sum < mass && last + 1 != high; sum += weight(*last)) ++last;
  return *last;
}

// Drops the candidates that rank below `end`.
void KeepPrefix(std::span<const float> logits, uint64_t end, SamplerWorkspace& workspace) {
  size_t count = 0;
  for (size_t i = 0; i < workspace.ids.size(); ++i) {
    const TokenId id = workspace.ids[i];
    workspace.ids[count] = id;
    workspace.weights[count] = workspace.weights[i];
    count += RankingKey(logits[id], i) >= end ? 1 : 0;
  }
  workspace.ids.resize(count);
  workspace.weights.resize(count);
}

void KeepTopK(std::span<const float> logits, int64_t top_k, SamplerWorkspace& workspace) {
  if (static_cast<uint64_t>(top_k) >= workspace.ids.size()) return;
  RankCandidates(logits, 0, workspace);
  const auto last = workspace.ranking.begin() + (top_k - 1);
  std::nth_element(workspace.ranking.begin(), last, workspace.ranking.end(), std::greater<>());
  KeepPrefix(logits, *last, workspace);
}

void KeepTopP(std::span<const float> logits, double top_p, SamplerWorkspace& workspace) {
  const double total = SumWeights(workspace.weights);
  // All candidates below this weight together hold less than 1 - top_p (half of it, to be safe from
  // rounding), so the prefix ends among the others: usually a few hundred of the vocabulary.
  const double negligible = 0.5 * (1 - top_p) * total / static_cast<double>(workspace.ids.size());
  RankCandidates(logits, static_cast<float>(negligible), workspace);
  KeepPrefix(logits, FindPrefixEnd(top_p * total, workspace), workspace);
}

// The candidate at `uniform` of the cumulated weights, by ascending id.
TokenId Pick(double uniform, const SamplerWorkspace& workspace) {
  constexpr size_t kStride = 256;  // skip whole strides by their sums
  const std::span<const float> weights = workspace.weights;
  double rest = uniform * SumWeights(weights);
  size_t i = 0;
  for (; i + kStride < weights.size(); i += kStride) {
    const double sum = SumWeights(weights.subspan(i, kStride));
    if (sum > rest) break;
    rest -= sum;
  }
  size_t last = 0;  // rounding may walk past the end: then the last one with a weight
  for (; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    if (weights[i] > rest) break;
    rest -= weights[i];
  }
  return workspace.ids[last];
}

}  // namespace

absl::StatusOr<Sampler> Sampler::Create(const SamplingParams& params, int64_t vocab_size,
                                        std::span<const TokenId> eos_ids,
                                        std::span<const TokenId> prompt) {
  RUNG_RETURN_IF_ERROR(Validate(params, vocab_size));
  std::vector<TokenId> stop_ids = params.stop_token_ids;
  for (TokenId id : eos_ids) {
    if (id < 0 || id >= vocab_size) {
      return InvalidArgument(
          "end-of-sequence token {} is outside the tokenizer's vocabulary of 0 to {}; the "
          "checkpoint's configuration does not fit its tokenizer",
          id, vocab_size - 1);
    }
    if (!params.ignore_eos) stop_ids.push_back(id);
  }
  return Sampler(params, vocab_size, std::move(stop_ids), prompt);
}

Sampler::Sampler(const SamplingParams& params, int64_t vocab_size, std::vector<TokenId> stop_ids,
                 std::span<const TokenId> prompt)
    : params_(params),
      vocab_size_(vocab_size),
      stop_ids_(stop_ids.begin(), stop_ids.end()),
      processor_(params, vocab_size, prompt, std::move(stop_ids)),
      random_(params.seed, params.choice) {}

absl::StatusOr<std::span<const float>> Sampler::Vocabulary(std::span<const float> logits) const {
  if (logits.size() < static_cast<size_t>(vocab_size_)) {
    return Internal("a row of {} logits is shorter than the vocabulary of {}", logits.size(),
                    vocab_size_);
  }
  return logits.first(vocab_size_);
}

absl::StatusOr<TokenLogprobs> Sampler::Score(std::span<const float> logits, TokenId token) const {
  RUNG_ASSIGN_OR_RETURN(const std::span<const float> raw, Vocabulary(logits));
  RUNG_ASSIGN_OR_RETURN(const RowMaximum maximum, FindMaximum(raw));
  return Logprobs(raw, maximum.value, token);
}

absl::StatusOr<SampledToken> Sampler::Sample(std::span<const float> logits,
                                             SamplerWorkspace& workspace,
                                             const runtime::GroupMaxima& maxima) const {
  RUNG_ASSIGN_OR_RETURN(const std::span<const float> raw, Vocabulary(logits));
  RUNG_ASSIGN_OR_RETURN(const RowMaximum raw_maximum, FindMaximum(raw, maxima));
  std::span<const float> row = raw;
  RowMaximum maximum = raw_maximum;
  if (!processor_.IsNeutral()) {
    workspace.logits.assign(raw.begin(), raw.end());
    processor_.Apply(workspace.logits);
    row = workspace.logits;
    absl::StatusOr<RowMaximum> processed = FindMaximum(row);
    if (!processed.ok()) {
      return Annotate(processed.status(), "after logit_bias, penalties and min_tokens");
    }
    maximum = *processed;
  }
  SampledToken token;
  token.id =
      params_.temperature < kGreedyTemperature ? maximum.id : Draw(row, maximum.value, workspace);
  if (params_.logprobs) token.logprobs = Logprobs(raw, raw_maximum.value, token.id);
  return token;
}

bool Sampler::NeedsMaximaAlone() const {
  return params_.temperature < kGreedyTemperature && !params_.logprobs && processor_.IsNeutral();
}

TokenId Sampler::Draw(std::span<const float> logits, float maximum,
                      SamplerWorkspace& workspace) const {
  // The k most likely tokens are the same before and after min_p, so their bound may come first.
  const float bound = TopKLowerBound(logits, params_.top_k, workspace.block_max);
  CollectCandidates(logits, maximum, params_.temperature, bound, workspace);
  if (params_.min_p > 0) KeepMinP(static_cast<float>(params_.min_p), workspace);
  if (params_.top_k > 0) KeepTopK(logits, params_.top_k, workspace);
  if (params_.top_p < 1) KeepTopP(logits, params_.top_p, workspace);
  return Pick(random_.Uniform(static_cast<uint64_t>(num_accepted())), workspace);
}

TokenLogprobs Sampler::Logprobs(std::span<const float> logits, float maximum,
                                TokenId chosen) const {
  const double normalizer = LogSumExp(logits, maximum);
  auto entry = [&](TokenId id) {
    const auto logprob = static_cast<float>(logits[id] - normalizer);
    return TokenLogprob{id, std::max(logprob, TokenLogprobs::kMinLogprob)};
  };
  TokenLogprobs logprobs{.chosen = entry(chosen), .top = {}};
  for (TokenId id : TopIds(logits, params_.logprobs.value_or(0))) logprobs.top.push_back(entry(id));
  return logprobs;
}

}  // namespace rung::engine

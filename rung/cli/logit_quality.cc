#include "rung/cli/logit_quality.h"

#include "rung/base/status.h"

namespace rung::cli {

absl::StatusOr<Distribution> Distribution::Of(std::span<const float> logits) {
  RUNG_ASSIGN_OR_RETURN(const engine::RowMaximum maximum, engine::FindMaximum(logits));
  return Distribution{logits, maximum.id, engine::LogSumExp(logits, maximum.value)};
}

double KlDivergence(const Distribution& p, const Distribution& q) {
  double sum = 0;
  for (size_t i = 0; i < p.logits.size(); ++i) {
    const double log_p = p.logits[i] - p.log_sum;
    if (log_p < -80) continue;  // adds less than 1e-32
    sum += std::exp(log_p) * (log_p - (q.logits[i] - q.log_sum));
  }
  return sum;
}

}  // namespace rung::cli

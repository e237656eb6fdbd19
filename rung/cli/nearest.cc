#include "rung/cli/nearest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace rung::cli {

int EditDistance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i) + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const int substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

std::optional<std::string> Nearest(std::string_view word, std::span<const std::string> known) {
  const size_t letters = word.size() - std::min(word.find_first_not_of('-'), word.size());
  if (letters < 3) return std::nullopt;
  std::optional<std::string> best;
  int best_distance = static_cast<int>(letters / 4) + 2;
  for (const std::string& candidate : known) {
    const int distance = EditDistance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace rung::cli

#include "rung/runtime/testing/golden_file.h"

#include <fstream>
#include <sstream>

#include "rung/base/status.h"

namespace rung::runtime::testing {

absl::StatusOr<std::vector<GoldenPrompt>> ReadGoldens(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) return NotFound("{}: cannot be read", path);
  std::vector<GoldenPrompt> prompts;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    std::istringstream fields(line);
    std::string key;
    fields >> key;
    if (key == "prompt") {
      fields >> prompts.emplace_back().name;
      continue;
    }
    if (key.empty() || key[0] == '#') continue;
    if (prompts.empty()) return InvalidArgument("{}:{}: a field before any prompt", path, number);
    GoldenPrompt& prompt = prompts.back();
    if (key == "ids" || key == "tokens") {
      std::vector<TokenId>& list = key == "ids" ? prompt.ids : prompt.tokens;
      for (TokenId id; fields >> id;) list.push_back(id);
    } else if (key == "margins") {
      for (float margin; fields >> margin;) prompt.margins.push_back(margin);
    } else if (key == "end") {
      if (prompt.ids.empty() || prompt.tokens.empty() ||
          prompt.margins.size() != prompt.tokens.size()) {
        return InvalidArgument("{}:{}: prompt {} is incomplete", path, number, prompt.name);
      }
    }
  }
  return prompts;
}

}  // namespace rung::runtime::testing

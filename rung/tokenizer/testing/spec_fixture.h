// The committed files of tests/data/tokenizer, for tests and benchmarks. tools/oracle/
// tokenizer_goldens.py makes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rung/tokenizer/tokenizer_spec.h"

namespace rung::tokenizer::testing {

// Contents of tests/data/tokenizer/<name>; empty when the file cannot be read.
std::string ReadFixture(std::string_view name);

// SmolLM2's vocabulary and merges; empty tokens when the file cannot be read.
TokenizerSpec SmolLm2Spec();

// The lines of lines.txt, unescaped.
std::vector<std::string> GoldenLines();

// The little-endian 64-bit words of a .bin file.
std::vector<uint64_t> ReadWords(std::string_view name);

// FNV-1a.
uint64_t HashBytes(std::string_view bytes);

}  // namespace rung::tokenizer::testing

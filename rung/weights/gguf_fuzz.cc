// Any bytes as a GGUF file: an error or a file whose every promise holds.
#include <cstdint>
#include <vector>

#include "rung/tokenizer/tokenizer.h"
#include "rung/weights/architecture_metadata.h"
#include "rung/weights/gguf_file.h"
#include "rung/weights/gguf_tokenizer.h"
#include "rung/weights/tensor_source.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr int64_t kMostValues = 1 << 16;
  const auto file = rung::weights::GgufFile::FromBytes("fuzz.gguf", {data, size});
  if (!file.ok()) return 0;
  for (std::string_view key : (*file)->metadata().Keys()) {
    (void)(*file)->metadata().Numbers(key);
    if ((*file)->metadata().ValueText(key).find('\n') != std::string::npos) __builtin_trap();
  }
  (void)rung::weights::ReadArchitectureMetadata(**file);
  auto spec = rung::weights::TokenizerSpecFromGguf(**file);
  if (spec.ok()) {
    const auto tokenizer = rung::tokenizer::Tokenizer::Create(*std::move(spec));
    if (tokenizer.ok()) (void)(*tokenizer)->Encode("ab <s>\xc3\xa9", {.parse_special = true});
  }
  std::vector<float> values;
  for (const rung::weights::TensorInfo& tensor : (*file)->tensors()) {
    if (!(*file)->Find(tensor.name).ok()) __builtin_trap();
    int64_t count = 1;
    for (int64_t dim : tensor.dims) {
      if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) __builtin_trap();
    }
    if (count > kMostValues) continue;
    values.resize(static_cast<size_t>(count));
    (void)rung::weights::Dequantize(tensor, values);
  }
  return 0;
}

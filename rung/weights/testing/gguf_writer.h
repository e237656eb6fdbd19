// Builds GGUF files byte by byte for tests, sound ones and broken ones.
#pragma once

#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rung/weights/gguf_types.h"

namespace rung::weights::testing {

// Appends little-endian values; knows nothing of GGUF's structure.
class ByteSink {
 public:
  template <typename T>
  ByteSink& Put(T value) {
    const size_t end = bytes.size();
    bytes.resize(end + sizeof(T));
    std::memcpy(bytes.data() + end, &value, sizeof(T));
    return *this;
  }
  ByteSink& PutText(std::string_view text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    return *this;
  }
  ByteSink& PutString(std::string_view text) { return Put<uint64_t>(text.size()).PutText(text); }
  ByteSink& PutBytes(const std::vector<uint8_t>& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
    return *this;
  }

  std::vector<uint8_t> bytes;
};

struct TensorSpec {
  std::string name;
  std::vector<uint64_t> dims;  // fastest first, as in the file
  uint32_t type = 0;           // ggml's number
  std::vector<uint8_t> data;
  std::optional<uint64_t> offset = std::nullopt;  // default: behind the tensor before, aligned
};

// Every field of the header may be set to a lie. Not a model of how to write checkpoints.
class GgufWriter {
 public:
  std::string magic = "GGUF";
  uint32_t version = 3;
  std::optional<uint64_t> tensor_count;
  std::optional<uint64_t> key_count;
  uint64_t alignment = 32;  // used for padding; the key is written only by Number()
  std::vector<TensorSpec> tensors;

  // A pair whose value is given as it lies in the file.
  GgufWriter& Raw(std::string_view key, uint32_t type, const std::vector<uint8_t>& value) {
    pairs_.PutString(key).Put(type).PutBytes(value);
    ++pairs_written_;
    return *this;
  }
  template <typename T>
  GgufWriter& Number(std::string_view key, GgufType type, T value) {
    return Raw(key, static_cast<uint32_t>(type), ByteSink().Put(value).bytes);
  }
  GgufWriter& U32(std::string_view key, uint32_t value) {
    return Number(key, GgufType::kU32, value);
  }
  GgufWriter& F32(std::string_view key, float value) { return Number(key, GgufType::kF32, value); }
  GgufWriter& Bool(std::string_view key, bool value) {
    return Number<uint8_t>(key, GgufType::kBool, value ? 1 : 0);
  }
  GgufWriter& String(std::string_view key, std::string_view value) {
    return Raw(key, static_cast<uint32_t>(GgufType::kString), ByteSink().PutString(value).bytes);
  }
  GgufWriter& Strings(std::string_view key, const std::vector<std::string>& values) {
    ByteSink sink;
    sink.Put(static_cast<uint32_t>(GgufType::kString)).Put<uint64_t>(values.size());
    for (const std::string& value : values) sink.PutString(value);
    return Raw(key, static_cast<uint32_t>(GgufType::kArray), sink.bytes);
  }
  template <typename T>
  GgufWriter& Array(std::string_view key, GgufType element, const std::vector<T>& values) {
    ByteSink sink;
    sink.Put(static_cast<uint32_t>(element)).Put<uint64_t>(values.size());
    for (const T& value : values) sink.Put(value);
    return Raw(key, static_cast<uint32_t>(GgufType::kArray), sink.bytes);
  }

  GgufWriter& Tensor(TensorSpec tensor) {
    tensors.push_back(std::move(tensor));
    return *this;
  }

  // The data section ends with the last tensor: no padding behind it.
  std::vector<uint8_t> Build() const {
    ByteSink file;
    file.PutText(magic).Put(version);
    file.Put<uint64_t>(tensor_count.value_or(tensors.size()));
    file.Put<uint64_t>(key_count.value_or(pairs_written_));
    file.PutBytes(pairs_.bytes);
    uint64_t offset = 0;
    for (const TensorSpec& tensor : tensors) {
      file.PutString(tensor.name).Put<uint32_t>(static_cast<uint32_t>(tensor.dims.size()));
      for (uint64_t dim : tensor.dims) file.Put(dim);
      file.Put(tensor.type).Put(tensor.offset.value_or(offset));
      offset = Aligned(offset + tensor.data.size());
    }
    for (const TensorSpec& tensor : tensors) {
      file.bytes.resize(Aligned(file.bytes.size()));
      file.PutBytes(tensor.data);
    }
    return file.bytes;
  }

  // Writes Build() to `path`; false when that fails.
  bool WriteTo(const std::string& path) const {
    const std::vector<uint8_t> bytes = Build();
    std::ofstream out(path, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
    return out.good();
  }

 private:
  uint64_t Aligned(uint64_t value) const { return (value + alignment - 1) / alignment * alignment; }

  ByteSink pairs_;
  uint64_t pairs_written_ = 0;
};

// What a tokenizer needs: ids 0 <unk>, 1 <|im_start|>, 2 <|im_end|>, then "a", "b", "ab".
inline void AddTinyTokenizer(GgufWriter& writer) {
  writer.String("tokenizer.ggml.model", "gpt2")
      .String("tokenizer.ggml.pre", "smollm")
      .Strings("tokenizer.ggml.tokens", {"<unk>", "<|im_start|>", "<|im_end|>", "a", "b", "ab"})
      .Array<int32_t>("tokenizer.ggml.token_type", GgufType::kS32, {2, 3, 3, 1, 1, 1})
      .Strings("tokenizer.ggml.merges", {"a b"})
      .U32("tokenizer.ggml.bos_token_id", 1)
      .U32("tokenizer.ggml.eos_token_id", 2)
      .Bool("tokenizer.ggml.add_bos_token", false);
}

// A sound llama header: 2 layers, 4 heads of 8, 2 KV heads, 6 tokens.
inline void AddTinyLlama(GgufWriter& writer) {
  writer.String("general.architecture", "llama")
      .String("general.name", "tiny")
      .U32("llama.block_count", 2)
      .U32("llama.context_length", 64)
      .U32("llama.embedding_length", 32)
      .U32("llama.feed_forward_length", 96)
      .U32("llama.attention.head_count", 4)
      .U32("llama.attention.head_count_kv", 2)
      .F32("llama.attention.layer_norm_rms_epsilon", 1e-5f)
      .F32("llama.rope.freq_base", 50000.0f)
      .U32("llama.rope.dimension_count", 8)
      .U32("llama.vocab_size", 6);
}

// A small file of every supported tensor type, each with two rows of 32.
inline GgufWriter TinyCheckpoint() {
  GgufWriter writer;
  AddTinyLlama(writer);
  AddTinyTokenizer(writer);
  uint8_t fill = 1;
  for (StorageType storage : {StorageType::kF32, StorageType::kF16, StorageType::kBF16,
                              StorageType::kQ4_0, StorageType::kQ4_1, StorageType::kQ8_0}) {
    uint32_t type = 0;
    while (StorageFromGgml(type) != storage) ++type;
    const BlockLayout block = LayoutOf(storage);
    TensorSpec tensor;
    tensor.name = std::string(StorageName(storage)) + ".weight";
    tensor.dims = {32, 2};
    tensor.type = type;
    tensor.data.resize(static_cast<size_t>(64 / block.elements * block.bytes));
    for (uint8_t& byte : tensor.data) byte = fill = static_cast<uint8_t>(fill * 5 + 3);
    writer.Tensor(std::move(tensor));
  }
  return writer;
}

}  // namespace rung::weights::testing

#include "rung/api/neutral_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "rung/api/error.h"

namespace rung::api {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kOnlyNull = "[]";

constexpr std::string_view kAdapters = "adapters are not available";
constexpr std::string_view kChat = "it belongs to chat completions";
constexpr std::string_view kConstrained = "constrained decoding is not available";
constexpr std::string_view kContextShift = "the context is never shifted";
constexpr std::string_view kFilters = "use top_k, top_p or min_p";
constexpr std::string_view kGuidance = "there is no second prompt to steer by";
constexpr std::string_view kLength = "use max_tokens";
constexpr std::string_view kPenalties =
    "use repetition_penalty, presence_penalty or frequency_penalty";
constexpr std::string_view kReplyOnly = "the answer holds what docs/server.md lists";
constexpr std::string_view kSearch = "replies are sampled, not searched for";
constexpr std::string_view kStored = "nothing is stored";
constexpr std::string_view kTextOnly = "a prompt is text or token ids";
constexpr std::string_view kTimer = "use --request-timeout of the server";

constexpr NeutralField kFields[] = {
    // OpenAI's.
    {"suffix", R"([""])", "text is only continued, not filled in"},
    {"top_logprobs", "[0]", "use logprobs, a number"},
    {"messages", "[[]]", "send a prompt"},
    {"tools", "[[]]", kChat},
    {"tool_choice", R"(["none","auto"])", kChat},
    {"parallel_tool_calls", kAnyValue, kChat},
    {"functions", "[[]]", kChat},
    {"function_call", R"(["none","auto"])", kChat},
    {"response_format", R"([{"type":"text"}])", kConstrained},
    {"modalities", R"([["text"]])", kTextOnly},
    {"audio", kOnlyNull, kTextOnly},
    {"prediction", kOnlyNull, "replies are not predicted"},
    {"reasoning_effort", R"(["none"])", kChat},
    {"verbosity", R"(["medium"])", kChat},
    {"web_search_options", kOnlyNull, kChat},
    {"store", "[false]", kStored},
    {"metadata", "[{}]", kStored},
    {"service_tier", R"(["auto","default"])", "there is one tier"},
    // vLLM's and SGLang's.
    {"use_beam_search", "[false]", kSearch},
    {"length_penalty", "[1]", kSearch},
    {"early_stopping", "[false]", kSearch},
    {"skip_special_tokens", "[true]", "special tokens are never shown"},
    {"spaces_between_special_tokens", kAnyValue, "special tokens are never shown"},
    {"include_stop_str_in_output", "[false]", "a stop string is never shown"},
    {"no_stop_trim", "[false]", "a stop string is never shown"},
    {"stop_regex", "[[]]", "use stop"},
    {"detokenize", "[true]", kReplyOnly},
    {"add_special_tokens", "[true]", "send token ids"},
    {"truncate_prompt_tokens", kOnlyNull, "send a prompt that fits"},
    {"allowed_token_ids", kOnlyNull, "use logit_bias"},
    {"bad_words", "[[]]", "use logit_bias"},
    {"logits_processors", "[[]]", "use logit_bias"},
    {"prompt_logprobs", kOnlyNull, "use echo with logprobs"},
    {"prompt_embeds", kOnlyNull, kTextOnly},
    {"return_tokens_as_token_ids", "[false]", kReplyOnly},
    {"return_token_ids", "[false]", kReplyOnly},
    {"return_hidden_states", "[false]", kReplyOnly},
    {"structured_outputs", kOnlyNull, kConstrained},
    {"structural_tag", kOnlyNull, kConstrained},
    {"guided_json", kOnlyNull, kConstrained},
    {"guided_regex", kOnlyNull, kConstrained},
    {"guided_choice", kOnlyNull, kConstrained},
    {"guided_grammar", kOnlyNull, kConstrained},
    {"guided_decoding_backend", kOnlyNull, kConstrained},
    {"guided_whitespace_pattern", kOnlyNull, kConstrained},
    {"regex", kOnlyNull, kConstrained},
    {"ebnf", kOnlyNull, kConstrained},
    {"priority", "[0]", "requests are served in their order"},
    {"request_id", kOnlyNull, "send the header X-Request-Id"},
    {"cache_salt", kOnlyNull, "the prefix cache is one for all: --prefix-cache off"},
    {"kv_transfer_params", kOnlyNull, "KV stays where it is"},
    {"vllm_xargs", "[{}]", "extra arguments are not available"},
    {"extra_body", "[{}]", "put its fields beside the prompt"},
    {"chat_template_kwargs", "[{}]", kChat},
    {"mm_processor_kwargs", "[{}]", kTextOnly},
    {"lora_request", kOnlyNull, kAdapters},
    {"lora_path", kOnlyNull, kAdapters},
    // llama.cpp's.
    {"lora", "[[]]", kAdapters},
    {"grammar", R"([""])", kConstrained},
    {"json_schema", kOnlyNull, kConstrained},
    {"n_predict", kOnlyNull, kLength},
    {"n_keep", "[0,-1]", kContextShift},
    {"n_discard", "[0]", kContextShift},
    {"n_indent", "[0]", "a reply is not indented"},
    {"n_probs", "[0]", "use logprobs"},
    {"post_sampling_probs", "[false]", kReplyOnly},
    {"min_keep", "[0,1]", kFilters},
    {"t_max_predict_ms", "[0,-1]", kTimer},
    {"image_data", "[[]]", kTextOnly},
    {"cache_prompt", "[true]", "--prefix-cache off of the server switches it off"},
    {"id_slot", "[-1]", "rows are not chosen by clients"},
    {"response_fields", "[[]]", kReplyOnly},
    {"return_tokens", "[false]", kReplyOnly},
    {"return_progress", "[false]", kReplyOnly},
    {"timings_per_token", "[false]", "use timings"},
    {"samplers", kOnlyNull, "their order is fixed"},
    {"repeat_penalty", "[1]", "use repetition_penalty"},
    {"penalize_nl", "[true]", kPenalties},
    {"mirostat", "[0]", kFilters},
    {"mirostat_tau", kAnyValue, kFilters},
    {"mirostat_eta", kAnyValue, kFilters},
    {"typical_p", "[1]", kFilters},
    {"top_n_sigma", "[0,-1]", kFilters},
    {"dynatemp_range", "[0]", "use temperature"},
    {"dynatemp_exponent", kAnyValue, "use temperature"},
    {"xtc_probability", "[0]", kFilters},
    {"xtc_threshold", kAnyValue, kFilters},
    {"dry_multiplier", "[0]", kPenalties},
    {"dry_base", kAnyValue, kPenalties},
    {"dry_allowed_length", kAnyValue, kPenalties},
    {"dry_penalty_last_n", kAnyValue, kPenalties},
    {"dry_sequence_breakers", kAnyValue, kPenalties},
    // Those of other front ends.
    {"do_sample", "[true]", "use temperature 0"},
    {"num_beams", "[1]", kSearch},
    {"num_return_sequences", "[1]", "use n"},
    {"max_new_tokens", kOnlyNull, kLength},
    {"max_length", kOnlyNull, kLength},
    {"tfs", "[1]", kFilters},
    {"tfs_z", "[1]", kFilters},
    {"typical", "[1]", kFilters},
    {"top_a", "[0]", kFilters},
    {"epsilon_cutoff", "[0]", kFilters},
    {"eta_cutoff", "[0]", kFilters},
    {"mirostat_mode", "[0]", kFilters},
    {"smoothing_factor", "[0]", "use temperature"},
    {"smoothing_curve", kAnyValue, "use temperature"},
    {"temperature_last", "[false]", "the order of samplers is fixed"},
    {"penalty_alpha", "[0]", kSearch},
    {"no_repeat_ngram_size", "[0]", kPenalties},
    {"guidance_scale", "[1]", kGuidance},
    {"negative_prompt", R"([""])", kGuidance},
    {"add_bos_token", "[true]", "send token ids"},
    {"ban_eos_token", "[false]", "use ignore_eos"},
    {"custom_token_bans", R"([""])", "use logit_bias"},
    {"return_full_text", "[false]", "use echo"},
    {"decoder_input_details", "[false]", "use echo with logprobs"},
    {"top_n_tokens", "[0]", "use logprobs"},
    {"truncate", kOnlyNull, "send a prompt that fits"},
    {"watermark", "[false]", "replies carry no watermark"},
    {"adapter_id", kOnlyNull, kAdapters},
};

const NeutralField* FindField(std::string_view name) {
  static const auto* const by_name = [] {
    auto* fields = new std::map<std::string_view, const NeutralField*>;
    for (const NeutralField& field : kFields) fields->emplace(field.name, &field);
    return fields;
  }();
  const auto it = by_name->find(name);
  return it == by_name->end() ? nullptr : it->second;
}

bool AsksForNothing(const NeutralField& field, const Json& value) {
  if (value.is_null() || field.nothing == kAnyValue) return true;
  const Json nothing = Json::parse(field.nothing);
  return std::find(nothing.begin(), nothing.end(), value) != nothing.end();
}

}  // namespace

std::span<const NeutralField> NeutralFields() { return kFields; }

absl::Status ReadNeutralFields(const Json& body, ObjectReader* reader) {
  for (const auto& [key, value] : body.items()) {
    const NeutralField* field = FindField(key);
    if (field == nullptr) continue;
    if (!AsksForNothing(*field, value)) {
      return UnsupportedField(
          key, fmt::format("{} {} is not supported: {}", key, Shown(value), field->advice));
    }
    reader->Find(key);
  }
  return absl::OkStatus();
}

}  // namespace rung::api

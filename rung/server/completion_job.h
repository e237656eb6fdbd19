// One /v1/completions request from admission to its last byte.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "rung/api/completion_response.h"
#include "rung/base/clock.h"
#include "rung/engine/engine_thread.h"
#include "rung/server/completion_plan.h"
#include "rung/server/http_types.h"
#include "rung/server/metrics.h"

namespace rung::server {

// What becomes of the sequences of all jobs. Io thread only.
struct SequenceTally {
  int64_t unfinished = 0;  // admitted, run or wait
  int64_t finished = 0;    // by themselves, with an error too
  int64_t cut = 0;         // cancelled since the server shuts down
  int64_t cancelled = 0;   // for any other reason
};

// What jobs use of their server. Outlives the engine thread's requests.
struct JobServices {
  engine::EngineThread* engine = nullptr;
  IoLoop* io = nullptr;
  Metrics* metrics = nullptr;
  const ServedModel* model = nullptr;
  SequenceTally* tally = nullptr;
};

// Lives on the io thread. Token events come on the engine thread into an inbox, which never blocks;
// one posted function at a time empties it. The engine's sinks and the exchange keep the job alive.
class CompletionJob : public std::enable_shared_from_this<CompletionJob> {
 public:
  // `id` is the completion's, of the answer.
  CompletionJob(JobServices services, std::string id, RequestOrigin origin, TimePoint arrival,
                std::shared_ptr<Exchange> exchange);

  // Submits every choice, or none: then the error is the request's (429 when the queue is full).
  absl::Status Start(CompletionPlan plan);

  // Nothing more is written: another answer, of this status, is given in its place.
  void Abandon(int status);
  // True once the answer is complete, or of no use any more.
  bool is_over() const { return answered_; }

  // The client is gone: cancels what still runs or waits.
  void OnClosed();
  // The server shuts down: ends the answer with an error now.
  void OnCut();
  // The answer has taken longer than this: ends it with an error, as OnCut.
  void OnTimeout(std::chrono::milliseconds limit);
  // Nothing was sent for a while: a stream that waits shows that it lives.
  void OnQuiet();

 private:
  struct Choice {
    engine::SequenceId sequence;
    int64_t prompt_tokens = 0;
    int64_t new_tokens = 0;
    int64_t cached_tokens = 0;
    int64_t capacity = 0;
    std::string text;  // unstreamed: all of it; streamed: what the next chunk adds
    std::optional<api::ChoiceLogprobs> logprobs;
    bool has_prompt = true;  // false until the prompt's log-probabilities have come
    std::optional<engine::FinishReason> finish;
    std::optional<api::ChoiceTimings> timings;
    std::optional<TimePoint> last_token;
  };
  struct Arrival {
    int64_t choice = 0;
    engine::TokenEvent event;
    TimePoint time;
  };

  void Receive(int64_t choice, const engine::TokenEvent& event);  // engine thread
  void EmptyInbox();
  void OnEvent(Arrival arrival);
  void OnFinish(Choice* choice, int64_t index, const Arrival& arrival);
  void BeginStream();
  void StreamChunk(int64_t index, bool finished);
  void CompleteAnswer();
  // `by`: of CancelUnfinished.
  void EndWithError(const absl::Status& error, std::string_view by);
  // What the client is told, or 499; the first time counts. Lines of sequences wait for it.
  void SetStatus(int status);
  // `by`: who cancels, as RequestRecord::cancelled_by has it.
  void CancelUnfinished(std::string_view by);
  api::CompletionChoice TakeChoice(int64_t index, bool finished);

  const JobServices services_;
  const api::ResponseHead head_;
  const RequestOrigin origin_;
  const TimePoint arrival_;
  std::shared_ptr<Exchange> exchange_;
  CompletionPlan plan_;
  std::vector<Choice> choices_;
  int64_t unfinished_ = 0;
  bool streaming_ = false;  // the stream has begun
  std::optional<api::CompletionChunks> chunks_;
  std::string cancelled_by_ = "server";
  std::optional<int> status_;
  std::vector<RequestRecord> unlogged_;  // of sequences that ended before there was a status
  bool answered_ = false;                // complete, failed, cut or closed: nothing more is written

  std::mutex mutex_;  // guards the inbox
  std::vector<Arrival> inbox_;
  bool is_posted_ = false;
};

}  // namespace rung::server

// The exchange that a connection waits on.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "rung/server/http_types.h"

namespace rung::server {

// One answer on its way; shared by the connection and whoever makes the answer.
class PendingAnswer final : public Exchange {
 public:
  PendingAnswer(boost::asio::io_context& io, size_t max_unread, std::function<void()> abort)
      : wake_(io, boost::asio::steady_timer::time_point::max()),
        max_unread_(max_unread),
        abort_(std::move(abort)) {}

  void Respond(Response response) override {
    head = std::move(response);
    ended = true;
    wake_.cancel();
  }
  void BeginStream(Response response) override {
    head = std::move(response);
    streaming = true;
    wake_.cancel();
  }
  void Write(std::string bytes) override {
    if (over_) return;
    active = true;
    if (buffer.empty() && send_now && send_now(bytes)) return;
    buffer += bytes;
    if (buffer.size() > max_unread_) {
      Closed();
      abort_();
    }
    wake_.cancel();
  }
  void EndStream() override {
    ended = true;
    wake_.cancel();
  }

  // The client is gone: tells the maker, once.
  void Closed() { Call(on_closed); }
  // The deadline has passed: the maker ends the answer.
  void Cut() { Call(on_cut); }
  // It has taken longer than this: as Cut.
  void TimeOut(std::chrono::milliseconds limit) {
    std::function<void()> end = [callback = on_timeout, limit] {
      if (callback) callback(limit);
    };
    Call(end);
  }
  // The answer is complete; nothing is told any more.
  void Finish() {
    over_ = true;
    send_now = nullptr;
    on_closed = nullptr;
    on_cut = nullptr;
    on_timeout = nullptr;
    on_quiet = nullptr;
  }
  bool over() const { return over_; }
  void Wake() { wake_.cancel(); }
  boost::asio::awaitable<void> Wait() {
    co_await wake_.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
  }

  std::optional<Response> head;
  std::string buffer;  // of the stream, not sent yet
  // Set while the connection waits for the next piece: takes it at once, or false and nothing.
  std::function<bool(std::string_view)> send_now;
  bool streaming = false;
  bool ended = false;
  bool active = false;  // something was written since this was cleared

 private:
  void Call(std::function<void()>& function) {
    const bool is_close = &function == &on_closed;
    const std::function<void()> callback = std::move(function);
    on_closed = nullptr;
    on_cut = nullptr;
    on_timeout = nullptr;
    if (is_close) {
      over_ = true;
      wake_.cancel();
    }
    if (callback) callback();
  }

  boost::asio::steady_timer wake_;
  const size_t max_unread_;
  const std::function<void()> abort_;
  bool over_ = false;
};

}  // namespace rung::server

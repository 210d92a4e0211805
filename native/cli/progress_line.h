// One line on the error stream that says what is being worked on, for people who watch: only on a terminal, only after
// a second, gone at the end. Also keeps how long each stage took, for --verbose. Tested by tests/native/cli.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/api/host.h"

namespace cleave::cli {

class ProgressLine {
 public:
  enum class Mode : uint8_t { kQuiet, kShown };
  explicit ProgressLine(Mode mode);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Progress and clock for core/api; valid as long as this lives.
  Host host();
  /// Takes the line away while `print` prints; it comes back with the next phase.
  void pause(const std::function<void()>& print);
  /// Takes the line away; nothing is shown afterwards.
  void finish();
  /// `parse 1.2 ms, infer 0.3 ms`; once finished.
  std::string stage_times() const;

 private:
  using Time = std::chrono::steady_clock;

  void begin(std::string_view phase);
  void watch();

  Mode mode_;
  Time::time_point start_ = Time::now();
  std::mutex mutex_;
  std::condition_variable wake_;
  bool finished_ = false;
  bool is_shown_ = false;
  std::string phase_;
  /// Stage names and the moments at which they began.
  std::vector<std::pair<std::string, Time::time_point>> stages_;
  std::thread watcher_;
};

}  // namespace cleave::cli

// See progress_line.h.
#include "native/cli/progress_line.h"

#include <array>
#include <cstdio>

#include "core/base/text.h"
#include "native/cli/files.h"

namespace cleave::cli {
namespace {

constexpr std::chrono::milliseconds kBeforeFirst{1000};
constexpr std::chrono::milliseconds kBetween{200};
/// Back to the first column, and the rest of the line away.
constexpr std::string_view kClear = "\r\033[K";

}  // namespace

ProgressLine::ProgressLine(Mode mode) : mode_(mode) {
  if (mode_ == Mode::kShown) watcher_ = std::thread([this] { watch(); });
}

ProgressLine::~ProgressLine() { finish(); }

Host ProgressLine::host() {
  return {[this](std::string_view phase) { begin(phase); },
          [this] { return std::chrono::duration_cast<std::chrono::microseconds>(Time::now() - start_).count(); }};
}

void ProgressLine::begin(std::string_view phase) {
  const std::lock_guard lock(mutex_);
  phase_ = std::string(phase);
  const std::string stage = phase_.substr(0, phase_.find(' '));
  if (stages_.empty() || stages_.back().first != stage) stages_.emplace_back(stage, Time::now());
}

void ProgressLine::watch() {
  std::unique_lock lock(mutex_);
  std::chrono::milliseconds wait = kBeforeFirst;
  while (!finished_) {
    wake_.wait_for(lock, wait);
    if (finished_ || Time::now() - start_ < kBeforeFirst) continue;
    is_shown_ = true;
    write_errors(concat(kClear, phase_, " ..."));
    wait = kBetween;
  }
}

void ProgressLine::pause(const std::function<void()>& print) {
  const std::lock_guard lock(mutex_);
  if (is_shown_) write_errors(kClear);
  print();
}

void ProgressLine::finish() {
  {
    const std::lock_guard lock(mutex_);
    if (finished_) return;
    finished_ = true;
    stages_.emplace_back("", Time::now());
  }
  wake_.notify_all();
  if (watcher_.joinable()) watcher_.join();
  if (is_shown_) write_errors(kClear);
}

std::string ProgressLine::stage_times() const {
  std::string out;
  for (size_t i = 0; i + 1 < stages_.size(); ++i) {
    const double milliseconds =
        std::chrono::duration<double, std::milli>(stages_[i + 1].second - stages_[i].second).count();
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.1f ms", milliseconds);
    out += concat(out.empty() ? "" : ", ", stages_[i].first, ' ', buffer.data());
  }
  return out;
}

}  // namespace cleave::cli

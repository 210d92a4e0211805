// See stopwatch.h.
#include "tests/gpu/bench/stopwatch.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace cleave::cuda {

Trouble Stopwatch::prepare() {
  if (Trouble trouble = device_.allocate(effort_.flush_bytes, flush_)) return trouble;
  if (Trouble trouble = device_.make_event(begin_)) return trouble;
  return device_.make_event(end_);
}

Trouble Stopwatch::measure(const std::function<Trouble()>& work, Times& out) const {
  std::vector<double> all;
  for (int i = 0; i <= effort_.repetitions; ++i) {
    if (Trouble trouble = device_.fill_with_zeros(flush_.get(), effort_.flush_bytes)) return trouble;
    if (Trouble trouble = device_.record(begin_)) return trouble;
    if (Trouble trouble = work()) return trouble;
    if (Trouble trouble = device_.record(end_)) return trouble;
    float milliseconds = 0;
    if (Trouble trouble = device_.elapsed_milliseconds(begin_, end_, milliseconds)) return trouble;
    if (i > 0) all.push_back(static_cast<double>(milliseconds) * 1000);
  }
  std::sort(all.begin(), all.end());
  out = {.median = all[all.size() / 2], .low = all[all.size() / 5], .high = all[all.size() - 1 - all.size() / 5]};
  return std::nullopt;
}

Trouble Stopwatch::per_call(const std::function<Trouble()>& work, double& out) const {
  // Few enough at once that the driver's queue is never full.
  constexpr int kAtOnce = 200;
  using Clock = std::chrono::steady_clock;
  std::chrono::duration<double, std::micro> spent{0};
  for (int done = 0; done < effort_.calls; done += kAtOnce) {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < kAtOnce; ++i) {
      if (Trouble trouble = work()) return trouble;
    }
    spent += Clock::now() - begin;
    if (Trouble trouble = device_.wait()) return trouble;
  }
  out = spent.count() / effort_.calls;
  return std::nullopt;
}

}  // namespace cleave::cuda

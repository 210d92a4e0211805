// A queue of ready segments by what running them would add to the bytes alive. When a value has one reader left, that
// reader would free it: its entry is put in anew, and the old one is passed over.
#include "core/segment/run_order.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

#include "core/base/check.h"

namespace cleave {

namespace {

class RunOrder {
 public:
  explicit RunOrder(const RunGraph& graph);

  std::vector<uint32_t> run();

 private:
  /// Wishes that are open come last; then bytes, then place.
  using Key = std::tuple<bool, int64_t, uint32_t>;
  using Entry = std::pair<Key, uint32_t>;

  Key key(uint32_t segment) const { return {wishes_[segment] != 0, added_[segment], graph_.places[segment]}; }
  void offer(uint32_t segment) {
    if (waits_[segment] == 0 && !done_[segment]) ready_.emplace(key(segment), segment);
  }
  void free_by_last_reader(uint32_t value);
  void finish(uint32_t segment);

  const RunGraph& graph_;
  std::vector<std::vector<uint32_t>> makes_;
  std::vector<std::vector<uint32_t>> reads_;
  std::vector<std::vector<uint32_t>> wished_after_;
  /// By segment: values that are not there yet, wishes that are open, bytes that running it would add.
  std::vector<uint32_t> waits_;
  std::vector<uint32_t> wishes_;
  std::vector<int64_t> added_;
  /// By value: readers that have not run.
  std::vector<uint32_t> left_;
  std::vector<bool> done_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready_;
};

RunOrder::RunOrder(const RunGraph& graph) : graph_(graph) {
  const size_t count = graph.places.size();
  makes_.resize(count);
  reads_.resize(count);
  wished_after_.resize(count);
  waits_.assign(count, 0);
  wishes_.assign(count, 0);
  added_.assign(count, 0);
  done_.assign(count, false);
  for (uint32_t i = 0; i < graph.values.size(); ++i) {
    const RunGraph::Value& value = graph.values[i];
    makes_[value.maker].push_back(i);
    added_[value.maker] += value.bytes;
    left_.push_back(static_cast<uint32_t>(value.readers.size()));
    for (uint32_t reader : value.readers) {
      reads_[reader].push_back(i);
      ++waits_[reader];
    }
  }
  for (const auto& [first, second] : graph.wishes) {
    wished_after_[first].push_back(second);
    ++wishes_[second];
  }
  for (uint32_t i = 0; i < graph.values.size(); ++i) free_by_last_reader(i);
}

/// If one reader is left, running it frees the value.
void RunOrder::free_by_last_reader(uint32_t value) {
  const RunGraph::Value& known = graph_.values[value];
  if (left_[value] != 1 || known.outlives) return;
  const auto last =
      std::find_if(known.readers.begin(), known.readers.end(), [&](uint32_t reader) { return !done_[reader]; });
  added_[*last] -= known.bytes;
  offer(*last);
}

void RunOrder::finish(uint32_t segment) {
  done_[segment] = true;
  for (uint32_t value : makes_[segment]) {
    for (uint32_t reader : graph_.values[value].readers) {
      --waits_[reader];
      offer(reader);
    }
  }
  for (uint32_t value : reads_[segment]) {
    --left_[value];
    free_by_last_reader(value);
  }
  for (uint32_t after : wished_after_[segment]) {
    --wishes_[after];
    offer(after);
  }
}

std::vector<uint32_t> RunOrder::run() {
  for (uint32_t segment = 0; segment < done_.size(); ++segment) offer(segment);
  std::vector<uint32_t> order;
  while (!ready_.empty()) {
    const auto [known, segment] = ready_.top();
    ready_.pop();
    if (done_[segment] || known != key(segment)) continue;
    order.push_back(segment);
    finish(segment);
  }
  CHECK(order.size() == done_.size(), "segments form a DAG");
  return order;
}

}  // namespace

std::vector<uint32_t> run_order(const RunGraph& graph) { return RunOrder(graph).run(); }

int64_t peak_bytes(const RunGraph& graph, const std::vector<uint32_t>& order) {
  std::vector<size_t> place(order.size());
  for (size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  std::vector<int64_t> change(order.size() + 1, 0);
  for (const RunGraph::Value& value : graph.values) {
    size_t last = value.outlives ? order.size() - 1 : place[value.maker];
    for (uint32_t reader : value.readers) last = std::max(last, place[reader]);
    change[place[value.maker]] += value.bytes;
    change[last + 1] -= value.bytes;
  }
  int64_t alive = 0;
  int64_t peak = 0;
  for (int64_t bytes : change) peak = std::max(peak, alive += bytes);
  return peak;
}

}  // namespace cleave

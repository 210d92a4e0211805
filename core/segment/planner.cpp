// Candidates are edges and near siblings. The queue holds ops, not groups: the groups of a candidate are found when it is
// taken.
#include "core/segment/planner.h"

#include <algorithm>
#include <map>
#include <queue>
#include <span>
#include <tuple>
#include <unordered_map>

#include "core/segment/group_order.h"

namespace cleave {

namespace {

constexpr int kMaxTries = 4;
constexpr size_t kNearSiblings = 4;
constexpr int kMaxCheapSteps = 8;
constexpr int kMaxSweeps = 8;

struct Candidate {
  int64_t saved = 0;
  /// 0: a shape op with what it reads; 1: another edge; 2: siblings.
  uint8_t rank = 1;
  OpIndex first = kNone;
  OpIndex second = kNone;
  TensorIndex tensor = kNone;
  uint8_t tries = 0;

  std::tuple<int64_t, uint8_t, TensorIndex, OpIndex, OpIndex> order() const {
    return {-saved, rank, tensor, second, first};
  }
  friend bool operator<(const Candidate& a, const Candidate& b) { return a.order() > b.order(); }
};

class Planner {
 public:
  Planner(const Primitive& primitive, KernelGroups& groups, const SegmentOptions& options)
      : primitive_(primitive), groups_(groups), table_(groups.table()), options_(options), order_(groups) {}

  std::vector<MergeStep> run();

 private:
  std::vector<std::vector<OpIndex>> components() const;
  bool try_whole(const std::vector<OpIndex>& ops);
  void push_candidates(OpIndex op);
  void drain();
  void consider(Candidate candidate);
  void refuse(Candidate candidate, uint32_t a, uint32_t b, ReasonCode code);
  void wake(uint32_t root);
  Verdict ask(uint32_t a, uint32_t b, const Group& joined) const;
  bool already_refused(uint32_t a, uint32_t b) const;
  bool ask_again(const std::vector<OpIndex>& ops);

  const Primitive& primitive_;
  KernelGroups& groups_;
  const OpTable& table_;
  const SegmentOptions& options_;
  GroupOrder order_;
  std::priority_queue<Candidate> queue_;
  std::vector<std::vector<Candidate>> waiting_;
  std::vector<uint32_t> version_;
  struct Refused {
    uint32_t version_a = 0;
    uint32_t version_b = 0;
    ReasonCode code{};
  };
  std::unordered_map<uint64_t, Refused> refused_;
  std::vector<bool> kept_;
  std::vector<MergeStep> history_;
};

std::vector<std::vector<OpIndex>> Planner::components() const {
  std::vector<uint32_t> parent(table_.ops.size());
  for (uint32_t i = 0; i < parent.size(); ++i) parent[i] = i;
  const auto find = [&](uint32_t x) {
    while (parent[x] != x) x = parent[x] = parent[parent[x]];
    return x;
  };
  for (size_t tensor = 0; tensor < table_.users.size(); ++tensor) {
    OpIndex first = table_.producer[tensor];
    for (OpIndex user : table_.users[tensor]) {
      if (first == kNone) first = user;
      const uint32_t a = find(first);
      const uint32_t b = find(user);
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  std::map<uint32_t, std::vector<OpIndex>> found;
  for (OpIndex op = 0; op < table_.ops.size(); ++op) found[find(op)].push_back(op);
  std::vector<std::vector<OpIndex>> out;
  for (auto& [root, ops] : found) out.push_back(std::move(ops));
  return out;
}

bool Planner::try_whole(const std::vector<OpIndex>& ops) {
  Group joined = groups_.join_all(ops);
  const std::span<const OpIndex> all(ops);
  const Verdict verdict = judge(primitive_, groups_, joined, std::span(&all, 1), options_);
  if (!verdict.accepted) {
    groups_.rollback();
    return false;
  }
  groups_.commit_all(ops, std::move(joined));
  for (size_t i = 1; i < ops.size(); ++i) history_.push_back({ops[0], ops[i], 0, std::nullopt});
  return true;
}

void Planner::push_candidates(OpIndex op) {
  for (const TensorUse& use : table_.ops[op].results) {
    const auto& users = table_.users[use.tensor];
    int64_t saved = table_.bytes[use.tensor];
    if (!table_.is_output[use.tensor] && !users.empty()) {
      saved += table_.bytes[use.tensor] / static_cast<int64_t>(users.size());
    }
    saved = kept_[use.tensor] ? INT64_MAX / 2 : std::min(saved, crossing_bytes(table_, use.tensor));
    for (OpIndex user : users) {
      const uint8_t rank = table_.has(user, kFlagMeta) ? 0 : 1;
      queue_.push({saved, rank, op, user, use.tensor});
    }
  }
}

Verdict Planner::ask(uint32_t a, uint32_t b, const Group& joined) const {
  const std::span<const OpIndex> parts[2] = {groups_.members(a), groups_.members(b)};
  return judge(primitive_, groups_, joined, parts, options_);
}

bool Planner::already_refused(uint32_t a, uint32_t b) const {
  const auto found = refused_.find(uint64_t{std::min(a, b)} << 32 | std::max(a, b));
  if (found == refused_.end()) return false;
  if (found->second.version_a != version_[std::min(a, b)] || found->second.version_b != version_[std::max(a, b)]) {
    return false;
  }
  // Whether a path lies between the two depends on others as well.
  return found->second.code != reason("R.CYCLE");
}

void Planner::refuse(Candidate candidate, uint32_t a, uint32_t b, ReasonCode code) {
  refused_[uint64_t{std::min(a, b)} << 32 | std::max(a, b)] = {version_[std::min(a, b)], version_[std::max(a, b)], code};
  if (!can_be_cured_by_growth(code) || candidate.tries >= kMaxTries) return;
  waiting_[a].push_back(candidate);
  waiting_[b].push_back(candidate);
}

/// Puts back what waits for `root` and may have a new answer.
void Planner::wake(uint32_t root) {
  std::vector<Candidate> waiting = std::move(waiting_[root]);
  waiting_[root].clear();
  for (Candidate candidate : waiting) {
    const uint32_t a = groups_.root(candidate.first);
    const uint32_t b = groups_.root(candidate.second);
    if (a == b || already_refused(a, b)) continue;
    ++candidate.tries;
    queue_.push(candidate);
  }
}

void Planner::consider(Candidate candidate) {
  uint32_t a = groups_.root(candidate.first);
  uint32_t b = groups_.root(candidate.second);
  ReasonCode code{};
  if (a == b || already_refused(a, b)) return;
  if (groups_.group(a).has(kFlagAlone) || groups_.group(b).has(kFlagAlone)) {
    history_.push_back({a, b, candidate.saved, reason("R.OPAQUE_OP")});
    return refuse(candidate, a, b, reason("R.OPAQUE_OP"));
  }
  const GroupOrder::Answer order = order_.ask(a, b);
  if (order != GroupOrder::Answer::kFree) {
    code = order == GroupOrder::Answer::kCycle ? reason("R.CYCLE") : reason("R.SEARCH_LIMIT");
    history_.push_back({a, b, candidate.saved, code});
    return refuse(candidate, a, b, code);
  }
  Group joined = groups_.join(a, b);
  const Verdict verdict = ask(a, b, joined);
  if (!verdict.accepted) {
    groups_.rollback();
    code = verdict.refusals.front().code;
    int furthest = -1;
    for (const Refusal& refusal : verdict.refusals) {
      if (refusal.passed <= furthest) continue;
      furthest = refusal.passed;
      code = refusal.code;
    }
    history_.push_back({a, b, candidate.saved, code});
    return refuse(candidate, a, b, code);
  }
  const uint32_t root = groups_.commit(std::move(joined));
  order_.joined(root);
  history_.push_back({a, b, candidate.saved, std::nullopt});
  ++version_[root];
  const uint32_t gone = root == a ? b : a;
  if (waiting_[gone].size() > waiting_[root].size()) std::swap(waiting_[gone], waiting_[root]);
  waiting_[root].insert(waiting_[root].end(), waiting_[gone].begin(), waiting_[gone].end());
  waiting_[gone] = {};
  wake(root);
}

void Planner::drain() {
  while (!queue_.empty()) {
    const Candidate candidate = queue_.top();
    queue_.pop();
    consider(candidate);
  }
}

std::vector<MergeStep> Planner::run() {
  const size_t count = table_.ops.size();
  kept_.assign(table_.users.size(), false);
  for (StateId state : options_.keep) kept_[state.index] = true;
  version_.assign(count, 0);
  waiting_.resize(count);
  std::vector<OpIndex> open;
  for (const std::vector<OpIndex>& component : components()) {
    if (component.size() > 1 && try_whole(component)) continue;
    open.insert(open.end(), component.begin(), component.end());
  }
  std::sort(open.begin(), open.end());
  for (OpIndex op : open) push_candidates(op);
  for (size_t tensor = 0; tensor < table_.users.size(); ++tensor) {
    const auto& users = table_.users[tensor];
    const size_t near = users.size() <= 64 ? kNearSiblings : 1;
    for (size_t i = 0; i < users.size(); ++i) {
      for (size_t j = i + 1; j < users.size() && j <= i + near; ++j) {
        const auto index = static_cast<TensorIndex>(tensor);
        queue_.push({table_.bytes[tensor], 2, users[i], users[j], index});
      }
    }
  }
  drain();
  for (int sweep = 0; sweep < kMaxSweeps && ask_again(open); ++sweep) drain();
  return std::move(history_);
}

/// Queues every pair that values still cross between and that has no standing answer.
bool Planner::ask_again(const std::vector<OpIndex>& ops) {
  for (OpIndex op : ops) {
    for (const TensorUse& use : table_.ops[op].results) {
      for (OpIndex user : table_.users[use.tensor]) {
        const uint32_t a = groups_.root(op);
        const uint32_t b = groups_.root(user);
        if (a != b && !already_refused(a, b)) queue_.push({0, 1, op, user, use.tensor, kMaxTries});
      }
    }
  }
  return !queue_.empty();
}

}  // namespace

int64_t crossing_bytes(const OpTable& table, TensorIndex tensor) {
  int64_t best = 2 * table.bytes[tensor];
  TensorIndex current = tensor;
  bool only_views = true;
  bool cheap = true;
  for (int step = 0; step < kMaxCheapSteps; ++step) {
    const OpIndex producer = table.producer[current];
    // A view of an input is read in its place: there is nothing to save.
    if (producer == kNone) return only_views && step > 0 ? 0 : std::min(best, table.bytes[current]);
    if (!table.has(producer, kFlagCheap | kFlagUnary | kFlagView) || table.user_cut[current]) break;
    const OpFacts& facts = table.ops[producer];
    if (facts.operands.empty()) return 0;
    if (facts.operands.size() > 1) break;
    only_views = only_views && table.has(producer, kFlagView);
    cheap = cheap && table.has(producer, kFlagCheap);
    current = facts.operands[0].tensor;
    if (cheap) best = std::min(best, 2 * table.bytes[current]);
  }
  return best;
}

std::vector<MergeStep> plan_groups(const Primitive& primitive, KernelGroups& groups, const SegmentOptions& options) {
  return Planner(primitive, groups, options).run();
}

}  // namespace cleave

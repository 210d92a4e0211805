// Candidates are edges and near siblings. The queue holds ops, not groups: the groups of a candidate are found when it
// is taken.
#include "core/segment/planner.h"

#include <algorithm>
#include <map>
#include <queue>
#include <span>
#include <tuple>
#include <unordered_map>

#include "core/segment/group_order.h"
#include "core/segment/regions.h"

namespace cleave {

namespace {

constexpr int kMaxTries = 4;
constexpr int kMaxDetours = 16;
constexpr size_t kNearSiblings = 4;
constexpr int kMaxCheapSteps = 8;
constexpr int kMaxSweeps = 8;
/// What the searches of the last sweep may cost together: so many steps, and so many for each op.
constexpr size_t kLastSteps = 1'000'000;
constexpr size_t kLastStepsAnOp = 64;

struct Candidate {
  int64_t saved = 0;
  OpIndex first = kNone;
  OpIndex second = kNone;
  /// Places of the two in the structural order.
  uint32_t first_place = 0;
  uint32_t second_place = 0;
  /// An op on a path between the two, as far as is known.
  OpIndex between = kNone;
  /// 0: a shape op with what it reads; 1: another edge; 2: siblings.
  uint8_t rank = 1;
  uint8_t tries = 0;

  std::tuple<int64_t, uint8_t, uint32_t, uint32_t> order() const { return {-saved, rank, first_place, second_place}; }
  friend bool operator<(const Candidate& a, const Candidate& b) { return a.order() > b.order(); }
};

uint64_t pair_key(uint32_t a, uint32_t b) { return uint64_t{std::min(a, b)} << 32 | std::max(a, b); }

const Refusal& furthest(const std::vector<Refusal>& refusals) {
  return *std::max_element(refusals.begin(), refusals.end(),
                           [](const Refusal& a, const Refusal& b) { return a.passed < b.passed; });
}

class Planner {
 public:
  Planner(const Primitive& primitive, KernelGroups& groups, const SegmentOptions& options)
      : primitive_(primitive), groups_(groups), table_(groups.table()), options_(options), order_(groups) {}

  std::vector<MergeStep> run();

 private:
  std::vector<std::vector<OpIndex>> components() const;
  bool try_whole(const std::vector<OpIndex>& ops);
  void push(int64_t saved, uint8_t rank, OpIndex first, OpIndex second, uint8_t tries = 0);
  void push_edges(OpIndex op);
  void push_siblings();
  void drain();
  void consider(Candidate candidate);
  void refuse(Candidate candidate, uint32_t a, uint32_t b, ReasonCode code);
  void block(Candidate candidate, uint32_t a, uint32_t b);
  bool is_blocked(const Candidate& candidate) const;
  void wake(uint32_t root, uint32_t gone);
  void unblock(uint32_t root, uint32_t gone);
  Verdict ask(uint32_t a, uint32_t b, const Group& joined) const;
  bool already_refused(uint32_t a, uint32_t b) const;
  bool ask_again(const std::vector<OpIndex>& ops);
  void sweep(const std::vector<OpIndex>& ops);
  void search_to_the_end();
  bool try_region(const std::vector<uint32_t>& region);
  void try_regions(const std::vector<OpIndex>& ops);

  const Primitive& primitive_;
  KernelGroups& groups_;
  const OpTable& table_;
  const SegmentOptions& options_;
  GroupOrder order_;
  std::priority_queue<Candidate> queue_;
  /// By group: candidates that a rule refused, and candidates with a third group between them.
  std::vector<std::vector<Candidate>> waiting_;
  std::vector<std::vector<Candidate>> blocked_;
  std::vector<uint32_t> version_;
  /// By op: the number of ops that tensors connect it with.
  std::vector<size_t> component_size_;
  struct Refused {
    uint32_t version_a = 0;
    uint32_t version_b = 0;
    /// An op of a third group on a path between the two; nothing if a rule refused them.
    OpIndex between = kNone;
  };
  std::unordered_map<uint64_t, Refused> refused_;
  /// Candidates whose search for a path was given up.
  std::vector<Candidate> gave_up_;
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
  for (auto& [root, ops] : found) {
    std::sort(ops.begin(), ops.end(), [&](OpIndex a, OpIndex b) { return table_.place[a] < table_.place[b]; });
    out.push_back(std::move(ops));
  }
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

void Planner::push(int64_t saved, uint8_t rank, OpIndex first, OpIndex second, uint8_t tries) {
  queue_.push({saved, first, second, table_.place[first], table_.place[second], kNone, rank, tries});
}

void Planner::push_edges(OpIndex op) {
  for (const TensorUse& use : table_.ops[op].results) {
    const auto& users = table_.users[use.tensor];
    int64_t saved = table_.bytes[use.tensor];
    if (!table_.is_output[use.tensor] && !users.empty()) {
      saved += table_.bytes[use.tensor] / static_cast<int64_t>(users.size());
    }
    saved = kept_[use.tensor] ? INT64_MAX / 2 : std::min(saved, crossing_bytes(table_, use.tensor));
    for (OpIndex user : users) push(saved, table_.has(user, kFlagMeta) ? 0 : 1, op, user);
  }
}

/// Readers of one tensor that stand next to each other in the structural order. A view reads nothing: to join it with
/// another reader saves nothing, and it is better kept for what reads the view.
void Planner::push_siblings() {
  for (size_t tensor = 0; tensor < table_.users.size(); ++tensor) {
    std::vector<OpIndex> users(table_.users[tensor].begin(), table_.users[tensor].end());
    if (users.size() < 2) continue;
    std::sort(users.begin(), users.end(), [&](OpIndex a, OpIndex b) { return table_.place[a] < table_.place[b]; });
    const size_t near = users.size() <= 64 ? kNearSiblings : 1;
    for (size_t i = 0; i < users.size(); ++i) {
      for (size_t j = i + 1; j < users.size() && j <= i + near; ++j) {
        const bool is_view = table_.has(users[i], kFlagView) || table_.has(users[j], kFlagView);
        push(is_view ? 0 : table_.bytes[tensor], 2, users[i], users[j]);
      }
    }
  }
}

Verdict Planner::ask(uint32_t a, uint32_t b, const Group& joined) const {
  const std::span<const OpIndex> parts[2] = {groups_.members(a), groups_.members(b)};
  return judge(primitive_, groups_, joined, parts, options_);
}

/// Joining never takes a path away: it only ends when what lies on it joins one of the two.
bool Planner::already_refused(uint32_t a, uint32_t b) const {
  const auto found = refused_.find(pair_key(a, b));
  if (found == refused_.end()) return false;
  const Refused& refused = found->second;
  if (refused.between != kNone) {
    const uint32_t between = groups_.root(refused.between);
    return between != a && between != b;
  }
  return refused.version_a == version_[std::min(a, b)] && refused.version_b == version_[std::max(a, b)];
}

void Planner::refuse(Candidate candidate, uint32_t a, uint32_t b, ReasonCode code) {
  refused_[pair_key(a, b)] = {version_[std::min(a, b)], version_[std::max(a, b)], kNone};
  if (!can_be_cured_by_growth(code) || candidate.tries >= kMaxTries) return;
  waiting_[a].push_back(candidate);
  waiting_[b].push_back(candidate);
}

void Planner::block(Candidate candidate, uint32_t a, uint32_t b) {
  const uint32_t between = groups_.root(candidate.between);
  refused_[pair_key(a, b)] = {0, 0, candidate.between};
  if (candidate.tries >= kMaxDetours) return;
  for (uint32_t group : {a, b, between}) blocked_[group].push_back(candidate);
}

bool Planner::is_blocked(const Candidate& candidate) const {
  if (candidate.between == kNone) return false;
  const uint32_t between = groups_.root(candidate.between);
  return between != groups_.root(candidate.first) && between != groups_.root(candidate.second);
}

/// Puts back what waits for either of two groups that are one now and may have a new answer.
void Planner::wake(uint32_t root, uint32_t gone) {
  for (uint32_t group : {root, gone}) {
    const std::vector<Candidate> waiting = std::move(waiting_[group]);
    waiting_[group].clear();
    for (Candidate candidate : waiting) {
      const uint32_t a = groups_.root(candidate.first);
      const uint32_t b = groups_.root(candidate.second);
      if (a == b || already_refused(a, b)) continue;
      ++candidate.tries;
      queue_.push(candidate);
    }
  }
}

/// Each blocked candidate is listed with the two groups and with the one between: the shorter list of two groups that
/// become one knows whom they set free.
void Planner::unblock(uint32_t root, uint32_t gone) {
  if (blocked_[gone].size() > blocked_[root].size()) std::swap(blocked_[gone], blocked_[root]);
  for (Candidate candidate : blocked_[gone]) {
    if (groups_.root(candidate.first) == groups_.root(candidate.second)) continue;
    if (is_blocked(candidate)) {
      blocked_[root].push_back(candidate);
      continue;
    }
    candidate.between = kNone;
    ++candidate.tries;
    queue_.push(candidate);
  }
  blocked_[gone] = {};
}

void Planner::consider(Candidate candidate) {
  const uint32_t a = groups_.root(candidate.first);
  const uint32_t b = groups_.root(candidate.second);
  if (a == b || already_refused(a, b)) return;
  const auto note = [&](std::optional<ReasonCode> code) { history_.push_back({a, b, candidate.saved, code}); };
  if (groups_.group(a).has(kFlagAlone) || groups_.group(b).has(kFlagAlone)) {
    note(reason("R.OPAQUE_OP"));
    return refuse(candidate, a, b, reason("R.OPAQUE_OP"));
  }
  const GroupOrder::Answer order = order_.ask(a, b);
  if (order == GroupOrder::Answer::kGaveUp) {
    note(reason("R.SEARCH_LIMIT"));
    gave_up_.push_back(candidate);
    return refuse(candidate, a, b, reason("R.SEARCH_LIMIT"));
  }
  if (order == GroupOrder::Answer::kCycle) {
    note(reason("R.CYCLE"));
    candidate.between = order_.between();
    return block(candidate, a, b);
  }
  Group joined = groups_.join(a, b);
  const Verdict verdict = ask(a, b, joined);
  if (!verdict.accepted) {
    groups_.rollback();
    const ReasonCode code = furthest(verdict.refusals).code;
    note(code);
    return refuse(candidate, a, b, code);
  }
  const uint32_t root = groups_.commit(std::move(joined));
  order_.joined(root);
  note(std::nullopt);
  ++version_[root];
  const uint32_t gone = root == a ? b : a;
  wake(root, gone);
  unblock(root, gone);
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
  blocked_.resize(count);
  std::vector<OpIndex> open;
  component_size_.resize(count);
  for (const std::vector<OpIndex>& component : components()) {
    for (OpIndex op : component) component_size_[op] = component.size();
    if (component.size() > 1 && try_whole(component)) continue;
    open.insert(open.end(), component.begin(), component.end());
  }
  std::sort(open.begin(), open.end());
  if (open.empty()) return std::move(history_);
  groups_.open(open);
  for (OpIndex op : open) push_edges(op);
  push_siblings();
  drain();
  sweep(open);
  try_regions(open);
  for (int sweep = 0; sweep < kMaxSweeps && !gave_up_.empty(); ++sweep) search_to_the_end();
  return std::move(history_);
}

void Planner::sweep(const std::vector<OpIndex>& ops) {
  for (int i = 0; i < kMaxSweeps && ask_again(ops); ++i) drain();
}

/// All groups of a region at once: what no pair of them may be, all together can.
bool Planner::try_region(const std::vector<uint32_t>& region) {
  std::vector<OpIndex> ops;
  for (uint32_t group : region) ops.insert(ops.end(), groups_.members(group).begin(), groups_.members(group).end());
  std::sort(ops.begin(), ops.end(), [&](OpIndex a, OpIndex b) { return table_.place[a] < table_.place[b]; });
  // A region that is a whole component was asked as one.
  if (ops.size() == component_size_[ops[0]] || !try_whole(ops)) return false;
  const uint32_t root = ops[0];
  ++version_[root];
  for (uint32_t gone : region) {
    if (gone == root) continue;
    wake(root, gone);
    unblock(root, gone);
  }
  return true;
}

void Planner::try_regions(const std::vector<OpIndex>& ops) {
  const Regions found = find_regions(groups_, order_, ops);
  bool any = false;
  for (const std::vector<uint32_t>& region : found.regions) any = try_region(region) || any;
  if (!any) return;
  std::vector<uint32_t> order;
  std::vector<bool> seen(table_.ops.size(), false);
  for (uint32_t group : found.order) {
    const uint32_t root = groups_.root(group);
    if (!seen[root]) order.push_back(root);
    seen[root] = true;
  }
  order_.reset(order);
  sweep(ops);
}

/// Asks the pairs whose search was given up once more: the graph is smaller now, and the searches may take longer.
void Planner::search_to_the_end() {
  size_t left = kLastSteps + kLastStepsAnOp * table_.ops.size();
  std::vector<Candidate> again = std::move(gave_up_);
  gave_up_.clear();
  for (Candidate candidate : again) {
    const uint32_t a = groups_.root(candidate.first);
    const uint32_t b = groups_.root(candidate.second);
    if (a == b) continue;
    refused_.erase(pair_key(a, b));
    const size_t before = order_.steps();
    order_.give_up_after(left);
    consider(candidate);
    left -= std::min(left, order_.steps() - before);
  }
  order_.give_up_after(GroupOrder::kUsualSteps);
  // What is still too far is so for good, unless something was joined.
  if (queue_.empty()) gave_up_.clear();
  drain();
}

/// Queues every pair that values still cross between and that has no standing answer.
bool Planner::ask_again(const std::vector<OpIndex>& ops) {
  for (OpIndex op : ops) {
    for (const TensorUse& use : table_.ops[op].results) {
      for (OpIndex user : table_.users[use.tensor]) {
        const uint32_t a = groups_.root(op);
        const uint32_t b = groups_.root(user);
        if (a != b && !already_refused(a, b)) push(0, 1, op, user, kMaxDetours);
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

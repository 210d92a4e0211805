// The whole first; else on a definition with private copies, whose groups are then told in terms of the original: of
// the groups that hold one op, the first that others read it from computes it, and the others copy it.
#include "core/segment/nvfuser_order.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/ops/op_table.h"
#include "core/segment/nvfuser_graph.h"
#include "core/segment/nvfuser_merges.h"
#include "core/segment/nvfuser_private.h"

namespace cleave {
namespace {

using OpSet = std::vector<OpIndex>;

/// A group in terms of the original definition.
struct PlannedGroup {
  OpSet ops;
  /// Of `ops`, those that others read from this group.
  OpSet leaving;
};

void tidy(OpSet& ops) {
  std::sort(ops.begin(), ops.end());
  ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
}

class NvfuserPlan {
 public:
  NvfuserPlan(const Primitive& primitive, OpTable& table, KernelGroups& groups, const SegmentOptions& options)
      : primitive_(primitive), table_(table), groups_(groups), options_(options) {}

  NvfuserWalk run();

 private:
  std::vector<PlannedGroup> groups_with_copies();
  PlannedGroup planned(const OpTable& private_table, const OpSet& private_ops) const;
  void add_forwarded(const VisitGraph& graph, const OpTable& private_table, std::vector<PlannedGroup>& plan);
  void run_alone_what_does_not_fit(std::vector<PlannedGroup>& plan);
  bool has_hint() const;
  bool is_held(const PlannedGroup& group);
  void make(const PlannedGroup& group);
  void make_copies(uint32_t root, const OpSet& copies);
  void sort_by_place(OpSet& ops) const {
    std::sort(ops.begin(), ops.end(), [&](OpIndex a, OpIndex b) { return table_.place[a] < table_.place[b]; });
  }

  OpIndex original(const OpTable& private_table, OpIndex op) const {
    return table_.op_of_record[private_->original[private_table.ops[op].record.index].index];
  }

  const Primitive& primitive_;
  OpTable& table_;
  KernelGroups& groups_;
  const SegmentOptions& options_;
  std::optional<PrivateDefinition> private_;
  NvfuserWalk walk_;
  /// By op: how many groups hold it, and whether one has become its home.
  std::vector<uint32_t> holders_;
  std::vector<bool> has_home_;
};

bool holds(const OpSet& sorted, OpIndex op) { return std::binary_search(sorted.begin(), sorted.end(), op); }

/// Asks about a group as it will be: what does not leave it is read by nobody else.
bool NvfuserPlan::is_held(const PlannedGroup& group) {
  std::vector<std::pair<TensorIndex, ShortList<OpIndex, 2>>> users;
  for (OpIndex op : group.ops) {
    if (holds(group.leaving, op)) continue;
    for (const TensorUse& use : table_.ops[op].results) {
      users.emplace_back(use.tensor, table_.users[use.tensor]);
      ShortList<OpIndex, 2> inside;
      for (OpIndex user : users.back().second) {
        if (holds(group.ops, user)) inside.push_back(user);
      }
      table_.users[use.tensor] = std::move(inside);
    }
  }
  const bool held = SetQuestions(primitive_, table_, options_).hold(group.ops);
  for (auto& [tensor, list] : users) table_.users[tensor] = std::move(list);
  return held;
}

/// Every reader of a forwarded value computes it, where one kernel holds both; what no reader takes stands alone.
void NvfuserPlan::add_forwarded(const VisitGraph& graph, const OpTable& private_table,
                                std::vector<PlannedGroup>& plan) {
  for (const ForwardedValue& value : graph.forwarded()) {
    OpSet chain;
    for (OpIndex op : value.ops) chain.push_back(original(private_table, op));
    OpSet readers;
    for (OpIndex user : private_table.users[value.tensor]) readers.push_back(original(private_table, user));
    bool stands_alone = false;
    for (PlannedGroup& group : plan) {
      if (std::none_of(readers.begin(), readers.end(), [&](OpIndex reader) { return holds(group.ops, reader); }))
        continue;
      PlannedGroup enlarged = group;
      enlarged.ops.insert(enlarged.ops.end(), chain.begin(), chain.end());
      tidy(enlarged.ops);
      if (is_held(enlarged)) {
        group = std::move(enlarged);
      } else {
        stands_alone = true;
      }
    }
    if (!stands_alone) continue;
    tidy(chain);
    plan.insert(plan.begin(), {chain, {original(private_table, value.ops.back())}});
  }
}

PlannedGroup NvfuserPlan::planned(const OpTable& private_table, const OpSet& private_ops) const {
  PlannedGroup out;
  OpSet members = private_ops;
  tidy(members);
  for (OpIndex op : members) {
    out.ops.push_back(original(private_table, op));
    const auto& results = private_table.ops[op].results;
    const bool leaves = std::any_of(results.begin(), results.end(), [&](const TensorUse& use) {
      const auto& users = private_table.users[use.tensor];
      return private_table.is_output[use.tensor] ||
             std::any_of(users.begin(), users.end(), [&](OpIndex user) { return !holds(members, user); });
    });
    if (leaves) out.leaving.push_back(out.ops.back());
  }
  tidy(out.ops);
  tidy(out.leaving);
  return out;
}

/// The groups, each behind those whose values it reads.
std::vector<PlannedGroup> NvfuserPlan::groups_with_copies() {
  private_ = with_private_copies(primitive_);
  SegmentOptions options = options_;
  const auto moved = [&](std::vector<StateId>& states) {
    for (StateId& state : states) {
      const RecordId producer = primitive_.definition.states[state].producer;
      const auto found = std::find(private_->original.begin(), private_->original.end(), producer);
      const RecordId record(static_cast<uint32_t>(found - private_->original.begin()));
      const auto& results = primitive_.definition.records[producer].results;
      const auto place = static_cast<size_t>(std::find(results.begin(), results.end(), state) - results.begin());
      state = private_->primitive.definition.records[record].results[place];
    }
  };
  moved(options.cut_after);
  moved(options.keep);
  OpTable table = make_op_table(private_->primitive, options);
  VisitGraph graph(private_->primitive, table);
  SetQuestions questions(private_->primitive, table, options);
  NvfuserMerges merges(private_->primitive, table, options, graph, questions);
  walk_.history = merges.run();
  walk_.left_combinations_out = merges.left_combinations_out();
  for (MergeStep& step : walk_.history) {
    step.first_group = original(table, step.first_group);
    step.second_group = original(table, step.second_group);
  }
  graph.begin_round();
  std::vector<NodeIndex> nodes = graph.list();
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](NodeIndex a, NodeIndex b) { return graph.node(a).level < graph.node(b).level; });
  std::vector<PlannedGroup> plan;
  for (NodeIndex node : nodes) plan.push_back(planned(table, graph.node(node).ops));
  add_forwarded(graph, table, plan);
  return plan;
}

/// A group may no longer fit once copies have become one op, whether they are its own or what it reads: its ops run
/// alone then.
void NvfuserPlan::run_alone_what_does_not_fit(std::vector<PlannedGroup>& plan) {
  std::vector<uint32_t> made(table_.ops.size(), 0);
  for (const RecordId record : private_->original) {
    const OpIndex op = table_.op_of_record[record.index];
    if (op != kNone) ++made[op];
  }
  const auto is_copied = [&](OpIndex op) { return op != kNone && made[op] > 1; };
  const auto meets_copies = [&](OpIndex op) {
    const auto& operands = table_.ops[op].operands;
    return holders_[op] > 1 || is_copied(op) ||
           std::any_of(operands.begin(), operands.end(),
                       [&](const TensorUse& use) { return is_copied(table_.producer[use.tensor]); });
  };
  std::vector<PlannedGroup> out;
  for (PlannedGroup& group : plan) {
    if (std::none_of(group.ops.begin(), group.ops.end(), meets_copies) || is_held(group)) {
      out.push_back(std::move(group));
      continue;
    }
    sort_by_place(group.ops);
    for (OpIndex op : group.ops) out.push_back({{op}, {op}});
  }
  plan = std::move(out);
}

/// Copies from the last one to the first, so that each is read by what is there.
void NvfuserPlan::make_copies(uint32_t root, const OpSet& copies) {
  OpSet ordered = copies;
  sort_by_place(ordered);
  for (size_t i = ordered.size(); i-- > 0;) {
    const uint32_t copy = groups_.add_single(add_copy(primitive_, options_, table_, ordered[i]));
    root = groups_.commit(groups_.join(root, copy));
    groups_.note_copy(root, ordered[i]);
  }
}

/// Called for the groups in their order: who reads an op from outside reads it from the first group that it leaves. An
/// op that leaves none stays a group of its own that nobody reads.
void NvfuserPlan::make(const PlannedGroup& group) {
  OpSet own;
  OpSet copies;
  for (OpIndex op : group.ops) {
    const bool is_home = holders_[op] == 1 || (!has_home_[op] && holds(group.leaving, op));
    (is_home ? own : copies).push_back(op);
    if (is_home) has_home_[op] = true;
  }
  if (own.empty()) return;
  sort_by_place(own);
  if (own.size() > 1) groups_.commit_all(own, groups_.join_all(own));
  make_copies(groups_.root(own[0]), copies);
}

/// Where a definition says where to cut, the whole is never asked about.
bool NvfuserPlan::has_hint() const {
  return std::any_of(table_.ops.begin(), table_.ops.end(), [&](const OpFacts& facts) {
    return primitive_.definition.records[facts.record].op == op("segment_set");
  });
}

NvfuserWalk NvfuserPlan::run() {
  groups_.open_all();
  if (table_.ops.size() < 2) return {};
  OpSet all(table_.ops.size());
  for (OpIndex op = 0; op < all.size(); ++op) all[op] = op;
  if (!has_hint() && is_connected(table_) && SetQuestions(primitive_, table_, options_).hold(all)) {
    sort_by_place(all);
    groups_.commit_all(all, groups_.join_all(all));
    return {};
  }
  std::vector<PlannedGroup> plan = groups_with_copies();
  holders_.assign(all.size(), 0);
  has_home_.assign(all.size(), false);
  for (const PlannedGroup& group : plan) {
    for (OpIndex op : group.ops) ++holders_[op];
  }
  run_alone_what_does_not_fit(plan);
  for (const PlannedGroup& group : plan) make(group);
  return std::move(walk_);
}

}  // namespace

NvfuserWalk plan_as_nvfuser(const Primitive& primitive, OpTable& table, KernelGroups& groups,
                            const SegmentOptions& options) {
  return NvfuserPlan(primitive, table, groups, options).run();
}

}  // namespace cleave

// The whole first; else on a definition with private copies, whose groups are then told in terms of the original: an op
// that several of them hold is computed by the first, and copied by the others.
#include "core/segment/nvfuser_order.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/segment/nvfuser_graph.h"
#include "core/segment/nvfuser_merges.h"
#include "core/segment/nvfuser_private.h"

namespace cleave {
namespace {

using OpSet = std::vector<OpIndex>;

void tidy(OpSet& ops) {
  std::sort(ops.begin(), ops.end());
  ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
}

bool is_connected(const OpTable& table) {
  std::vector<bool> seen(table.ops.size(), false);
  OpSet open{0};
  seen[0] = true;
  size_t count = 0;
  while (!open.empty()) {
    const OpIndex op = open.back();
    open.pop_back();
    ++count;
    const auto visit = [&](OpIndex next) {
      if (next == kNone || seen[next]) return;
      seen[next] = true;
      open.push_back(next);
    };
    const auto visit_all = [&](const auto& uses) {
      for (const TensorUse& use : uses) {
        visit(table.producer[use.tensor]);
        for (OpIndex user : table.users[use.tensor]) visit(user);
      }
    };
    visit_all(table.ops[op].operands);
    visit_all(table.ops[op].results);
  }
  return count == table.ops.size();
}

class NvfuserPlan {
 public:
  NvfuserPlan(const Primitive& primitive, OpTable& table, KernelGroups& groups, const SegmentOptions& options)
      : primitive_(primitive),
        table_(table),
        groups_(groups),
        options_(options),
        questions_(primitive, table, options) {}

  std::vector<MergeStep> run();

 private:
  std::vector<OpSet> groups_of_copies();
  void add_forwarded(const VisitGraph& graph, const OpTable& private_table, std::vector<OpSet>& sets);
  void make(const OpSet& set);
  void make_what_fits(OpSet set);
  void make_copies(uint32_t root, const OpSet& copies);

  OpIndex original(const OpTable& private_table, OpIndex op) const {
    return table_.op_of_record[private_->original[private_table.ops[op].record.index].index];
  }

  const Primitive& primitive_;
  OpTable& table_;
  KernelGroups& groups_;
  const SegmentOptions& options_;
  SetQuestions questions_;
  std::optional<PrivateDefinition> private_;
  std::vector<MergeStep> history_;
  std::vector<bool> has_home_;
};

/// Every reader of a forwarded value computes it, where one kernel holds both; what no reader takes stands alone.
void NvfuserPlan::add_forwarded(const VisitGraph& graph, const OpTable& private_table, std::vector<OpSet>& sets) {
  for (const ForwardedValue& value : graph.forwarded()) {
    OpSet chain;
    for (OpIndex op : value.ops) chain.push_back(original(private_table, op));
    bool stands_alone = false;
    OpSet readers;
    for (OpIndex user : private_table.users[value.tensor]) readers.push_back(original(private_table, user));
    for (OpSet& set : sets) {
      const bool reads = std::any_of(readers.begin(), readers.end(), [&](OpIndex reader) {
        return std::binary_search(set.begin(), set.end(), reader);
      });
      if (!reads) continue;
      OpSet enlarged = set;
      enlarged.insert(enlarged.end(), chain.begin(), chain.end());
      tidy(enlarged);
      if (questions_.hold(enlarged)) {
        set = std::move(enlarged);
      } else {
        stands_alone = true;
      }
    }
    if (stands_alone) sets.insert(sets.begin(), std::move(chain));
  }
}

/// The groups as sets of original ops, each behind those whose values it reads.
std::vector<OpSet> NvfuserPlan::groups_of_copies() {
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
  history_ = NvfuserMerges(private_->primitive, table, options, graph, questions).run();
  for (MergeStep& step : history_) {
    step.first_group = original(table, step.first_group);
    step.second_group = original(table, step.second_group);
  }
  graph.begin_round();
  std::vector<NodeIndex> nodes = graph.list();
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](NodeIndex a, NodeIndex b) { return graph.node(a).level < graph.node(b).level; });
  std::vector<OpSet> sets;
  for (NodeIndex node : nodes) {
    sets.emplace_back();
    for (OpIndex op : graph.node(node).ops) sets.back().push_back(original(table, op));
    tidy(sets.back());
  }
  add_forwarded(graph, table, sets);
  return sets;
}

/// Copies from the last one to the first, so that each is read by what is there.
void NvfuserPlan::make_copies(uint32_t root, const OpSet& copies) {
  OpSet ordered = copies;
  std::sort(ordered.begin(), ordered.end(), [&](OpIndex a, OpIndex b) { return table_.place[a] > table_.place[b]; });
  for (OpIndex op : ordered) {
    const uint32_t copy = groups_.add_single(add_copy(primitive_, options_, table_, op));
    root = groups_.commit(groups_.join(root, copy));
    groups_.note_copy(root, op);
  }
}

/// Called for the sets in their order: what a set computes that an earlier one computes too is a copy, and who reads it
/// from outside reads it from the earlier one.
void NvfuserPlan::make(const OpSet& set) {
  OpSet own;
  OpSet copies;
  for (OpIndex op : set) {
    (has_home_[op] ? copies : own).push_back(op);
    has_home_[op] = true;
  }
  if (own.empty()) return;
  std::sort(own.begin(), own.end(), [&](OpIndex a, OpIndex b) { return table_.place[a] < table_.place[b]; });
  if (own.size() > 1) groups_.commit_all(own, groups_.join_all(own));
  make_copies(groups_.root(own[0]), copies);
}

/// The same for a set that may not fit once copies of its own have become one op: its ops run alone then.
void NvfuserPlan::make_what_fits(OpSet set) {
  if (questions_.hold(set)) return make(set);
  std::sort(set.begin(), set.end(), [&](OpIndex a, OpIndex b) { return table_.place[a] < table_.place[b]; });
  for (OpIndex op : set) make({op});
}

std::vector<MergeStep> NvfuserPlan::run() {
  groups_.open_all();
  if (table_.ops.size() < 2) return {};
  OpSet all(table_.ops.size());
  for (OpIndex op = 0; op < all.size(); ++op) all[op] = op;
  has_home_.assign(all.size(), false);
  if (is_connected(table_) && questions_.hold(all)) {
    make(all);
    return {};
  }
  for (OpSet& set : groups_of_copies()) make_what_fits(std::move(set));
  return std::move(history_);
}

}  // namespace

std::vector<MergeStep> plan_as_nvfuser(const Primitive& primitive, OpTable& table, KernelGroups& groups,
                                       const SegmentOptions& options) {
  return NvfuserPlan(primitive, table, groups, options).run();
}

}  // namespace cleave

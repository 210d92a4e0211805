// The steps of nvFuser's walk that join something: those with a pattern of their own first, then pairs round by round,
// then what is left. Each asks about a set of ops and joins it if a rule set holds it. Only nvfuser_order.cpp includes
// this header.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/segment/groups.h"
#include "core/segment/nvfuser_graph.h"
#include "core/segment/nvfuser_order.h"
#include "core/segment/rules.h"

namespace cleave {

/// Asks the rules about sets of ops, and remembers the answers.
class SetQuestions {
 public:
  SetQuestions(const Primitive& primitive, OpTable& table, const SegmentOptions& options)
      : primitive_(primitive), table_(table), options_(options), groups_(table) {}

  /// True if one kernel holds the ops, which are connected.
  bool hold(std::vector<OpIndex> ops);
  /// What refused the last set that was asked about for the first time.
  ReasonCode last_refusal() const { return last_refusal_; }

 private:
  const Primitive& primitive_;
  const OpTable& table_;
  const SegmentOptions& options_;
  KernelGroups groups_;
  struct HashOfOps {
    size_t operator()(const std::vector<OpIndex>& ops) const;
  };
  /// By ops in the order of their places.
  std::unordered_map<std::vector<OpIndex>, bool, HashOfOps> answers_;
  ReasonCode last_refusal_{};
};

class NvfuserMerges {
 public:
  NvfuserMerges(const Primitive& primitive, const OpTable& table, const SegmentOptions& options, VisitGraph& graph,
                SetQuestions& questions)
      : primitive_(primitive),
        table_(table),
        options_(options),
        graph_(graph),
        questions_(questions),
        combinations_left_(kMaxNvfuserCombinations) {}

  /// All steps in nvFuser's order; gives what was tried.
  std::vector<MergeStep> run();
  /// There were more pairs of reductions than kMaxNvfuserCombinations; those behind them were not tried.
  bool left_combinations_out() const { return left_combinations_out_; }

 private:
  struct Signature {
    uint32_t rank = 0;
    uint64_t dims = 0;
    friend bool operator==(const Signature&, const Signature&) = default;
  };

  bool join_if_held(const std::vector<NodeIndex>& nodes);
  bool is_held(const std::vector<NodeIndex>& nodes);
  const Record& record(OpIndex op) const { return primitive_.definition.records[table_.ops[op].record]; }
  /// The only op of a node, or kNone.
  OpIndex single_op(NodeIndex node) const;

  std::vector<NodeIndex> with_all_between(const VisitEdge& edge) const;
  bool join_one_kept_value();
  bool join_one_cat();
  std::vector<NodeIndex> pads_of_lowered_cat(NodeIndex node) const;
  bool join_one_cast_chain();
  std::optional<std::vector<NodeIndex>> cast_chain(NodeIndex first) const;
  void pull_in_producers(std::vector<NodeIndex>& set) const;
  bool combine_reductions();
  bool may_try_combination();
  const std::vector<bool>& before_in_round(NodeIndex node);
  const std::vector<bool>& after_in_round(NodeIndex node);
  bool combine_along_path(NodeIndex first, NodeIndex second);
  bool combine_siblings(NodeIndex first, NodeIndex second);
  bool may_combine(const std::vector<NodeIndex>& set, const Signature& signature) const;
  std::vector<Signature> signatures(NodeIndex node) const;
  bool preferred_round();
  std::vector<NodeIndex> preferred_partners(NodeIndex node) const;
  bool ordinary_round();
  bool join_marked(const std::vector<NodeIndex>& marked);
  bool join_one_left();

  const Primitive& primitive_;
  const OpTable& table_;
  const SegmentOptions& options_;
  VisitGraph& graph_;
  SetQuestions& questions_;
  /// Pairs of nodes that were refused; a node that changes gets another index.
  std::unordered_set<uint64_t> refused_;
  /// What lies before and after a node, while reductions are combined and until two have been.
  std::unordered_map<NodeIndex, std::vector<bool>> before_;
  std::unordered_map<NodeIndex, std::vector<bool>> after_;
  size_t combinations_left_;
  bool left_combinations_out_ = false;
  std::vector<MergeStep> history_;
};

}  // namespace cleave

// Makes the records of one definition while it is read: the builder, the source map beside it, ranks, limits. Hidden
// states (literals as operands, literals in lists, default strides) are made here, in the order that the language
// counts them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ir/builder.h"
#include "core/ir/rank.h"
#include "core/parse/parse.h"
#include "core/parse/script_value.h"

namespace cleave {

class RecordWriter {
 public:
  RecordWriter(const ParseLimits& limits, Diagnostics& diagnostics) : limits_(limits), diagnostics_(diagnostics) {}

  const Definition& definition() const { return builder_.definition(); }
  const RankTable& ranks() const { return ranks_; }
  /// No more records are taken; said once.
  bool is_full() const { return full_; }
  StateKind kind(StateId state) const { return definition().states[state].kind; }

  /// A record with the results of its row, or nothing when the limit is reached.
  std::optional<RecordId> add(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes,
                              RecordForm form, SourceSpan span, std::vector<SourceSpan> operand_spans = {});
  std::optional<RecordId> add_with_results(OpCode op, std::vector<std::optional<StateId>> operands,
                                           Attributes attributes, std::span<const StateKind> results, SourceSpan span);
  /// triu with a literal: the result's index comes before the literal's.
  std::optional<StateId> add_before_literal(OpCode op, std::vector<std::optional<StateId>> operands,
                                            ScalarValue literal, SourceSpan span, SourceSpan literal_span);
  /// A hidden constant.
  std::optional<StateId> literal(const ScalarValue& value, SourceSpan span);
  std::optional<StateId> vector(std::vector<std::optional<StateId>> items, RecordForm form, SourceSpan span);

  /// The user's name of a state; the first one stays.
  void name(StateId state, std::string_view name);

  Definition take_definition() { return std::move(builder_).finish(); }
  SourceMap take_source_map() { return std::move(source_map_); }

 private:
  bool has_room(SourceSpan span);
  /// False, and reported, where a result has more dimensions than a tensor may have.
  bool check_rank(RecordId record, SourceSpan span);
  void note(RecordId record, SourceSpan span, std::vector<SourceSpan> operand_spans);

  const ParseLimits& limits_;
  Diagnostics& diagnostics_;
  Builder builder_;
  SourceMap source_map_;
  RankTable ranks_;
  bool full_ = false;
};

}  // namespace cleave

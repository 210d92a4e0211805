// The only way to make a Definition. Operands must exist before the record that reads them, so program order is always
// a topological order. The builder checks nothing that a user could get wrong; callers (parse, rewrite, translate) do.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/ir/definition.h"

namespace cleave {

class Builder {
 public:
  /// Appends a record and creates its results, left to right. `results` overrides the row's result kinds where they
  /// depend on the operands (tensor_sizes) or are absent.
  RecordId add(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes,
               RecordForm form = RecordForm::kExplicit);
  RecordId add_with_results(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes,
                            std::span<const StateKind> results, RecordForm form = RecordForm::kExplicit);

  /// add() for an op with one result; gives the result.
  StateId value(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes = NoAttributes{});

  /// A scalar constant.
  StateId constant(ScalarValue value, DType dtype, RecordForm form = RecordForm::kExplicit);
  /// A symbolic scalar, which is an input.
  StateId scalar_input(DType dtype);
  StateId vector(std::span<const StateId> items, RecordForm form = RecordForm::kExplicit);
  /// Hidden constants and a hidden vector, as a list literal makes them.
  StateId literal_vector(std::span<const int64_t> values);
  /// A one-result op whose last operand is a hidden constant that is created after the result, as triu's diagonal is:
  /// the constant's record comes first, its index second.
  StateId value_before_literal(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes,
                               ScalarValue literal);
  void output(StateId value, std::optional<StateId> alias = std::nullopt, std::vector<int64_t> stride_order = {});

  /// What has been built so far.
  const Definition& definition() const { return definition_; }
  Definition finish() && { return std::move(definition_); }

 private:
  Definition definition_;
};

}  // namespace cleave

// Calls of a definition → records: `fd.define_*`, `fd.from_pytorch`, `fd.add_output`, `fd.ops.*`, Python operators, and
// the methods of states. Everything that an op's row says is generic; what the language says of single calls (the
// overloads of define_tensor, default strides of slices, reductions over all dims, triu's index order) stands here and
// in declaration_calls.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/parse/argument_binding.h"
#include "core/parse/interpreter.h"
#include "core/parse/record_writer.h"

namespace cleave {

class RecordCalls final : public StateCalls {
 public:
  RecordCalls(const ParseLimits& limits, Diagnostics& diagnostics)
      : limits_(limits), diagnostics_(diagnostics), writer_(limits, diagnostics) {}

  RecordWriter& writer() { return writer_; }
  const Definition& definition() const { return writer_.definition(); }
  /// The stream number that the statement's comment gives to its random op.
  void set_ordinal(std::optional<int64_t> ordinal) { ordinal_ = ordinal; }

  ScriptValue call(const std::vector<std::string_view>& path, SourceSpan path_span, std::vector<Argument> arguments,
                   SourceSpan span) override;
  ScriptValue binary(TokenKind symbol, SourceSpan symbol_span, const ScriptValue& left, const ScriptValue& right,
                     SourceSpan span) override;
  ScriptValue unary(TokenKind symbol, const ScriptValue& operand, SourceSpan span) override;
  ScriptValue member(const ScriptValue& state, std::string_view name, SourceSpan name_span,
                     std::vector<Argument> arguments, bool is_call, SourceSpan span) override;
  ScriptValue element(const ScriptValue& state, const ScriptValue& index, SourceSpan span) override;

 private:
  ScriptValue report(DiagnosticCode code, SourceSpan span, std::vector<std::string> arguments);
  ScriptValue unknown_op(std::string_view name, SourceSpan span);
  ScriptValue define_tensor(const CallSite& site, std::vector<Argument> arguments);
  ScriptValue define_strided_tensor(const CallSite& site, const std::vector<Argument>& arguments);
  ScriptValue define_scalar(const CallSite& site, std::vector<Argument> arguments);
  ScriptValue define_vector(const CallSite& site, std::vector<Argument> arguments);
  ScriptValue from_pytorch(const CallSite& site, const std::vector<Argument>& arguments);
  std::optional<bool> static_sizes_flag(const CallSite& site, const Argument& argument);
  ScriptValue add_strided(const CallSite& site, const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides,
                          DType dtype, bool is_cpu, bool static_sizes);
  /// `call` only says where the attributes stand.
  ScriptValue tensor_record(TensorAttributes attributes, const CallSite& site, const BoundCall& call);
  bool check_tensor(TensorAttributes& attributes, const CallSite& site, const BoundCall& call);
  bool check_shape(const std::vector<int64_t>& shape, SourceSpan span);
  bool normalize_stride_order(std::vector<int64_t>& order, size_t rank, SourceSpan span);

  ScriptValue add_op(const CallSite& site, std::vector<Argument> arguments);
  std::vector<Argument> rewritten(const CallSite& site, std::vector<Argument> arguments) const;
  bool check_dtype(const CallSite& site, const BoundCall& call);
  bool complete_attributes(const CallSite& site, BoundCall& call);
  ScriptValue add_slice(const CallSite& site, const BoundCall& call);
  ScriptValue add_triu(const CallSite& site, const BoundCall& call);
  ScriptValue add_tensor_sizes(const CallSite& site, const BoundCall& call);
  /// The operands of a bound call, hidden states made on the way; nothing at the record limit or on an error.
  std::optional<std::vector<std::optional<StateId>>> operands(const CallSite& site, const BoundCall& call);
  std::optional<StateId> operand(const ScriptValue& value);
  std::optional<StateId> vector_operand(const CallSite& site, const OperandInfo& row, const ScriptValue& value);
  std::optional<std::vector<std::optional<StateId>>> items(const ScriptValue& list);
  bool check_extents(const CallSite& site, const OperandInfo& row, const ScriptValue& list);
  ScriptValue results(std::optional<RecordId> record, SourceSpan span) const;
  std::string describe(StateId state) const;
  bool is_scalar_state(const ScriptValue& value) const;

  const ParseLimits& limits_;
  Diagnostics& diagnostics_;
  RecordWriter writer_;
  std::optional<int64_t> ordinal_;
};

}  // namespace cleave

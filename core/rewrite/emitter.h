// Builds the primitive definition record by record, typed as it grows, for the source record in hand. The
// decompositions (decompose_*.cpp) are free functions over an Emitter: they read the source record's operands, report
// mistakes at its place, emit primitive records, and return the states that stand for the source record's results.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/infer/infer.h"
#include "core/ir/builder.h"
#include "core/rewrite/primitive.h"

namespace cleave {

class Emitter {
 public:
  Emitter(const Definition& source, const SourceMap& map, Diagnostics& diagnostics)
      : source_(source), map_(map), diagnostics_(diagnostics) {}

  // The source record in hand.

  /// Makes `record` the one in hand.
  void begin(RecordId record);
  const Record& record() const { return source_.records[current_]; }
  const OpInfo& row() const { return info(record().op); }
  /// The primitive state of an operand; nothing where the slot is empty.
  std::optional<StateId> operand(size_t slot) const;
  /// True if every operand that is there has a primitive state: nothing it depends on has failed.
  bool operands_known() const;
  /// The slot of an operand that has a state of unknown type, if there is one.
  std::optional<size_t> untyped_operand() const;
  /// The primitive scalars of a vector operand.
  std::vector<StateId> vector_operand(size_t slot) const;
  /// The user's name of an operand, of the record's first result.
  std::string operand_name(size_t slot) const;
  std::string result_name() const;
  Diagnostic& report(DiagnosticCode code, std::vector<std::string> arguments,
                     std::optional<size_t> slot = std::nullopt);

  // What has been built.

  bool is_tensor(StateId state) const { return builder_.definition().is_tensor(state); }
  const TensorType& tensor(StateId state) const { return inference_.types().tensor(state); }
  const ScalarType& scalar(StateId state) const { return inference_.types().scalar(state); }
  bool is_typed(StateId state) const { return inference_.types().is_known(state); }
  DType dtype(StateId state) const { return is_tensor(state) ? tensor(state).dtype : scalar(state).dtype; }
  bool is_reduction_result(StateId state) const;
  const Definition& definition() const { return builder_.definition(); }
  /// The number a scalar is; reports and gives nothing where it is not known.
  std::optional<int64_t> known_int(StateId scalar);
  /// All of `scalars` as numbers, or nothing (reported).
  std::optional<std::vector<int64_t>> known_ints(std::span<const StateId> scalars);

  // Building.

  StateId emit(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes = NoAttributes{});
  std::vector<StateId> emit_all(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes);
  StateId constant(ScalarValue value);
  StateId vector(std::span<const StateId> scalars);
  StateId literal_vector(std::span<const int64_t> values);
  /// The extent of an axis as a scalar: the size of the input or the scalar that it comes from, else a literal.
  StateId extent_scalar(StateId tensor, size_t dim);
  /// `value` in `dtype`; itself if it is already.
  StateId cast(StateId value, DType dtype);
  /// New leading axes of extent 1 up to `rank`.
  StateId aligned(StateId tensor, size_t rank);
  StateId broadcast(StateId tensor, std::vector<bool> is_new);
  /// A tensor filled with `value`, with the axes of `like` but those in `without`.
  StateId full(ScalarValue value, DType dtype, StateId like, const std::vector<bool>& without);
  /// The number of elements along `dims` as a Double scalar.
  StateId element_count(StateId tensor, const std::vector<size_t>& dims);

  // Declarations, used by rewrite.cpp.

  StateId declare_tensor(const TensorAttributes& attributes, const std::vector<int64_t>& sizes);
  StateId declare_scalar(const ScalarAttributes& attributes, std::optional<ScalarValue> value, RecordForm form);
  void output(StateId value, std::optional<StateId> alias, std::vector<int64_t> stride_order);
  /// Says that source state `from` has the value `to`.
  void bind(StateId from, StateId to);
  void bind_vector(StateId from, std::vector<StateId> items) { vectors_[from.index] = std::move(items); }
  std::optional<StateId> value_of(StateId source_state) const { return from_source_.origin(source_state); }
  Primitive finish() &&;

 private:
  RecordId add(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes, RecordForm form);
  std::string temporary_label(OpCode op) const;

  const Definition& source_;
  const SourceMap& map_;
  Diagnostics& diagnostics_;
  RecordId current_{0U};
  Builder builder_;
  TypeInference inference_;
  IndexMap to_source_;
  IndexMap from_source_;
  IdMap<RecordId, std::optional<RecordId>> record_origin_;
  IdMap<StateId, std::string> labels_;
  std::map<uint32_t, std::vector<StateId>> vectors_;
  std::map<std::pair<uint32_t, int64_t>, StateId> sizes_;
  size_t temporaries_ = 0;
};

/// States that stand for the results of the record in hand; empty where it is wrong (reported) or depends on a wrong
/// one.
using Results = std::vector<StateId>;

}  // namespace cleave

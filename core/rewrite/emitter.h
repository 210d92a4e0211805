// The TypedBuilder of the primitive definition with the source record in hand. The decompositions (decompose_*.cpp) are
// free functions over an Emitter: they read the source record's operands, report mistakes at its place, emit primitive
// records, and return the states that stand for the source record's results.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/rewrite/typed_builder.h"

namespace cleave {

class Emitter : public TypedBuilder {
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
  /// The number a scalar is; reports and gives nothing where it is not known.
  std::optional<int64_t> known_int(StateId scalar);
  /// All of `scalars` as numbers, or nothing (reported).
  std::optional<std::vector<int64_t>> known_ints(std::span<const StateId> scalars);

  // What the source's states are in the primitive definition.

  /// Says that source state `from` has the value `to`.
  void bind(StateId from, StateId to);
  void bind_vector(StateId from, std::vector<StateId> items) { vectors_[from.index] = std::move(items); }
  std::optional<StateId> value_of(StateId source_state) const { return from_source_.origin(source_state); }
  Primitive finish() &&;

 private:
  const Definition& source_;
  const SourceMap& map_;
  Diagnostics& diagnostics_;
  RecordId current_{0U};
  IndexMap to_source_;
  IndexMap from_source_;
  std::map<uint32_t, std::vector<StateId>> vectors_;
};

/// States that stand for the results of the record in hand; empty where it is wrong (reported) or depends on a wrong
/// one.
using Results = std::vector<StateId>;

}  // namespace cleave

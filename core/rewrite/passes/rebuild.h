// Builds the definition after a pass from the one before: records are copied in order, or something else is built in
// their place, and it is noted which old value each new state holds. What nothing needs any more is pruned at the end,
// so a pass says what replaces a value and never what dies. The definition before is never changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/rewrite/typed_builder.h"

namespace cleave {

/// A definition after a pass.
struct PassStep {
  Primitive primitive;
  /// State after → state before that holds the same value; nothing for values that the pass makes.
  IndexMap map;
};

class Rebuild : public TypedBuilder {
 public:
  explicit Rebuild(const Primitive& before);

  /// Makes a record of the definition before the one in hand: what is emitted comes from it.
  void begin(RecordId record);
  /// The new state that holds the value of an old one. A literal is made again.
  StateId operand(StateId old);
  std::vector<std::optional<StateId>> operands(const Record& record);
  /// The record in hand again, inputs and outputs included.
  void copy();
  /// The record in hand again, but with other operands.
  void copy_with(std::vector<std::optional<StateId>> operands);
  /// Says that `made` holds the value of `old`, which later records read instead. Of several old values the state is
  /// known by an input, else by an output, else by one that the source knows.
  void bind(StateId old, StateId made);

  PassStep finish() &&;

 private:
  /// What an old value has for a new state's being known by its name, from least to most.
  enum class Claim : uint8_t { kNone, kSource, kOutput, kDeclared };

  bool is_literal(StateId old) const;
  Claim claim(StateId old) const;
  void copy_declaration(const Record& record);
  void copy_output(const Record& record);

  const Primitive& before_;
  RecordId in_hand_{0U};
  /// Old state → new one.
  IndexMap made_;
  /// New state → old one.
  std::vector<std::optional<StateId>> origin_;
  /// Old inputs that something is written into.
  std::vector<bool> is_updated_;
  /// Old values that are given out.
  std::vector<bool> is_output_;
};

/// The definition with some records replaced: `replace(rebuild, id, record)` builds something in place of a record and
/// gives true, or does nothing and gives false, and the record is copied.
template <class Replace>
PassStep rebuilt(const Primitive& before, Replace replace) {
  Rebuild rebuild(before);
  for (RecordId id : before.definition.records.ids()) {
    rebuild.begin(id);
    if (!replace(rebuild, id, before.definition.records[id])) rebuild.copy();
  }
  return std::move(rebuild).finish();
}

/// What messages call a state of a primitive definition: its label, or where it has none its letter and index.
std::string name_of(const Primitive& primitive, StateId state);

}  // namespace cleave

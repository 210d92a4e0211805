// What a definition is: states in one linear index space and the records that make them, in program order.
//
// A state is a tensor, a scalar or a vector. Its id is its index in the language's sense: every state that a record
// creates counts, hidden inline ones (literals in lists, literals as operands, default strides) included. What the user
// called a state is not here but in the SourceMap beside the definition, so two definitions that differ only in names
// are equal.
//
// The same structure serves three levels: what the user wrote, the primitive definition that rewrite makes of it, and
// the definition of one segment. verify.h says what each level may hold. A Definition is made by a Builder and const
// ever after.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/id.h"
#include "core/ops/attributes.h"
#include "core/ops/op_info.h"

namespace cleave {

struct State;
struct Record;
/// Index of a state in the definition's linear index space (the number in `T4`, `S1`, `V3`).
using StateId = Id<State>;
/// Place of a record in program order.
using RecordId = Id<Record>;

enum class StateKind : uint8_t { kTensor, kScalar, kVector };

/// `T`, `S` or `V`.
constexpr char letter(StateKind kind) {
  return kind == StateKind::kTensor ? 'T' : kind == StateKind::kScalar ? 'S' : 'V';
}

struct State {
  StateKind kind = StateKind::kTensor;
  /// The record that creates the state.
  RecordId producer{0U};
  friend bool operator==(const State&, const State&) = default;
};

enum class RecordForm : uint8_t {
  /// A line of its own.
  kExplicit,
  /// Printed in place where its state is used; has no line.
  kInline,
};

/// One call. `operands` are the slots of the op's row in order, absent optional ones empty; ops that take a list hold
/// all its items.
struct Record {
  OpCode op{};
  RecordForm form = RecordForm::kExplicit;
  std::vector<std::optional<StateId>> operands;
  std::vector<StateId> results;
  Attributes attributes;
  friend bool operator==(const Record&, const Record&) = default;

  /// The operand in `slot`, which must be present.
  StateId operand(size_t slot) const {
    CHECK(slot < operands.size() && operands[slot].has_value(), "the operand is present");
    return *operands[slot];
  }
  bool has_operand(size_t slot) const { return slot < operands.size() && operands[slot].has_value(); }
  StateId result() const {
    CHECK(results.size() == 1, "the record has one result");
    return results[0];
  }
};

/// The attributes of `record` as its family's struct.
template <class T>
const T& attributes(const Record& record) {
  const T* found = std::get_if<T>(&record.attributes);
  CHECK(found != nullptr, "a record carries its family's attributes");
  return *found;
}

/// One add_output call.
struct Output {
  StateId value;
  /// The input that is updated in place; nothing for an output of its own.
  std::optional<StateId> alias;
  std::vector<int64_t> stride_order;
  RecordId record;
  friend bool operator==(const Output&, const Output&) = default;
};

struct Definition {
  Arena<StateId, State> states;
  Arena<RecordId, Record> records;
  /// Tensors and symbolic scalars, in the order of their records.
  std::vector<StateId> inputs;
  /// In the order of the calls; duplicates stay.
  std::vector<Output> outputs;
  friend bool operator==(const Definition&, const Definition&) = default;

  const Record& producer(StateId state) const { return records[states[state].producer]; }
  bool is_tensor(StateId state) const { return states[state].kind == StateKind::kTensor; }
  bool is_scalar(StateId state) const { return states[state].kind == StateKind::kScalar; }
};

/// The items of a vector state made by define_vector.
std::vector<StateId> vector_items(const Definition& definition, StateId vector);

/// The value of a scalar constant, or nothing for any other scalar.
std::optional<ScalarValue> constant_value(const Definition& definition, StateId scalar);

/// True for define_tensor, define_scalar, define_vector and add_output: records that compute nothing.
bool is_declaration(const Record& record);

/// For every state the records that read it, in program order; vectors count as readers of their items.
IdMap<StateId, std::vector<RecordId>> users(const Definition& definition);

}  // namespace cleave

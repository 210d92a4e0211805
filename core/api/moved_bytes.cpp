// See moved_bytes.h.
#include "core/api/moved_bytes.h"

#include <optional>
#include <set>
#include <variant>

namespace cleave {
namespace {

int64_t bytes_of(const Primitive& primitive, StateId value) {
  const auto* tensor = std::get_if<TensorType>(&primitive.types.states[value]);
  return tensor == nullptr ? 0 : tensor->bytes();
}

/// What a value is a view of, through segments that only rename: an input of the definition or a value that a kernel
/// writes.
class Origins {
 public:
  explicit Origins(const Compilation& c)
      : primitive_(c.primitive), is_renamed_(c.primitive.definition.records.size(), false) {
    for (const Segment& segment : c.segmentation.segments) {
      if (!launches_nothing(segment)) continue;
      for (const RecordId record : segment.records) is_renamed_[record.index] = true;
    }
  }

  StateId origin(StateId value) const {
    const Definition& definition = primitive_.definition;
    while (is_renamed_[definition.states[value].producer.index]) {
      const std::optional<StateId> renamed = first_tensor(definition.producer(value));
      if (!renamed) break;
      value = *renamed;
    }
    return value;
  }
  bool is_input(StateId value) const { return is_declaration(primitive_.definition.producer(value)); }

 private:
  std::optional<StateId> first_tensor(const Record& record) const {
    for (const std::optional<StateId>& operand : record.operands) {
      if (operand && primitive_.definition.is_tensor(*operand)) return operand;
    }
    return std::nullopt;
  }

  const Primitive& primitive_;
  /// By record.
  std::vector<bool> is_renamed_;
};

}  // namespace

MovedBytes count_moved_bytes(const Compilation& c) {
  const Origins origins(c);
  std::set<StateId> outputs;
  for (const Output& output : c.primitive.definition.outputs) outputs.insert(output.value);
  std::set<StateId> read;
  MovedBytes out;
  for (const Segment& segment : c.segmentation.segments) {
    out.bytes += segment.bytes_read + segment.bytes_written;
    int64_t needed = 0;
    if (!launches_nothing(segment)) {
      for (const StateId value : segment.inputs) {
        const StateId origin = origins.origin(value);
        if (origins.is_input(origin) && read.insert(origin).second) needed += bytes_of(c.primitive, value);
      }
      for (const StateId value : segment.outputs) {
        if (outputs.count(value) != 0) needed += bytes_of(c.primitive, value);
      }
    }
    out.bytes_whole += needed;
    out.of_cuts.push_back(segment.bytes_read + segment.bytes_written - needed);
  }
  return out;
}

}  // namespace cleave

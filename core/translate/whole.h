// What every segment asks of the whole primitive definition, looked up once: which position an extent has among the
// extents of the inputs, which scalar an extent is, how a value is an output. Holds no values and no segment.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/rewrite/primitive.h"

namespace cleave {

/// The p-th extent over all tensor inputs, in order; its public index is -(p+1).
struct InputExtent {
  int64_t position = 0;
  StateId tensor{0U};
  int64_t dim = 0;

  int64_t original() const { return -(position + 1); }
};

class Whole {
 public:
  explicit Whole(const Primitive& primitive);

  const Primitive& primitive() const { return primitive_; }
  const Definition& definition() const { return primitive_.definition; }
  const Types& types() const { return primitive_.types; }

  /// Where among the inputs' extents `extent` stands; the last place where several inputs share it.
  std::optional<InputExtent> input_extent(ExtentId extent) const;
  /// The extent that the scalar `state` is, if it is one.
  std::optional<ExtentId> extent_of(StateId scalar) const;
  /// Place of an input in the definition's list of inputs; nothing for other states.
  std::optional<size_t> input_position(StateId state) const;
  /// The add_output calls of `state`, in order.
  std::vector<const Output*> outputs_of(StateId state) const;
  /// The user's name of a state, or the stable label of a value with no source index.
  std::string label(StateId state) const;

 private:
  const Primitive& primitive_;
  std::unordered_map<uint32_t, InputExtent> input_extents_;
  std::unordered_map<uint32_t, ExtentId> scalar_extents_;
  std::unordered_map<uint32_t, size_t> input_positions_;
  std::unordered_map<uint32_t, std::vector<size_t>> outputs_;
};

}  // namespace cleave

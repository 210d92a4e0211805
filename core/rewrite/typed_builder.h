// Builds a primitive definition record by record and types it as it grows. The rewrite of the source (emitter.h) and
// the passes over the primitive definition (passes/rebuild.h) both build with it; each says where a record comes from
// and what the states are called. It refuses nothing: what does not fit has been refused before it gets here.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/infer/infer.h"
#include "core/ir/builder.h"
#include "core/rewrite/primitive.h"

namespace cleave {

class TypedBuilder {
 public:
  // What has been built.

  bool is_tensor(StateId state) const { return builder_.definition().is_tensor(state); }
  const TensorType& tensor(StateId state) const { return inference_.types().tensor(state); }
  const ScalarType& scalar(StateId state) const { return inference_.types().scalar(state); }
  bool is_typed(StateId state) const { return inference_.types().is_known(state); }
  DType dtype(StateId state) const { return is_tensor(state) ? tensor(state).dtype : scalar(state).dtype; }
  bool is_reduction_result(StateId state) const;
  bool is_input(StateId state) const;
  const Definition& definition() const { return builder_.definition(); }

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
  /// `tensor`, which has elements, in the shape that `extents` names: axes of extent 1 come and go by squeeze and
  /// broadcast. `shape` holds the same as numbers, where `extents` may leave one open with -1.
  StateId reshape(StateId tensor, std::span<const StateId> extents, const std::vector<int64_t>& shape);

  // Declarations.

  StateId declare_tensor(const TensorAttributes& attributes, const std::vector<int64_t>& sizes);
  StateId declare_scalar(const ScalarAttributes& attributes, std::optional<ScalarValue> value, RecordForm form);
  /// Makes `value` an output, in the memory order asked for; an input, or a value that has an order already, is copied
  /// into it.
  void output(StateId value, std::vector<int64_t> stride_order);
  /// Makes `value` an in-place update of `input`; another input is copied.
  void update(StateId value, StateId input);

 protected:
  /// From now on records come from `origin`, and values that it makes on the way are called `label.op`; nothing where
  /// `label` is empty.
  void begin_from(RecordId origin, std::string label);
  RecordId add(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes, RecordForm form);
  /// A record of any form, its results typed.
  const std::vector<StateId>& add_typed(OpCode op, std::vector<std::optional<StateId>> operands, Attributes attributes,
                                        RecordForm form);
  /// `record` comes from another record than the one in hand.
  void set_origin(RecordId record, RecordId origin) { record_origin_.set(record, origin); }
  /// Axis `dim` of the input `tensor` has its scalar already.
  void remember_size(StateId tensor, int64_t dim, StateId size) { sizes_.emplace(std::pair{tensor.index, dim}, size); }
  void set_label(StateId state, std::string label) { labels_.set(state, std::move(label)); }
  std::string label_of(StateId state) const { return labels_.contains(state) ? labels_[state] : std::string(); }
  /// Definition, types, origins of records and labels; the maps are the caller's.
  Primitive take() &&;

 private:
  std::string temporary_label(OpCode op) const;
  void add_output(StateId value, std::optional<StateId> alias, std::vector<int64_t> stride_order);

  RecordId current_{0U};
  std::string current_label_;
  size_t temporaries_ = 0;
  Builder builder_;
  TypeInference inference_;
  IdMap<RecordId, std::optional<RecordId>> record_origin_;
  IdMap<StateId, std::string> labels_;
  std::map<std::pair<uint32_t, int64_t>, StateId> sizes_;
  /// Values that have been given a memory order.
  std::set<uint32_t> ordered_;
};

}  // namespace cleave

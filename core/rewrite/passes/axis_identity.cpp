// See axis_identity.h. Tested with the passes that use it.
#include "core/rewrite/passes/axis_identity.h"

#include <algorithm>
#include <utility>

#include "core/ops/op_table.h"

namespace cleave {

AxisIdentity::AxisIdentity(const PassFacts& facts) : facts_(facts), axes_(facts.definition().states.size()) {
  for (RecordId id : facts.definition().records.ids()) {
    for (StateId made : facts.definition().records[id].results) {
      if (const TensorType* type = facts.tensor(made)) axes_[made] = result_axes(id, *type);
    }
  }
}

uint32_t AxisIdentity::fresh() {
  parent_.push_back(static_cast<uint32_t>(parent_.size()));
  unruled_.emplace_back();
  return parent_.back();
}

AxisIdentity::Axes AxisIdentity::fresh_axes(const TensorType& type) {
  Axes out;
  for (size_t i = 0; i < type.rank(); ++i) out.push_back(fresh());
  return out;
}

AxisIdentity::Axes AxisIdentity::unruled_axes(const TensorType& type, RecordId record) {
  Axes out = fresh_axes(type);
  for (uint32_t name : out) unruled_[name] = record;
  return out;
}

uint32_t AxisIdentity::find(uint32_t name) const {
  while (parent_[name] != name) name = parent_[name];
  return name;
}

uint32_t AxisIdentity::shortened(uint32_t name) {
  while (parent_[name] != name) {
    parent_[name] = parent_[parent_[name]];
    name = parent_[name];
  }
  return name;
}

void AxisIdentity::unite(uint32_t a, uint32_t b) {
  a = shortened(a);
  b = shortened(b);
  // The older name stays, so that the inputs' come first.
  if (a == b) return;
  if (a > b) std::swap(a, b);
  parent_[b] = a;
  if (!unruled_[a]) unruled_[a] = unruled_[b];
}

/// Element-wise ops and cat: axes stand beside each other, a broadcast one takes the name of what it meets.
AxisIdentity::Axes AxisIdentity::aligned(const Record& record, const TensorType& made, std::optional<size_t> joined) {
  Axes out = fresh_axes(made);
  for (const std::optional<StateId>& operand : record.operands) {
    const TensorType* type = operand ? facts_.tensor(*operand) : nullptr;
    if (type == nullptr || type->rank() != made.rank()) continue;
    for (size_t i = 0; i < made.rank(); ++i) {
      const bool meets = type->axes[i].is_broadcast() == made.axes[i].is_broadcast();
      if (i != joined && meets) unite(axes_[*operand][i], out[i]);
    }
  }
  return out;
}

/// Leading and trailing axes that a reshape leaves alone.
AxisIdentity::Axes AxisIdentity::reshaped(const Record& record, const TensorType& made) {
  Axes out = fresh_axes(made);
  const Axes& from = axes_[record.operand(0)];
  const std::vector<Axis>& axes = facts_.tensor(record.operand(0))->axes;
  const size_t shorter = std::min(from.size(), out.size());
  size_t front = 0;
  for (; front < shorter && axes[front].extent == made.axes[front].extent; ++front) out[front] = from[front];
  for (size_t back = 1; back <= shorter - front; ++back) {
    if (axes[axes.size() - back].extent != made.axes[out.size() - back].extent) break;
    out[out.size() - back] = from[from.size() - back];
  }
  return out;
}

/// Ops of one tensor that leave the axes alone whose extent they leave alone.
AxisIdentity::Axes AxisIdentity::kept_where_equal(const Record& record, const TensorType& made) {
  Axes out = fresh_axes(made);
  const TensorType* from = facts_.tensor(record.operand(0));
  if (from == nullptr || from->rank() != made.rank()) return out;
  for (size_t i = 0; i < made.rank(); ++i) {
    const bool is_same = from->axes[i].extent == made.axes[i].extent;
    if (is_same) out[i] = axes_[record.operand(0)][i];
  }
  return out;
}

AxisIdentity::Axes AxisIdentity::result_axes(RecordId id, const TensorType& made) {
  const Record& record = facts_.definition().records[id];
  const auto without = [&](const std::vector<int64_t>& dims) {
    Axes out = axes_[record.operand(0)];
    for (size_t i = dims.size(); i-- > 0;) out.erase(out.begin() + dims[i]);
    return out;
  };
  switch (family(record.op)) {
    case OpFamily::kPointwise: return aligned(record, made, std::nullopt);
    case OpFamily::kCat: return aligned(record, made, static_cast<size_t>(attributes<CatAttributes>(record).dim));
    case OpFamily::kCast:
    case OpFamily::kCopy:
    case OpFamily::kScan: return axes_[record.operand(0)];
    case OpFamily::kReduction: return without(attributes<ReduceAttributes>(record).dims);
    case OpFamily::kWelford: return without(attributes<DimsAttributes>(record).dims);
    case OpFamily::kSqueeze: return without(attributes<SqueezeAttributes>(record).dims);
    case OpFamily::kExpand:
    case OpFamily::kSlice:
    case OpFamily::kPad:
    case OpFamily::kScatter: return kept_where_equal(record, made);
    case OpFamily::kReshape: return reshaped(record, made);
    case OpFamily::kBroadcast: {
      Axes out;
      size_t own = 0;
      for (bool is_new : attributes<BroadcastAttributes>(record).is_broadcast_dim) {
        out.push_back(is_new ? fresh() : axes_[record.operand(0)][own++]);
      }
      return out;
    }
    case OpFamily::kPermute: {
      Axes out;
      for (int64_t dim : attributes<DimsAttributes>(record).dims) {
        out.push_back(axes_[record.operand(0)][static_cast<size_t>(dim)]);
      }
      return out;
    }
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kFactory:
    case OpFamily::kRandom:
    case OpFamily::kSize:
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite: return fresh_axes(made);
    case OpFamily::kIndex:
    case OpFamily::kSort:
    case OpFamily::kMatmul:
    case OpFamily::kOpaque: return unruled_axes(made, id);
  }
  return fresh_axes(made);
}

}  // namespace cleave

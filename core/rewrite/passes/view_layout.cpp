// See view_layout.h. Tested with mark_aliases_prepare.
#include "core/rewrite/passes/view_layout.h"

#include <algorithm>

#include "core/ops/op_table.h"

namespace cleave {
namespace {

using Strides = std::vector<int64_t>;

bool may_be_view(const Record& record) {
  switch (family(record.op)) {
    case OpFamily::kBroadcast:
    case OpFamily::kExpand:
    case OpFamily::kSqueeze:
    case OpFamily::kReshape:
    case OpFamily::kPermute:
    case OpFamily::kSlice: return true;
    case OpFamily::kCopy: return record.op == op("set");
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kPointwise:
    case OpFamily::kCast:
    case OpFamily::kReduction:
    case OpFamily::kWelford:
    case OpFamily::kScan:
    case OpFamily::kPad:
    case OpFamily::kCat:
    case OpFamily::kFactory:
    case OpFamily::kRandom:
    case OpFamily::kIndex:
    case OpFamily::kScatter:
    case OpFamily::kSort:
    case OpFamily::kMatmul:
    case OpFamily::kSize:
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite:
    case OpFamily::kOpaque: return false;
  }
  return false;
}

/// The strides of a reshape, where the old axes that each group of new ones is made of lie in one run; axes of extent 1
/// come and go freely.
std::optional<Strides> reshaped(const std::vector<Axis>& from, const Strides& strides, const std::vector<Axis>& to) {
  Strides out(to.size(), 0);
  size_t next = to.size();
  for (size_t last = from.size(); last-- > 0;) {
    int64_t run = from[last].extent;
    const int64_t inner = strides[last];
    // Take in further axes to the left while the new axes do not fit into the run.
    int64_t made = 1;
    while (true) {
      while (next > 0 && made * to[next - 1].extent <= run && run % (made * to[next - 1].extent) == 0) {
        out[next - 1] = to[next - 1].extent == 1 ? 0 : inner * made;
        made *= to[--next].extent;
      }
      if (made == run) break;
      const bool continues = last > 0 && (from[last - 1].extent == 1 || strides[last - 1] == inner * run);
      if (!continues) return std::nullopt;
      run *= from[--last].extent;
    }
  }
  return next == 0 ? std::optional(out) : std::nullopt;
}

}  // namespace

bool ViewLayouts::has_view(const Definition& definition) {
  return std::any_of(definition.records.begin(), definition.records.end(), may_be_view);
}

ViewLayouts::ViewLayouts(const PassFacts& facts)
    : facts_(facts), strides_(facts.definition().states.size()), is_view_(facts.definition().states.size(), false) {
  for (const Record& record : facts.definition().records) {
    for (StateId result : record.results) {
      const TensorType* type = facts.tensor(result);
      if (type == nullptr) continue;
      const std::optional<Strides> view = may_be_view(record) ? view_strides(record) : std::nullopt;
      is_view_[result.index] = view.has_value();
      strides_[result] = view ? *view : own_strides(*type);
    }
  }
}

ViewLayouts::Strides ViewLayouts::own_strides(const TensorType& type) const {
  Strides out(type.rank(), 0);
  int64_t next = 1;
  for (size_t place = type.rank(); place-- > 0;) {
    const size_t dim = type.allocation_order[place];
    if (type.axes[dim].is_broadcast()) continue;
    const bool is_dense = type.contiguity[place].value_or(true);
    out[dim] = is_dense ? next : next + 1;
    next = out[dim] * type.axes[dim].extent;
  }
  return out;
}

std::optional<ViewLayouts::Strides> ViewLayouts::view_strides(const Record& record) const {
  const TensorType* from = facts_.tensor(record.operand(0));
  const TensorType* to = facts_.tensor(record.results[0]);
  if (from == nullptr || to == nullptr || from->element_count() == 0 || to->element_count() == 0) return std::nullopt;
  Strides strides = strides_[record.operand(0)];
  if (const auto* added = std::get_if<BroadcastAttributes>(&record.attributes)) {
    Strides out;
    size_t own = 0;
    for (bool is_new : added->is_broadcast_dim) out.push_back(is_new ? 0 : strides[own++]);
    return out;
  }
  if (const auto* taken = std::get_if<SqueezeAttributes>(&record.attributes)) {
    for (size_t i = taken->dims.size(); i-- > 0;) strides.erase(strides.begin() + taken->dims[i]);
    return strides;
  }
  if (const auto* order = std::get_if<DimsAttributes>(&record.attributes)) {
    Strides out;
    for (int64_t dim : order->dims) out.push_back(strides[static_cast<size_t>(dim)]);
    return out;
  }
  if (family(record.op) == OpFamily::kReshape) return reshaped(from->axes, strides, to->axes);
  return strides;
}

}  // namespace cleave

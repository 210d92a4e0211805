// See segment_types.h. Tested with translate.
#include "core/translate/segment_types.h"

#include <unordered_map>
#include <utility>

namespace cleave {
namespace {

class SegmentTypes {
 public:
  SegmentTypes(const Whole& whole, const Definition& segment, const std::vector<SegmentState>& states)
      : whole_(whole), segment_(segment), states_(states) {}

  Types run() {
    for (StateId input : segment_.inputs) note_origins(input);
    for (size_t i = 0; i < states_.size(); ++i) out_.states.set(StateId(i), type_of(states_[i]));
    return std::move(out_);
  }

 private:
  /// Extents that an input of the segment gives; the first input wins.
  void note_origins(StateId input) {
    const SegmentState& from = states_[input.index];
    if (from.extent) {
      note_origin(*from.extent, {.kind = ExtentOrigin::Kind::kScalar, .value = 0, .state = input, .dim = 0});
    } else if (!segment_.is_tensor(input)) {
      if (const auto extent = whole_.extent_of(*from.state)) {
        note_origin(*extent, {.kind = ExtentOrigin::Kind::kScalar, .value = 0, .state = input, .dim = 0});
      }
    } else if (whole_.types().is_known(*from.state)) {
      const std::vector<Axis>& axes = whole_.types().tensor(*from.state).axes;
      for (size_t dim = 0; dim < axes.size(); ++dim) {
        note_origin(axes[dim].origin,
                    {.kind = ExtentOrigin::Kind::kInput, .value = 0, .state = input, .dim = static_cast<int64_t>(dim)});
      }
    }
  }

  void note_origin(ExtentId extent, ExtentOrigin origin) {
    const ExtentOrigin& whole = whole_.types().extents[extent];
    if (whole.kind == ExtentOrigin::Kind::kConstant) return;
    origin.value = whole.value;
    if (extents_.count(extent.index) == 0) extents_.emplace(extent.index, out_.extents.add(origin));
  }

  ExtentId extent(ExtentId from) {
    const auto found = extents_.find(from.index);
    if (found != extents_.end()) return found->second;
    ExtentOrigin origin = whole_.types().extents[from];
    const bool constant = origin.kind == ExtentOrigin::Kind::kConstant;
    if (!constant)
      origin = {.kind = ExtentOrigin::Kind::kDerived, .value = origin.value, .state = std::nullopt, .dim = 0};
    const ExtentId made = out_.extents.add(origin);
    extents_.emplace(from.index, made);
    return made;
  }

  StateType type_of(const SegmentState& from) {
    if (from.extent) {
      return ScalarType{
          .dtype = DType::kInt, .value = whole_.types().extents[*from.extent].value, .extent = extent(*from.extent)};
    }
    StateType type = whole_.types().states[*from.state];
    if (auto* tensor = std::get_if<TensorType>(&type)) {
      for (Axis& axis : tensor->axes) axis.origin = extent(axis.origin);
    } else if (auto* scalar = std::get_if<ScalarType>(&type)) {
      if (scalar->extent) scalar->extent = extent(*scalar->extent);
    }
    return type;
  }

  const Whole& whole_;
  const Definition& segment_;
  const std::vector<SegmentState>& states_;
  Types out_;
  std::unordered_map<uint32_t, ExtentId> extents_;
};

}  // namespace

Types segment_types(const Whole& whole, const Definition& segment, const std::vector<SegmentState>& states) {
  return SegmentTypes(whole, segment, states).run();
}

}  // namespace cleave

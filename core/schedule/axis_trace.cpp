// See axis_trace.h. The walk keeps its own stack: a definition may be a chain of thousands of ops.
#include "core/schedule/axis_trace.h"

#include <algorithm>
#include <set>

namespace cleave {
namespace {

/// By axis of a tensor the reference's axis, or kNone.
using AxisMap = std::vector<int32_t>;
constexpr int32_t kNone = -1;

using AxisPairs = std::vector<std::pair<size_t, size_t>>;

/// Axes of `from` and of `to` that a reshape leaves as they are: all in front of both are as many elements.
AxisPairs whole_through_reshape(const TensorType& from, const TensorType& to) {
  AxisPairs out;
  int64_t from_before = 1;
  int64_t to_before = 1;
  size_t i = 0;
  size_t j = 0;
  while (i < from.rank() && j < to.rank()) {
    const int64_t from_extent = from.axes[i].extent;
    const int64_t to_extent = to.axes[j].extent;
    if (from_before == to_before && from_extent == to_extent) {
      out.emplace_back(i++, j++);
      from_before *= from_extent;
      to_before *= to_extent;
    } else if (from_before * from_extent <= to_before * to_extent) {
      from_before *= from_extent;
      ++i;
    } else {
      to_before *= to_extent;
      ++j;
    }
  }
  return out;
}

/// Axes in order, without those that are marked on one side.
AxisPairs around_marked(const std::vector<bool>& is_marked, bool is_marked_in_operand) {
  AxisPairs out;
  size_t next = 0;
  for (size_t i = 0; i < is_marked.size(); ++i) {
    if (is_marked[i]) continue;
    out.emplace_back(is_marked_in_operand ? i : next, is_marked_in_operand ? next : i);
    ++next;
  }
  return out;
}

/// Axes of an operand and of the result that are the same.
AxisPairs same_axes(const ScheduleInput& input, const Record& record, StateId operand) {
  const TensorType& from = input.types.tensor(operand);
  const TensorType& to = input.types.tensor(record.results[0]);
  AxisPairs out;
  switch (family(record.op)) {
    case OpFamily::kPointwise:
    case OpFamily::kCast:
    case OpFamily::kCopy:
    case OpFamily::kExpand:
    case OpFamily::kSlice:
      for (size_t i = 0; i < std::min(from.rank(), to.rank()); ++i) out.emplace_back(i, i);
      return out;
    case OpFamily::kBroadcast: return around_marked(attributes<BroadcastAttributes>(record).is_broadcast_dim, false);
    case OpFamily::kSqueeze:
      return around_marked(marked_dims(attributes<SqueezeAttributes>(record).dims, from.rank()), true);
    case OpFamily::kPermute: {
      const std::vector<int64_t>& dims = attributes<DimsAttributes>(record).dims;
      for (size_t i = 0; i < dims.size(); ++i) out.emplace_back(static_cast<size_t>(dims[i]), i);
      return out;
    }
    case OpFamily::kReshape: return whole_through_reshape(from, to);
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
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
    case OpFamily::kOpaque: break;
  }
  return out;
}

class Tracer {
 public:
  Tracer(const ScheduleInput& input, StateId reference)
      : input_(input),
        reference_rank_(input.types.tensor(reference).rank()),
        readers_(users(input.definition)),
        placed_(input.definition.states.size()) {
    AxisMap own;
    for (size_t i = 0; i < reference_rank_; ++i) own.push_back(static_cast<int32_t>(i));
    place_all(reference, std::move(own));
  }

  std::optional<std::vector<TensorAccess>> run() {
    for (const Output& output : input_.definition.outputs) {
      const auto& axes = placed_[output.value];
      if (!axes) return std::nullopt;
      const StateId target = output.alias.value_or(output.value);
      const Strides strides = output.alias ? input_.strides[target] : packed_strides(type(output.value));
      note(output.value, *axes, strides, true);
      want(output.value, *axes);
    }
    while (!open_.empty()) {
      const auto [state, axes] = open_.back();
      open_.pop_back();
      read(state, axes);
    }
    return std::move(out_);
  }

 private:
  const TensorType& type(StateId state) const { return input_.types.tensor(state); }

  AxisMap moved(const AxisMap& axes, const AxisPairs& pairs, StateId to, bool is_to_operand) const {
    AxisMap out(type(to).rank(), kNone);
    for (const auto& [operand, result] : pairs) {
      const size_t here = is_to_operand ? operand : result;
      if (type(to).axes[here].extent != 1) out[here] = axes[is_to_operand ? result : operand];
    }
    return out;
  }

  /// One place for every tensor that shares axes with the reference, the nearest first.
  void place_all(StateId reference, AxisMap axes) {
    std::vector<StateId> queue;
    const auto place = [&](StateId state, AxisMap here) {
      if (placed_[state]) return;
      placed_[state] = std::move(here);
      queue.push_back(state);
    };
    place(reference, std::move(axes));
    for (size_t next = 0; next < queue.size(); ++next) {
      const StateId state = queue[next];
      const Record& producer = input_.definition.producer(state);
      for (const auto& operand : producer.operands) {
        if (!operand || !input_.definition.is_tensor(*operand) || placed_[*operand]) continue;
        place(*operand, moved(*placed_[state], same_axes(input_, producer, *operand), *operand, true));
      }
      for (const RecordId reader : readers_[state]) {
        const Record& record = input_.definition.records[reader];
        if (is_declaration(record) || record.results.empty()) continue;
        const StateId result = record.results[0];
        if (!input_.definition.is_tensor(result) || placed_[result]) continue;
        place(result, moved(*placed_[state], same_axes(input_, record, state), result, false));
      }
    }
  }

  void want(StateId state, const AxisMap& axes) {
    if (seen_.emplace(state.index, axes).second) open_.emplace_back(state, axes);
  }

  void read(StateId state, const AxisMap& axes) {
    const Record& record = input_.definition.producer(state);
    if (family(record.op) == OpFamily::kDefineTensor) return note(state, axes, input_.strides[state], false);
    for (const auto& operand : record.operands) {
      if (!operand || !input_.definition.is_tensor(*operand)) continue;
      want(*operand, moved(axes, same_axes(input_, record, *operand), *operand, true));
    }
  }

  void note(StateId state, const AxisMap& axes, const Strides& strides, bool is_store) {
    TensorAccess access{state, is_store, Strides(reference_rank_, 0)};
    for (size_t i = 0; i < axes.size(); ++i) {
      if (type(state).axes[i].extent == 1) continue;
      if (axes[i] == kNone) {
        access.has_other_axes = true;
      } else {
        access.strides[static_cast<size_t>(axes[i])] += strides[i];
      }
    }
    out_.push_back(std::move(access));
  }

  const ScheduleInput& input_;
  size_t reference_rank_;
  IdMap<StateId, std::vector<RecordId>> readers_;
  IdMap<StateId, std::optional<AxisMap>> placed_;
  std::set<std::pair<uint32_t, AxisMap>> seen_;
  std::vector<std::pair<StateId, AxisMap>> open_;
  std::vector<TensorAccess> out_;
};

}  // namespace

std::optional<std::vector<TensorAccess>> trace_accesses(const ScheduleInput& input, StateId reference) {
  return Tracer(input, reference).run();
}

}  // namespace cleave

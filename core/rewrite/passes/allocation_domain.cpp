// Pass 17. An output that says nothing of its memory order takes over the one of the input it is most like: the input
// with the most axes that have storage, where every such axis of the output is one of its. Channels-last in gives
// channels-last out, and no kernel has to transpose.
#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/axis_identity.h"
#include "core/rewrite/passes/pass.h"
#include "core/rewrite/passes/view_layout.h"

namespace cleave {
namespace {

size_t stored_axes(const TensorType& type) {
  return static_cast<size_t>(
      std::count_if(type.axes.begin(), type.axes.end(), [](const Axis& axis) { return !axis.is_broadcast(); }));
}

/// The input with most axes that have storage; nothing where it is row-major or two such inputs are not alike.
std::optional<StateId> reference_input(const PassFacts& facts) {
  std::optional<StateId> out;
  for (StateId input : facts.definition().inputs) {
    const TensorType* type = facts.tensor(input);
    if (type == nullptr || stored_axes(*type) < 2) continue;
    const TensorType* best = out ? facts.tensor(*out) : nullptr;
    if (best == nullptr || stored_axes(*type) > stored_axes(*best)) {
      out = input;
    } else if (stored_axes(*type) == stored_axes(*best) && type->allocation_order != best->allocation_order) {
      return std::nullopt;
    }
  }
  return out && !facts.tensor(*out)->is_row_major() ? out : std::nullopt;
}

/// The language's stride order of `output` in the order of `reference`; empty where it stays row-major or an axis is
/// not the reference's.
std::vector<int64_t> order_of(const PassFacts& facts, const AxisIdentity& axes, StateId reference, StateId output) {
  const TensorType& from = *facts.tensor(reference);
  const TensorType& to = *facts.tensor(output);
  std::vector<size_t> outermost_first;
  for (size_t dim = 0; dim < to.rank(); ++dim) {
    if (to.axes[dim].is_broadcast()) outermost_first.push_back(dim);
  }
  for (uint32_t dim : from.allocation_order) {
    for (size_t i = 0; i < to.rank(); ++i) {
      const bool is_same = !to.axes[i].is_broadcast() && !from.axes[dim].is_broadcast() &&
                           axes.axis(output, i) == axes.axis(reference, dim);
      if (is_same && std::find(outermost_first.begin(), outermost_first.end(), i) == outermost_first.end())
        outermost_first.push_back(i);
    }
  }
  const bool is_complete = outermost_first.size() == to.rank();
  if (!is_complete || std::is_sorted(outermost_first.begin(), outermost_first.end())) return {};
  std::vector<int64_t> out(to.rank());
  for (size_t place = 0; place < to.rank(); ++place) {
    out[outermost_first[place]] = static_cast<int64_t>(to.rank() - 1 - place);
  }
  return out;
}

/// The record that made an axis of `output` which might be one of the reference's, for all that the rules say; nothing
/// where they say enough.
std::optional<RecordId> stopped_by(const PassFacts& facts, const AxisIdentity& axes, StateId output) {
  const TensorType& type = *facts.tensor(output);
  for (size_t dim = 0; dim < type.rank(); ++dim) {
    const auto stops = type.axes[dim].is_broadcast() ? std::nullopt : axes.unruled(output, dim);
    if (stops) return stops;
  }
  return std::nullopt;
}

/// A view of an input, or of a value that is cut off from it: it lies as that does.
bool lies_as_viewed(const PassFacts& facts, const ViewLayouts& layouts, StateId value) {
  while (layouts.is_view(facts.producer(value))) value = facts.producer(value).operand(0);
  return facts.is_input(value) || facts.producer(value).op == op("segment_set");
}

}  // namespace

PassResult allocation_domain(const PassFacts& facts) {
  PassResult out;
  const std::optional<StateId> reference = reference_input(facts);
  out.remark = "the largest inputs are row-major or not of one order, so outputs stay row-major";
  if (!reference) return out;
  out.remark = "no output without a memory order has the axes of the largest input";
  const AxisIdentity axes(facts);
  const ViewLayouts layouts(facts);
  std::map<uint32_t, size_t> times_given;
  for (const Output& output : facts.definition().outputs) ++times_given[output.value.index];
  std::map<uint32_t, std::vector<int64_t>> orders;
  for (const Output& output : facts.definition().outputs) {
    const TensorType* type = facts.tensor(output.value);
    const bool is_open = !output.alias && output.stride_order.empty() && !facts.is_input(output.value) &&
                         times_given[output.value.index] == 1 && type != nullptr && type->is_row_major();
    if (!is_open || facts.producer(output.value).op == op("stride_order")) continue;
    if (lies_as_viewed(facts, layouts, output.value)) continue;
    std::vector<int64_t> order = order_of(facts, axes, *reference, output.value);
    if (order.empty()) {
      if (const auto stops = stopped_by(facts, axes, output.value)) {
        out.left.push_back(
            {output.record,
             concat("output `", facts.name(output.value), "` stays row-major: it has axes of ",
                    facts.called(facts.definition().records[*stops]), ", for which the pass has no rule")});
      }
      continue;
    }
    out.done.push_back({output.record, concat("output `", facts.name(output.value), "` gets the memory order ",
                                              list_text(order), " of the input `", facts.name(*reference), '`')});
    orders.emplace(output.record.index, std::move(order));
  }
  if (out.done.empty()) return out;
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& record) {
    const auto found = orders.find(id.index);
    if (found == orders.end()) return false;
    rebuild.output(rebuild.operand(record.operand(0)), found->second);
    return true;
  });
  return out;
}

}  // namespace cleave

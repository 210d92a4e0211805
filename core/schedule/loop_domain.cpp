// See loop_domain.h.
#include "core/schedule/loop_domain.h"

#include <algorithm>

namespace cleave {
namespace {

/// The largest tensor of the definition; of equal ones the one that comes last: what is computed of the others.
std::optional<StateId> largest_tensor(const Definition& definition, const Types& types) {
  std::optional<StateId> out;
  for (const Output& output : definition.outputs) {
    const int64_t count = types.tensor(output.value).element_count();
    if (!out || count > types.tensor(*out).element_count()) out = output.value;
  }
  return out;
}

}  // namespace

bool is_reduction(const Record& record) {
  const OpFamily kind = family(record.op);
  return kind == OpFamily::kReduction || kind == OpFamily::kWelford;
}

std::vector<bool> marked_dims(const std::vector<int64_t>& dims, size_t rank) {
  std::vector<bool> out(rank, false);
  for (const int64_t dim : dims) out[static_cast<size_t>(dim)] = true;
  return out;
}

std::vector<bool> reduced_axes(const Record& record, size_t rank) {
  if (family(record.op) == OpFamily::kWelford) return marked_dims(attributes<DimsAttributes>(record).dims, rank);
  return marked_dims(attributes<ReduceAttributes>(record).dims, rank);
}

LoopDomain loop_domain_of(StateId reference, const TensorType& type, const std::vector<bool>& is_reduced) {
  LoopDomain out;
  out.reference = reference;
  for (const uint32_t axis : type.allocation_order) {
    const int64_t extent = type.axes[axis].extent;
    if (extent == 1) continue;
    (is_reduced[axis] ? out.reduced : out.kept).push_back(axis);
    (is_reduced[axis] ? out.columns : out.rows) *= extent;
    out.is_inner = is_reduced[axis];
    out.fastest_extent = extent;
  }
  return out;
}

std::optional<LoopDomain> choose_loop_domain(const Definition& definition, const Types& types) {
  std::vector<bool> is_reduced;
  std::optional<StateId> reference;
  for (const Record& record : definition.records) {
    if (!is_reduction(record)) continue;
    const StateId operand = record.operand(0);
    const TensorType& type = types.tensor(operand);
    // Whether later reductions run over the same loops shows when their operands are placed among them.
    if (reference && type.element_count() <= types.tensor(*reference).element_count()) continue;
    reference = operand;
    is_reduced = reduced_axes(record, type.rank());
  }
  const bool has_reduction = reference.has_value();
  if (!reference) reference = largest_tensor(definition, types);
  if (!reference) return std::nullopt;
  const TensorType& type = types.tensor(*reference);
  is_reduced.resize(type.rank(), false);
  LoopDomain out = loop_domain_of(*reference, type, is_reduced);
  out.has_reduction = has_reduction;
  return out;
}

}  // namespace cleave

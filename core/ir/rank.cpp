// See rank.h.
#include "core/ir/rank.h"

#include <algorithm>

#include "core/ops/op_table.h"

namespace cleave {
namespace {

/// Number of different axes among `dims` of a tensor of `rank`.
size_t distinct(const std::vector<int64_t>& dims, size_t rank) {
  std::vector<int64_t> wrapped;
  for (int64_t dim : dims) wrapped.push_back(dim < 0 ? dim + static_cast<int64_t>(rank) : dim);
  std::sort(wrapped.begin(), wrapped.end());
  return static_cast<size_t>(std::unique(wrapped.begin(), wrapped.end()) - wrapped.begin());
}

std::optional<size_t> without(std::optional<size_t> rank, const std::vector<int64_t>& dims, bool keep) {
  if (!rank || keep) return rank;
  return *rank - std::min(*rank, distinct(dims, *rank));
}

}  // namespace

void RankTable::add(const Definition& definition, RecordId id) {
  const Record& record = definition.records[id];
  for (size_t i = 0; i < record.results.size(); ++i) ranks_.set(record.results[i], result_rank(definition, record, i));
}

std::optional<size_t> RankTable::operand_rank(const Record& record, size_t slot) const {
  return record.has_operand(slot) ? rank(*record.operands[slot]) : std::nullopt;
}

std::optional<size_t> RankTable::broadcast_rank(const Definition& definition, const Record& record) const {
  size_t out = 0;
  for (const std::optional<StateId>& operand : record.operands) {
    if (!operand || !definition.is_tensor(*operand)) continue;
    const auto known = rank(*operand);
    if (!known) return std::nullopt;
    out = std::max(out, *known);
  }
  return out;
}

std::optional<size_t> RankTable::matmul_rank(const Record& record) const {
  const auto a = operand_rank(record, 0);
  const auto b = operand_rank(record, 1);
  if (!a || !b) return std::nullopt;
  if (record.op == op("linear")) return *a + *b >= 2 ? std::optional(*a + *b - 2) : std::nullopt;
  if (*a == 0 || *b == 0) return std::nullopt;
  if (*a == 1 && *b == 1) return 0;
  if (*a == 1) return *b - 1;
  if (*b == 1) return *a - 1;
  return std::max(*a, *b);
}

std::optional<size_t> RankTable::result_rank(const Definition& definition, const Record& record, size_t result) const {
  if (record.op == op("broadcast_in_dim")) return operand_rank(record, 1);
  switch (family(record.op)) {
    case OpFamily::kDefineTensor: return attributes<TensorAttributes>(record).shape.size();
    case OpFamily::kDefineVector: return record.operands.size();
    case OpFamily::kPointwise: return broadcast_rank(definition, record);
    case OpFamily::kReduction: {
      const auto& reduce = attributes<ReduceAttributes>(record);
      return without(operand_rank(record, 0), reduce.dims, reduce.keepdim);
    }
    case OpFamily::kWelford: return without(operand_rank(record, 0), attributes<DimsAttributes>(record).dims, false);
    case OpFamily::kBroadcast: return attributes<BroadcastAttributes>(record).is_broadcast_dim.size();
    case OpFamily::kSqueeze: return without(operand_rank(record, 0), attributes<SqueezeAttributes>(record).dims, false);
    case OpFamily::kExpand:
    case OpFamily::kReshape: return operand_rank(record, 1);
    case OpFamily::kFactory: return record.op == op("iota") ? std::optional<size_t>(1) : operand_rank(record, 0);
    case OpFamily::kRandom: return operand_rank(record, 2);
    case OpFamily::kIndex: {
      if (record.op == op("gather")) return operand_rank(record, 1);
      const auto rank_of_source = operand_rank(record, 0);
      const bool removes = record.op == op("select") && rank_of_source.value_or(0) > 0;
      return removes ? std::optional(*rank_of_source - 1) : rank_of_source;
    }
    case OpFamily::kMatmul: return matmul_rank(record);
    case OpFamily::kComposite:
      if (const auto* variance = std::get_if<VarianceAttributes>(&record.attributes)) {
        return without(operand_rank(record, 0), variance->dims, variance->keepdim);
      }
      return broadcast_rank(definition, record);
    case OpFamily::kShapeQuery: return record.op == op("shape") ? operand_rank(record, 0) : std::nullopt;
    case OpFamily::kOpaque:
      if (record.op == op("batch_norm")) return result == 0 ? operand_rank(record, 0) : std::optional<size_t>(1);
      return std::nullopt;
    case OpFamily::kCast:
    case OpFamily::kCopy:
    case OpFamily::kScan:
    case OpFamily::kPermute:
    case OpFamily::kSlice:
    case OpFamily::kPad:
    case OpFamily::kCat:
    case OpFamily::kScatter:
    case OpFamily::kSort: return operand_rank(record, 0);
    case OpFamily::kDefineScalar:
    case OpFamily::kAddOutput:
    case OpFamily::kSize: return std::nullopt;
  }
  return std::nullopt;
}

RankTable ranks_of(const Definition& definition) {
  RankTable table;
  for (RecordId id : definition.records.ids()) table.add(definition, id);
  return table;
}

}  // namespace cleave

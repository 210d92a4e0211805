// See input_record.h. Tested with translate.
#include "core/translate/input_record.h"

#include <algorithm>

#include "core/ops/op_table.h"

namespace cleave {
namespace {

int64_t declared_extent(const Types& types, const Axis& axis) {
  const bool constant = types.extents[axis.origin].kind == ExtentOrigin::Kind::kConstant;
  if (axis.is_broadcast() && !axis.is_expanded()) return 1;
  // A declared 1 is a broadcast: an axis that only happens to have extent 1 stays symbolic.
  return constant && axis.extent != 1 ? axis.extent : -1;
}

std::vector<StateId> scalars_of_vectors(const Definition& definition, const Record& record) {
  std::vector<std::vector<StateId>> vectors;
  for (const std::optional<StateId>& operand : record.operands) {
    if (operand && definition.states[*operand].kind == StateKind::kVector)
      vectors.push_back(vector_items(definition, *operand));
  }
  std::vector<StateId> out;
  size_t longest = 0;
  for (const std::vector<StateId>& items : vectors) longest = std::max(longest, items.size());
  for (size_t i = 0; i < longest; ++i) {
    for (const std::vector<StateId>& items : vectors) {
      if (i < items.size()) out.push_back(items[i]);
    }
  }
  return out;
}

}  // namespace

TensorAttributes input_record(const Whole& whole, StateId tensor) {
  const Definition& definition = whole.definition();
  if (whole.input_position(tensor)) {
    TensorAttributes out = attributes<TensorAttributes>(definition.producer(tensor));
    if (whole.types().is_known(tensor) && whole.types().tensor(tensor).is_row_major()) out.stride_order.clear();
    return out;
  }
  TensorAttributes out;
  // A value of unknown shape stands as a rank-0 tensor: it can be shown, and nothing that reads it can be run.
  if (!whole.types().is_known(tensor)) return out;
  const TensorType& type = whole.types().tensor(tensor);
  for (const Axis& axis : type.axes) out.shape.push_back(declared_extent(whole.types(), axis));
  out.contiguity = type.contiguity;
  out.dtype = type.dtype;
  out.is_cpu = type.is_cpu && type.rank() == 0;
  if (!type.is_row_major()) out.stride_order = type.stride_order();
  return out;
}

Attributes segment_attributes(const Whole& whole, const Record& record) {
  Attributes out = record.attributes;
  switch (family(record.op)) {
    case OpFamily::kReduction: {
      auto& reduce = std::get<ReduceAttributes>(out);
      const bool known = whole.types().is_known(record.result());
      const bool accumulates = record.op == op("sum") || record.op == op("prod");
      if (known && accumulates) reduce.dtype = whole.types().tensor(record.result()).dtype;
      return out;
    }
    case OpFamily::kSqueeze: std::get<SqueezeAttributes>(out).squeeze_expanded = true; return out;
    case OpFamily::kCopy:
      if (record.op == op("segment_set")) out = NoAttributes{};
      return out;
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kPointwise:
    case OpFamily::kCast:
    case OpFamily::kWelford:
    case OpFamily::kScan:
    case OpFamily::kBroadcast:
    case OpFamily::kExpand:
    case OpFamily::kReshape:
    case OpFamily::kPermute:
    case OpFamily::kSlice:
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
    case OpFamily::kOpaque: return out;
  }
  return out;
}

std::vector<StateId> scalar_operands(const Definition& definition, const Record& record) {
  std::vector<StateId> in_vectors = scalars_of_vectors(definition, record);
  std::vector<StateId> direct;
  for (const std::optional<StateId>& operand : record.operands) {
    if (operand && definition.is_scalar(*operand)) direct.push_back(*operand);
  }
  if (family(record.op) == OpFamily::kPad) {
    // Widths come last axis first, left before right: turn the pairs around.
    std::vector<StateId> widths;
    for (size_t i = in_vectors.size(); i >= 2; i -= 2) {
      widths.push_back(in_vectors[i - 2]);
      widths.push_back(in_vectors[i - 1]);
    }
    direct.insert(direct.end(), widths.begin(), widths.end());
    return direct;
  }
  in_vectors.insert(in_vectors.end(), direct.begin(), direct.end());
  return in_vectors;
}

}  // namespace cleave

// Pass 3. A cat of one tensor with itself is a repeat: a new axis before the joined one, expanded to the number of
// copies, and a reshape that merges the two. No kernel has to select between operands any more.
#include <algorithm>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/pass.h"
#include "core/rewrite/passes/repeat_form.h"

namespace cleave {
namespace {

bool is_repeat(const Record& record) {
  if (family(record.op) != OpFamily::kCat || record.operands.size() < 2) return false;
  return std::all_of(record.operands.begin(), record.operands.end(),
                     [&](const std::optional<StateId>& operand) { return operand == record.operands[0]; });
}

/// Why a repeat stays a cat; empty where it does not.
std::string why_not(const TensorType& type, const Record& cat, size_t dim) {
  if (attributes<CatAttributes>(cat).manual_padding) return "its operands are padded already";
  if (type.element_count() == 0) return "the tensor is empty";
  if (type.axes[dim].is_broadcast()) return concat("axis ", dim, " has no storage, so there is nothing to merge with");
  return {};
}

}  // namespace

PassResult translate_repeat_to_expand(const PassFacts& facts) {
  PassResult out;
  std::vector<bool> is_replaced(facts.definition().records.size(), false);
  for (RecordId id : facts.definition().records.ids()) {
    const Record& record = facts.definition().records[id];
    if (!is_repeat(record)) continue;
    const auto dim = static_cast<size_t>(attributes<CatAttributes>(record).dim);
    const TensorType* type = facts.tensor(record.operand(0));
    const std::string reason = type == nullptr ? std::string("its shape is not known") : why_not(*type, record, dim);
    const std::string what = concat("cat `", facts.name(record.result()), "` repeats `", facts.name(record.operand(0)),
                                    "` ", record.operands.size(), " times along axis ", dim);
    if (!reason.empty()) {
      out.left.push_back({id, concat(what, ", but ", reason)});
      continue;
    }
    is_replaced[id.index] = true;
    out.done.push_back({id, concat(what, ": now broadcast, expand and reshape")});
  }
  if (out.done.empty()) return out;
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& record) {
    if (!is_replaced[id.index]) return false;
    const auto dim = static_cast<size_t>(attributes<CatAttributes>(record).dim);
    const auto copies = static_cast<int64_t>(record.operands.size());
    const Axis& axis = facts.tensor(record.operand(0))->axes[dim];
    // The extent stays open where it is not a number of the definition.
    const bool is_number = facts.primitive.types.extents[axis.origin].kind == ExtentOrigin::Kind::kConstant;
    const StateId value = rebuild.operand(record.operand(0));
    const StateId merged = rebuild.constant(is_number ? axis.extent * copies : int64_t{-1});
    rebuild.bind(record.result(), emit_repeat(rebuild, value, dim, rebuild.constant(copies), merged));
    return true;
  });
  return out;
}

}  // namespace cleave

// Pass 9. Axes that are one axis have one extent: where a record asks for the size of one of them and another one's is
// a number of the definition, the number takes its place; else they all ask the first input that has the axis. Sizes
// are bound before passes run, so no type changes; what changes is what a segment has to be told.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/axis_identity.h"
#include "core/rewrite/passes/pass.h"

namespace cleave {
namespace {

/// What is known of the extent of one axis.
struct KnownExtent {
  std::optional<int64_t> number;
  std::optional<StateId> input;
  size_t dim = 0;
};

std::vector<KnownExtent> known_extents(const PassFacts& facts, const AxisIdentity& axes) {
  std::vector<KnownExtent> out(axes.size());
  for (StateId state : facts.definition().states.ids()) {
    const TensorType* type = facts.tensor(state);
    if (type == nullptr) continue;
    for (size_t dim = 0; dim < type->rank(); ++dim) {
      if (type->axes[dim].is_broadcast()) continue;
      KnownExtent& known = out[axes.axis(state, dim)];
      const ExtentOrigin& origin = facts.primitive.types.extents[type->axes[dim].origin];
      if (origin.kind == ExtentOrigin::Kind::kConstant) known.number = origin.value;
      if (facts.is_input(state) && !known.input) {
        known.input = state;
        known.dim = dim;
      }
    }
  }
  return out;
}

/// What takes the place of a size record.
struct Substitute {
  std::optional<int64_t> number;
  StateId input{0U};
  size_t dim = 0;
};

std::optional<Substitute> substitute_of(const PassFacts& facts, const AxisIdentity& axes,
                                        const std::vector<KnownExtent>& known, const Record& record) {
  const StateId asked = record.operand(0);
  const auto dim = static_cast<size_t>(attributes<DimAttributes>(record).dim);
  const TensorType* type = facts.tensor(asked);
  if (type == nullptr || type->axes[dim].is_broadcast()) return std::nullopt;
  const KnownExtent& extent = known[axes.axis(asked, dim)];
  if (extent.number) return Substitute{.number = extent.number};
  if (!extent.input || (*extent.input == asked && extent.dim == dim)) return std::nullopt;
  return Substitute{.number = std::nullopt, .input = *extent.input, .dim = extent.dim};
}

bool asks_for_sizes(const Definition& definition) {
  for (const Record& record : definition.records) {
    if (family(record.op) == OpFamily::kSize) return true;
  }
  return false;
}

std::string sentence(const PassFacts& facts, const Record& record, const Substitute& substitute) {
  const std::string asked = concat("the size of axis ", attributes<DimAttributes>(record).dim, " of `",
                                   facts.name(record.operand(0)), "` is ");
  if (substitute.number) return concat(asked, *substitute.number, " wherever the axis stands");
  return concat(asked, "that of axis ", substitute.dim, " of `", facts.name(substitute.input), '`');
}

}  // namespace

PassResult exact_mapped_extent_substitution(const PassFacts& facts) {
  PassResult out;
  out.remark = "no record asks for the size of an axis: every extent is a number since the inputs are bound";
  if (!asks_for_sizes(facts.definition())) return out;
  out.remark = "every size that is asked for has one name already";
  const AxisIdentity axes(facts);
  const std::vector<KnownExtent> known = known_extents(facts, axes);
  std::map<uint32_t, Substitute> substitutes;
  for (RecordId id : facts.definition().records.ids()) {
    const Record& record = facts.definition().records[id];
    if (family(record.op) != OpFamily::kSize) continue;
    const std::optional<Substitute> found = substitute_of(facts, axes, known, record);
    if (!found) {
      const StateId asked = record.operand(0);
      const auto dim = attributes<DimAttributes>(record).dim;
      if (const auto stops = axes.unruled(asked, static_cast<size_t>(dim))) {
        out.left.push_back(
            {id,
             concat("the size of axis ", dim, " of `", facts.name(asked), "` keeps its name: the axis meets one of ",
                    facts.called(facts.definition().records[*stops]), ", for which the pass has no rule")});
      }
      continue;
    }
    substitutes.emplace(id.index, *found);
    out.done.push_back({id, sentence(facts, record, *found)});
  }
  if (!out.left.empty()) out.remark.clear();
  if (out.done.empty()) return out;
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& record) {
    const auto found = substitutes.find(id.index);
    if (found == substitutes.end()) return false;
    const Substitute& by = found->second;
    rebuild.bind(record.result(),
                 by.number ? rebuild.constant(*by.number) : rebuild.extent_scalar(rebuild.operand(by.input), by.dim));
    return true;
  });
  return out;
}

}  // namespace cleave

// Pass 14. A histogram written as scatter and sum: zeros of [rows, bins], one value a row put into its bin, and the sum
// over the rows. One scatter that adds into [bins] zeros is the same, without the large tensor. Only of integers, whose
// sum does not depend on the order, and only where nothing else reads a value between.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/rewrite/passes/pass.h"

namespace cleave {
namespace {

/// The parts of the pattern that the one scatter needs.
struct Histogram {
  RecordId zeros{0U};
  StateId index{0U};
  StateId source{0U};
};

bool is_zero(const PassFacts& facts, StateId scalar) {
  const auto& value = facts.primitive.types.scalar(scalar).value;
  return value && to_double(*value) == 0;
}

/// [rows, 1], the 1 without storage.
bool is_one_per_row(const TensorType& type, int64_t rows) {
  return type.rank() == 2 && type.axes[0].extent == rows && type.axes[1].is_broadcast() && type.axes[1].extent == 1;
}

/// A number that every integer type holds: what a cast between does to it changes nothing.
bool is_small_number(const PassFacts& facts, StateId scalar) {
  const auto& value = facts.primitive.types.scalar(scalar).value;
  return value && std::holds_alternative<int64_t>(*value) && std::get<int64_t>(*value) >= INT32_MIN &&
         std::get<int64_t>(*value) <= INT32_MAX;
}

/// Why the scatter is no histogram; empty where it is one.
std::string why_not(const PassFacts& facts, const Record& scatter) {
  const Record& zeros = facts.producer(scatter.operand(0));
  if (zeros.op != op("full") || !is_zero(facts, zeros.operand(1))) return "it does not start from zeros";
  if (!facts.has_one_reader(scatter.operand(0))) return "the zeros have another reader";
  const TensorType* made = facts.tensor(scatter.result());
  const TensorType* index = facts.tensor(scatter.operand(1));
  if (made == nullptr || index == nullptr || made->rank() != 2) return "it is not of rows and bins";
  if (attributes<DimAttributes>(scatter).dim != 1) return "it scatters along the rows";
  if (!is_one_per_row(*index, made->axes[0].extent)) return "it does not put one value into each row";
  const TensorType* source = facts.tensor(scatter.operand(2));
  if (source != nullptr && !is_one_per_row(*source, made->axes[0].extent)) return "its values are not one a row";
  if (source == nullptr && !is_small_number(facts, scatter.operand(2))) return "its value is no known integer";
  return {};
}

/// The scatter behind a sum over rows, and a cast between; nothing where the sum is of something else.
std::optional<RecordId> scatter_of(const PassFacts& facts, const Record& sum) {
  if (sum.op != op("sum") || attributes<ReduceAttributes>(sum).dims != std::vector<int64_t>{0}) return std::nullopt;
  StateId value = sum.operand(0);
  if (family(facts.producer(value).op) == OpFamily::kCast && facts.has_one_reader(value)) {
    value = facts.producer(value).operand(0);
  }
  const bool is_scatter = facts.producer(value).op == op("scatter") && facts.has_one_reader(value);
  return is_scatter ? std::optional(facts.definition().states[value].producer) : std::nullopt;
}

/// The op without a rule between a sum over rows and the scatter whose rows they were; null where there is none.
const Record* kept_apart(const PassFacts& facts, const Record& sum) {
  if (sum.op != op("sum") || attributes<ReduceAttributes>(sum).dims != std::vector<int64_t>{0}) return nullptr;
  const Record* stops = nullptr;
  StateId value = sum.operand(0);
  for (size_t steps = 0; steps < kMostLookedThrough; ++steps) {
    const Record& record = facts.producer(value);
    if (record.op == op("scatter")) return facts.tensor(value)->rank() == 2 ? stops : nullptr;
    const TensorType* before = record.has_operand(0) ? facts.tensor(record.operand(0)) : nullptr;
    if (before == nullptr || before->extents() != facts.tensor(value)->extents()) return nullptr;
    if (stops == nullptr && family(record.op) != OpFamily::kCast) stops = &record;
    value = record.operand(0);
  }
  return nullptr;
}

/// [rows, 1] → [rows].
StateId without_column(Rebuild& rebuild, StateId value) {
  return rebuild.emit(op("squeeze"), {value}, SqueezeAttributes{.dims = {1}, .squeeze_expanded = false});
}

StateId apply(Rebuild& rebuild, const PassFacts& facts, const Record& sum, const Histogram& parts) {
  const Record& zeros = facts.definition().records[parts.zeros];
  const DType dtype = facts.tensor(sum.result())->dtype;
  const StateId bins = rebuild.operand(vector_items(facts.definition(), zeros.operand(0))[1]);
  const std::vector<StateId> shape{bins};
  const StateId zero = rebuild.constant(to_category(int64_t{0}, dtype));
  const StateId start = rebuild.emit(op("full"), {rebuild.vector(shape), zero}, DTypeAttributes{.dtype = dtype});
  const StateId index = without_column(rebuild, rebuild.operand(parts.index));
  StateId source = rebuild.operand(parts.source);
  if (rebuild.is_tensor(source)) source = without_column(rebuild, rebuild.cast(source, dtype));
  return rebuild.emit(op("scatter_add"), {start, index, source}, DimAttributes{.dim = 0});
}

}  // namespace

PassResult translate_scatter_accumulate(const PassFacts& facts) {
  PassResult out;
  const Definition& definition = facts.definition();
  std::map<uint32_t, Histogram> histograms;
  for (RecordId id : definition.records.ids()) {
    const Record& sum = definition.records[id];
    const std::optional<RecordId> found = scatter_of(facts, sum);
    if (!found) {
      if (const Record* stops = kept_apart(facts, sum)) {
        out.left.push_back({id, concat(facts.called(sum), " adds rows that a scatter has placed, but ",
                                       facts.called(*stops), " stands between, for which the pass has no rule")});
      }
      continue;
    }
    const Record& scatter = definition.records[*found];
    const bool any_order = is_integer(facts.tensor(sum.result())->dtype);
    const std::string reason = any_order ? why_not(facts, scatter) : "the sum depends on the order";
    const std::string what =
        concat("sum `", facts.name(sum.result()), "` adds the rows of scatter `", facts.name(scatter.result()), "`");
    if (!reason.empty()) {
      out.left.push_back({id, concat(what, ", but ", reason)});
      continue;
    }
    histograms.emplace(id.index, Histogram{.zeros = definition.states[scatter.operand(0)].producer,
                                           .index = scatter.operand(1),
                                           .source = scatter.operand(2)});
    out.done.push_back({id, concat(what, ": now one scatter that adds")});
  }
  if (out.done.empty()) return out;
  out.step = rebuilt(facts.primitive, [&](Rebuild& rebuild, RecordId id, const Record& record) {
    const auto found = histograms.find(id.index);
    if (found == histograms.end()) return false;
    rebuild.bind(record.result(), apply(rebuild, facts, record, found->second));
    return true;
  });
  return out;
}

}  // namespace cleave

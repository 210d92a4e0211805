// The walk over the source definition: declarations, the decomposition of every op by family, outputs; then what
// nothing needs is pruned.
#include <map>

#include "core/base/dims.h"
#include "core/base/text.h"
#include "core/infer/input_check.h"
#include "core/ir/verify.h"
#include "core/ops/op_table.h"
#include "core/rewrite/decompose.h"
#include "core/rewrite/primitive.h"
#include "core/rewrite/prune.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

class Rewriter {
 public:
  Rewriter(const Definition& source, const SourceMap& map, const Binding& binding, Diagnostics& diagnostics)
      : source_(source), map_(map), emitter_(source, map, diagnostics), diagnostics_(diagnostics) {
    for (const BoundInput& input : binding.inputs) bound_.emplace(input.state.index, &input.value);
  }

  Primitive run() && {
    for (RecordId id : source_.records.ids()) {
      emitter_.begin(id);
      rewrite_record(source_.records[id]);
    }
    if (source_.outputs.empty()) diagnostics_.report(code("no_outputs"), std::nullopt);
    return prune(std::move(emitter_).finish());
  }

 private:
  void rewrite_record(const Record& record) {
    switch (family(record.op)) {
      case OpFamily::kDefineTensor: return declare_tensor(record);
      case OpFamily::kDefineScalar: return declare_scalar(record);
      case OpFamily::kDefineVector: return declare_vector(record);
      case OpFamily::kAddOutput: return output(record);
      case OpFamily::kShapeQuery: return query_shape(record);
      case OpFamily::kPointwise: return decompose(record, decompose_pointwise);
      case OpFamily::kCast: return decompose(record, decompose_cast);
      case OpFamily::kCopy: return decompose(record, decompose_copy);
      case OpFamily::kReduction: return decompose(record, decompose_reduction);
      case OpFamily::kWelford: return decompose(record, decompose_welford);
      case OpFamily::kScan: return decompose(record, decompose_scan);
      case OpFamily::kBroadcast: return decompose(record, decompose_broadcast);
      case OpFamily::kExpand: return decompose(record, decompose_expand);
      case OpFamily::kSqueeze: return decompose(record, decompose_squeeze);
      case OpFamily::kReshape: return decompose(record, decompose_reshape);
      case OpFamily::kPermute: return decompose(record, decompose_permute);
      case OpFamily::kSlice: return decompose(record, decompose_slice);
      case OpFamily::kPad: return decompose(record, decompose_pad);
      case OpFamily::kCat: return decompose(record, decompose_cat);
      case OpFamily::kFactory: return decompose(record, decompose_factory);
      case OpFamily::kRandom: return random(record);
      case OpFamily::kIndex: return decompose(record, decompose_index);
      case OpFamily::kScatter: return decompose(record, decompose_scatter);
      case OpFamily::kSort: return decompose(record, decompose_sort);
      case OpFamily::kMatmul: return decompose(record, decompose_matmul);
      case OpFamily::kSize: return decompose(record, decompose_size);
      case OpFamily::kOpaque: return decompose(record, decompose_opaque);
      case OpFamily::kComposite: {
        const bool is_random = record.op == op("rand_like") || record.op == op("randn_like");
        return is_random ? random(record) : decompose(record, decompose_composite);
      }
    }
  }

  void declare_tensor(const Record& record) {
    TensorAttributes declared = attributes<TensorAttributes>(record);
    const auto found = bound_.find(record.result().index);
    if (found == bound_.end()) return;
    const auto* input = std::get_if<TensorInput>(found->second);
    if (input == nullptr || input->sizes.size() != declared.shape.size()) return;
    if (const auto order = implied_stride_order(declared, *input)) declared.stride_order = *order;
    if (!extents_allowed(emitter_, input->sizes)) return;
    emitter_.bind(record.result(), emitter_.declare_tensor(declared, input->sizes));
  }

  void declare_scalar(const Record& record) {
    const auto& declared = attributes<ScalarAttributes>(record);
    std::optional<ScalarValue> value = declared.value;
    const auto found = bound_.find(record.result().index);
    if (found != bound_.end()) {
      if (const auto* number = std::get_if<ScalarValue>(found->second)) value = *number;
    }
    emitter_.bind(record.result(), emitter_.declare_scalar(declared, value, record.form));
  }

  void declare_vector(const Record& record) {
    if (!emitter_.operands_known()) return;
    std::vector<StateId> items;
    bool integers = true;
    for (size_t slot = 0; slot < record.operands.size(); ++slot) {
      items.push_back(*emitter_.operand(slot));
      const DType dtype = emitter_.scalar(items.back()).dtype;
      if (is_integer(dtype) || is_boolean(dtype)) continue;
      emitter_.report(code("vector_element"), {emitter_.operand_name(slot), std::string(name(dtype))}, slot);
      integers = false;
    }
    if (integers) emitter_.bind_vector(record.result(), std::move(items));
  }

  // shape, tensor_sizes, at: no records of their own.
  void query_shape(const Record& record) {
    if (!can_be_read()) return;
    if (record.op == op("at")) {
      const std::vector<StateId> items = emitter_.vector_operand(0);
      const int64_t index = attributes<AtAttributes>(record).index;
      const std::optional<size_t> place = normalized_dim(index, items.size());
      if (!place) {
        emitter_.report(code("at_out_of_range"), {concat(index), concat(items.size())});
        return;
      }
      return emitter_.bind(record.result(), items[*place]);
    }
    const StateId tensor = *emitter_.operand(0);
    std::vector<StateId> sizes;
    for (size_t i = 0; i < emitter_.tensor(tensor).rank(); ++i) sizes.push_back(emitter_.extent_scalar(tensor, i));
    if (record.op == op("shape")) return emitter_.bind_vector(record.result(), std::move(sizes));
    for (size_t i = 0; i < record.results.size() && i < sizes.size(); ++i) emitter_.bind(record.results[i], sizes[i]);
  }

  /// False where the record in hand depends on a failed one (said already) or on a value of unknown type (said here).
  bool can_be_read() {
    if (emitter_.operands_known()) return true;
    if (const std::optional<size_t> slot = emitter_.untyped_operand()) {
      emitter_.report(code("type_not_known"), {std::string(emitter_.row().name), emitter_.operand_name(*slot)}, slot);
    }
    return false;
  }

  template <class Decompose>
  void decompose(const Record& record, Decompose decomposition) {
    if (!can_be_read()) return;
    const Results results = decomposition(emitter_);
    if (!results_allowed(results)) return;
    for (size_t i = 0; i < results.size(); ++i) emitter_.bind(record.results[i], results[i]);
  }

  /// What an op makes of tensors without elements may have more than any: a sum over the empty axis, a product.
  bool results_allowed(const Results& results) {
    bool allowed = true;
    for (const StateId result : results) {
      if (!emitter_.is_tensor(result) || !emitter_.is_typed(result)) continue;
      allowed = extents_allowed(emitter_, emitter_.tensor(result).extents()) && allowed;
    }
    return allowed;
  }

  void random(const Record& record) {
    const bool like = family(record.op) == OpFamily::kComposite;
    const bool seeded = record.has_operand(like ? 1 : 3);
    const int64_t ordinal = seeded ? 0 : random_count_++;
    decompose(record, [&](Emitter& emitter) { return decompose_random(emitter, ordinal); });
  }

  void output(const Record& record) {
    const StateId source_value = record.operand(0);
    if (source_.is_scalar(source_value)) {
      emitter_.report(code("scalar_output"), {emitter_.operand_name(0)}, 0);
      return;
    }
    if (!can_be_read()) return;
    const StateId value = *emitter_.operand(0);
    std::vector<int64_t> order = attributes<OutputAttributes>(record).stride_order;
    if (!record.has_operand(1)) return plain_output(value, std::move(order));
    const StateId input = *emitter_.operand(1);
    if (family(source_.producer(record.operand(1)).op) != OpFamily::kDefineTensor) {
      emitter_.report(code("alias_not_input"), {emitter_.operand_name(1)}, 1);
      return;
    }
    const TensorType& from = emitter_.tensor(value);
    const TensorType& to = emitter_.tensor(input);
    if (from.extents() != to.extents() || from.dtype != to.dtype) {
      emitter_.report(code("alias_mismatch"),
                      {emitter_.operand_name(0), type_text(from), emitter_.operand_name(1), type_text(to)}, 0);
      return;
    }
    emitter_.update(value, input);
  }

  void plain_output(StateId value, const std::vector<int64_t>& order) {
    if (order.empty()) return emitter_.output(value, {});
    const size_t rank = emitter_.tensor(value).rank();
    auto normalized = normalized_permutation(order, rank);
    if (normalized) return emitter_.output(value, std::move(*normalized));
    emitter_.report(code("stride_order_value"), {list_text(order), concat(rank), emitter_.operand_name(0)}, 0);
  }

  const Definition& source_;
  const SourceMap& map_;
  Emitter emitter_;
  Diagnostics& diagnostics_;
  std::map<uint32_t, const InputValue*> bound_;
  int64_t random_count_ = 0;
};

}  // namespace

Primitive rewrite(const Definition& source, const SourceMap& map, const Binding& binding, Diagnostics& diagnostics) {
  Primitive out = Rewriter(source, map, binding, diagnostics).run();
#ifndef NDEBUG
  CHECK(verify(out.definition, Level::kPrimitive).empty(), "rewrite makes a primitive definition");
#endif
  return out;
}

}  // namespace cleave

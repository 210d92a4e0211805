// See evaluate.h. This file decides what runs, in which order, and when values are dropped; what an op means is in the
// file of its family.
#include "core/evaluate/evaluate.h"

#include <algorithm>
#include <limits>

#include "core/evaluate/step.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

ResultValues report_opaque(const Step& step) {
  step.report(code("op_without_meaning"),
              {std::string(info(step.record.op).name), step.name_of(step.record.results[0])});
  return std::nullopt;
}

ResultValues dispatch(const Step& step) {
  switch (family(step.record.op)) {
    case OpFamily::kPointwise: return evaluate_pointwise(step);
    case OpFamily::kCast: return evaluate_cast(step);
    case OpFamily::kCopy: return evaluate_copy(step);
    case OpFamily::kReduction: return evaluate_reduction(step);
    case OpFamily::kWelford: return evaluate_welford(step);
    case OpFamily::kScan: return evaluate_scan(step);
    case OpFamily::kBroadcast:
    case OpFamily::kReshape: return evaluate_renaming(step);
    case OpFamily::kExpand: return evaluate_expand(step);
    case OpFamily::kSqueeze: return evaluate_squeeze(step);
    case OpFamily::kPermute: return evaluate_permute(step);
    case OpFamily::kSlice: return evaluate_slice(step);
    case OpFamily::kPad: return evaluate_pad(step);
    case OpFamily::kCat: return evaluate_cat(step);
    case OpFamily::kFactory: return evaluate_factory(step);
    case OpFamily::kRandom: return evaluate_random(step);
    case OpFamily::kIndex: return evaluate_index(step);
    case OpFamily::kScatter: return evaluate_scatter(step);
    case OpFamily::kSort: return evaluate_sort(step);
    case OpFamily::kMatmul: return evaluate_matmul(step);
    case OpFamily::kSize: return evaluate_size(step);
    case OpFamily::kOpaque: return report_opaque(step);
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite: break;
  }
  CHECK(false, "only primitive ops are evaluated");
}

class Run {
 public:
  Run(const Definition& definition, const Types& types, const EvaluateOptions& options, Diagnostics& diagnostics)
      : definition_(definition),
        types_(types),
        options_(options),
        diagnostics_(diagnostics),
        values_(definition.states.size()),
        last_use_(definition.states.size(), std::nullopt),
        needed_(definition.states.size(), false) {}

  Evaluation operator()(const std::vector<Value>& inputs) {
    find_needed();
    take_inputs(inputs);
    for (RecordId id : definition_.records.ids()) {
      if (!is_needed(definition_.records[id])) continue;
      if (options_.before_record) options_.before_record(id);
      run_record(id);
      drop_after(id);
    }
    Evaluation out{.outputs = {}, .peak_bytes = peak_bytes_};
    for (const Output& output : definition_.outputs) out.outputs.push_back(values_[output.value]);
    return out;
  }

 private:
  bool is_needed(const Record& record) const {
    return std::any_of(record.results.begin(), record.results.end(), [this](StateId s) { return needed_[s]; });
  }

  /// What the outputs need, and after which record each state is not read any more: one walk back.
  void find_needed() {
    const auto after_all = RecordId(std::numeric_limits<uint32_t>::max());
    for (const Output& output : definition_.outputs) {
      needed_[output.value] = true;
      last_use_[output.value] = after_all;
    }
    for (size_t i = definition_.records.size(); i-- > 0;) {
      const auto id = RecordId(i);
      const Record& record = definition_.records[id];
      if (!is_needed(record)) continue;
      for (const std::optional<StateId>& operand : record.operands) {
        if (!operand) continue;
        needed_[*operand] = true;
        if (!last_use_[*operand]) last_use_[*operand] = id;
      }
    }
  }

  void take_inputs(const std::vector<Value>& inputs) {
    CHECK(inputs.size() == definition_.inputs.size(), "there is one value for each input");
    for (size_t i = 0; i < inputs.size(); ++i) {
      const StateId state = definition_.inputs[i];
      if (const auto* scalar = std::get_if<ScalarValue>(&inputs[i])) {
        set(state, round_to(types_.scalar(state).dtype, to_category(*scalar, types_.scalar(state).dtype)));
      } else {
        set(state, inputs[i]);
      }
    }
  }

  void run_record(RecordId id) {
    const Record& record = definition_.records[id];
    if (family(record.op) == OpFamily::kDefineScalar) return set_constant(record);
    if (is_declaration(record) || !can_run(record)) return;
    const Step step{definition_, types_, values_, options_, id, record, diagnostics_};
    if (!has_element_types(step)) return;
    ResultValues results = dispatch(step);
    if (!results) return;
    CHECK(results->size() == record.results.size(), "a record has as many values as results");
    for (size_t i = 0; i < results->size(); ++i) set(record.results[i], std::move((*results)[i]));
  }

  /// Reports a result whose dtype no element can have.
  static bool has_element_types(const Step& step) {
    for (StateId result : step.record.results) {
      const auto* type = std::get_if<TensorType>(&step.types.states[result]);
      if (type == nullptr || is_element_type(type->dtype)) continue;
      step.report(code("operands_without_meaning"),
                  {std::string(info(step.record.op).name), std::string(name(type->dtype)), step.name_of(result)});
      return false;
    }
    return true;
  }

  void set_constant(const Record& record) {
    const auto& constant = attributes<ScalarAttributes>(record);
    if (constant.value) set(record.result(), round_to(constant.dtype, to_category(*constant.value, constant.dtype)));
  }

  /// False where an operand's value or a result's type is missing, which has been reported where it went missing.
  bool can_run(const Record& record) const {
    for (StateId result : record.results) {
      if (!types_.is_known(result)) return false;
    }
    // An op without a meaning says so even where it is told nothing.
    if (family(record.op) == OpFamily::kOpaque) return true;
    return std::all_of(record.operands.begin(), record.operands.end(), [&](const std::optional<StateId>& operand) {
      return !operand || has_value(*operand, family(record.op));
    });
  }

  bool has_value(StateId operand, OpFamily reader) const {
    if (definition_.is_tensor(operand)) return std::holds_alternative<TensorPointer>(values_[operand]);
    if (definition_.is_scalar(operand)) return has_scalar(operand);
    // The other readers of vectors take the extents from their result's type.
    if (reader != OpFamily::kSlice && reader != OpFamily::kPad) return true;
    const std::vector<StateId> items = vector_items(definition_, operand);
    return std::all_of(items.begin(), items.end(), [this](StateId item) { return has_scalar(item); });
  }

  bool has_scalar(StateId state) const {
    if (std::holds_alternative<ScalarValue>(values_[state])) return true;
    const auto* type = std::get_if<ScalarType>(&types_.states[state]);
    return type != nullptr && type->value.has_value();
  }

  void set(StateId state, Value value) {
    if (const auto* tensor = std::get_if<TensorPointer>(&value)) {
      const TensorType& type = types_.tensor(state);
      CHECK((*tensor)->dtype() == type.dtype && (*tensor)->extents() == type.extents(),
            "a value is of its state's type");
      live_bytes_ += (*tensor)->bytes();
      peak_bytes_ = std::max(peak_bytes_, live_bytes_);
    }
    values_[state] = std::move(value);
  }

  /// Drops what no later record reads. Results that nobody reads go too; inputs stay counted, since the caller holds
  /// them.
  void drop_after(RecordId id) {
    const Record& record = definition_.records[id];
    if (family(record.op) == OpFamily::kDefineTensor) return;
    for (const std::optional<StateId>& operand : record.operands) {
      if (operand && last_use_[*operand] == id) drop(*operand);
    }
    for (StateId result : record.results) {
      if (!last_use_[result]) drop(result);
    }
  }

  void drop(StateId state) {
    const auto* tensor = std::get_if<TensorPointer>(&values_[state]);
    if (tensor == nullptr) return;
    if (family(definition_.producer(state).op) != OpFamily::kDefineTensor) live_bytes_ -= (*tensor)->bytes();
    values_[state] = std::monostate{};
  }

  const Definition& definition_;
  const Types& types_;
  const EvaluateOptions& options_;
  Diagnostics& diagnostics_;
  Values values_;
  IdMap<StateId, std::optional<RecordId>> last_use_;
  IdMap<StateId, char> needed_;
  int64_t live_bytes_ = 0;
  int64_t peak_bytes_ = 0;
};

}  // namespace

Evaluation evaluate(const Definition& definition, const Types& types, const std::vector<Value>& inputs,
                    const EvaluateOptions& options, Diagnostics& diagnostics) {
  return Run(definition, types, options, diagnostics)(inputs);
}

}  // namespace cleave

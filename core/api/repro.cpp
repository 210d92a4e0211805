// Inputs of the definition keep how they are filled; what other segments make is random, and where the segment looks up
// places with it, within range. See repro.h.
#include "core/api/repro.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/text.h"
#include "core/infer/binding.h"
#include "core/ir/python_literals.h"

namespace cleave {
namespace {

/// `(2, 32)`, `(4,)`, `()`.
std::string tuple_text(const std::vector<int64_t>& values) {
  std::string out = "(" + join(values, ", ", [](int64_t value) { return value; });
  return out + (values.size() == 1 ? ",)" : ")");
}

std::string dtype_text(DType dtype) {
  const std::string_view name = info(dtype).torch_name;
  return concat("torch.", name.empty() ? std::string_view("float32") : name);
}

/// A bound or number of a fill as Python: whole numbers without a point.
std::string number_text(double value, bool whole) {
  return whole ? std::to_string(static_cast<int64_t>(value)) : shortest_double(value);
}

/// The strides of a value that no other has asked anything of: dense in its memory order, 0 along repeated axes.
std::vector<int64_t> dense_strides(const TensorType& type) {
  std::vector<int64_t> out(type.rank(), 0);
  int64_t next = 1;
  for (size_t place = type.rank(); place-- > 0;) {
    const uint32_t axis = type.allocation_order[place];
    if (type.axes[axis].is_expanded()) continue;
    out[axis] = next;
    next *= std::max<int64_t>(type.axes[axis].extent, 1);
  }
  return out;
}

/// The call that fills `sizes`: `torch.randn((2, 32), dtype=torch.float32, device='cuda:0')`.
std::string filled_text(const TensorInput& tensor, const std::vector<int64_t>& sizes) {
  const std::string shape = tuple_text(sizes);
  const std::string options =
      concat("dtype=", dtype_text(tensor.dtype), ", device='", tensor.is_cpu ? "cpu" : "cuda:0", "')");
  const Fill& fill = tensor.fill;
  const bool is_whole = !is_floating(tensor.dtype) && !is_complex(tensor.dtype);
  switch (fill.kind) {
    case Fill::Kind::kNormal: return concat("torch.randn(", shape, ", ", options);
    case Fill::Kind::kUniform: return concat("torch.rand(", shape, ", ", options);
    case Fill::Kind::kIntegers:
      return concat("torch.randint(", number_text(fill.low, true), ", ", number_text(fill.high, true), ", ", shape,
                    ", ", options);
    case Fill::Kind::kMakeTensor: {
      std::string bounds;
      if (!std::isnan(fill.low)) bounds += concat("low=", number_text(fill.low, is_whole), ", ");
      if (!std::isnan(fill.high)) bounds += concat("high=", number_text(fill.high, is_whole), ", ");
      return concat("torch.testing.make_tensor(", shape, ", ", bounds, options);
    }
    case Fill::Kind::kConstant:
      return concat("torch.full(", shape, ", ",
                    python_text(fill.values.empty() ? ScalarValue(int64_t{0}) : fill.values[0]), ", ", options);
    case Fill::Kind::kValues:
      return concat("torch.tensor([",
                    join(fill.values, ", ", [](const ScalarValue& value) { return python_text(value); }), "], ",
                    options);
    case Fill::Kind::kSequence: {
      int64_t count = 1;
      for (const int64_t size : sizes) count *= size;
      const double start = fill.values.empty() ? 0 : to_double(fill.values[0]);
      const double step = fill.values.size() < 2 ? 1 : to_double(fill.values[1]);
      return concat("torch.arange(", number_text(start, is_whole), ", ",
                    number_text(start + step * static_cast<double>(count), is_whole), ", ", number_text(step, is_whole),
                    ", ", options);
    }
  }
  return {};
}

/// A tensor whose strides are not those of its sizes is a view of its storage; so is one whose elements are listed.
std::string tensor_text(const TensorInput& tensor) {
  const bool is_listed = tensor.fill.kind == Fill::Kind::kValues || tensor.fill.kind == Fill::Kind::kSequence;
  const bool is_plain = tensor.strides == row_major_strides(tensor.sizes) && !tensor.storage;
  if (is_plain && (!is_listed || tensor.sizes.size() == 1)) return filled_text(tensor, tensor.sizes);
  const int64_t needed = needed_storage(tensor.sizes, tensor.strides).value_or(0);
  return concat(filled_text(tensor, {tensor.storage.value_or(needed)}), ".as_strided(", tuple_text(tensor.sizes), ", ",
                tuple_text(tensor.strides), ")");
}

class Inputs {
 public:
  Inputs(const Compilation& c, SegmentId segment) : c_(c), translation_(c.translations[segment]) {}

  std::vector<std::string> texts() const {
    std::vector<std::string> out;
    const std::vector<InputValue> values = all();
    for (const InputValue& value : values) {
      const auto* tensor = std::get_if<TensorInput>(&value);
      out.push_back(tensor != nullptr ? tensor_text(*tensor) : python_text(std::get<ScalarValue>(value)));
    }
    return out;
  }

 private:
  /// With the fills that a definition with such inputs is given where nobody says how to fill them.
  std::vector<InputValue> all() const {
    const Definition& definition = translation_.definition;
    Diagnostics unused;
    const Binding assumed = bind_inputs(definition, SourceMap{}, nullptr, {}, unused);
    std::vector<InputValue> out;
    for (size_t i = 0; i < definition.inputs.size(); ++i) {
      const std::optional<InputValue> given = of_definition(translation_.arguments[i]);
      const InputValue* other = i < assumed.inputs.size() ? &assumed.inputs[i].value : nullptr;
      out.push_back(given ? *given : made(definition.inputs[i], other));
    }
    return out;
  }

  /// The input of the whole definition that is passed on, as it is bound.
  std::optional<InputValue> of_definition(const SegmentArgument& argument) const {
    if (!argument.state) return std::nullopt;
    const std::vector<StateId>& inputs = c_.primitive.definition.inputs;
    const auto found = std::find(inputs.begin(), inputs.end(), *argument.state);
    const auto place = static_cast<size_t>(found - inputs.begin());
    return place < c_.binding.inputs.size() ? std::optional(c_.binding.inputs[place].value) : std::nullopt;
  }

  InputValue made(StateId input, const InputValue* assumed) const {
    const StateType& type = translation_.types.states[input];
    if (const auto* scalar = std::get_if<ScalarType>(&type)) {
      if (scalar->value) return *scalar->value;
      return assumed != nullptr && std::holds_alternative<ScalarValue>(*assumed) ? *assumed : ScalarValue(1.0);
    }
    const auto* tensor = std::get_if<TensorType>(&type);
    TensorInput out;
    if (assumed != nullptr && std::holds_alternative<TensorInput>(*assumed)) out = std::get<TensorInput>(*assumed);
    if (tensor == nullptr) return out;
    out.sizes = tensor->extents();
    out.strides = dense_strides(*tensor);
    out.dtype = tensor->dtype;
    out.is_cpu = tensor->is_cpu;
    return out;
  }

  const Compilation& c_;
  const Translation& translation_;
};

}  // namespace

std::string repro_script(const Compilation& c, SegmentId segment, std::string_view definition, Dialect dialect) {
  const bool is_direct = dialect == Dialect::kDirect;
  const std::string name = is_direct ? "nvfuser_fusion" : concat("nvfuser_fusion_id", segment.index);
  std::string out = concat("import torch\nfrom ", is_direct ? "nvfuser_direct" : "nvfuser",
                           " import FusionDefinition, DataType\n", is_direct ? "\n" : "", definition);
  if (out.back() != '\n') out += '\n';
  out += concat(is_direct ? "\n" : "", "with FusionDefinition() as fd:\n    ", name, "(fd)\n\ninputs = [\n");
  for (const std::string& text : Inputs(c, segment).texts()) out += concat("    ", text, ",\n");
  return out + "]\nfd.execute(inputs)\n";
}

}  // namespace cleave

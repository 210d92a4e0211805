// Reads the vector files of tests/vectors (their form is described in tests/vectors/vector_file.py) and turns a case
// into a definition of one op with its types and inputs. Checks no value.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/describe.h"
#include "core/evaluate/evaluate.h"
#include "core/ir/builder.h"
#include "core/ops/op_table.h"

namespace cleave {

/// A tensor, or a scalar as a tensor of rank 0.
struct VectorValue {
  enum class Kind { kTensor, kScalar, kVector, kAbsent };
  Kind kind = Kind::kTensor;
  TensorPointer tensor;
  std::vector<int64_t> items;
};

struct VectorCase {
  std::string place;
  OpCode op{};
  std::string label;
  std::vector<VectorValue> operands;
  std::vector<VectorValue> results;
  std::vector<std::pair<std::string, std::string>> attributes;
  bool is_exact = false;
  int64_t reduced_length = 1;
};

inline ScalarValue parse_number(DType dtype, const std::string& text) {
  const size_t comma = text.find(',');
  if (comma != std::string::npos) {
    return Complex(std::strtod(text.c_str(), nullptr), std::strtod(text.c_str() + comma + 1, nullptr));
  }
  if (dtype == DType::kUInt64) return static_cast<int64_t>(std::strtoull(text.c_str(), nullptr, 10));
  if (is_integer(dtype)) return static_cast<int64_t>(std::strtoll(text.c_str(), nullptr, 10));
  if (is_boolean(dtype)) return text == "1";
  return std::strtod(text.c_str(), nullptr);
}

inline std::vector<int64_t> parse_extents(std::string text) {
  for (char& c : text) {
    if (c == '[' || c == ']' || c == ',') c = ' ';
  }
  std::istringstream in(text);
  std::vector<int64_t> out;
  for (int64_t extent = 0; in >> extent;) out.push_back(extent);
  return out;
}

inline TensorPointer parse_tensor(DType dtype, std::vector<int64_t> extents, std::istream& in) {
  auto out = std::make_shared<Tensor>(dtype, std::move(extents));
  int64_t count = 0;
  for (std::string word; in >> word; ++count) {
    if (count < out->element_count()) out->set_value(count, parse_number(dtype, word));
  }
  EXPECT_EQ(count, out->element_count()) << "a vector lists as many elements as its extents say";
  return out;
}

inline VectorValue parse_value(const std::string& kind, std::istream& in) {
  if (kind == "absent") return {VectorValue::Kind::kAbsent, nullptr, {}};
  if (kind == "vector") {
    VectorValue out{VectorValue::Kind::kVector, nullptr, {}};
    for (int64_t item = 0; in >> item;) out.items.push_back(item);
    return out;
  }
  std::string dtype_name, extents;
  in >> dtype_name;
  if (kind == "tensor") in >> extents;
  const DType dtype = find_dtype(dtype_name).value();
  const auto value_kind = kind == "tensor" ? VectorValue::Kind::kTensor : VectorValue::Kind::kScalar;
  return {value_kind, parse_tensor(dtype, parse_extents(extents), in), {}};
}

inline void parse_line(const std::string& line, VectorCase& out) {
  std::istringstream in(line);
  std::string word;
  in >> word;
  if (word == "exact") {
    out.is_exact = true;
  } else if (word == "reduced") {
    in >> out.reduced_length;
  } else if (word == "attribute") {
    std::string name, rest;
    in >> name;
    std::getline(in, rest);
    out.attributes.emplace_back(name, rest);
  } else if (word == "result") {
    const std::streampos start = in.tellg();
    in >> word;
    if (word != "scalar") in.seekg(start);
    out.results.push_back(parse_value(word == "scalar" ? "scalar" : "tensor", in));
  } else {
    out.operands.push_back(parse_value(word, in));
  }
}

inline std::vector<VectorCase> read_vector_file(const std::string& path) {
  std::vector<VectorCase> out;
  std::ifstream file(path);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    if (line.rfind("case ", 0) != 0) {
      parse_line(line, out.back());
      continue;
    }
    std::istringstream in(line.substr(5));
    std::string op_name, label;
    in >> op_name >> label;
    const std::optional<OpCode> op = find_op(op_name);
    EXPECT_TRUE(op.has_value()) << path << ":" << number << ": no op " << op_name;
    out.push_back({.place = path + ":" + std::to_string(number),
                   .op = op.value_or(OpCode{}),
                   .label = op_name + " " + label,
                   .operands = {},
                   .results = {},
                   .attributes = {}});
  }
  return out;
}

/// Sets one field from its text; vectors are numbers with spaces between them.
struct FieldFromText {
  std::istringstream in;
  void operator()(bool& field) { in >> field; }
  void operator()(int64_t& field) { in >> field; }
  void operator()(DType& field) {
    std::string name;
    in >> name;
    field = find_dtype(name).value();
  }
  void operator()(std::vector<int64_t>& field) {
    for (int64_t item = 0; in >> item;) field.push_back(item);
  }
  void operator()(std::vector<bool>& field) {
    for (bool item = false; in >> item;) field.push_back(item);
  }
  template <class Other>
  void operator()(Other&) {
    ADD_FAILURE() << "vector files cannot set this kind of field";
  }
};

inline Attributes attributes_of(const VectorCase& vector_case) {
  Attributes out = info(vector_case.op).make_attributes();
  for (const auto& [wanted, text] : vector_case.attributes) {
    bool is_found = false;
    const std::string& name_wanted = wanted;
    const std::string& text_wanted = text;
    std::visit(
        [&](auto& fields) {
          for_each_field(fields, [&](std::string_view name, auto& field, std::string_view) {
            if (name != name_wanted) return;
            is_found = true;
            FieldFromText{std::istringstream(text_wanted)}(field);
          });
        },
        out);
    EXPECT_TRUE(is_found) << vector_case.place << ": no attribute " << wanted;
  }
  return out;
}

/// A case as a definition of one op whose tensors are inputs and whose results are outputs.
struct VectorScene {
  Builder builder;
  Types types;
  std::vector<Value> inputs;

  explicit VectorScene(const VectorCase& vector_case) {
    types.extents.add(ExtentOrigin{});
    std::vector<std::optional<StateId>> operands;
    for (const VectorValue& operand : vector_case.operands) operands.push_back(add_operand(operand));
    std::vector<StateKind> kinds;
    for (const VectorValue& result : vector_case.results) {
      kinds.push_back(result.kind == VectorValue::Kind::kTensor ? StateKind::kTensor : StateKind::kScalar);
    }
    const RecordId record = builder.add_with_results(vector_case.op, operands, attributes_of(vector_case), kinds);
    for (size_t i = 0; i < vector_case.results.size(); ++i) {
      const StateId state = builder.definition().records[record].results[i];
      set_type(state, vector_case.results[i]);
      builder.output(state);
    }
  }

 private:
  void set_type(StateId state, const VectorValue& value) {
    if (value.kind == VectorValue::Kind::kScalar) {
      types.states.set(state,
                       ScalarType{.dtype = value.tensor->dtype(), .value = std::nullopt, .extent = std::nullopt});
      return;
    }
    std::vector<Axis> axes;
    for (int64_t extent : value.tensor->extents()) {
      axes.push_back({extent == 1 ? AxisKind::kBroadcast : AxisKind::kIteration, extent, ExtentId(0U)});
    }
    types.states.set(state, row_major(value.tensor->dtype(), axes));
  }

  std::optional<StateId> add_operand(const VectorValue& operand) {
    if (operand.kind == VectorValue::Kind::kAbsent) return std::nullopt;
    if (operand.kind == VectorValue::Kind::kVector) return builder.literal_vector(operand.items);
    if (operand.kind == VectorValue::Kind::kScalar) {
      const StateId state = builder.constant(operand.tensor->value(0), operand.tensor->dtype());
      set_type(state, operand);
      return state;
    }
    TensorAttributes attributes;
    attributes.shape = operand.tensor->extents();
    attributes.dtype = operand.tensor->dtype();
    const StateId state = builder.value(op("define_tensor"), {}, attributes);
    set_type(state, operand);
    inputs.push_back(operand.tensor);
    return state;
  }
};

}  // namespace cleave

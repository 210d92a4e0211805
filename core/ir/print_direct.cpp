// The direct form: no vectors, no hidden states, scalars in place where Python has a literal of their type. Lines stay
// in program order. A keepdim reduction becomes a reduction and a broadcast, an output with a stride order an op before
// it, a shape query one size an axis. See print.h.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/base/describe.h"
#include "core/base/dims.h"
#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/ir/python_literals.h"
#include "core/ir/rank.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

bool has_literal(const ScalarAttributes& scalar) {
  const bool plain = scalar.dtype == DType::kBool || scalar.dtype == DType::kInt || scalar.dtype == DType::kDouble ||
                     scalar.dtype == DType::kComplexDouble;
  return scalar.value && plain && literal_dtype(*scalar.value) == scalar.dtype;
}

bool contains_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    if (list.substr(0, comma) == word) return true;
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
  return false;
}

/// Where the direct form names an operand that the legacy form gives by position, or the other way round.
bool is_named(const Record& record, const OperandInfo& row) {
  if (family(record.op) == OpFamily::kRandom && row.name == "shape") return false;
  if (family(record.op) == OpFamily::kPad) return row.name != "arg";
  if (record.op == op("iota")) return true;
  return row.form == OperandInfo::Form::kNamed;
}

class DirectPrinter {
 public:
  explicit DirectPrinter(const Definition& definition)
      : definition_(definition), ranks_(ranks_of(definition)), names_(definition.states.size()) {}

  std::string print() {
    for (const Record& record : definition_.records) print_record(record);
    return "def nvfuser_fusion(fd : FusionDefinition) -> None :\n" + std::move(out_);
  }

 private:
  void line(std::string_view text) { out_ += concat("    ", text, "\n"); }
  std::string next_tensor() { return concat("tv", tensors_++); }
  std::string next_scalar() { return concat("c", scalars_++); }

  void print_record(const Record& record) {
    switch (family(record.op)) {
      case OpFamily::kDefineScalar: return print_scalar(record);
      case OpFamily::kDefineVector: return print_vector(record);
      case OpFamily::kAddOutput: return print_output(record);
      case OpFamily::kShapeQuery: return print_shape_query(record);
      case OpFamily::kReduction: return print_reduction(record);
      case OpFamily::kComposite:
      case OpFamily::kDefineTensor:
      case OpFamily::kPointwise:
      case OpFamily::kCast:
      case OpFamily::kCopy:
      case OpFamily::kWelford:
      case OpFamily::kScan:
      case OpFamily::kBroadcast:
      case OpFamily::kExpand:
      case OpFamily::kSqueeze:
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
      case OpFamily::kOpaque: return print_op(record);
    }
  }

  std::string results(const Record& record) {
    for (StateId state : record.results) names_[state] = definition_.is_tensor(state) ? next_tensor() : next_scalar();
    return join(record.results, ", ", [&](StateId state) { return names_[state]; });
  }

  std::string list(const std::vector<std::optional<StateId>>& items) const {
    return concat("[", join(items, ", ", [&](const std::optional<StateId>& item) { return names_[*item]; }), "]");
  }

  void print_scalar(const Record& record) {
    const auto& scalar = attributes<ScalarAttributes>(record);
    if (has_literal(scalar)) {
      names_[record.result()] = python_text(scalar.value);
      return;
    }
    const std::string value =
        concat("fd.define_scalar(", python_text(scalar.value), ", dtype=", python_text(scalar.dtype), ")");
    line(concat(results(record), " = ", value));
  }

  /// A list holds integers and names. A literal of another type is a mistake that rewrite will report, and reads back
  /// only where it has a name.
  void print_vector(const Record& record) {
    names_[record.result()] = concat("[",
                                     join(record.operands, ", ",
                                          [&](const std::optional<StateId>& item) {
                                            if (!is_literal_of_other_type_than_int(*item)) return names_[*item];
                                            const std::string named = next_scalar();
                                            line(concat(named, " = fd.define_scalar(", names_[*item], ")"));
                                            return named;
                                          }),
                                     "]");
  }

  bool is_literal_of_other_type_than_int(StateId item) const {
    const Record& record = definition_.producer(item);
    if (record.op != op("define_scalar")) return false;
    const auto& scalar = attributes<ScalarAttributes>(record);
    return has_literal(scalar) && scalar.dtype != DType::kInt;
  }

  void print_output(const Record& record) {
    std::string value = names_[record.operand(0)];
    const auto& order = attributes<OutputAttributes>(record).stride_order;
    if (!order.empty()) {
      const std::string ordered = next_tensor();
      line(concat(ordered, " = fd.ops.stride_order(", value, ", stride_order=", list_text(order), ")"));
      value = ordered;
    }
    const std::string alias = record.has_operand(1) ? concat(", ", names_[*record.operands[1]]) : "";
    line(concat("fd.add_output(", value, alias, ")"));
  }

  void print_shape_query(const Record& record) {
    if (record.op == op("at")) return print_element(record);
    const StateId source = record.operand(0);
    const auto rank = ranks_.rank(source);
    if (!rank) return print_op(record);
    std::vector<std::string> sizes;
    for (size_t dim = 0; dim < *rank; ++dim) {
      sizes.push_back(next_scalar());
      line(concat(sizes.back(), " = fd.ops.size(", names_[source], ", dim=", dim, ")"));
    }
    if (record.op == op("shape")) {
      sizes_of_.emplace(record.result(), sizes);
      names_[record.result()] = concat("[", join(sizes, ", "), "]");
    } else {
      for (size_t i = 0; i < record.results.size(); ++i) names_[record.results[i]] = sizes[i];
    }
  }

  /// An element of a vector is whatever stands in its list.
  void print_element(const Record& record) {
    const StateId vector = record.operand(0);
    const Record& list = definition_.producer(vector);
    const auto sizes = sizes_of_.find(vector);
    const size_t count = list.op == op("define_vector") ? list.operands.size()
                         : sizes != sizes_of_.end()     ? sizes->second.size()
                                                        : 0;
    const std::optional<size_t> place = normalized_dim(attributes<AtAttributes>(record).index, count);
    if (!place) return print_op(record);
    names_[record.result()] = sizes == sizes_of_.end() ? names_[list.operand(*place)] : sizes->second[*place];
  }

  void print_reduction(const Record& record) {
    const auto& reduce = attributes<ReduceAttributes>(record);
    const auto rank = ranks_.rank(record.operand(0));
    if (!reduce.keepdim || !rank || *rank == 0) return print_op(record);
    std::vector<bool> removed(*rank, false);
    for (int64_t dim : reduce.dims) {
      const std::optional<size_t> place = normalized_dim(dim, *rank);
      if (!place) return print_op(record);
      removed[*place] = true;
    }
    Record without = record;
    std::get<ReduceAttributes>(without.attributes).keepdim = false;
    const std::string reduced = next_tensor();
    line(concat(reduced, " = ", call(without)));
    line(concat(results(record), " = fd.ops.broadcast(", reduced, ", is_broadcast_dim=", python_text(removed), ")"));
  }

  void print_op(const Record& record) {
    // The call first: it names operands, which exist before the results do.
    const std::string text = call(record);
    const std::string names = results(record);
    const auto* random = std::get_if<RandomAttributes>(&record.attributes);
    const bool numbered = random != nullptr && random->ordinal;
    const std::string comment = numbered ? concat("  # random stream ", *random->ordinal) : "";
    line(concat(names, names.empty() ? "" : " = ", text, comment));
  }

  std::string call(const Record& record) const {
    std::vector<std::string> arguments;
    add_operands(record, arguments);
    add_attributes(record, arguments);
    return concat(is_declaration(record) ? "fd." : "fd.ops.", info(record.op).name, "(", join(arguments, ", "), ")");
  }

  void add_operands(const Record& record, std::vector<std::string>& arguments) const {
    const auto rows = info(record.op).operands();
    bool has_list = false;
    size_t last = 0;
    for (size_t slot = 0; slot < record.operands.size(); ++slot) last = record.has_operand(slot) ? slot + 1 : last;
    for (size_t slot = 0; slot < rows.size() && !has_list; ++slot) {
      has_list = rows[slot].kind == OperandKind::kTensorList || rows[slot].kind == OperandKind::kScalarList;
      if (has_list) {
        arguments.push_back(list(record.operands));
        continue;
      }
      const bool present = record.has_operand(slot);
      const bool named = is_named(record, rows[slot]);
      // None holds the place of an absent operand that others follow by position.
      if (!present && (named || slot >= last) && record.op != op("iota")) continue;
      const std::string value = present ? names_[*record.operands[slot]] : "None";
      arguments.push_back(named ? concat(rows[slot].name, "=", value) : value);
    }
  }

  void add_attributes(const Record& record, std::vector<std::string>& arguments) const {
    if (const auto* opaque = std::get_if<OpaqueAttributes>(&record.attributes)) {
      for (const auto& [name, value] : opaque->arguments) arguments.push_back(concat(name, "=", value));
      return;
    }
    const Attributes defaults = info(record.op).make_attributes();
    std::visit(
        [&]<class Fields>(const Fields& fields) {
          const Fields& usual = std::get<Fields>(defaults);
          std::vector<std::string> usual_texts;
          for_each_field(usual, [&](std::string_view, const auto& value, std::string_view) {
            usual_texts.push_back(python_text(value));
          });
          size_t place = 0;
          for_each_field(fields, [&](std::string_view name, const auto& value, std::string_view) {
            std::string text = python_text(value);
            const bool is_usual = text == usual_texts[place++];
            if (!is_usual || is_always_said(record, name)) arguments.push_back(concat(name, "=", text));
          });
        },
        record.attributes);
  }

  static bool is_always_said(const Record& record, std::string_view name) {
    if (family(record.op) == OpFamily::kDefineTensor) return name != "stride_order";
    return name == "dim" || name == "dims" || contains_word(info(record.op).required_attributes, name);
  }

  const Definition& definition_;
  RankTable ranks_;
  /// What stands for each state: a name, a literal, a list.
  IdMap<StateId, std::string> names_;
  /// The sizes behind a shape query's vector.
  std::unordered_map<StateId, std::vector<std::string>> sizes_of_;
  std::string out_;
  size_t tensors_ = 0;
  size_t scalars_ = 0;
};

}  // namespace

std::string print_direct(const Definition& definition) { return DirectPrinter(definition).print(); }

}  // namespace cleave

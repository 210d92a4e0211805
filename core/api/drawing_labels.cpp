// See drawing_labels.h.
#include "core/api/drawing_labels.h"

#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "core/api/op_attributes.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/ir/python_literals.h"

namespace cleave {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

/// Tenths of a pixel.
int64_t width_of(char c) {
  constexpr std::string_view kNarrow = "ijl.,:;|'!()[]{}tfrI -_";
  constexpr std::string_view kWide = "mwMWQO@%";
  if (kNarrow.find(c) != std::string_view::npos) return 42;
  if (kWide.find(c) != std::string_view::npos) return 96;
  return c >= 'A' && c <= 'Z' ? 79 : 67;
}

std::vector<std::string_view> characters(std::string_view text) {
  std::vector<std::string_view> out;
  for (size_t at = 0; at < text.size();) {
    const size_t bytes = decode_code_point(text.substr(at)).bytes;
    out.push_back(text.substr(at, bytes));
    at += bytes;
  }
  return out;
}

std::string_view short_dtype(DType dtype) {
  constexpr std::array<std::string_view, 17> kNames{"f64",    "f32",    "f16",      "bf16", "f8e4m3", "f8e5m2",
                                                    "f8e8m0", "f4e2m1", "f4e2m1x2", "i64",  "i32",    "index",
                                                    "u64",    "bool",   "c64",      "c128", "?"};
  return kNames[static_cast<size_t>(dtype)];
}

std::string_view infix(std::string_view op) {
  if (op == "add") return "+";
  if (op == "sub") return "\u2212";
  if (op == "mul") return "\u00d7";
  if (op == "div") return "/";
  return {};
}

/// A scalar as its number where that is known.
std::string operand_text(const Primitive& primitive, StateId state) {
  const Definition& definition = primitive.definition;
  if (definition.is_scalar(state) && definition.producer(state).form == RecordForm::kInline) {
    const auto value = constant_value(definition, state);
    if (value) return python_text(*value);
  }
  return primitive.labels[state];
}

}  // namespace

int64_t text_width(std::string_view text) {
  int64_t tenths = 0;
  for (const std::string_view character : characters(text)) {
    tenths += character.size() == 1                             ? width_of(character[0])
              : character == kEllipsis || character == "\u00b7" ? 60
                                                                : 110;
  }
  return (tenths + 9) / 10;
}

int64_t code_width(std::string_view text) {
  int64_t tenths = 0;
  for (const std::string_view character : characters(text)) tenths += character.size() <= 2 ? 67 : 110;
  return (tenths + 9) / 10;
}

std::string shortened(std::string_view text, size_t most) {
  const std::vector<std::string_view> all = characters(text);
  if (all.size() <= most) return std::string(text);
  const size_t tail = (most - 1) / 2;
  std::string out;
  for (size_t i = 0; i < most - 1 - tail; ++i) out += all[i];
  out += kEllipsis;
  for (size_t i = all.size() - tail; i < all.size(); ++i) out += all[i];
  return out;
}

std::string card_title(const Segment& segment) {
  switch (segment.kernel_template) {
    case Template::kNoOp: return "Nothing to do";
    case Template::kAlias: return "View";
    case Template::kPointwise: return "Pointwise";
    case Template::kTranspose: return "Transpose";
    case Template::kResize: return "Resize";
    case Template::kReduction: return "Reduction";
    case Template::kPersistent:
      return segment.scheduler == Scheduler::kOuterPersistent ? "Outer persistent" : "Inner persistent";
    case Template::kInnerOuter: return "Inner-outer persistent";
    case Template::kRowProgram: return "Row program";
    case Template::kScan: return "Scan";
    case Template::kSort: return "Sort";
    case Template::kScatter: return "Scatter";
    case Template::kLibrary: return "Library";
    case Template::kSerial: return "Serial";
  }
  return {};
}

std::string short_type(const StateType& type) {
  const auto* tensor = std::get_if<TensorType>(&type);
  if (tensor == nullptr) return "?";
  return concat(short_dtype(tensor->dtype), " ", list_text(tensor->extents()));
}

std::string short_bytes(int64_t bytes) {
  constexpr int64_t kExact = 10'240;
  return bytes < kExact ? concat(grouped_number(bytes), " B") : bytes_text(static_cast<double>(bytes));
}

std::string op_count_text(size_t count) { return counted(count, "op", "ops"); }

std::string op_detail(const Primitive& primitive, RecordId id) {
  constexpr size_t kMost = 22;
  const Record& record = primitive.definition.records[id];
  std::vector<std::string> operands;
  for (const std::optional<StateId>& operand : record.operands) {
    if (operand) operands.push_back(operand_text(primitive, *operand));
  }
  const std::string_view sign = infix(info(record.op).name);
  if (!sign.empty() && operands.size() == 2) {
    return concat(shortened(operands[0], 10), " ", sign, " ", shortened(operands[1], 10));
  }
  const std::string text = attribute_text(record);
  std::string_view attributes = text;
  constexpr std::string_view kOnlyAttribute = "is_broadcast_dim=";
  if (attributes.starts_with(kOnlyAttribute)) attributes.remove_prefix(kOnlyAttribute.size());
  if (!attributes.empty()) return shortened(attributes, kMost);
  return shortened(join(operands, ", "), kMost);
}

}  // namespace cleave

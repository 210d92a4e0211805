// See reference_pages.h.
#include "core/api/reference_pages.h"

#include <array>
#include <string_view>
#include <variant>

#include "core/api/limits.h"
#include "core/base/describe.h"
#include "core/base/text.h"
#include "core/ops/op_info.h"
#include "core/segment/reason_codes.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

constexpr std::string_view kWritten = "<!-- Written by `cleave --write-generated`; do not edit. -->\n";

/// `{0}` is shown as an ellipsis.
std::string shown_message(std::string_view message) {
  std::string out;
  for (size_t i = 0; i < message.size(); ++i) {
    if (message[i] == '{' && i + 2 < message.size() && message[i + 2] == '}') {
      out += "…";
      i += 2;
    } else {
      out += message[i];
    }
  }
  return out;
}

std::string_view group_title(char group) {
  switch (group) {
    case '1': return "The text";
    case '2': return "The meaning of a definition";
    case '3': return "Inputs";
    case '4': return "Segmentation";
    case '5': return "Kernels";
    default: return "Request, machine and run";
  }
}

std::string_view family_title(OpFamily value) {
  switch (value) {
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput: return "Definitions and outputs";
    case OpFamily::kPointwise: return "Pointwise";
    case OpFamily::kCast: return "Casts";
    case OpFamily::kCopy: return "Copies";
    case OpFamily::kReduction: return "Reductions";
    case OpFamily::kWelford: return "Welford";
    case OpFamily::kScan: return "Scans";
    case OpFamily::kBroadcast:
    case OpFamily::kExpand:
    case OpFamily::kSqueeze:
    case OpFamily::kReshape:
    case OpFamily::kPermute: return "Shape";
    case OpFamily::kSlice:
    case OpFamily::kPad:
    case OpFamily::kCat: return "Slices, pads and concatenation";
    case OpFamily::kFactory:
    case OpFamily::kRandom: return "Creation";
    case OpFamily::kIndex:
    case OpFamily::kScatter: return "Indexing";
    case OpFamily::kSort: return "Sorting";
    case OpFamily::kMatmul: return "Products";
    case OpFamily::kSize:
    case OpFamily::kShapeQuery: return "Sizes";
    case OpFamily::kComposite: return "Composite: decomposed before segmentation";
    case OpFamily::kOpaque: return "Known but not built";
  }
  return {};
}

std::string_view dtype_rule_text(DTypeRule rule) {
  switch (rule) {
    case DTypeRule::kAttribute: return "the `dtype` attribute";
    case DTypeRule::kFloat: return "common type; integers, Bool and half types become Float";
    case DTypeRule::kArithmetic: return "common type; half types become Float";
    case DTypeRule::kKeep: return "the operand's";
    case DTypeRule::kRealOf: return "the operand's, or its real type";
    case DTypeRule::kCompare:
    case DTypeRule::kLogical:
    case DTypeRule::kPredicate: return "Bool";
    case DTypeRule::kInteger: return "common type, an integer";
    case DTypeRule::kIntegerOrBool: return "common type, an integer or Bool";
    case DTypeRule::kWhere: return "common type of the two values";
    case DTypeRule::kFloatOnly: return "common type, Float or Double";
    case DTypeRule::kAccumulate: return "the `dtype` attribute; else the operand's, integers and Bool become Int";
    case DTypeRule::kInt: return "Int";
    case DTypeRule::kFamily: return "see the op";
  }
  return {};
}

std::string attribute_names(const OpInfo& row) {
  std::string out;
  if (row.make_attributes == nullptr) return out;
  const Attributes made = row.make_attributes();
  std::visit(
      [&](const auto& attributes) {
        for_each_field(attributes, [&](std::string_view name, const auto&, std::string_view) {
          out += concat(out.empty() ? "" : ", ", '`', name, '`');
        });
      },
      made);
  return out;
}

std::string operand_names(const OpInfo& row) {
  return join(row.operands(), ", ", [](const OperandInfo& operand) {
    const bool is_optional = operand.presence != OperandInfo::Presence::kRequired;
    return concat('`', operand.name, '`', is_optional ? "?" : "");
  });
}

std::string limits_section() {
  std::string out =
      "\n## Limits\n\nWhat is larger is refused with the code beside it, and the rest is read.\n\n"
      "| what | at most | code |\n| --- | --- | --- |\n";
  for (const LimitRow& row : all_limits()) out += concat("| ", row.what, " | ", row.most, " | ", row.code, " |\n");
  return out;
}

/// A cell must not end the column or the row.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c == '\n' ? ' ' : c);
  return out;
}

}  // namespace

std::string diagnostics_page() {
  std::string out = concat(
      "# Diagnostics\n\n", kWritten,
      "\nEvery diagnostic has a code, a place in the text where there is one, and at most one suggestion. `E` is an "
      "error, `W` a warning, `N` a note. All of them are reported, not only the first.\n");
  for (const char group : std::string_view("123459")) {
    out += concat("\n## ", group_title(group), "\n");
    for (const DiagnosticCodeInfo& row : kDiagnosticCodes) {
      if (row.code[2] != group) continue;
      out += concat("\n### ", row.code, " `", row.name, "`\n\n> ", shown_message(row.message), "\n\n", row.help, '\n');
    }
  }
  return out + limits_section();
}

std::string reasons_page() {
  std::string out = concat(
      "# Reasons for a cut\n\n", kWritten,
      "\nA cut stands where no kernel template holds both sides. Each template that was asked gives one of these "
      "reasons, with the values, axes and numbers concerned.\n");
  for (const ReasonCodeInfo& row : all_reasons()) {
    out += concat("\n## `", row.code, "`\n\n", row.rule, "\n\n**What usually removes it.** ", row.remedy, '\n');
  }
  return out;
}

std::string ops_page() {
  std::string out =
      concat("# Ops\n\n", kWritten,
             "\nWhat stands after `fd.ops.`, by family. An operand with a question mark may be left out.\n");
  std::vector<std::string_view> titles;
  for (const OpInfo& row : all_ops()) {
    const std::string_view title = family_title(row.family);
    bool is_new = true;
    for (const std::string_view known : titles) is_new = is_new && known != title;
    if (is_new) titles.push_back(title);
  }
  for (const std::string_view title : titles) {
    out +=
        concat("\n## ", title, "\n\n| op | operands | attributes | result type | |\n| --- | --- | --- | --- | --- |\n");
    for (const OpInfo& row : all_ops()) {
      if (family_title(row.family) != title) continue;
      out += concat("| `", row.name, "` | ", operand_names(row), " | ", attribute_names(row), " | ",
                    dtype_rule_text(row.dtype_rule), " | ", cell(row.doc), " |\n");
    }
  }
  return out;
}

}  // namespace cleave

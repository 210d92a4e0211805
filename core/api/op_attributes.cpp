// See op_attributes.h.
#include "core/api/op_attributes.h"

#include <variant>
#include <vector>

#include "core/base/describe.h"
#include "core/base/text.h"
#include "core/ir/python_literals.h"

namespace cleave {

std::string attribute_text(const Record& record) {
  std::vector<std::string> parts;
  if (const auto* opaque = std::get_if<OpaqueAttributes>(&record.attributes)) {
    for (const auto& [name, value] : opaque->arguments) parts.push_back(concat(name, "=", value));
    return join(parts, ", ");
  }
  std::visit(
      [&](const auto& fields) {
        for_each_field(fields, [&](std::string_view name, const auto& value, std::string_view) {
          if (name == "dtype" || name == "keepdim" || name.starts_with("is_cpu") || name.starts_with("manual_")) return;
          parts.push_back(concat(name, "=", python_text(value)));
        });
      },
      record.attributes);
  return join(parts, ", ");
}

}  // namespace cleave

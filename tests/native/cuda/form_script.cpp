// See form_script.h.
#include "tests/native/cuda/form_script.h"

#include "core/base/text.h"

namespace cleave {
namespace {

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::string_view torch_name(DType dtype) {
  if (dtype == DType::kHalf) return "float16";
  return dtype == DType::kBFloat16 ? "bfloat16" : "float32";
}

std::string script_of(const Form& form, const TemplateCase& of) {
  std::string declared = "def nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n";
  std::string given = "inputs = [\n";
  for (size_t i = 0; i < form.inputs.size(); ++i) {
    const FormInput& input = form.inputs[i];
    const auto extent = [&](char axis) {
      return axis == 'R' ? of.rows : axis == 'C' ? of.columns : axis == 'H' ? kHeads : 1;
    };
    const auto unknown = [&](char axis) { return axis == '1' ? "1" : "-1"; };
    const auto contiguous = [&](char axis) { return axis == '1' ? "None" : "True"; };
    const std::string_view type = input.is_index ? "Int" : name(of.dtype);
    declared += concat("    T", i, " = fd.define_tensor(shape=[", join(input.axes, ", ", unknown), "], contiguity=[",
                       join(input.axes, ", ", contiguous), "], dtype=DataType.", type, ", is_cpu=False)\n");
    const std::string shape = join(input.axes, ", ", extent);
    given +=
        input.is_index
            ? concat("    torch.randint(0, ", of.columns, ", (", shape, ",), dtype=torch.int64, device='cuda:0'),\n")
            : concat("    torch.randn((", shape, ",), dtype=torch.", torch_name(of.dtype), ", device='cuda:0'),\n");
  }
  std::string lines = concat("    ", replaced(std::string(form.lines), "\n", "\n    "));
  lines = replaced(lines, "$C + 2", std::to_string(of.columns + 2));
  lines = replaced(lines, "$C / 2", std::to_string(of.columns / 2));
  lines = replaced(lines, "$T", name(of.dtype));
  lines = replaced(lines, "$R", std::to_string(of.rows));
  lines = replaced(lines, "$C", std::to_string(of.columns));
  return concat(declared, lines, '\n', given, "]\n");
}

}  // namespace

ShownDefinition definition_of(const Form& form, const TemplateCase& of) {
  ShownDefinition out;
  out.name = concat(form.name, ' ', name(of.dtype), ' ', of.rows, 'x', of.columns);
  out.request.text = script_of(form, of);
  return out;
}

}  // namespace cleave

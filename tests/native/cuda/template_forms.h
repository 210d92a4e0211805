// The computations that kernels are judged by, one of each shape that a template is made for, at any size and in any
// floating type.
#pragma once

#include <string_view>
#include <vector>

#include "tests/native/cuda/form_script.h"

namespace cleave {

/// Every computation at this size, each as a script of its own.
std::vector<ShownDefinition> template_definitions(const TemplateCase& of);

const Form& template_form(std::string_view name);

}  // namespace cleave

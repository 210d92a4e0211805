// The computations that kernels are judged by, one of each shape that a template is made for, at any size and in any
// floating type.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ops/dtype.h"
#include "tests/golden/script_set.h"

namespace cleave {

struct TemplateCase {
  int64_t rows = 0;
  int64_t columns = 0;
  DType dtype = DType::kFloat;
};

/// Every computation at this size, each as a script of its own.
std::vector<ShownDefinition> template_definitions(const TemplateCase& of);

}  // namespace cleave

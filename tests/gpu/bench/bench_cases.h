// The benchmark set: what people run, at the sizes that they run it at. All but one move at least four times what the
// second-level cache holds.
#pragma once

#include <vector>

#include "tests/native/cuda/form_script.h"

namespace cleave {

struct BenchCase {
  const Form* form = nullptr;
  TemplateCase size;
};

const std::vector<BenchCase>& bench_cases();

}  // namespace cleave

// Values of attributes as Python text, shared by both printed dialects.
#pragma once

#include <string>
#include <vector>

#include "core/ops/attributes.h"

namespace cleave {

std::string python_text(const ScalarValue& value);
inline std::string python_text(int64_t value) { return std::to_string(value); }
inline std::string python_text(bool value) { return value ? "True" : "False"; }
std::string python_text(DType value);
std::string python_text(const std::vector<int64_t>& values);
std::string python_text(const std::vector<bool>& values);
std::string python_text(const std::vector<Contiguity>& values);
std::string python_text(const std::optional<ScalarValue>& value);

}  // namespace cleave

// See figures.h.
#include "tests/gpu/bench/figures.h"

#include <cmath>
#include <cstdio>
#include <string>

namespace cleave {

Figure::Figure(std::string_view kind, bool is_dry) {
  fields_["figure"] = kind;
  if (is_dry) fields_["dry"] = true;
}

Figure& Figure::text(std::string_view name, std::string_view value) {
  fields_[std::string(name)] = value;
  return *this;
}

Figure& Figure::number(std::string_view name, double value) {
  if (std::isfinite(value)) {
    fields_[std::string(name)] = value;
  } else {
    fields_[std::string(name)] = nullptr;
  }
  return *this;
}

void Figure::write() const {
  const std::string line = fields_.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

}  // namespace cleave

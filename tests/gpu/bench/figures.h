// Figures as lines of JSON, one a line, written as soon as they are known: what is there when time runs out stays.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace cleave {

class Figure {
 public:
  /// `kind` is what it is a figure of; `is_dry`: no device stood behind it.
  Figure(std::string_view kind, bool is_dry);

  Figure& text(std::string_view name, std::string_view value);
  /// Null where it is no number.
  Figure& number(std::string_view name, double value);
  /// Writes the line.
  void write() const;

 private:
  nlohmann::ordered_json fields_;
};

}  // namespace cleave

// Every definition that the project shows: the golden cases that have no errors, the examples of the docs and the cases
// from reports, each as a request with the inputs that its script gives it.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "core/api/request.h"

namespace cleave {

struct ShownDefinition {
  /// `docs/examples/softmax 1`: the file without its ending, and which of its definitions.
  std::string name;
  Request request;

  /// The name with everything that GoogleTest does not take in a name as an underscore.
  std::string test_name() const;
  friend void PrintTo(const ShownDefinition& shown, std::ostream* out) { *out << shown.name; }
};

/// Those of docs/examples, in the order of their names.
std::vector<ShownDefinition> example_definitions();

/// All of them.
std::vector<ShownDefinition> shown_definitions();

}  // namespace cleave

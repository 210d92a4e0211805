// Holds a law against many random definitions. Each law runs in a child process, so that a failed CHECK, a sanitizer's
// report or an endless loop is a failure like any other: the definition is shrunk while it still fails and printed as a
// script ready to paste, with its seed.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tests/support/random_definition.h"

namespace cleave {

/// Nothing where the law holds of the case; else what is wrong. Whether an invalid definition breaks it is the law's
/// choice; most say nothing of one.
using Law = std::function<std::optional<std::string>(const DefinitionCase&)>;

struct LawFailure {
  uint64_t seed = 0;
  std::string message;
  DefinitionCase smallest;
};

/// The first failure among `seeds` random definitions; CLEAVE_LAW_SEEDS in the environment replaces the number, and
/// CLEAVE_LAW_FIRST the first seed.
std::optional<LawFailure> find_failure(const Law& law, size_t seeds, const GeneratorOptions& options = {});

/// A gtest failure with message, seed and script, if there is one.
void expect_law(const Law& law, size_t seeds, const GeneratorOptions& options = {});

/// The law on one case, in a child process.
std::optional<std::string> in_child(const Law& law, const DefinitionCase& definition_case);

}  // namespace cleave

// Golden files: text that a person can read beside the case that made it. A comparison says in a unified diff what
// changed and how to run this very case again; UPDATE_GOLDEN=1 rewrites the file instead. It knows no stage and no
// fusion.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace cleave {

/// One `tests/golden/<topic>/<case>.py` with the stages for which an expected file stands beside it.
struct GoldenCase {
  /// Absolute, without `.py`.
  std::string stem;
  /// `<topic>/<case>`.
  std::string name;
  std::vector<std::string> stages;

  std::string script_path() const { return stem + ".py"; }
  std::string expected_path(std::string_view stage) const;
  /// The case is named `fail_…`: it must have errors; every other case must have none.
  bool must_fail() const;
  /// The name with everything that GoogleTest does not take in a name as an underscore.
  std::string test_name() const;
  /// Prints as its name, which is what a failing test shows.
  friend void PrintTo(const GoldenCase& golden, std::ostream* out) { *out << golden.name; }
};

/// All cases below tests/golden, sorted by name.
std::vector<GoldenCase> find_golden_cases();

/// Expected files below tests/golden that belong to no case, or to no stage of `stages`.
std::vector<std::string> stray_golden_files(const std::vector<std::string>& stages);

std::string read_file(const std::string& path);

/// `actual` is what the file at `path` says. With UPDATE_GOLDEN=1 in the environment (never with CI=true) it then does.
::testing::AssertionResult matches_golden(const std::string& path, const std::string& actual, const std::string& rerun);

/// A unified diff with three lines of context, or nothing where the texts are equal.
std::string unified_diff(std::string_view before, std::string_view after);

}  // namespace cleave

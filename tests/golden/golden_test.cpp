// Runs every case of this folder: `<topic>/<case>.py` and, beside it, `<case>.<stage>.txt` for each stage that is
// compared. A case costs no C++; a second line `# options: {"cut": ["T3"]}` gives fields of the request. `./dev test
// golden:<topic>_<case>` runs one case, UPDATE_GOLDEN=1 before it accepts the new text.
#include "tests/support/golden.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/golden/stage_text.h"

namespace cleave {
namespace {

class Golden : public ::testing::TestWithParam<GoldenCase> {};

TEST_P(Golden, Case) {
  const GoldenCase& golden = GetParam();
  const std::string script = read_file(golden.script_path());
  const std::string rerun = "./dev test golden:" + golden.test_name();
  EXPECT_FALSE(golden.stages.empty()) << "nothing is compared: make an empty " << golden.expected_path("segment")
                                      << " and run "
                                      << "UPDATE_GOLDEN=1 " << rerun;
  EXPECT_EQ(script.compare(0, 2, "# "), 0) << "the first line says what the case shows";
  const std::string file_name = golden.name.substr(golden.name.rfind('/') + 1) + ".py";
  for (const std::string& stage : golden.stages) {
    const StageText result = stage_text(stage, script, file_name);
    EXPECT_EQ(result.has_errors, golden.must_fail()) << "a case is named fail_… if and only if it has errors\n"
                                                     << result.text;
    EXPECT_TRUE(matches_golden(golden.expected_path(stage), result.text, rerun));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Golden, ::testing::ValuesIn(find_golden_cases()),
                         [](const auto& named) { return named.param.test_name(); });

TEST(GoldenFiles, BelongToACaseAndAStage) {
  for (const std::string& stray : stray_golden_files(golden_stages()))
    ADD_FAILURE() << stray << " belongs to no case or stage";
}

TEST(UnifiedDiff, ShowsWhatChangedWithThreeLinesAround) {
  EXPECT_EQ(unified_diff("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\nE\nf\n"), "@@ -2 +2 @@\n b\n c\n d\n-e\n+E\n f\n");
  EXPECT_EQ(unified_diff("same\n", "same\n"), "");
  EXPECT_EQ(unified_diff("", "new\n"), "@@ -1 +1 @@\n+new\n");
  EXPECT_EQ(unified_diff("x", "x\n"), "@@ -1 +1 @@\n-x\n\\ no newline at the end\n+x\n");
}

}  // namespace
}  // namespace cleave

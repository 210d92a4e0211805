// The report as one file: what stands in it is data.
#include "native/cli/write_report.h"

#include <gtest/gtest.h>

namespace cleave::cli {
namespace {

TEST(Report, NothingInTheDataEndsItsElement) {
  const auto report = filled_report("<script>__CLEAVE_REPORT__</script>", R"({"text":"</script><script>alert(1)<!-- & )"
                                                                          "\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xAA\"}");
  EXPECT_EQ(report.value_or("none"),
            R"(<script>{"text":"\u003c/script\u003e\u003cscript\u003ealert(1)\u003c!-- \u0026 \u2028\u2029)"
            "\xE2\x80\xAA\"}</script>");
}

TEST(Report, DataThatNamesThePlaceStaysData) {
  EXPECT_EQ(filled_report("a__CLEAVE_REPORT__b", "\"__CLEAVE_REPORT__\""), "a\"__CLEAVE_REPORT__\"b");
  EXPECT_EQ(filled_report("a template without it", "{}"), std::nullopt);
}

}  // namespace
}  // namespace cleave::cli

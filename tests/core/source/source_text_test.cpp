// Lines and places of a text, whatever its line ends and bytes.
#include "core/source/source_text.h"

#include <gtest/gtest.h>

namespace cleave {
namespace {

TEST(SourceText, LinesEndWithAnyLineEnd) {
  const SourceText text("t", "a\nbb\r\nc\rd");
  ASSERT_EQ(text.line_count(), 4U);
  EXPECT_EQ(text.line(1), "a");
  EXPECT_EQ(text.line(2), "bb");
  EXPECT_EQ(text.line(3), "c");
  EXPECT_EQ(text.line(4), "d");
  EXPECT_EQ(text.line_start(3), 6U);
}

TEST(SourceText, AnEmptyTextHasOneEmptyLine) {
  const SourceText text("t", "");
  EXPECT_EQ(text.line_count(), 1U);
  EXPECT_EQ(text.line(1), "");
  EXPECT_EQ(text.place(0).line, 1U);
  EXPECT_EQ(text.place(99).column, 1U);
}

TEST(SourceText, ColumnsCountCodePoints) {
  const SourceText text("t", "x\n\xC3\xA9\xE6\x97\xA5z");
  const SourcePlace place = text.place(7);
  EXPECT_EQ(place.line, 2U);
  EXPECT_EQ(place.column, 3U);
}

TEST(SourceText, SlicesStayWithinTheText) {
  const SourceText text("t", "abc");
  EXPECT_EQ(text.slice({1, 3}), "bc");
  EXPECT_EQ(text.slice({2, 99}), "c");
  EXPECT_EQ(text.slice({9, 99}), "");
}

}  // namespace
}  // namespace cleave

// Characters and stray bytes: decoding, what a terminal may see, cutting between characters.
#include "core/base/unicode.h"

#include <gtest/gtest.h>

namespace cleave {
namespace {

TEST(DecodeCodePoint, TakesWellFormedCharactersOnly) {
  EXPECT_EQ(decode_code_point("a").value, 0x61U);
  EXPECT_EQ(decode_code_point("\xC3\xA9").value, 0xE9U);
  EXPECT_EQ(decode_code_point("\xE6\x97\xA5").value, 0x65E5U);
  EXPECT_EQ(decode_code_point("\xF0\x9F\x98\x80").value, 0x1F600U);
  for (std::string_view bad : {"\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                               "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE6\x97"}) {
    EXPECT_FALSE(decode_code_point(bad).valid) << visible(bad);
    EXPECT_EQ(decode_code_point(bad).bytes, 1U);
  }
}

TEST(Visible, WritesOutWhatATerminalWouldObey) {
  EXPECT_EQ(visible("plain, \xE6\x97\xA5 and ·"), "plain, \xE6\x97\xA5 and ·");
  EXPECT_EQ(visible("a\x1b[31m\nb\t\r\x7F"), "a\\x1b[31m\\nb\\t\\r\\x7f");
  EXPECT_EQ(visible("\xC2\x9B"), "\\u009b");
  EXPECT_EQ(visible("\xE2\x80\xAE|\xE2\x81\xA6|\xD8\x9C|\xE2\x80\x8F|\xE2\x80\xA8"),
            "\\u202e|\\u2066|\\u061c|\\u200f|\\u2028");
  EXPECT_EQ(visible(std::string_view("\xFF\0", 2)), "\\xff\\x00");
}

TEST(Clipped, CutsBetweenCharacters) {
  EXPECT_EQ(clipped("abc", 3), "abc");
  EXPECT_EQ(clipped("abcd", 3), "abc…");
  EXPECT_EQ(clipped("a\xE6\x97\xA5z", 3), "a…");
  EXPECT_EQ(clipped("a\xE6\x97\xA5z", 4), "a\xE6\x97\xA5…");
}

}  // namespace
}  // namespace cleave

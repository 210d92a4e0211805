// Text pieces: numbers that read back, spelling distance, lists.
#include "core/base/text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace cleave {
namespace {

TEST(ShortestDouble, ReadsBackExactly) {
  for (double value : {0.1, 1.0 / 3, 1e300, 5e-324, -0.0, 123456789.125, 3.0, 1e22}) {
    EXPECT_EQ(parse_double(shortest_double(value)), value) << value;
  }
  EXPECT_FALSE(parse_double("0x32").has_value());
  EXPECT_FALSE(parse_double("1 2").has_value());
  EXPECT_FALSE(parse_double("").has_value());
  EXPECT_EQ(shortest_double(0.1), "0.1");
  EXPECT_EQ(shortest_double(100), "100");
  EXPECT_EQ(shortest_double(-2.5e8), "-250000000");
  EXPECT_EQ(shortest_double(1e22), "1e+22");
  EXPECT_EQ(shortest_double(INFINITY), "inf");
  EXPECT_EQ(shortest_double(NAN), "nan");
}

TEST(ShowpointDouble, PrintsAsStreamsDo) {
  EXPECT_EQ(showpoint_double(3, 6), "3.00000");
  EXPECT_EQ(showpoint_double(0.125, 6), "0.125000");
  EXPECT_EQ(showpoint_double(4096, 6), "4096.00");
  EXPECT_EQ(showpoint_double(100000, 6), "100000.");
  EXPECT_EQ(showpoint_double(1e6, 6), "1.00000e+06");
  EXPECT_EQ(showpoint_double(1e-5, 6), "1.00000e-05");
  EXPECT_EQ(showpoint_double(-0.0, 6), "-0.00000");
}

TEST(EditDistance, CountsASwapOnce) {
  EXPECT_EQ(edit_distance("sum", "sum"), 0U);
  EXPECT_EQ(edit_distance("smu", "sum"), 1U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("reshape", "permute"), 5U);
}

TEST(ClosestWord, IsSilentAboutDistantWords) {
  const std::vector<std::string_view> words{"sum", "prod", "broadcast_in_dim"};
  EXPECT_EQ(closest_word("smu", words), "sum");
  EXPECT_EQ(closest_word("broadcast_indim", words), "broadcast_in_dim");
  EXPECT_FALSE(closest_word("gather", words).has_value());
}

TEST(ClosestWord, OfTwoLettersOneMayBeMissingTooManyOrSwapped) {
  const std::vector<std::string_view> words{"pad", "add", "eq", "abs"};
  EXPECT_EQ(closest_word("ad", words), "add");
  EXPECT_EQ(closest_word("qe", words), "eq");
  EXPECT_FALSE(closest_word("ex", words).has_value());
  EXPECT_FALSE(closest_word("e", words).has_value());
  EXPECT_EQ(closest_word("aad", words), "add");
}

TEST(Numbers, AreWrittenForPeople) {
  EXPECT_EQ(grouped_number(1048576), "1,048,576");
  EXPECT_EQ(grouped_number(-1000), "-1,000");
  EXPECT_EQ(grouped_number(999), "999");
  EXPECT_EQ(bytes_text(512), "512 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(2.0 * 1024 * 1024), "2 MiB");
  EXPECT_EQ(concat("a", 1, 'b', std::string("c")), "a1bc");
}

}  // namespace
}  // namespace cleave

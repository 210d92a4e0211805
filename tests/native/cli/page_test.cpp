// Layout: widths, tables, broken lines, colors that move nothing.
#include "native/cli/page.h"

#include <gtest/gtest.h>

#include "native/cli/definition_text.h"
#include "native/cli/memory.h"

namespace cleave::cli {
namespace {

constexpr Terminal kPlainTerminal{.width = 80, .color = false, .utf8 = false, .is_terminal = false};
constexpr Terminal kDrawing{.width = 80, .color = false, .utf8 = true, .is_terminal = true};
constexpr Terminal kColored{.width = 80, .color = true, .utf8 = true, .is_terminal = true};

/// `text` without escape sequences.
std::string uncolored(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033') {
      while (i < text.size() && text[i] != 'm') ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

void draw_table(Page& page) {
  page.table({{"Index", Column::Align::kRight}, {"Name", Column::Align::kLeft}},
             {{{{"7", kPlain}}, {{"T\u00e9", kStrong}}}, {{{"1,024", kPlain}}, {{"other", kPlain}}}}, 2);
}

TEST(Page, DrawsTablesWithLinesOrWithoutThem) {
  Page plain(kPlainTerminal);
  draw_table(plain);
  EXPECT_EQ(plain.text(),
            "  Index | Name\n"
            "  ------+------\n"
            "      7 | T\u00e9\n"
            "  1,024 | other\n");
  Page drawn(kDrawing);
  draw_table(drawn);
  EXPECT_EQ(drawn.text(),
            "  Index \u2502 Name\n"
            "  \u2500\u2500\u2500\u2500\u2500\u2500\u253c\u2500\u2500\u2500\u2500\u2500\u2500\n"
            "      7 \u2502 T\u00e9\n"
            "  1,024 \u2502 other\n");
}

TEST(Page, ColorsMoveNothing) {
  Page drawn(kDrawing);
  draw_table(drawn);
  Page colored(kColored);
  draw_table(colored);
  EXPECT_NE(colored.text().find('\033'), std::string::npos);
  EXPECT_EQ(uncolored(colored.text()), drawn.text());
}

TEST(Page, BreaksTheLastColumnToTheWidth) {
  Page page(kPlainTerminal);
  std::string words;
  for (int i = 0; i < 40; ++i) words += "word ";
  page.table({{"A", Column::Align::kLeft}, {"B", Column::Align::kLeft}}, {{{{"x", kPlain}}, {{words, kPlain}}}}, 2);
  size_t begin = 0;
  while (begin < page.text().size()) {
    const size_t end = page.text().find('\n', begin);
    EXPECT_LE(end - begin, 80U);
    begin = end + 1;
  }
}

Terminal narrow(size_t width) { return {.width = width, .color = false, .utf8 = false, .is_terminal = true}; }

TEST(Page, ATableGivesWayInItsLastColumnThenInItsTitles) {
  const std::vector<Column> head{{"Segment Index", Column::Align::kRight},
                                 {"Original Index", Column::Align::kRight},
                                 {"Description", Column::Align::kLeft}};
  const std::vector<std::vector<Line>> rows{{{{"0", kPlain}}, {{"12", kPlain}}, {{"output, read by g1", kPlain}}}};
  Page page(narrow(40));
  page.table(head, rows, 0);
  EXPECT_EQ(page.text(),
            "Segment | Original | Description\n"
            "  Index |    Index |\n"
            "--------+----------+-------------------\n"
            "      0 |       12 | output, read by g1\n");
}

TEST(Page, ATableThatFitsNowhereIsAListOfRows) {
  const std::vector<Column> head{
      {"Name", Column::Align::kLeft}, {"Shape", Column::Align::kRight}, {"Why", Column::Align::kLeft}};
  const std::vector<std::vector<Line>> rows{
      {{{"a_long_name_of_a_value", kStrong}}, {{"[128, 256]", kPlain}}, {{"some words that are wide", kPlain}}},
      {{{"b", kStrong}}, {{"[1]", kPlain}}, {{"x", kPlain}}}};
  Page page(narrow(40));
  page.table(head, rows, 2);
  EXPECT_EQ(page.text(),
            "  Name   a_long_name_of_a_value\n"
            "  Shape  [128, 256]\n"
            "  Why    some words that are wide\n"
            "\n"
            "  Name   b\n"
            "  Shape  [1]\n"
            "  Why    x\n");
}

TEST(Page, LinesAreBrokenWithTheirStylesAndWhatIsCopiedIsNot) {
  Page page(narrow(40));
  const Line line{{"g0", kStrong}, {"  ", kPlain}, {"reduction and more words", kStrong}, {" that go on", kPlain}};
  page.line(line, 2);
  page.verbatim(line, 2);
  EXPECT_EQ(page.text(),
            "  g0  reduction and more words that go\n"
            "    on\n"
            "  g0  reduction and more words that go on\n");
}

TEST(Page, ALabelStandsAboveItsTextWhereThereIsLittleRoom) {
  Page page(narrow(40));
  page.labelled({{"--input T0=4x8", kStrong}}, 22, "sizes of an input, by hand", 2);
  EXPECT_EQ(page.text(), "  --input T0=4x8\n    sizes of an input, by hand\n");
}

TEST(Page, ParagraphsAreBrokenAtBlanks) {
  EXPECT_EQ(wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("unbreakable", 3), std::vector<std::string>{"unbreakable"});
  EXPECT_EQ(wrapped("", 10), std::vector<std::string>{""});
}

TEST(Definition, LongCallsBreakAfterCommas) {
  const std::string line =
      "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)";
  const std::vector<std::string> parts = broken_call(line, 80);
  EXPECT_EQ(parts, (std::vector<std::string>{"    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True],",
                                             "                          dtype=DataType.Float, is_cpu=False)"}));
}

TEST(Definition, ACallWhoseNameFillsTheLineBreaksAllTheSame) {
  const std::string line = "    T0 = fd.ops.a_name_that_is_rather_long_and_takes(T1, dims=[0, 1], keepdim=False)";
  for (const std::string& part : broken_call(line, 60)) EXPECT_LE(part.size(), 60U) << part;
  for (const size_t width : {40U, 41U, 50U}) {
    const std::vector<std::string> parts = broken_call(line, width);
    for (size_t i = 1; i < parts.size(); ++i) EXPECT_LE(parts[i].size(), width) << parts[i];
  }
}

TEST(Definition, ACallThatCannotBreakStaysWhole) {
  const std::string line =
      "    T0 = fd.ops.a_name_that_is_rather_long_and_takes_no_arguments_that_could_be_put_on_another_line(T1)";
  EXPECT_EQ(broken_call(line, 80), std::vector<std::string>{line});
}

TEST(Definition, IsShownAsPrintedInAPipe) {
  const std::string text =
      "\ndef nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n\n";
  Page page(kPlainTerminal);
  show_definition(text, page);
  EXPECT_EQ(page.text(), text.substr(1, text.size() - 2));
}

TEST(Memory, IsReadOffTheSystemsText) {
  EXPECT_EQ(available_memory("MemTotal:  10 kB\nMemAvailable:    2048 kB\n"), 2048 * 1024);
  EXPECT_FALSE(available_memory("MemTotal:  10 kB\n").has_value());
  EXPECT_FALSE(available_memory("MemAvailable: lots\n").has_value());
}

}  // namespace
}  // namespace cleave::cli

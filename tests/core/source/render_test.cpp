// Diagnostics as people see them: the place, the line, the caret, labels, notes, and what terminals make of odd
// characters.
#include "core/source/render.h"

#include <gtest/gtest.h>

#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// One unknown op over the first occurrence of `word` in `source`.
std::string shown(const std::string& source, const std::string& word, RenderStyle style = RenderStyle::kPlain) {
  const SourceText text("file.py", source);
  const auto begin = static_cast<uint32_t>(source.find(word));
  Diagnostics diagnostics;
  diagnostics.report(code("unknown_op"), SourceSpan{begin, begin + static_cast<uint32_t>(word.size())}, {word});
  return render(diagnostics.all()[0], text, style);
}

TEST(Render, ShowsPlaceLineCaretLabelAndNote) {
  const std::string source = "first\n    T1 = fd.ops.sumn(T0)\n";
  const SourceText text("file.py", source);
  Diagnostics diagnostics;
  diagnostics.report(code("unknown_op"), SourceSpan{22, 26}, {"sumn"})
      .suggest("sum")
      .label({10, 12}, "for this value")
      .note("Something else to know.");
  EXPECT_EQ(render(diagnostics.all()[0], text),
            "error[E0102]: unknown op `sumn`; did you mean `sum`?\n"
            "  --> file.py:2:17\n"
            "   |\n"
            " 2 |     T1 = fd.ops.sumn(T0)\n"
            "   |                 ^^^^\n"
            " 2 |     T1 = fd.ops.sumn(T0)\n"
            "   |     -- for this value\n"
            "   = note: Something else to know.\n");
}

TEST(Render, CaretsStandUnderWideCharactersAndTabs) {
  EXPECT_EQ(shown("\t\xE6\x97\xA5\xE6\x9C\xAC = sumn", "sumn"),
            "error[E0102]: unknown op `sumn`\n"
            "  --> file.py:1:7\n"
            "   |\n"
            " 1 |     \xE6\x97\xA5\xE6\x9C\xAC = sumn\n"
            "   |            ^^^^\n");
  EXPECT_NE(shown("\xE6\x97\xA5(", "\xE6\x97\xA5").find("| ^^\n"), std::string::npos);
}

TEST(Render, BytesThatAreNoTextShowAsDots) {
  const std::string out = shown(std::string("a\xFF\x01\0", 4) + " sumn", "sumn");
  EXPECT_NE(out.find("1 | a··· sumn\n"), std::string::npos) << out;
  EXPECT_NE(out.find("  |      ^^^^\n"), std::string::npos) << out;
}

TEST(Render, NoControlCharacterIsPassedOn) {
  const std::string hostile = "a\x1b[2J\xE2\x80\xAE\xC2\x9B\xE2\x81\xA6\x07";
  const SourceText text("f\x1b[31m.py", hostile + " sumn");
  Diagnostics diagnostics;
  diagnostics.report(code("unknown_op"), SourceSpan{0, 1}, {hostile})
      .suggest(hostile)
      .label({0, 1}, hostile)
      .note(hostile);
  EXPECT_EQ(render(diagnostics.all()[0], text),
            "error[E0102]: unknown op `a\\x1b[2J\\u202e\\u009b\\u2066\\x07`; did you mean "
            "`a\\x1b[2J\\u202e\\u009b\\u2066\\x07`?\n"
            "  --> f\\x1b[31m.py:1:1\n"
            "   |\n"
            " 1 | a·[2J···· sumn\n"
            "   | ^\n"
            " 1 | a·[2J···· sumn\n"
            "   | - a\\x1b[2J\\u202e\\u009b\\u2066\\x07\n"
            "   = note: a\\x1b[2J\\u202e\\u009b\\u2066\\x07\n");
}

TEST(Render, ADotOfTheTextIsOneColumn) {
  EXPECT_NE(shown("·· sumn", "sumn").find("1 | ·· sumn\n   |    ^^^^\n"), std::string::npos);
}

TEST(Render, ALongLineShowsAWindow) {
  const std::string out = shown(std::string(5000, 'x') + " sumn " + std::string(5000, 'y'), "sumn");
  EXPECT_LT(out.size(), 600U);
  EXPECT_NE(out.find(":1:5002\n"), std::string::npos);
  EXPECT_NE(out.find("1 | …x"), std::string::npos);
  EXPECT_NE(out.find("y…\n"), std::string::npos);
  const size_t line = out.find("1 | …") + 4, mark = out.find("  | ", out.find("1 | …")) + 4;
  // One column of `…` is three bytes in the line and one blank under it.
  EXPECT_EQ(out.find("sumn", line) - line - 2, out.find("^^^^") - mark);
}

TEST(Render, ASpanPastTheEndOfItsLineEndsThere) {
  EXPECT_NE(shown("ab(\ncd)", "b(\ncd)").find("1 | ab(\n   |  ^^\n"), std::string::npos);
}

TEST(Render, AnEmptySpanHasOneCaret) {
  const SourceText text("file.py", "ab");
  Diagnostics diagnostics;
  diagnostics.report(code("unknown_op"), SourceSpan{2, 2}, {"x"});
  EXPECT_NE(render(diagnostics, text).find("1 | ab\n   |   ^\n"), std::string::npos);
}

TEST(Render, ColoursChangeNoWords) {
  std::string coloured = shown("x = sumn", "sumn", RenderStyle::kAnsi);
  EXPECT_NE(coloured.find("\x1b[1;31m"), std::string::npos);
  for (size_t at = 0; (at = coloured.find('\x1b')) != std::string::npos;)
    coloured.erase(at, coloured.find('m', at) - at + 1);
  EXPECT_EQ(coloured, shown("x = sumn", "sumn"));
}

TEST(Render, WithoutAPlaceThereIsOnlyTheMessage) {
  Diagnostics diagnostics;
  diagnostics.report(code("not_enough_memory"), std::nullopt, {"2 GiB", "1 GiB"});
  const std::string out = render(diagnostics.all()[0], SourceText("file.py", "x"));
  EXPECT_EQ(out.find("-->"), std::string::npos);
  EXPECT_EQ(out.find('\n'), out.size() - 1);
}

TEST(Messages, CountOneThingAsOne) {
  const auto said = [](const char* count) {
    Diagnostics diagnostics;
    diagnostics.report(code("input_rank"), std::nullopt, {"x", count, "2"});
    return message_text(diagnostics.all()[0]);
  };
  EXPECT_EQ(said("1"), "input `x` has 1 dimension, its tensor is declared with 2");
  EXPECT_EQ(said("0"), "input `x` has 0 dimensions, its tensor is declared with 2");
  EXPECT_EQ(said("11"), "input `x` has 11 dimensions, its tensor is declared with 2");
}

TEST(Render, SaysHowManyWereDropped) {
  const SourceText text("file.py", "x");
  Diagnostics diagnostics;
  for (size_t i = 0; i < Diagnostics::kMaxDiagnostics + 3; ++i)
    diagnostics.report(code("unknown_op"), SourceSpan{0, 1}, {"x"});
  const std::string out = render(diagnostics, text);
  EXPECT_TRUE(out.ends_with("… and 3 more that are not shown\n"));
  EXPECT_EQ(diagnostics.error_count(), Diagnostics::kMaxDiagnostics + 3);
}

}  // namespace
}  // namespace cleave

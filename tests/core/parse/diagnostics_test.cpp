// Every diagnostic of the parser, provoked: its code, its place, and that one mistake makes one error.
#include <gtest/gtest.h>

#include "tests/core/parse/parse_fixture.h"

namespace cleave {
namespace {

struct Mistake {
  const char* lines;
  const char* codes;
  /// Line:column of the first diagnostic; the body begins at 3:5.
  const char* place;
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, GiveOneDiagnosticEachAtItsPlace) {
  const ParsedText parsed = body(GetParam().lines);
  EXPECT_EQ(parsed.codes(), GetParam().codes) << parsed.rendered();
  ASSERT_FALSE(parsed.diagnostics.all().empty());
  const SourcePlace place = parsed.text.place(parsed.diagnostics.all()[0].span->begin);
  EXPECT_EQ(std::to_string(place.line) + ":" + std::to_string(place.column), GetParam().place) << parsed.rendered();
}

INSTANTIATE_TEST_SUITE_P(
    Parse, Mistakes,
    testing::Values(
        Mistake{"x = fd.ops.sumn(T0)", "E0102", "3:16"}, Mistake{"x = fd.ops.add(T0 T0)", "E0103", "3:23"},
        Mistake{"x = fd.ops.add(T0, T0\ny = fd.ops.neg(T0)", "E0104", "3:19"},
        Mistake{"x = fd.ops.add(T0, T0))", "E0105", "3:27"}, Mistake{"x = fd.ops.add(T0, $)", "E0106", "3:24"},
        Mistake{"x = fd.ops.add(T0, \xE2\x80\x9C)", "E0106", "3:24"},
        Mistake{"x = fd.define_scalar(float('inf))", "E0107", "3:32"},
        Mistake{"x = fd.define_scalar(99999999999999999999)", "E0113", "3:26"},
        Mistake{"x = fd.define_scalar(2 ** 64)", "E0113", "3:26"}, Mistake{"x = fd.ops.neg(T1)", "E0114", "3:20"},
        Mistake{"fd.add_output(y)", "E0114", "3:19"}, Mistake{"n = os.environ\nx = fd.ops.neg(n)", "E0115", "4:20"},
        Mistake{"for i in range(3):\n    x = fd.ops.neg(T9)", "E0116", "3:5"},
        Mistake{"x = fd.ops.sum(T0, dimz=[1])", "E0117", "3:24"}, Mistake{"x = fd.ops.add(T0)", "E0118", "3:9"},
        Mistake{"x = fd.ops.cast(T0)", "E0118", "3:9"}, Mistake{"x = fd.ops.neg(T0, T0)", "E0119", "3:24"},
        Mistake{"x = fd.ops.sum(T0, [1], dims=[0])", "E0120", "3:29"},
        Mistake{"x = fd.ops.index_select(T0, 3, 0)", "E0121", "3:33"},
        Mistake{"x = fd.ops.sum(T0, dims=[0.5])", "E0121", "3:30"}, Mistake{"x = fd.ops.cat(T0)", "E0121", "3:20"},
        Mistake{"a, b, c = fd.ops.var_mean(T0, [1])", "E0122", "3:15"},
        Mistake{"x = fd.define_tensor(shape=[-2, 3])", "E0123", "3:32"},
        Mistake{"x = fd.ops.reshape(T0, [-2, 3])", "E0123", "3:29"},
        Mistake{"x = fd.define_tensor(shape=[2, 3], contiguity=[True, True, True])", "E0124", "3:51"},
        Mistake{"x = fd.define_tensor(shape=[2, 1], contiguity=[True, True])", "E0125", "3:51"},
        Mistake{"x = fd.define_tensor(shape=[2, 1], contiguity=[True, None], stride_order=[0, 1])", "E0125", "3:51"},
        Mistake{"x = fd.define_tensor(shape=[2, 3], stride_order=[1, 1])", "E0126", "3:53"},
        Mistake{"fd.add_output(T0, stride_order=[0, 2])", "E0126", "3:5"},
        Mistake{"x = fd.define_tensor(shape=[2], is_cpu=True)", "E0127", "3:44"},
        Mistake{"x = fd.define_tensor(sizes=[2, 3], strides=[1])", "E0128", "3:9"},
        Mistake{"x = fd.define_tensor([2, 3], [3, -1])", "E0129", "3:9"},
        Mistake{"x = fd.ops.cast(T0, dtype=DataType.Flot)", "E0130", "3:40"},
        Mistake{"fd.define_tensr([1])", "E0131", "3:8"}, Mistake{"x = T0.sizes(0)", "E0131", "3:12"},
        Mistake{"x = fd.ops.pad(T0, [1 + [2], 1])", "E0132", "3:25"}, Mistake{"x = T0 // 2", "E0132", "3:12"},
        Mistake{"x = fd.ops.grouped_mm(T0, T0, T0)\ny = fd.ops.sum(x)", "E0134", "4:9"},
        Mistake{"d = [0, 1]\nx = fd.ops.sum(T0, [d[2]])", "E0135", "4:27"},
        Mistake{"x = fd.ops.uniform(0.0, 1.0, [4], rng_seed=1)", "E0136", "3:9"},
        Mistake{"x = [0] * 600000\ny = [*x, *x]", "E0137", "4:10"},
        Mistake{"x = fd.define_scalar(1 // 0)", "E0138", "3:26"},
        Mistake{"x = fd.define_scalar(1.5 % 0.0)", "E0138", "3:26"},
        Mistake{"x = fd.define_scalar(1 << -1)", "E0138", "3:26"},
        Mistake{"x = fd.define_scalar(0 ** -1)", "E0138", "3:26"},
        Mistake{"x = fd.define_scalar(0.0 ** -1)", "E0138", "3:26"},
        Mistake{"x = fd.define_scalar(1j / 0)", "E0138", "3:26"},
        Mistake{"x = fd.define_scalar(--9223372036854775808)", "E0113", "3:26"},
        Mistake{"x = fd.define_tensor([4], dtype=DataType.Null)", "E0139", "3:37"},
        Mistake{"x = fd.define_tensor([4], [1], dtype=DataType.Null)", "E0139", "3:42"},
        Mistake{"x = fd.define_scalar(1, DataType.Null)", "E0139", "3:29"},
        Mistake{"x = fd.define_scalar(None, dtype=DataType.Float4_e2m1fn_x2)", "E0139", "3:38"},
        Mistake{"x = fd.define_vector([1], dtype=DataType.Null)", "E0139", "3:37"},
        Mistake{"x = fd.ops.full([4], 1, dtype=DataType.Null)", "E0139", "3:35"},
        Mistake{"x = fd.ops.full([4], 1, dtype=DataType.Float4_e2m1fn_x2)", "E0139", "3:35"},
        Mistake{"x = fd.ops.iota(4, dtype=None)", "E0139", "3:30"},
        Mistake{"x = fd.ops.uniform(0.0, 1.0, [4], dtype=DataType.Null)", "E0139", "3:45"},
        Mistake{"x = fd.ops.normal(0.0, 1.0, [4], dtype=DataType.Float4_e2m1fn_x2)", "E0139", "3:44"},
        Mistake{"t = torch.ones(4)\nx = fd.from_pytorch(t, static=True)", "E0117", "4:28"},
        Mistake{"t = torch.ones(4)\nx = fd.from_pytorch(t, static_sizes=os.flag)", "E0115", "4:41"},
        Mistake{"x = fd.define_tensor([4], [1], static_sizes=3)", "E0121", "3:49"},
        Mistake{"x = fd.define_tensor([4], [1], DataType.Float, maybe())", "E0115", "3:52"},
        Mistake{"return fd.ops.neg(T9)", "E0114", "3:23"}, Mistake{"with a.b(): fd.ops.neg(T9)", "E0114", "3:28"},
        Mistake{"helper(fd, T0)", "W0141", "3:5"}));

TEST(ParseDiagnostics, CaretsCoverParentheses) {
  const auto marks = [](const char* lines, const char* marked) {
    const ParsedText parsed = body(lines);
    ASSERT_FALSE(parsed.diagnostics.all().empty()) << lines;
    EXPECT_EQ(parsed.text.slice(*parsed.diagnostics.all()[0].span), marked) << lines;
  };
  marks("x = fd.define_scalar((2 ** 64))", "(2 ** 64)");
  marks("x = fd.define_scalar((1 + 2) * (2 ** 63))", "(2 ** 63)");
  marks("x = fd.define_scalar((4) // (0))", "(4) // (0)");
  marks("x = fd.define_scalar((1 // 0 + 2))", "1 // 0");
  marks("x = fd.ops.sum(T0, ((0.5)))", "((0.5))");
  marks("x = fd.ops.neg((T9))", "(T9)");
  marks("x = fd.define_scalar((-[1]))", "(-[1])");
}

TEST(ParseDiagnostics, LongExpressionsAreShownInPart) {
  std::string sum = "n = os.environ\nx = fd.define_scalar(n.";
  for (int i = 0; i < 40; ++i) sum += "\xC3\xA9\xC3\xA8";
  const std::string rendered = body(sum + ")").rendered();
  EXPECT_NE(rendered.find("\xC3\xA9…` is not known"), std::string::npos) << rendered;
}

TEST(ParseDiagnostics, EmptyTextsAndProseHoldNoDefinition) {
  EXPECT_EQ(ParsedText("").codes(), "E0101");
  EXPECT_EQ(ParsedText("It's a story (about nothing\n").codes(), "E0101");
  EXPECT_EQ(ParsedText("def f(fd):\n    return 3\n").codes(), "E0101");
}

TEST(ParseDiagnostics, LimitsAreSaid) {
  ParseLimits limits;
  limits.text_bytes = 10;
  EXPECT_EQ(ParsedText("def f(fd : FusionDefinition) -> None :\n", limits).codes(), "E0109");
  EXPECT_NE(
      ParsedText("def f(fd : FusionDefinition) -> None :\n", limits).rendered().find("more than the limit of 10 B"),
      std::string::npos);

  limits = {};
  limits.records = 3;
  const std::string many =
      "def f(fd : FusionDefinition):\n    x = fd.define_scalar(1)\n    y = fd.define_scalar(1)\n    z = "
      "fd.define_scalar(1)\n    w = fd.define_scalar(1)\n    v = fd.define_scalar(1)\n";
  EXPECT_EQ(ParsedText(many, limits).codes(), "E0111");
  EXPECT_EQ(ParsedText(many, limits).definition().records.size(), 3U);

  limits = {};
  limits.rank = 2;
  EXPECT_EQ(ParsedText("def f(fd : FusionDefinition):\n    x = fd.define_tensor([1, 1, 1])\n", limits).codes(),
            "E0112");
}

TEST(ParseDiagnostics, NestingIsLimited) {
  const std::string deep(100'000, '(');
  EXPECT_EQ(body("x = " + deep).codes(), "E0108");
  const std::string minus(50'000, '-');
  EXPECT_EQ(body("x = " + minus + "1").codes(), "E0103");
  std::string attributes = "x = T0";
  for (int i = 0; i < 50'000; ++i) attributes += ".a";
  EXPECT_EQ(body(attributes).codes(), "E0103");
}

TEST(ParseDiagnostics, AStatementOfMillionsOfTokensIsRefused) {
  std::string numbers = "x = [";
  for (int i = 0; i < 600'000; ++i) numbers += "1,";
  EXPECT_EQ(body(numbers + "]").codes(), "E0110");
}

TEST(ParseDiagnostics, ALongSumIsNoDeepTree) {
  std::string sum = "x = fd.define_scalar(0";
  for (int i = 0; i < 20'000; ++i) sum += "+1";
  const ParsedText parsed = body(sum + ")");
  EXPECT_EQ(parsed.rendered(), "");
  EXPECT_EQ(parsed.last_line(), "S1 = fd.define_scalar(20000, dtype=DataType.Int)");
}

TEST(ParseDiagnostics, APoisonedNameRaisesNothingMore) {
  EXPECT_EQ(body("x = fd.ops.sumn(T0)\ny = fd.ops.neg(x)\nz = fd.ops.add(y, x)\nfd.add_output(z)").codes(), "E0102");
  EXPECT_EQ(body("x = fd.ops.add(T0,, T0)\ny = fd.ops.neg(x)").codes(), "E0103");
  EXPECT_EQ(body("x = fd.ops.neg(q)\ny = fd.ops.neg(q)").codes(), "E0114");
  EXPECT_EQ(body("a, b = fd.ops.var_mean(q, [1])\nc = a + b").codes(), "E0114");
}

TEST(ParseDiagnostics, AllMistakesAreReported) {
  EXPECT_EQ(body("x = fd.ops.sumn(T0)\ny = fd.ops.neg(T7)\nz = fd.ops.neg(T0)\nfd.ops.add(z)").codes(),
            "E0102 E0114 E0118");
}

TEST(ParseDiagnostics, ABadLineInABrokenCallIsSkippedWhole) {
  const ParsedText parsed = body("x = fd.ops.add(T0,\n               ?,\n               T0)\ny = fd.ops.neg(T0)");
  EXPECT_EQ(parsed.codes(), "E0106");
  EXPECT_EQ(parsed.last_line(), "T1 = fd.ops.neg(T0)");
}

TEST(ParseDiagnostics, SuggestionsNameWhatWasMeant) {
  EXPECT_NE(body("x = fd.ops.sumn(T0)").rendered().find("did you mean `sum`?"), std::string::npos);
  EXPECT_NE(body("x = fd.ops.ad(T0, T0)").rendered().find("did you mean `add`?"), std::string::npos);
  EXPECT_NE(body("x = fd.ops.sum(T0, dimz=[1])").rendered().find("did you mean `dims`?"), std::string::npos);
  EXPECT_NE(body("x = fd.ops.cast(T0, DataType.Flot)").rendered().find("did you mean `Float`?"), std::string::npos);
  EXPECT_NE(body("x = fd.add(T0, T0)").rendered().find("did you mean `ops.add`?"), std::string::npos);
  EXPECT_NE(body("weight = T0\nx = fd.ops.neg(wieght)").rendered().find("did you mean `weight`?"), std::string::npos);
}

TEST(ParseDiagnostics, ABodyWithoutIndentationIsTakenAndSaid) {
  const ParsedText parsed(
      "def f(fd : FusionDefinition) -> None :\nT0 = fd.define_tensor([4])\nT1 = "
      "fd.ops.neg(T0)\nfd.add_output(T1)\nprint(3)\n");
  EXPECT_EQ(parsed.codes(), "E0133");
  EXPECT_EQ(parsed.lines().size(), 3U);
}

TEST(ParseDiagnostics, AnInputThatIsNotUnderstoodLosesItsList) {
  const ParsedText parsed("inputs = [torch.randn(2, 3), torch.load('x')]\n");
  EXPECT_EQ(parsed.codes(), "W0142 E0101");
  EXPECT_TRUE(parsed.parsed.input_lists.empty());
}

TEST(ParseDiagnostics, GarbageIsAnsweredQuickly) {
  std::string garbage;
  uint32_t state = 1;
  for (int i = 0; i < 1'000'000; ++i) {
    state = state * 1664525U + 1013904223U;
    garbage += static_cast<char>(state >> 24U);
  }
  EXPECT_EQ(ParsedText(garbage).codes(), "E0101");
  const ParsedText inside("def f(fd):\n    fd.ops.neg(1)\n    " + garbage);
  EXPECT_GT(inside.diagnostics.error_count(), 0U);
  EXPECT_LE(inside.rendered().size(), 2'000'000U);
}

TEST(ParseDiagnostics, UnclosedListsInProseDoNotSwallowTheDefinition) {
  const ParsedText parsed("x = [1,\ny = (\nand so on\ndef f(fd : FusionDefinition):\n    x = fd.define_scalar(1)\n");
  EXPECT_EQ(parsed.rendered(), "");
  EXPECT_EQ(parsed.parsed.definitions.size(), 1U);
}

TEST(ParseDiagnostics, FiftyThousandOpsAreRead) {
  std::string source = "def f(fd : FusionDefinition):\n    T0 = fd.define_tensor([-1])\n";
  for (int i = 0; i < 50'000; ++i)
    source += "    T" + std::to_string(i + 1) + " = fd.ops.neg(T" + std::to_string(i) + ")\n";
  const ParsedText parsed(source);
  EXPECT_EQ(parsed.rendered(), "");
  EXPECT_EQ(parsed.definition().records.size(), 50'001U);
}

TEST(ParseDiagnostics, ListsDoubledLineAfterLineDoNotFillTheMemory) {
  for (const char* doubled : {"\na = a + a", "\na = a * 2", "\na = [*a, *a]", "\na = (*a, *a)"}) {
    std::string lines = "a = [0]";
    for (int i = 0; i < 60; ++i) lines += doubled;
    EXPECT_EQ(body(lines).codes(), "E0137") << doubled;
  }
  std::string lines = "a = [T0]";
  for (int i = 0; i < 19; ++i) lines += "\na = a + a";
  EXPECT_EQ(body(lines + "\nx = fd.ops.cat([T0], *a)").codes(), "E0137");
}

TEST(ParseDiagnostics, ListsOutsideOfDefinitionsAreBoundedToo) {
  std::string lines = "a = [0]\n";
  for (int i = 0; i < 60; ++i) lines += "a = [*a, *a]\n";
  EXPECT_EQ(ParsedText(lines).codes(), "E0101");
}

TEST(ParseDiagnostics, AWrongItemOfAListIsNamed) {
  const auto says = [](const char* line, const char* text) {
    const std::string rendered = body(line).rendered();
    EXPECT_NE(rendered.find(text), std::string::npos) << rendered;
  };
  says("x = fd.ops.reshape(T0, [4, True])", "a list of integers and scalars, not a list with a bool at index 1");
  says("x = fd.ops.reshape(T0, [None])", "not a list with None at index 0");
  says("x = fd.ops.reshape(T0, [[1]])", "not a list with a list at index 0");
  says("x = fd.ops.sum(T0, [0, 1.5])", "must be a list of integers, not a list with a float at index 1");
  says("x = fd.ops.broadcast(T0, (False, 2))", "must be a list of bools, not a tuple with an integer at index 1");
  says("x = fd.ops.cat([T0, 3], 0)", "must be a list of tensors, not a list with an integer at index 1");
  says("n = os.environ\nx = fd.ops.reshape(T0, [1, n])", "the value of `os.environ` is not known");
}

TEST(ParseDiagnostics, NoResultHasMoreDimensionsThanATensorMay) {
  std::string many = "x = fd.ops.broadcast(T0, [True";
  for (int i = 0; i < 62; ++i) many += ", True";
  EXPECT_EQ(body(many + ", False, False])").codes(), "E0112");
  EXPECT_NE(body(many + ", False, False])").rendered().find("65 dimensions is over the limit of 64"),
            std::string::npos);
  EXPECT_EQ(body(many.substr(0, many.size() - 6) + ", False, False])").codes(), "");
  std::string chain = "x = T0";
  for (int i = 0; i < 100; ++i) {
    chain += "\nx = fd.ops.broadcast(x, [True";
    for (int axis = 0; axis < i + 2; ++axis) chain += ", False";
    chain += "])";
  }
  EXPECT_EQ(body(chain).codes(), "E0112");
}

TEST(ParseDiagnostics, ABracketOpenInTheHeadIsSaid) {
  EXPECT_EQ(ParsedText("def f(fd : FusionDefinition -> None :\n    x = fd.define_scalar(1)\n").codes(), "E0101 E0104");
  EXPECT_EQ(ParsedText("with FusionDefinition( as fd:\n    x = fd.define_scalar(1)\n").codes(), "E0101 E0104");
  EXPECT_EQ(
      ParsedText("def g(a : FusionDefinition\ndef f(fd : FusionDefinition):\n    x = fd.define_scalar(1)\n").codes(),
      "");
}

TEST(ParseDiagnostics, BlanksOfWebPagesIndent) {
  const ParsedText parsed(
      "def f(fd : FusionDefinition) -> None :\n\xC2\xA0\xC2\xA0T0 = fd.define_tensor([4])\n"
      "\xC2\xA0\xC2\xA0T1 =\xC2\xA0"
      "fd.ops.neg(T0)\n\xC2\xA0\xC2\xA0"
      "fd.add_output(T1)\n");
  EXPECT_EQ(parsed.rendered(), "");
  EXPECT_EQ(parsed.lines().size(), 3U);
  EXPECT_EQ(ParsedText("def f(fd):\n\xC2\xA0\xC2\xA0"
                       "fd.define_scalar(1)\n")
                .rendered(),
            "");
}

TEST(ParseDiagnostics, TheLimitOfNestingIsNamed) {
  const std::string minus(50'000, '-');
  EXPECT_NE(body("x = " + minus + "1").rendered().find("nests at most 1,000 deep"), std::string::npos);
}

TEST(ParseDiagnostics, NegativeSizesOfTorchCallsAreTaken) {
  const ParsedText parsed("inputs = [torch.randn(-4, 3), torch.randn(2, 3).as_strided((2, 3), (-3, 1))]\n");
  EXPECT_EQ(parsed.codes(), "E0101");
  ASSERT_EQ(parsed.parsed.input_lists.size(), 1U);
  EXPECT_EQ(std::get<TensorInput>(parsed.parsed.input_lists[0].items[0].value).sizes[0], -4);
  EXPECT_EQ(std::get<TensorInput>(parsed.parsed.input_lists[0].items[1].value).strides[0], -3);
}

}  // namespace
}  // namespace cleave

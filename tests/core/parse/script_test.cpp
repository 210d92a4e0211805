// Whole scripts as people paste them: where definitions are found, what is skipped, both dialects, Python values.
#include <gtest/gtest.h>

#include "tests/core/parse/parse_fixture.h"

namespace cleave {
namespace {

std::string last(const std::string& lines) {
  const ParsedText parsed = body(lines);
  EXPECT_EQ(parsed.rendered(), "") << lines;
  return parsed.last_line();
}

TEST(Scripts, ProseFencesAndLogsAroundAPasteAreSkippedAndCounted) {
  const ParsedText parsed(
      "Hi, it doesn't work (see below:\n"
      "```python\n"
      "import torch\n"
      "\n"
      "# a comment\n"
      "def nvfuser_fusion_id7(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[-1],\n"
      "                          contiguity=[True],\n"
      "                          dtype=DataType.Float)  # the input\n"
      "# odd comment\n"
      "    T1 = fd.ops.neg(T0)\n"
      "    fd.add_output(T1)\n"
      "\n"
      "with FusionDefinition() as fd:\n"
      "    nvfuser_fusion_id7(fd)\n"
      "```\n"
      "RuntimeError: [rank0] something = went wrong (\n");
  EXPECT_EQ(parsed.rendered(), "");
  ASSERT_EQ(parsed.parsed.definitions.size(), 1U);
  EXPECT_EQ(parsed.parsed.definitions[0].name, "nvfuser_fusion_id7");
  EXPECT_EQ(parsed.lines().size(), 3U);
  EXPECT_EQ(parsed.parsed.ignored_lines, 7U);
}

TEST(Scripts, AttributesOfAClassAreNames) {
  const ParsedText parsed(
      "class MyFusion(FusionDefinition):\n"
      "    def definition(self) -> None:\n"
      "        self.t0: Tensor = self.define_tensor([4, 4], dtype=DataType.Float)\n"
      "        self.n = 2\n"
      "        t1 = self.ops.sum(self.t0, dims=[self.n - 1])\n"
      "        self.t2, cfg.x = self.ops.neg(t1), 3\n"
      "        self.add_output(self.t2)\n"
      "        self.t3 = self.ops.mul(self.t2, self.t0.size(0))\n"
      "        self.add_output(self.t3)\n");
  EXPECT_EQ(parsed.rendered(), "");
  EXPECT_EQ(parsed.lines().size(), 7U);
  EXPECT_EQ(parsed.parsed.definitions.at(0).source_map.names[StateId(0U)], "t0");
}

TEST(Scripts, DefaultsOfParametersAreValues) {
  const ParsedText parsed(
      "N = 8\n"
      "def f(fd: FusionDefinition, eps=1e-05, *, shape: list = [N, (2, 3)[1]], g=lambda x: x):\n"
      "    x = fd.define_tensor(shape, dtype=DataType.Float)\n"
      "    fd.add_output(fd.ops.add(x, eps))\n");
  EXPECT_EQ(parsed.rendered(), "");
  EXPECT_EQ(parsed.lines().at(0),
            "T0 = fd.define_tensor(shape=[8, 3], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)");
  EXPECT_EQ(ParsedText("def f(fd, n):\n    fd.define_scalar(n)\n").codes(), "E0114");
  EXPECT_EQ(ParsedText("def f(self, fd):\n    fd.define_scalar(1)\n    self.more(fd)\n").codes(), "W0141");
}

TEST(Scripts, TabsGoToTheNextEighthColumn) {
  const ParsedText parsed(
      "class A(FusionDefinition):\n"
      "\tdef definition(self):\n"
      "\t\tself.define_scalar(1)\n"
      "        \tself.define_scalar(2)\n"
      "    \tself.define_scalar(3)\n");
  EXPECT_EQ(parsed.rendered(), "");
  EXPECT_EQ(parsed.lines().size(), 2U);
}

TEST(Scripts, PromptsOfTheShellAreNoText) {
  const ParsedText parsed(
      ">>> def f(fd: FusionDefinition):\n"
      "...     x = fd.define_tensor([4],\n"
      "...                          dtype=DataType.Float)\n"
      "...     fd.add_output(fd.ops.neg(x))\n"
      "...\n"
      ">>> inputs = [torch.randn(4)]\n");
  EXPECT_EQ(parsed.rendered(), "");
  EXPECT_EQ(parsed.lines().size(), 3U);
  EXPECT_EQ(parsed.parsed.input_lists.size(), 1U);
}

TEST(Scripts, WithBlocksMethodsAndOtherNamesAreDefinitions) {
  const ParsedText parsed(
      "class F(FusionDefinition):\n"
      "  def definition(self):\n"
      "    t = self.define_tensor([3])\n"
      "    self.add_output(self.ops.neg(t))\n"
      "def helper(x, fdef: nvfuser.FusionDefinition):\n"
      "    fdef.define_scalar(1)\n"
      "with FusionDefinition() as fd:\n"
      "    helper(3, fd)\n"
      "with FusionDefinition(max_length=3) as f:\n"
      "    f.define_scalar(2)\n"
      "fd = FusionDefinition()\n"
      "with fd:\n"
      "\tfd.define_scalar(3)\n"
      "def one(fd): fd.define_scalar(4); fd.define_scalar(5)\n");
  EXPECT_EQ(parsed.rendered(), "");
  ASSERT_EQ(parsed.parsed.definitions.size(), 5U);
  EXPECT_EQ(parsed.parsed.definitions[0].name, "definition");
  EXPECT_EQ(parsed.parsed.definitions[1].name, "helper");
  EXPECT_EQ(parsed.parsed.definitions[2].name, "fusion 9");
  EXPECT_EQ(parsed.last_line(3), "S0 = fd.define_scalar(3, dtype=DataType.Int)");
  EXPECT_EQ(parsed.lines(4).size(), 2U);
}

TEST(Scripts, WindowsLineEndsTabsAndContinuations) {
  const ParsedText parsed("def f(fd):\r\n\tT0 = fd.define_tensor([3])\r\n\tT1 = \\\r\n  fd.ops.neg(\r\nT0)\r\n");
  EXPECT_EQ(parsed.rendered(), "");
  EXPECT_EQ(parsed.last_line(), "T1 = fd.ops.neg(T0)");
}

TEST(Scripts, BlanksFromWebPagesAreBlanks) {
  EXPECT_EQ(last("x\xC2\xA0= fd.ops.neg(\xE2\x80\x8BT0)"), "T1 = fd.ops.neg(T0)");
}

TEST(Scripts, TheDirectDialectIsSeenByItsNames) {
  const ParsedText parsed("def nvfuser_fusion(fd : FusionDefinition) -> None :\n    tv0 = fd.define_tensor([3])\n");
  EXPECT_EQ(parsed.parsed.definitions[0].dialect, Dialect::kDirect);
  EXPECT_EQ(body("").parsed.definitions[0].dialect, Dialect::kLegacy);
}

TEST(Scripts, NamesAndPlacesAreBesideTheDefinition) {
  const ParsedText parsed = body("x = fd.ops.add(T0, T0)\nx = fd.ops.mul(x, 2.0)");
  const SourceMap& map = parsed.parsed.definitions[0].source_map;
  EXPECT_EQ(map.names[StateId(1U)], "x");
  EXPECT_EQ(map.names[StateId(2U)], "");
  EXPECT_EQ(map.names[StateId(3U)], "x");
  EXPECT_EQ(parsed.text.slice(*map.record_span(RecordId(1U))), "fd.ops.add(T0, T0)");
  EXPECT_EQ(parsed.text.slice(*map.record_span(RecordId(2U))), "2.0");
  EXPECT_EQ(parsed.text.slice(*map.operand_span(RecordId(3U), 1)), "2.0");
}

TEST(Scripts, PythonVariablesAreWorkedOut) {
  const std::string script =
      "B, H = 4, 2 ** 3\n"
      "N = B * 32 // 3 - 0x10 + 1_000\n"
      "shape = [B] + [N, -1]\n"
      "def f(fd):\n"
      "    k = len(shape)\n"
      "    T0 = fd.define_tensor(shape=shape, contiguity=[True] * k)\n"
      "    S1 = fd.define_scalar(1 / H)\n"
      "    S2 = fd.define_scalar(max(B, H) % 3)\n"
      "    T3 = fd.ops.reshape(T0, (*shape[0:], B))\n";
  const ParsedText parsed(script);
  EXPECT_EQ(parsed.codes(), "E0103") << "slices of lists are not followed";
  EXPECT_EQ(
      parsed.lines().at(0),
      "T0 = fd.define_tensor(shape=[4, 1026, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)");
  EXPECT_EQ(parsed.lines().at(1), "S1 = fd.define_scalar(0.125000, dtype=DataType.Double)");
  EXPECT_EQ(parsed.lines().at(2), "S2 = fd.define_scalar(2, dtype=DataType.Int)");
}

TEST(Scripts, OldNamesOfArguments) {
  EXPECT_EQ(last("x = fd.define_tensor(symbolic_sizes=[-1, 1], contiguous=[True, None], dtype=DataType.Half)"),
            "T1 = fd.define_tensor(shape=[-1, 1], contiguity=[True, None], dtype=DataType.Half, is_cpu=False)");
  EXPECT_EQ(last("x = fd.define_constant(3.0)"), "S1 = fd.define_scalar(3.00000, dtype=DataType.Double)");
  EXPECT_EQ(last("x = fd.ops.sum(T0, axes=[1], keepdim=True)"),
            "T1 = fd.ops.sum(T0, dims=[1], keepdim=True, dtype=DataType.Null)");
  EXPECT_EQ(last("x = fd.ops.broadcast_in_dim(T0, output_shape=[2, 2], broadcast_dims=[0, 1])"),
            "T4 = fd.ops.broadcast_in_dim(T0, shape=[2, 2], broadcast_dims=[0, 1])");
  EXPECT_EQ(last("x = fd.ops.reshape(T0, original_shape=[2, 2], new_shape=[4])"),
            "T3 = fd.ops.reshape(T0, new_shape=[4])");
  EXPECT_EQ(last("x = fd.ops.reshape(T0, [2, 2], [4])"), "T3 = fd.ops.reshape(T0, new_shape=[4])");
  EXPECT_EQ(last("x = fd.ops.add(arg1=T0, arg2=T0)"), "T1 = fd.ops.add(T0, T0)");
  EXPECT_EQ(last("x = fd.ops.neg(input=T0)"), "T1 = fd.ops.neg(T0)");
  EXPECT_EQ(last("x = fd.ops.full(size=[2], arg=1.0, dtype=DataType.Float)"),
            "T4 = fd.ops.full(shape=[2], fill_value=1.00000, dtype=DataType.Float)");
}

TEST(Scripts, KeywordsInAnyOrderAndPositions) {
  EXPECT_EQ(last("x = fd.ops.slice(end_indices=[2, 2], arg=T0, start_indices=[0, 1])"),
            "T10 = fd.ops.slice(T0, start_indices=[0, 1], end_indices=[2, 2], strides=[1, 1], manual_normalization=0)");
  EXPECT_EQ(last("x = fd.ops.sum(T0, 1)"), "T1 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)");
  EXPECT_EQ(last("x = fd.ops.sum(T0, DataType.Double)"),
            "T1 = fd.ops.sum(T0, dims=[0, 1], keepdim=False, dtype=DataType.Double)");
  EXPECT_EQ(last("a, b = fd.ops.topk(T0, 2, 0, False)"),
            "T2, T3 = fd.ops.topk(T0, 2, dim=0, largest=False, sorted=False)");
  EXPECT_EQ(last("x = fd.ops.iota(4, None, None, dtype=torch.int32)"),
            "T2 = fd.ops.iota(4, None, None, dtype=DataType.Int32)");
  EXPECT_EQ(last("fd.add_output(T0, T0)"), "fd.add_output(T0, T0)");
  EXPECT_EQ(last("fd.add_output(T0, [0, 1])"), "fd.add_output(T0, stride_order=[0, 1])");
  EXPECT_EQ(last("fd.add_output(output=T0, alias_input=T0)"), "fd.add_output(T0, T0)");
}

TEST(Scripts, OperatorsAreOps) {
  EXPECT_EQ(last("x = -T0"), "T1 = fd.ops.neg(T0)");
  EXPECT_EQ(last("x = abs(T0)"), "T1 = fd.ops.abs(T0)");
  EXPECT_EQ(last("x = T0 / T0"), "T1 = fd.ops.div(T0, T0)");
  EXPECT_EQ(last("x = 1 + T0 * T0"), "T3 = fd.ops.add(1, T1)") << "operands first, then the literal, then the result";
  EXPECT_EQ(last("x = T0 ** 2"), "T2 = fd.ops.pow(T0, 2)");
  EXPECT_EQ(last("x = T0\nx += T0"), "T1 = fd.ops.add(T0, T0)");
  EXPECT_EQ(last("x = fd.ops.sum(T0, [T0.ndim - 1])"),
            "T1 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)");
}

TEST(Scripts, ScalarsInAllForms) {
  EXPECT_EQ(last("x = fd.define_scalar()"), "S1 = fd.define_scalar(None, dtype=DataType.Double)");
  EXPECT_EQ(last("x = fd.define_scalar(DataType.Int)"), "S1 = fd.define_scalar(None, dtype=DataType.Int)");
  EXPECT_EQ(last("x = fd.define_scalar(None, DataType.Bool)"), "S1 = fd.define_scalar(None, dtype=DataType.Bool)");
  EXPECT_EQ(last("x = fd.define_scalar(True)"), "S1 = fd.define_scalar(True, dtype=DataType.Bool)");
  EXPECT_EQ(last("x = fd.define_scalar(3.7, dtype=DataType.Int)"), "S1 = fd.define_scalar(3, dtype=DataType.Int)");
  EXPECT_EQ(last("x = fd.define_scalar(1e-5)"), "S1 = fd.define_scalar(1.00000e-05, dtype=DataType.Double)");
  EXPECT_EQ(last("x = fd.define_scalar(-float('inf'))"),
            "S1 = fd.define_scalar(float(\"-inf\"), dtype=DataType.Double)");
  EXPECT_EQ(last("x = fd.define_scalar(1-2j)"),
            "S1 = fd.define_scalar(1.00000+-2.00000j, dtype=DataType.ComplexDouble)");
  EXPECT_EQ(last("x = fd.define_scalar(-9223372036854775808)"),
            "S1 = fd.define_scalar(-9223372036854775808, dtype=DataType.Int)");
}

TEST(Scripts, TensorsInTheirThreeOverloads) {
  EXPECT_EQ(last("x = fd.define_tensor([5, 10])"),
            "T1 = fd.define_tensor(shape=[5, 10], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)");
  EXPECT_EQ(last("x = fd.define_tensor([2, 1, 3], True, stride_order=[2, 0, 1])"),
            "T1 = fd.define_tensor(shape=[2, 1, 3], contiguity=[True, True, None], dtype=DataType.Float, is_cpu=False, "
            "stride_order=[2, 0, 1])");
  EXPECT_EQ(last("x = fd.define_tensor(sizes=[2, 1, 0], strides=[3, 1, 1])"),
            "T1 = fd.define_tensor(shape=[-1, 1, -1], contiguity=[False, None, True], dtype=DataType.Float, "
            "is_cpu=False, stride_order=[2, 1, 0])");
  EXPECT_EQ(last("x = fd.define_tensor([2, 3], [1, 2], DataType.Half, True)"),
            "T1 = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.Half, is_cpu=False, "
            "stride_order=[0, 1])");
  EXPECT_EQ(last("x = fd.define_tensor(shape=[4, 3], contiguity=[None, True])"),
            "T1 = fd.define_tensor(shape=[4, 3], contiguity=[None, True], dtype=DataType.Float, is_cpu=False)");
  EXPECT_EQ(last("x = fd.define_tensor([2, 3], True, dtype=DataType.Float4_e2m1fn_x2)"),
            "T1 = fd.define_tensor(shape=[2, 6], contiguity=[True, True], dtype=DataType.Float4_e2m1fn, is_cpu=False)");
  EXPECT_EQ(last("x = fd.define_tensor([2, 3], True, stride_order=[-1, -2])"),
            "T1 = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.Float, is_cpu=False, "
            "stride_order=[1, 0])");
}

TEST(Scripts, TensorsFromTheScriptsInputs) {
  const ParsedText parsed(
      "x = torch.randn(4, 8, dtype=torch.bfloat16, device='cuda').t()\n"
      "inputs = [x, torch.ones(())]\n"
      "with FusionDefinition() as fd:\n"
      "    t0 = fd.from_pytorch(inputs[0])\n"
      "    t1 = fd.from_pytorch(x, static_sizes=True)\n");
  EXPECT_EQ(parsed.rendered(), "");
  EXPECT_EQ(parsed.lines().at(0),
            "T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False, "
            "stride_order=[0, 1])");
  EXPECT_EQ(parsed.lines().at(1),
            "T1 = fd.define_tensor(shape=[8, 4], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False, "
            "stride_order=[0, 1])");
}

TEST(Scripts, OpsThatAreNotBuiltKeepTheirKeywords) {
  EXPECT_EQ(
      last("x = fd.ops.grouped_mm(T0, T0, T0, output_gamma=False, dtype=DataType.Half)"),
      "T1 = fd.ops.grouped_mm(T0, T0, T0, None, None, None, None, None, output_gamma=False, dtype=DataType.Half)");
  EXPECT_EQ(last("a, b, c, d = fd.ops.sdpfa_fwd(T0, T0, T0, 0.1, False, None)"),
            "T3, T4, T5, T6 = fd.ops.sdpfa_fwd(T0, T0, T0, None, None, 0.100000, False, None)");
  EXPECT_EQ(body("a, _, _ = fd.ops.scaled_mm(T0, T0, T0, T0)\nfd.add_output(a)").rendered(), "");
}

TEST(Scripts, ARandomStreamIsReadFromItsComment) {
  const ParsedText parsed =
      body("x = fd.ops.uniform(0.0, 1.0, [4])  # random stream 12\ny = fd.ops.normal(0.0, 1.0, [4])");
  EXPECT_EQ(parsed.lines().at(1),
            "T5 = fd.ops.uniform(0.00000, 1.00000, shape=[4], dtype=DataType.Float)  # random stream 12");
  EXPECT_EQ(parsed.lines().at(2), "T10 = fd.ops.normal(0.00000, 1.00000, shape=[4], dtype=DataType.Float)");
}

}  // namespace
}  // namespace cleave

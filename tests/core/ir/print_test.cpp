// The printed forms, byte for byte, and numbers that must survive them.
#include "core/ir/print.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/ir/builder.h"
#include "core/ir/python_literals.h"
#include "core/ir/verify.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// mul by 2, sum over the last axis with keepdim, reshape: the worked example of both dialects.
Definition worked_example() {
  Builder builder;
  const StateId input =
      builder.value(op("define_tensor"), {}, TensorAttributes{.shape = {-1, -1}, .contiguity = {true, true}});
  const StateId two = builder.constant(2.0, DType::kDouble);
  const StateId product = builder.value(op("mul"), {input, two});
  const StateId sum = builder.value(op("sum"), {product}, ReduceAttributes{.dims = {1}, .keepdim = true});
  const StateId shape = builder.literal_vector(std::vector<int64_t>{4, 1});
  builder.output(builder.value(op("reshape"), {sum, shape}));
  return std::move(builder).finish();
}

TEST(PrintLegacy, WorkedExample) {
  EXPECT_EQ(print_legacy(worked_example()),
            "\ndef nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n"
            "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n"
            "    S1 = fd.define_scalar(2.00000, dtype=DataType.Double)\n"
            "    T2 = fd.ops.mul(T0, S1)\n"
            "    T3 = fd.ops.sum(T2, dims=[1], keepdim=True, dtype=DataType.Null)\n"
            "    T7 = fd.ops.reshape(T3, new_shape=[4, 1])\n"
            "    fd.add_output(T7)\n"
            "\n");
}

TEST(PrintLegacy, TheFrameTellsTheFusionId) {
  EXPECT_EQ(print_legacy({}, {.fusion_id = 12}), "\ndef nvfuser_fusion_id12(fd : FusionDefinition) -> None :\n\n");
  EXPECT_EQ(print_legacy({}, {.fusion_id = std::nullopt}),
            "\ndef nvfuser_incomplete_fusion(fd : FusionDefinition) -> None :\n\n");
}

TEST(PrintDirect, WorkedExample) {
  EXPECT_EQ(print_direct(worked_example()),
            "def nvfuser_fusion(fd : FusionDefinition) -> None :\n"
            "    tv0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n"
            "    tv1 = fd.ops.mul(tv0, 2.00000)\n"
            "    tv2 = fd.ops.sum(tv1, dims=[1])\n"
            "    tv3 = fd.ops.broadcast(tv2, is_broadcast_dim=[False, True])\n"
            "    tv4 = fd.ops.reshape(tv3, new_shape=[4, 1])\n"
            "    fd.add_output(tv4)\n");
}

TEST(PrintDirect, ScalarsWithoutALiteralAndOrderedOutputsHaveLines) {
  Builder builder;
  const StateId input =
      builder.value(op("define_tensor"), {}, TensorAttributes{.shape = {2, 3}, .contiguity = {true, true}});
  const StateId half = builder.constant(0.5, DType::kFloat);
  const StateId symbol = builder.scalar_input(DType::kInt);
  const StateId product = builder.value(op("mul"), {input, half});
  builder.output(builder.value(op("add"), {product, symbol}), input, {0, 1});
  EXPECT_EQ(print_direct(builder.definition()),
            "def nvfuser_fusion(fd : FusionDefinition) -> None :\n"
            "    tv0 = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n"
            "    c0 = fd.define_scalar(0.500000, dtype=DataType.Float)\n"
            "    c1 = fd.define_scalar(None, dtype=DataType.Int)\n"
            "    tv1 = fd.ops.mul(tv0, c0)\n"
            "    tv2 = fd.ops.add(tv1, c1)\n"
            "    tv3 = fd.ops.stride_order(tv2, stride_order=[0, 1])\n"
            "    fd.add_output(tv3, tv0)\n");
}

TEST(PrintDirect, AnElementIsWhatStandsInTheList) {
  Builder builder;
  const StateId tensor = builder.value(op("define_tensor"), {}, TensorAttributes{.shape = {-1}, .contiguity = {true}});
  const StateId list = builder.literal_vector(std::vector<int64_t>{7, 8, 9});
  for (int64_t index : {1, -1}) {
    const StateId element = builder.value(op("at"), {list}, AtAttributes{.index = index});
    builder.output(builder.value(op("mul"), {tensor, element}));
  }
  const std::string text = print_direct(builder.definition());
  EXPECT_NE(text.find("mul(tv0, 8)"), std::string::npos) << text;
  EXPECT_NE(text.find("mul(tv0, 9)"), std::string::npos) << text;
}

TEST(PrintDirect, AListNamesWhatIsNoInteger) {
  Builder builder;
  const StateId low = builder.constant(0.5, DType::kDouble);
  const StateId count = builder.constant(int64_t{4}, DType::kInt);
  const StateId sizes = builder.value(op("define_vector"), {low, count}, IntegerAttributes{});
  builder.output(builder.value(op("uniform"), {low, low, sizes}, RandomAttributes{}));
  const std::string text = print_direct(builder.definition());
  EXPECT_NE(text.find("    c0 = fd.define_scalar(0.500000)\n    tv0 = fd.ops.uniform(0.500000, 0.500000, [c0, 4])\n"),
            std::string::npos)
      << text;
}

TEST(PrintDirect, ShapesBecomeSizes) {
  Builder builder;
  const StateId input =
      builder.value(op("define_tensor"), {}, TensorAttributes{.shape = {2, 3}, .contiguity = {true, true}});
  const StateId shape = builder.value(op("shape"), {input});
  const StateId extent = builder.value(op("at"), {shape}, AtAttributes{.index = -1});
  builder.value(op("reshape"), {input, shape});
  builder.output(builder.value(op("mul"), {input, extent}));
  const std::string text = print_direct(builder.definition());
  EXPECT_NE(text.find("    c0 = fd.ops.size(tv0, dim=0)\n    c1 = fd.ops.size(tv0, dim=1)\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("    tv1 = fd.ops.reshape(tv0, new_shape=[c0, c1])\n    tv2 = fd.ops.mul(tv0, c1)\n"),
            std::string::npos)
      << text;
}

TEST(Literals, SixDigitsWhereTheyAreEnough) {
  EXPECT_EQ(python_text(ScalarValue(3.0)), "3.00000");
  EXPECT_EQ(python_text(ScalarValue(0.125)), "0.125000");
  EXPECT_EQ(python_text(ScalarValue(4096.0)), "4096.00");
  EXPECT_EQ(python_text(ScalarValue(100000.0)), "100000.");
  EXPECT_EQ(python_text(ScalarValue(1e6)), "1.00000e+06");
  EXPECT_EQ(python_text(ScalarValue(1e-5)), "1.00000e-05");
  EXPECT_EQ(python_text(ScalarValue(1e20)), "1.00000e+20");
  EXPECT_EQ(python_text(ScalarValue(-0.0)), "-0.00000");
}

TEST(Literals, MoreDigitsWhereSixWouldChangeTheValue) {
  for (double value : {1.0 / 3, 123456789.0, 0.1 + 0.2, 5e-324, 1.7976931348623157e308, 1e22 / 3}) {
    const std::string text = python_text(ScalarValue(value));
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
    EXPECT_TRUE(text.find('.') != std::string::npos) << text << " must not read as an integer";
  }
  EXPECT_EQ(python_text(ScalarValue(123456789.0)), "123456789.");
  EXPECT_EQ(python_text(ScalarValue(1.0 / 3)), "0.3333333333333333");
}

TEST(Literals, OtherConstants) {
  EXPECT_EQ(python_text(ScalarValue(true)), "True");
  EXPECT_EQ(python_text(ScalarValue(int64_t{-7})), "-7");
  EXPECT_EQ(python_text(ScalarValue(kInf)), "float(\"inf\")");
  EXPECT_EQ(python_text(ScalarValue(-kInf)), "float(\"-inf\")");
  EXPECT_EQ(python_text(ScalarValue(std::nan(""))), "float(\"nan\")");
  EXPECT_EQ(python_text(ScalarValue(Complex(3, 0.5))), "3.00000+0.500000j");
  EXPECT_EQ(python_text(ScalarValue(Complex(1, -2))), "1.00000+-2.00000j");
  EXPECT_EQ(python_text(ScalarValue(Complex(kInf, -1))), "complex(float(\"inf\"), -1.00000)");
  EXPECT_EQ(python_text(ScalarValue(Complex(-0.0, 1))), "complex(-0.00000, 1.00000)");
}

}  // namespace
}  // namespace cleave

// The linear index space: every state counts, hidden ones included, in the order in which they are created.
#include <gtest/gtest.h>

#include "tests/core/parse/parse_fixture.h"

namespace cleave {
namespace {

/// The last line of the body, which must parse without a diagnostic.
std::string last(const std::string& lines) {
  const ParsedText parsed = body(lines);
  EXPECT_EQ(parsed.rendered(), "") << lines;
  return parsed.last_line();
}

TEST(Indices, LiteralsInAShapeAreHiddenScalarsAndAVector) {
  EXPECT_EQ(last("x = fd.ops.broadcast_in_dim(T0, shape=[2, 2, 2], broadcast_dims=[0, 1])"),
            "T5 = fd.ops.broadcast_in_dim(T0, shape=[2, 2, 2], broadcast_dims=[0, 1])");
  EXPECT_EQ(
      last("S1 = fd.define_scalar(None, dtype=DataType.Int)\nx = fd.ops.broadcast_in_dim(T0, [2, 2, S1], [0, 1])"),
      "T5 = fd.ops.broadcast_in_dim(T0, shape=[2, 2, S1], broadcast_dims=[0, 1])");
  EXPECT_EQ(last("x = fd.ops.reshape(T0, [2, 5])"), "T4 = fd.ops.reshape(T0, new_shape=[2, 5])");
}

TEST(Indices, SliceCreatesItsDefaultStrides) {
  EXPECT_EQ(last("x = fd.ops.slice(T0, [0, 0], [2, 2])"),
            "T10 = fd.ops.slice(T0, start_indices=[0, 0], end_indices=[2, 2], strides=[1, 1], manual_normalization=0)");
  EXPECT_EQ(last("x = fd.ops.slice(T0, [0, 0], [2, 2], [1, 1])"),
            "T10 = fd.ops.slice(T0, start_indices=[0, 0], end_indices=[2, 2], strides=[1, 1], manual_normalization=0)");
  EXPECT_EQ(last("y = fd.define_tensor([-1, -1, -1])\nx = fd.ops.slice(y, [0, 0, 0], [2, 2, 2])").substr(0, 4), "T14 ");
}

TEST(Indices, DefaultStridesOfVectorsHaveALineOfTheirOwn) {
  const ParsedText parsed =
      body("a = fd.define_vector([0, 0])\nb = fd.define_vector([2, 2])\nx = fd.ops.slice(T0, a, b)");
  EXPECT_EQ(parsed.rendered(), "");
  const std::vector<std::string> lines = parsed.lines();
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[3], "V9 = fd.define_vector([1, 1], dtype=DataType.Int)");
  EXPECT_EQ(lines[4], "T10 = fd.ops.slice(T0, start_indices=V3, end_indices=V6, strides=V9, manual_normalization=0)");
}

TEST(Indices, TriuCreatesItsResultBeforeItsHiddenDiagonal) {
  EXPECT_EQ(last("x = fd.ops.triu(T0, -1)\ny = fd.ops.neg(x)"), "T3 = fd.ops.neg(T1)");
  EXPECT_EQ(last("x = fd.ops.triu(T0, diagonal=-1)"), "T1 = fd.ops.triu(T0, -1)");
  EXPECT_EQ(last("x = fd.ops.triu(input=T0)"), "T1 = fd.ops.triu(T0, 0)");
  EXPECT_EQ(last("s = fd.define_scalar(2)\nx = fd.ops.triu(T0, s)"), "T2 = fd.ops.triu(T0, S1)");
}

TEST(Indices, PadShapeScalarsVectorThenOutput) {
  EXPECT_EQ(last("x = fd.ops.pad(T0, [1, 1])"), "T4 = fd.ops.pad(T0, [1, 1], None)");
  EXPECT_EQ(last("x = fd.ops.pad(T0, [1, 1], 2.0)"), "T5 = fd.ops.pad(T0, [1, 1], 2.00000)");
}

TEST(Indices, VectorsFromListsAndCounts) {
  EXPECT_EQ(last("v = fd.define_vector([2, 3])"), "V3 = fd.define_vector([2, 3], dtype=DataType.Int)");
  const ParsedText parsed = body("v = fd.define_vector(3)");
  EXPECT_EQ(parsed.last_line(), "V4 = fd.define_vector([S1, S2, S3], dtype=DataType.Int)");
  EXPECT_EQ(parsed.definition().inputs.size(), 4U);
}

TEST(Indices, LiteralOperandsAreHiddenAndCount) {
  EXPECT_EQ(last("x = fd.ops.mul(T0, 2.0)"), "T2 = fd.ops.mul(T0, 2.00000)");
  EXPECT_EQ(last("x = T0 * 2"), "T2 = fd.ops.mul(T0, 2)");
  EXPECT_EQ(last("x = fd.ops.where(T0 > 0, T0, -1.0)"), "T4 = fd.ops.where(T2, T0, -1.00000)");
}

TEST(Indices, SizesAreScalarsAndAShapeIsAVector) {
  EXPECT_EQ(last("a, b = fd.ops.tensor_sizes(T0)"), "S1, S2, = fd.ops.tensor_sizes(T0)");
  EXPECT_EQ(last("v = T0.shape()\nx = fd.ops.neg(T0)"), "T2 = fd.ops.neg(T0)");
  EXPECT_EQ(last("v = T0.shape()\ns = v[1]"), "S2 = fd.ops.at(V1, index=1)");
  EXPECT_EQ(last("x = fd.ops.reshape(T0, [T0.size(1), T0.size(0)])"), "T4 = fd.ops.reshape(T0, new_shape=[S1, S2])");
}

TEST(Indices, ResultsCountFromLeftToRight) {
  EXPECT_EQ(last("a, b, c = fd.ops.welford(T0, dims=[1])"), "T1, T2, T3 = fd.ops.welford(T0, dims=[1])");
}

TEST(Indices, ReductionsWithoutDimsTakeAllOfTheTrueRank) {
  const ParsedText parsed = body("z = fd.define_tensor(shape=[])\nx = fd.ops.add(z, T0)\ny = fd.ops.sum(x)");
  EXPECT_EQ(parsed.last_line(), "T3 = fd.ops.sum(T2, dims=[0, 1], keepdim=False, dtype=DataType.Null)");
}

}  // namespace
}  // namespace cleave

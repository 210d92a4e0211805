// What composite ops, implicit broadcasts and casts, and concrete shapes become: the primitive records, inputs aside.
#include <gtest/gtest.h>

#include <string>

#include "core/ir/verify.h"
#include "tests/core/rewrite/rewritten.h"

namespace cleave {
namespace {

// `body` computes y; the text is that of the primitive definition, which must verify.
std::string made(const std::string& body, const std::string& inputs = "") {
  const Rewritten result = rewritten(body + "\nfd.add_output(y)", inputs);
  std::string text = result.messages() + result.text();
  for (const std::string& broken : verify(result.primitive.definition, Level::kPrimitive))
    text += "broken: " + broken + "\n";
  const std::string tail = text.substr(0, text.rfind("fd.add_output"));
  return tail;
}

TEST(Decompose, KeptAxesAreABroadcast) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[-1, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.sum(x, dims=[0], keepdim=True))"),
            R"(T1 = fd.ops.sum(T0, dims=[0], keepdim=False, dtype=DataType.Float)
T2 = fd.ops.broadcast(T1, is_broadcast_dim=[True, False])
)");
}

TEST(Decompose, IntegerSumsAreInt) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Int32)
y = fd.ops.sum(x, dims=[1]))"),
            R"(T1 = fd.ops.cast(T0, dtype=DataType.Int)
T2 = fd.ops.sum(T1, dims=[1], keepdim=False, dtype=DataType.Int)
)");
}

TEST(Decompose, AxesDeclaredOneAreSqueezed) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 1, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.sum(x, dims=[1, 2]))"),
            R"(T1 = fd.ops.squeeze(T0, dims=[1], squeeze_expanded=False)
T2 = fd.ops.sum(T1, dims=[1], keepdim=False, dtype=DataType.Float)
)");
}

TEST(Decompose, AReductionOverNothingMoves) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 1], contiguity=True, dtype=DataType.Float)
y = fd.ops.max(x, dims=[1], keepdim=True))"),
            R"(T1 = fd.ops.squeeze(T0, dims=[1], squeeze_expanded=False)
T2 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True])
)");
}

TEST(Decompose, RepeatedAxesAreCounted) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[3, 4], contiguity=[None, True], dtype=DataType.Float)
y = fd.ops.sum(x, dims=[0]))"),
            R"(T1 = fd.ops.squeeze(T0, dims=[0], squeeze_expanded=True)
T3 = fd.ops.mul(T1, 3.00000)
)");
}

TEST(Decompose, EmptyReductionsAreNeutral) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 0], contiguity=True, dtype=DataType.Float)
y = fd.ops.max(x, dims=[1]))"),
            R"(T4 = fd.ops.full(shape=[4], fill_value=float("-inf"), dtype=DataType.Float)
)");
}

TEST(Decompose, VarMeanIsOnePass) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[-1, 6], contiguity=True, dtype=DataType.Float)
y, z = fd.ops.var_mean(x, dims=[1], correction=1, keepdim=True)
fd.add_output(z))"),
            R"(T1, T2, T3 = fd.ops.welford(T0, dims=[1])
T5 = fd.ops.mul(T2, 0.200000)
T6 = fd.ops.broadcast(T5, is_broadcast_dim=[False, True])
T7 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True])
fd.add_output(T7)
)");
}

TEST(Decompose, VarIsTwoPasses) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[-1, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.var(x, dims=[0], correction=0))"),
            R"(S1 = fd.ops.size(T0, dim=0)
S3 = fd.ops.mul(1.00000, S1)
T4 = fd.ops.sum(T0, dims=[0], keepdim=False, dtype=DataType.Float)
T5 = fd.ops.div(T4, S3)
T6 = fd.ops.broadcast(T5, is_broadcast_dim=[True, False])
T7 = fd.ops.sub(T0, T6)
T8 = fd.ops.mul(T7, T7)
T9 = fd.ops.sum(T8, dims=[0], keepdim=False, dtype=DataType.Float)
S10 = fd.ops.reciprocal(S3)
T11 = fd.ops.mul(T9, S10)
)");
}

TEST(Decompose, VarMeanOverOneElement) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 1], contiguity=True, dtype=DataType.Float)
z, y = fd.ops.var_mean(x, dims=[1], correction=1)
fd.add_output(z))"),
            R"(T1 = fd.ops.squeeze(T0, dims=[1], squeeze_expanded=False)
T2 = fd.ops.sub(T1, T1)
T3 = fd.ops.mul(T2, T2)
T5 = fd.ops.mul(T3, float("inf"))
fd.add_output(T5)
)");
}

TEST(Decompose, ImplicitCastAndBroadcast) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Half)
b = fd.define_tensor(shape=[6], contiguity=True, dtype=DataType.Float)
y = fd.ops.add(x, b))"),
            R"(T2 = fd.ops.cast(T0, dtype=DataType.Float)
T3 = fd.ops.broadcast(T1, is_broadcast_dim=[True, False])
T4 = fd.ops.add(T2, T3)
)");
}

TEST(Decompose, IntegerTimesDouble) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Int)
y = fd.ops.mul(x, 0.5))"),
            R"(T1 = fd.ops.cast(T0, dtype=DataType.Double)
T3 = fd.ops.mul(T1, 0.500000)
)");
}

TEST(Decompose, TrueDivision) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4], contiguity=True, dtype=DataType.Int)
z = fd.define_tensor(shape=[4], contiguity=True, dtype=DataType.Int)
y = fd.ops.truediv(x, z))"),
            R"(T2 = fd.ops.cast(T0, dtype=DataType.Float)
T3 = fd.ops.cast(T1, dtype=DataType.Float)
T4 = fd.ops.div(T2, T3)
)");
}

TEST(Decompose, Sign) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[-1, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.sign(x))"),
            R"(T2 = fd.ops.lt(T0, 0.00000)
T4 = fd.ops.gt(T0, 0.00000)
T7 = fd.ops.where(T2, -1, 0)
T9 = fd.ops.where(T4, 1, T7)
T10 = fd.ops.cast(T9, dtype=DataType.Float)
)");
}

TEST(Decompose, Addcmul) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[-1, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.addcmul(x, x, x, 2.0))"),
            R"(T2 = fd.ops.mul(T0, 2.00000)
T3 = fd.ops.mul(T0, T2)
T4 = fd.ops.add(T0, T3)
)");
}

TEST(Decompose, Triu) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[3, 5], contiguity=True, dtype=DataType.Float)
y = fd.ops.triu(x, 1))"),
            R"(S2 = fd.ops.neg(1)
T6 = fd.ops.iota(3, 0, 1, dtype=DataType.Int)
T9 = fd.ops.iota(5, S2, 1, dtype=DataType.Int)
T10 = fd.ops.broadcast(T6, is_broadcast_dim=[False, True])
T11 = fd.ops.broadcast(T9, is_broadcast_dim=[True, False])
T12 = fd.ops.le(T10, T11)
T14 = fd.ops.where(T12, T0, 0.00000)
)");
}

TEST(Decompose, OpenBound) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[-1, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.clamp(x, None, 1.0))"),
            R"(T3 = fd.ops.clamp(T0, float("-inf"), 1.00000)
)");
}

TEST(Decompose, BroadcastInDim) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[-1, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.broadcast_in_dim(x, shape=[2, x.size(0), 6], broadcast_dims=[1, 2]))"),
            R"(S1 = fd.ops.size(T0, dim=0)
T2 = fd.ops.broadcast(T0, is_broadcast_dim=[True, False, False])
T6 = fd.ops.expand(T2, shape=[2, S1, 6])
)");
}

TEST(Decompose, UnorderedBroadcastDims) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.broadcast_in_dim(x, shape=[6, 4], broadcast_dims=[1, 0]))"),
            R"(T1 = fd.ops.permute(T0, dims=[1, 0])
)");
}

TEST(Decompose, ReshapeKeepsMinusOne) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[-1, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.reshape(x, new_shape=[-1, 2, 3]))"),
            R"(T5 = fd.ops.reshape(T0, new_shape=[-1, 2, 3])
)");
}

TEST(Decompose, ReshapeAfterSqueeze) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 1, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.reshape(x, new_shape=[24]))"),
            R"(T1 = fd.ops.squeeze(T0, dims=[1], squeeze_expanded=False)
T4 = fd.ops.reshape(T1, new_shape=[24])
)");
}

TEST(Decompose, IdentityReshapeIsTheValue) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.reshape(x, new_shape=[4, 6])
y = fd.ops.neg(y))"),
            R"(T1 = fd.ops.neg(T0)
)");
}

TEST(Decompose, ReshapeThenBroadcast) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.reshape(x, new_shape=[1, 24, 1]))"),
            R"(T3 = fd.ops.reshape(T0, new_shape=[24])
T4 = fd.ops.broadcast(T3, is_broadcast_dim=[True, False, True])
)");
}

TEST(Decompose, EmptyReshape) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 0], contiguity=True, dtype=DataType.Float)
y = fd.ops.reshape(x, new_shape=[0, 7]))"),
            R"(T5 = fd.ops.full(shape=[0, 7], fill_value=0.00000, dtype=DataType.Float)
)");
}

TEST(Decompose, SliceIsClamped) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.slice(x, start_indices=[0, 1], end_indices=[9, 3]))"),
            R"(T10 = fd.ops.slice(T0, start_indices=[0, 1], end_indices=[4, 3], strides=[1, 1], manual_normalization=1)
)");
}

TEST(Decompose, WholeSliceIsACopy) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.slice(x, start_indices=[0, 0], end_indices=[4, 6]))"),
            R"(T1 = fd.ops.set(T0)
)");
}

TEST(Decompose, PadNamesEveryAxis) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.pad(x, [1, -1]))"),
            R"(T7 = fd.ops.pad(T0, [1, -1, 0, 0], 0.00000)
)");
}

TEST(Decompose, CatOfOneIsACopy) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.cat([x], dim=0))"),
            R"(T1 = fd.ops.set(T0)
)");
}

TEST(Decompose, IndexOfRankZero) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Float)
i = fd.define_tensor(shape=[], contiguity=True, dtype=DataType.Int)
y = fd.ops.index_select(x, i, dim=-1))"),
            R"(T2 = fd.ops.broadcast(T1, is_broadcast_dim=[True])
T3 = fd.ops.index_select(T0, T2, dim=1)
)");
}

TEST(Decompose, RandomOpsAreNumbered) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.rand_like(x)
z = fd.ops.uniform(0.0, 1.0, shape=[4, 6], dtype=DataType.Float)
y = fd.ops.add(y, z))"),
            R"(T6 = fd.ops.uniform(0.00000, 1.00000, shape=[4, 6], dtype=DataType.Float)  # random stream 0
T12 = fd.ops.uniform(0.00000, 1.00000, shape=[4, 6], dtype=DataType.Float)  # random stream 1
T13 = fd.ops.add(T6, T12)
)");
}

TEST(Decompose, UnusedIsLeftOut) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.neg(x)
unused = fd.ops.exp(x))"),
            R"(T1 = fd.ops.neg(T0)
)");
}

TEST(Decompose, CastToItselfIsACopy) {
  EXPECT_EQ(made(R"(x = fd.define_tensor(shape=[4, 6], contiguity=True, dtype=DataType.Float)
y = fd.ops.cast(x, dtype=DataType.Float))"),
            R"(T1 = fd.ops.set(T0)
)");
}

}  // namespace
}  // namespace cleave

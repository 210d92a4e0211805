// What each pass makes of a definition, and where it must not do anything: what it says, then the records after it,
// inputs aside.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/rewrite/passed.h"

namespace cleave {
namespace {

std::string after(const std::string& passes, const std::string& body, const std::string& inputs = "") {
  return Passed::of(body, "none," + passes, inputs).text();
}

TEST(RemoveBcastSqueeze, AnAxisMadeAndTakenAwayIsGone) {
  EXPECT_EQ(after("remove_bcast_squeeze",
                  tensor("x", "[2, 3]") + R"(b = fd.ops.broadcast(x, is_broadcast_dim=[False, True, False])
s = fd.ops.squeeze(b, dims=[1])
y = fd.ops.neg(s)
fd.add_output(y))"),
            R"(did: squeeze `s (T2)` undoes what broadcast `b (T1)` did
T1 = fd.ops.neg(T0)
fd.add_output(T1)
)");
}

TEST(RemoveBcastSqueeze, WhatIsLeftOfThePairIsOneOp) {
  EXPECT_EQ(
      after("remove_bcast_squeeze",
            tensor("x", "[2, 1, 3]") + R"(b = fd.ops.broadcast(x, is_broadcast_dim=[True, False, False, False, True])
s = fd.ops.squeeze(b, dims=[0, 2])
fd.add_output(s))"),
      R"(did: squeeze `s (T2)` undoes what broadcast `b (T1)` did
T1 = fd.ops.squeeze(T0, dims=[1], squeeze_expanded=False)
T2 = fd.ops.broadcast(T1, is_broadcast_dim=[False, False, True])
fd.add_output(T2)
)");
  EXPECT_EQ(after("remove_bcast_squeeze", tensor("x", "[2, 1, 3]") + R"(s = fd.ops.squeeze(x, dims=[1])
b = fd.ops.broadcast(s, is_broadcast_dim=[False, True, False, True])
fd.add_output(b))"),
            R"(did: broadcast `b (T2)` undoes what squeeze `s (T1)` did
T1 = fd.ops.broadcast(T0, is_broadcast_dim=[False, False, False, True])
fd.add_output(T1)
)");
}

TEST(RemoveBcastSqueeze, OtherAxesStay) {
  EXPECT_EQ(after("remove_bcast_squeeze",
                  tensor("x", "[2, 1, 3]") + R"(b = fd.ops.broadcast(x, is_broadcast_dim=[True, False, False, False])
s = fd.ops.squeeze(b, dims=[2])
fd.add_output(s))"),
            R"(nothing to do
T1 = fd.ops.broadcast(T0, is_broadcast_dim=[True, False, False, False])
T2 = fd.ops.squeeze(T1, dims=[2], squeeze_expanded=False)
fd.add_output(T2)
)");
}

TEST(TranslateRepeatToExpand, ACatOfOneTensorWithItself) {
  EXPECT_EQ(after("translate_repeat_to_expand", tensor("x", "[4, 8]") + R"(y = fd.ops.cat([x, x, x], dim=1)
fd.add_output(y))"),
            R"(did: cat `y (T1)` repeats `x (T0)` 3 times along axis 1: now broadcast, expand and reshape
T1 = fd.ops.broadcast(T0, is_broadcast_dim=[False, True, False])
T6 = fd.ops.expand(T1, shape=[-1, 3, -1])
T10 = fd.ops.reshape(T6, new_shape=[4, 24])
fd.add_output(T10)
)");
  EXPECT_EQ(after("translate_repeat_to_expand", tensor("x", "[-1, -1]") + R"(y = fd.ops.cat([x, x], dim=0)
fd.add_output(y))",
                  "torch.randn(4, 8)"),
            R"(did: cat `y (T1)` repeats `x (T0)` 2 times along axis 0: now broadcast, expand and reshape
T1 = fd.ops.broadcast(T0, is_broadcast_dim=[True, False, False])
T6 = fd.ops.expand(T1, shape=[2, -1, -1])
S7 = fd.ops.size(T0, dim=1)
T10 = fd.ops.reshape(T6, new_shape=[-1, S7])
fd.add_output(T10)
)");
}

TEST(TranslateRepeatToExpand, OtherCatsStay) {
  EXPECT_EQ(
      after("translate_repeat_to_expand",
            tensor("x", "[4, 1]") + tensor("z", "[4, 1]") + R"(y = fd.ops.cat([x, x], dim=1)
w = fd.ops.cat([x, z], dim=0)
fd.add_output(y)
fd.add_output(w))"),
      R"(left: cat `y (T2)` repeats `x (T0)` 2 times along axis 1, but axis 1 has no storage, so there is nothing to merge with
T2 = fd.ops.cat([T0, T0], dim=1, manual_padding=0)
T3 = fd.ops.cat([T0, T1], dim=0, manual_padding=0)
fd.add_output(T2)
fd.add_output(T3)
)");
}

TEST(TranslateMatmul, AnInnerExtentOfOneIsAMultiplication) {
  EXPECT_EQ(after("translate_no_reduction_matmul_to_mul_squeeze",
                  tensor("a", "[2, 3, 4, 1]", "Half") + tensor("b", "[1, 5]", "Half") + R"(y = fd.ops.matmul(a, b)
fd.add_output(y))"),
            R"(did: matmul `y (T2)` sums over an axis of extent 1: now a multiplication and a squeeze
T2 = fd.ops.cast(T0, dtype=DataType.Float)
T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, False, False, True, False])
T4 = fd.ops.cast(T1, dtype=DataType.Float)
T5 = fd.ops.permute(T4, dims=[1, 0])
T6 = fd.ops.broadcast(T5, is_broadcast_dim=[True, False, False])
T7 = fd.ops.broadcast(T6, is_broadcast_dim=[True, True, False, False, False])
T8 = fd.ops.mul(T3, T7)
T9 = fd.ops.cast(T8, dtype=DataType.Half)
T10 = fd.ops.squeeze(T9, dims=[4], squeeze_expanded=False)
fd.add_output(T10)
)");
  EXPECT_EQ(after("translate_no_reduction_matmul_to_mul_squeeze",
                  tensor("a", "[8, 1]") + tensor("b", "[1]") + R"(y = fd.ops.matmul(a, b)
fd.add_output(y))"),
            R"(did: matmul `y (T2)` sums over an axis of extent 1: now a multiplication and a squeeze
T2 = fd.ops.broadcast(T1, is_broadcast_dim=[True, False])
T3 = fd.ops.mul(T0, T2)
T4 = fd.ops.squeeze(T3, dims=[1], squeeze_expanded=False)
fd.add_output(T4)
)");
}

TEST(TranslateMatmul, OtherProductsStay) {
  EXPECT_EQ(after("translate_no_reduction_matmul_to_mul_squeeze",
                  tensor("a", "[8, -1]") + tensor("b", "[-1, 5]") + tensor("c", "[8, 1]") + tensor("w", "[5, 1]") +
                      R"(y = fd.ops.matmul(a, b)
z = fd.ops.linear(c, w)
fd.add_output(y)
fd.add_output(z))",
                  "torch.randn(8, 1), torch.randn(1, 5), torch.randn(8, 1), torch.randn(5, 1)"),
            R"(nothing to do
T4 = fd.ops.matmul(T0, T1)
T5 = fd.ops.linear(T2, T3)
fd.add_output(T4)
fd.add_output(T5)
)");
}

TEST(ConsecutiveCast, ThroughAWiderTypeIsOneCastOrNone) {
  EXPECT_EQ(after("consecutive_cast", tensor("x", "[4]", "Half") + R"(a = fd.ops.cast(x, dtype=DataType.Float)
b = fd.ops.cast(a, dtype=DataType.Half)
c = fd.ops.cast(a, dtype=DataType.BFloat16)
y = fd.ops.neg(b)
fd.add_output(y)
fd.add_output(c))"),
            R"(did: cast `b (T2)`, through Float, is `x (T0)` again
did: cast `c (T3)`, through Float, is one cast from Half to BFloat16
T1 = fd.ops.cast(T0, dtype=DataType.BFloat16)
T2 = fd.ops.cast(T0, dtype=DataType.Float)
T3 = fd.ops.neg(T2)
fd.add_output(T3)
fd.add_output(T1)
)");
}

TEST(ConsecutiveCast, StepsDownAreOneRounding) {
  EXPECT_EQ(after("consecutive_cast", tensor("x", "[4]", "Double") + R"(a = fd.ops.cast(x, dtype=DataType.Float)
b = fd.ops.cast(a, dtype=DataType.Half)
fd.add_output(b))"),
            R"(did: cast `b (T2)`, through Float, is one cast from Double to Half, which rounds once instead of twice
T1 = fd.ops.cast(T0, dtype=DataType.Half)
fd.add_output(T1)
)");
}

TEST(ConsecutiveCast, ACastToTheSameTypeRoundsNothing) {
  EXPECT_EQ(after("consecutive_cast", tensor("x", "[4]") + R"(a = fd.ops.cast(x, dtype=DataType.Half)
b = fd.ops.cast(a, dtype=DataType.Half)
fd.add_output(b))")
                .find("rounds once"),
            std::string::npos);
}

TEST(ConsecutiveCast, ThroughANarrowerTypeStays) {
  EXPECT_EQ(after("consecutive_cast",
                  tensor("x", "[4]") + tensor("n", "[4]", "Int") + R"(a = fd.ops.cast(x, dtype=DataType.BFloat16)
b = fd.ops.cast(a, dtype=DataType.Float)
c = fd.ops.cast(n, dtype=DataType.Float)
d = fd.ops.cast(c, dtype=DataType.Int)
fd.add_output(b)
fd.add_output(d))"),
            R"(nothing to do
T2 = fd.ops.cast(T0, dtype=DataType.BFloat16)
T3 = fd.ops.cast(T2, dtype=DataType.Float)
T4 = fd.ops.cast(T1, dtype=DataType.Float)
T5 = fd.ops.cast(T4, dtype=DataType.Int)
fd.add_output(T3)
fd.add_output(T5)
)");
}

TEST(ConsecutiveCast, MovesBeforeAView) {
  EXPECT_EQ(after("consecutive_cast", tensor("x", "[2, 3]", "BFloat16") + R"(a = fd.ops.cast(x, dtype=DataType.Float)
p = fd.ops.permute(a, dims=[1, 0])
r = fd.ops.reshape(p, new_shape=[6])
y = fd.ops.cast(r, dtype=DataType.BFloat16)
fd.add_output(y))"),
            R"(did: cast `y (T6)`, through Float, is `x (T0)` again, moved before what lies between
T1 = fd.ops.permute(T0, dims=[1, 0])
T4 = fd.ops.reshape(T1, new_shape=[6])
fd.add_output(T4)
)");
}

TEST(ConsecutiveCast, DoesNotMoveBeforeWhatOthersRead) {
  EXPECT_EQ(after("consecutive_cast", tensor("x", "[2, 4]") + R"(a = fd.ops.cast(x, dtype=DataType.Double)
r = fd.ops.reshape(a, new_shape=[8])
y = fd.ops.cast(r, dtype=DataType.Float)
z = fd.ops.relu(r)
fd.add_output(y)
fd.add_output(z))"),
            R"(nothing to do
T1 = fd.ops.cast(T0, dtype=DataType.Double)
T4 = fd.ops.reshape(T1, new_shape=[8])
T5 = fd.ops.cast(T4, dtype=DataType.Float)
T6 = fd.ops.relu(T4)
fd.add_output(T5)
fd.add_output(T6)
)");
}

TEST(RemoveEmpty, WhatHasNoElementIsNotComputed) {
  EXPECT_EQ(after("remove_empty", tensor("x", "[0, 3]") + tensor("z", "[2, 3]") + R"(a = fd.ops.neg(x)
c = fd.ops.cat([a, z], dim=0)
p = fd.ops.pad(a, [0, 0, 1, 1], 5.0)
m = fd.ops.add(z, 1.0)
fd.add_output(c)
fd.add_output(p)
fd.add_output(m)
fd.add_output(a))"),
            R"(did: `a (T2)` has no element: nothing is computed for it
did: cat `c (T3)` drops its empty operands
did: pad `p (T10)` is padding only
T6 = fd.ops.full(shape=[0, 3], fill_value=0.00000, dtype=DataType.Float)
T11 = fd.ops.full(shape=[2, 3], fill_value=5.00000, dtype=DataType.Float)
T13 = fd.ops.add(T1, 1.00000)
fd.add_output(T1)
fd.add_output(T11)
fd.add_output(T13)
fd.add_output(T6)
)");
  EXPECT_EQ(after("remove_empty", tensor("a", "[4, 0]", "Half") + tensor("w", "[5, 0]", "Half") +
                                      tensor("b", "[5]", "Half") + R"(y = fd.ops.linear(a, w, b)
z = fd.ops.linear(a, w)
fd.add_output(y)
fd.add_output(z))"),
            R"(did: linear `y (T3)` multiplies nothing: it is 0
did: linear `z (T4)` multiplies nothing: it is 0
T3 = fd.ops.broadcast(T2, is_broadcast_dim=[True, False])
T8 = fd.ops.full(shape=[4, 5], fill_value=0.00000, dtype=DataType.Half)
T9 = fd.ops.cast(T8, dtype=DataType.Float)
T10 = fd.ops.cast(T3, dtype=DataType.Float)
T11 = fd.ops.add(T9, T10)
T12 = fd.ops.cast(T11, dtype=DataType.Half)
T17 = fd.ops.full(shape=[4, 5], fill_value=0.00000, dtype=DataType.Half)
fd.add_output(T12)
fd.add_output(T17)
)");
}

TEST(MoveSplitCat, SlicesPutTogetherAgain) {
  EXPECT_EQ(after("move_split_cat", tensor("x", "[4, 6]") + tensor("b", "[4, 1]") +
                                        R"(l = fd.ops.slice(x, start_indices=[0, 0], end_indices=[4, 2])
r = fd.ops.slice(x, start_indices=[0, 2], end_indices=[4, 6])
le = fd.ops.exp(l)
re = fd.ops.exp(r)
lm = fd.ops.mul(le, b)
rm = fd.ops.mul(re, b)
lp = fd.ops.permute(lm, dims=[1, 0])
rp = fd.ops.permute(rm, dims=[1, 0])
y = fd.ops.cat([lp, rp], dim=0)
fd.add_output(y))"),
            R"(did: cat `y (T28)` puts the slices of `x (T0)` together again: what lies between is done to the whole
T2 = fd.ops.exp(T0)
T3 = fd.ops.mul(T2, T1)
T4 = fd.ops.permute(T3, dims=[1, 0])
fd.add_output(T4)
)");
}

TEST(MoveSplitCat, CopiesOfOneValueAreNoPieces) {
  const std::string text = after("move_split_cat", tensor("x", "[4, 1]") + R"(a = fd.ops.exp(x)
b = fd.ops.exp(x)
y = fd.ops.cat([a, b], dim=1)
z = fd.ops.cat([a, a], dim=1)
fd.add_output(y)
fd.add_output(z))");
  EXPECT_EQ(text.find("did:"), std::string::npos) << text;
}

/// Halves of a tensor, each done something to with a constant of its own, and put together again.
std::string halves_with(const std::string& left, const std::string& right) {
  return tensor("x", "[4, 6]") + R"(l = fd.ops.slice(x, start_indices=[0, 0], end_indices=[2, 6])
r = fd.ops.slice(x, start_indices=[2, 0], end_indices=[4, 6])
)" +
         concat("s = fd.define_scalar(", left, ", dtype=DataType.Float)\n", "t = fd.define_scalar(", right,
                ", dtype=DataType.Float)\n") +
         R"(le = fd.ops.div(l, s)
re = fd.ops.div(r, t)
y = fd.ops.cat([le, re], dim=0)
fd.add_output(y))";
}

/// Two tensors, each cut at its own place, multiplied piece by piece and put together.
std::string products_of_pieces(const std::string& x, int cut_x, const std::string& z, int cut_z) {
  return tensor("x", x) + tensor("z", z) +
         concat("xl = fd.ops.slice(x, start_indices=[0, 0], end_indices=[", cut_x, ", 4])\n",
                "xr = fd.ops.slice(x, start_indices=[", cut_x, ", 0], end_indices=", x, ")\n",
                "zl = fd.ops.slice(z, start_indices=[0, 0], end_indices=[", cut_z, ", 4])\n",
                "zr = fd.ops.slice(z, start_indices=[", cut_z, ", 0], end_indices=", z, ")\n") +
         R"(l = fd.ops.mul(xl, zl)
r = fd.ops.mul(xr, zr)
y = fd.ops.cat([l, r], dim=0)
fd.add_output(y))";
}

TEST(MoveSplitCat, PiecesThatAnOpRepeatsAreNoPartsOfTheWhole) {
  const auto joins = [](const std::string& x, int cut_x, const std::string& z, int cut_z) {
    const std::string text = after("move_split_cat", products_of_pieces(x, cut_x, z, cut_z));
    EXPECT_NE(text.find("fd.add_output"), std::string::npos) << text;
    return text.find("did: cat") == 0;
  };
  EXPECT_TRUE(joins("[3, 4]", 1, "[3, 4]", 1));
  // A piece of one row is repeated: the whole is [2, 4] by [6, 4], or by chance of one shape and still another value.
  EXPECT_FALSE(joins("[2, 4]", 1, "[6, 4]", 3));
  EXPECT_FALSE(joins("[3, 4]", 1, "[3, 4]", 2));
}

TEST(MoveSplitCat, ConstantsAreTheSameToTheBit) {
  const auto joins = [](const std::string& left, const std::string& right) {
    return after("move_split_cat", halves_with(left, right)).find("did: cat") == 0;
  };
  EXPECT_TRUE(joins("2.0", "2.0"));
  EXPECT_TRUE(joins("-0.0", "-0.0"));
  EXPECT_TRUE(joins("float(\"nan\")", "float(\"nan\")"));
  EXPECT_FALSE(joins("0.0", "-0.0"));
  EXPECT_FALSE(joins("2.0", "3.0"));
}

TEST(MoveSplitCat, OtherPiecesStay) {
  EXPECT_EQ(
      after("move_split_cat", tensor("x", "[4, 6]") + R"(l = fd.ops.slice(x, start_indices=[0, 0], end_indices=[4, 3])
r = fd.ops.slice(x, start_indices=[0, 3], end_indices=[4, 6])
y = fd.ops.cat([r, l], dim=1)
n = fd.ops.neg(l)
z = fd.ops.cat([n, r], dim=1)
fd.add_output(y)
fd.add_output(z))"),
      R"(nothing to do
T10 = fd.ops.slice(T0, start_indices=[0, 0], end_indices=[4, 3], strides=[1, 1], manual_normalization=1)
T20 = fd.ops.slice(T0, start_indices=[0, 3], end_indices=[4, 6], strides=[1, 1], manual_normalization=1)
T21 = fd.ops.cat([T20, T10], dim=1, manual_padding=0)
T22 = fd.ops.neg(T10)
T23 = fd.ops.cat([T22, T20], dim=1, manual_padding=0)
fd.add_output(T21)
fd.add_output(T23)
)");
}

TEST(MoveRepeatForward, BehindWhatReadsIt) {
  EXPECT_EQ(after("move_repeat_forward", tensor("x", "[8]") + tensor("o", "[1]") + tensor("z", "[16]") +
                                             R"(b = fd.ops.broadcast(x, is_broadcast_dim=[True, False])
e = fd.ops.expand(b, shape=[2, -1])
r = fd.ops.reshape(e, new_shape=[16])
a = fd.ops.add(r, o)
s = fd.ops.sin(a)
t = fd.ops.add(s, z)
fd.add_output(t))"),
            R"(did: repeat `r (T10)` moves behind 2 ops, to `s (T12)`
T3 = fd.ops.add(T0, T1)
T4 = fd.ops.sin(T3)
T5 = fd.ops.broadcast(T4, is_broadcast_dim=[True, False])
T9 = fd.ops.expand(T5, shape=[2, -1])
T12 = fd.ops.reshape(T9, new_shape=[16])
T13 = fd.ops.add(T12, T2)
fd.add_output(T13)
)");
  EXPECT_EQ(after("move_repeat_forward",
                  tensor("x", "[8, 128]") + R"(b = fd.ops.broadcast(x, is_broadcast_dim=[True, False, False])
e = fd.ops.expand(b, shape=[2, -1, -1])
r = fd.ops.reshape(e, new_shape=[16, 128])
l = fd.ops.slice(r, start_indices=[0, 0], end_indices=[16, 64])
s = fd.ops.sin(l)
fd.add_output(s))"),
            R"(did: repeat `r (T10)` moves behind 2 ops, to `s (T21)`
T10 = fd.ops.slice(T0, start_indices=[0, 0], end_indices=[8, 64], strides=[1, 1], manual_normalization=1)
T11 = fd.ops.sin(T10)
T12 = fd.ops.broadcast(T11, is_broadcast_dim=[True, False, False])
T17 = fd.ops.expand(T12, shape=[2, -1, -1])
T21 = fd.ops.reshape(T17, new_shape=[16, 64])
fd.add_output(T21)
)");
}

TEST(MoveRepeatForward, NotBehindWhatTellsCopiesApart) {
  EXPECT_EQ(after("move_repeat_forward",
                  tensor("x", "[8]") + tensor("z", "[16]") + R"(b = fd.ops.broadcast(x, is_broadcast_dim=[True, False])
e = fd.ops.expand(b, shape=[2, -1])
r = fd.ops.reshape(e, new_shape=[16])
a = fd.ops.add(r, z)
l = fd.ops.slice(a, start_indices=[0], end_indices=[8])
fd.add_output(l))"),
            R"(nothing to do
T2 = fd.ops.broadcast(T0, is_broadcast_dim=[True, False])
T6 = fd.ops.expand(T2, shape=[2, -1])
T9 = fd.ops.reshape(T6, new_shape=[16])
T10 = fd.ops.add(T9, T1)
T17 = fd.ops.slice(T10, start_indices=[0], end_indices=[8], strides=[1], manual_normalization=1)
fd.add_output(T17)
)");
}

/// As often as `what` is in `text`.
size_t times(const std::string& text, const std::string& what) {
  size_t out = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++out;
  return out;
}

/// `a` is x0 repeated along axis 0, `b` is x1 repeated along axis 1, each read by what follows only.
std::string two_repeats(const std::string& rest) {
  return tensor("x0", "[2, 1]") + tensor("x1", "[1, 3]") +
         R"(c = fd.ops.broadcast(x0, is_broadcast_dim=[True, False, False])
d = fd.ops.expand(c, shape=[2, -1, -1])
a = fd.ops.reshape(d, new_shape=[4, 1])
e = fd.ops.broadcast(x1, is_broadcast_dim=[False, True, False])
f = fd.ops.expand(e, shape=[-1, 2, -1])
b = fd.ops.reshape(f, new_shape=[1, 6])
)" + rest;
}

TEST(MoveRepeatForward, TwoThatMeetMoveOneAfterTheOther) {
  EXPECT_EQ(after("move_repeat_forward", two_repeats("y = fd.ops.add(a, b)\nfd.add_output(y)")),
            R"(did: repeat `a (T11)` moves behind 1 op, to `y (T22)`
did: repeat `b (T21)` moves behind 1 op, to `y (T22).add`
T2 = fd.ops.add(T0, T1)
T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, True, False])
T8 = fd.ops.expand(T3, shape=[-1, 2, -1])
T12 = fd.ops.reshape(T8, new_shape=[2, 6])
T13 = fd.ops.broadcast(T12, is_broadcast_dim=[True, False, False])
T18 = fd.ops.expand(T13, shape=[2, -1, -1])
T22 = fd.ops.reshape(T18, new_shape=[4, 6])
fd.add_output(T22)
)");
}

TEST(MoveRepeatForward, OneJoinsHalfWayAlongTheOthersPath) {
  // `b` joins where `a` has passed two ops; then both go on, or only one can.
  const std::string shared = after("move_repeat_forward", two_repeats(R"(g = fd.ops.exp(a)
h = fd.ops.add(g, b)
k = fd.ops.sin(h)
fd.add_output(k))"));
  EXPECT_EQ(times(shared, "did: repeat"), 2U) << shared;
  EXPECT_EQ(shared.find("broken"), std::string::npos) << shared;
  const std::string parted = after("move_repeat_forward", two_repeats(R"(h = fd.ops.add(a, b)
l = fd.ops.slice(h, start_indices=[0, 0], end_indices=[3, 6])
k = fd.ops.sin(l)
fd.add_output(k))"));
  EXPECT_EQ(times(parted, "did: repeat"), 2U) << parted;
  EXPECT_EQ(parted.find("broken"), std::string::npos) << parted;
}

TEST(MoveGather, BeforeUnaryOpsAndSqueezes) {
  EXPECT_EQ(after("move_gather", tensor("x", "[4, 1, 6]", "BFloat16") + tensor("i", "[4, 1]", "Int") +
                                     R"(s = fd.ops.squeeze(x, dims=[1])
c = fd.ops.cast(s, dtype=DataType.Float)
e = fd.ops.exp(c)
t = fd.ops.take_along_axis(e, i, dim=1)
fd.add_output(t)
fd.add_output(e))"),
            R"(did: take_along_axis `t (T5)` moves before 3 ops: it reads the input `x (T0)`
T2 = fd.ops.squeeze(T0, dims=[1], squeeze_expanded=False)
T3 = fd.ops.cast(T2, dtype=DataType.Float)
T4 = fd.ops.exp(T3)
T5 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True, False])
T6 = fd.ops.take_along_axis(T0, T5, dim=2)
T7 = fd.ops.squeeze(T6, dims=[1], squeeze_expanded=False)
T8 = fd.ops.cast(T7, dtype=DataType.Float)
T9 = fd.ops.exp(T8)
fd.add_output(T9)
fd.add_output(T4)
)");
}

TEST(MoveGather, NotBeforeWhatIsComputed) {
  EXPECT_EQ(after("move_gather", tensor("x", "[4, 6]") + tensor("i", "[4, 1]", "Int") + R"(d = fd.ops.mul(x, x)
e = fd.ops.exp(d)
t = fd.ops.take_along_axis(e, i, dim=1)
fd.add_output(t))"),
            R"(nothing to do
T2 = fd.ops.mul(T0, T0)
T3 = fd.ops.exp(T2)
T4 = fd.ops.take_along_axis(T3, T1, dim=1)
fd.add_output(T4)
)");
}

TEST(SegmentInplaceUpdate, AnInputReadThroughABroadcastIsWrittenLater) {
  EXPECT_EQ(
      after("none",
            tensor("m", "[6]") + tensor("x", "[4, 6]") + R"(b = fd.ops.broadcast(m, is_broadcast_dim=[True, False])
y = fd.ops.sub(x, b)
n = fd.ops.add(m, 1.0)
fd.add_output(y)
fd.add_output(n, m))"),
      R"(did: `n (T5)` is written into `m (T0)`, which broadcast reads at other places: the write is a kernel of its own now
T2 = fd.ops.broadcast(T0, is_broadcast_dim=[True, False])
T3 = fd.ops.sub(T1, T2)
T5 = fd.ops.add(T0, 1.00000)
fd.add_output(T3)
T6 = fd.ops.segment_set(T5)
T7 = fd.ops.set(T6)
fd.add_output(T7, T0)
)");
}

TEST(SegmentInplaceUpdate, AnInputReadPlaceByPlaceIsNot) {
  EXPECT_EQ(after("none", tensor("x", "[2, 6]") + R"(r = fd.ops.reshape(x, new_shape=[12])
a = fd.ops.add(r, 3.0)
fd.add_output(a)
b = fd.ops.reshape(a, new_shape=[2, 6])
fd.add_output(b, x))"),
            R"(T3 = fd.ops.reshape(T0, new_shape=[12])
T5 = fd.ops.add(T3, 3.00000)
fd.add_output(T5)
T9 = fd.ops.reshape(T5, new_shape=[2, 6])
fd.add_output(T9, T0)
)");
}

TEST(SegmentInplaceUpdate, WhatALibraryReadsIsInMemoryAlready) {
  const std::string text = after("none", tensor("x", "[4, 4]") + R"(n = fd.ops.neg(x)
m = fd.ops.matmul(n, n)
b = fd.ops.broadcast(m, is_broadcast_dim=[True, False, False])
fd.add_output(b)
fd.add_output(n, x))");
  EXPECT_EQ(text.find("segment_set"), std::string::npos) << text;
}

TEST(MarkAliasesPrepare, ViewsAtTheEndAreCutOff) {
  EXPECT_EQ(after("mark_aliases_prepare", tensor("x", "[2, 3]") + R"(p = fd.ops.permute(x, dims=[1, 0])
a = fd.ops.mul(p, p)
r = fd.ops.reshape(a, new_shape=[6])
t = fd.ops.permute(a, dims=[1, 0])
fd.add_output(r)
fd.add_output(t))"),
            R"(did: `r (T5)` and 1 other only view `a (T2)`: cut off, to cost nothing
T1 = fd.ops.permute(T0, dims=[1, 0])
T2 = fd.ops.mul(T1, T1)
T3 = fd.ops.segment_set(T2)
T6 = fd.ops.reshape(T3, new_shape=[6])
T7 = fd.ops.permute(T3, dims=[1, 0])
fd.add_output(T6)
fd.add_output(T7)
)");
  EXPECT_EQ(after("mark_aliases_prepare", tensor("x", "[2, 3]") + R"(p = fd.ops.permute(x, dims=[1, 0])
a = fd.ops.mul(x, x)
fd.add_output(p)
fd.add_output(a))"),
            R"(did: `p (T1)` only views `x (T0)`: cut off, to cost nothing
T1 = fd.ops.segment_set(T0)
T2 = fd.ops.permute(T1, dims=[1, 0])
T3 = fd.ops.mul(T0, T0)
fd.add_output(T2)
fd.add_output(T3)
)");
}

TEST(MarkAliasesPrepare, OtherViewsStay) {
  // One is computed with again, one is written in place, one needs a copy, one views an input that nothing else reads.
  EXPECT_EQ(after("mark_aliases_prepare", tensor("x", "[2, 3, 5]") + tensor("z", "[6, 5]") + R"(a = fd.ops.add(x, x)
r = fd.ops.reshape(a, new_shape=[6, 5])
m = fd.ops.mul(r, r)
c = fd.ops.set(m)
v = fd.ops.permute(a, dims=[2, 1, 0])
w = fd.ops.reshape(v, new_shape=[30])
q = fd.ops.add(v, 1.0)
fd.add_output(r)
fd.add_output(c, z)
fd.add_output(w)
fd.add_output(q))"),
            R"(nothing to do
T2 = fd.ops.add(T0, T0)
T6 = fd.ops.reshape(T2, new_shape=[6, 5])
T7 = fd.ops.mul(T6, T6)
T8 = fd.ops.set(T7)
T9 = fd.ops.permute(T2, dims=[2, 1, 0])
T12 = fd.ops.reshape(T9, new_shape=[30])
T14 = fd.ops.add(T9, 1.00000)
fd.add_output(T6)
fd.add_output(T8, T1)
fd.add_output(T12)
fd.add_output(T14)
)");
  EXPECT_EQ(after("mark_aliases_prepare", tensor("x", "[2, 3]") + R"(r = fd.ops.reshape(x, new_shape=[6])
fd.add_output(r))"),
            R"(nothing to do
T3 = fd.ops.reshape(T0, new_shape=[6])
fd.add_output(T3)
)");
}

TEST(TranslateScatterAccumulate, AHistogramIsOneScatter) {
  EXPECT_EQ(after("translate_scatter_accumulate",
                  tensor("i", "[6, 1]", "Int32") + R"(z = fd.ops.full(shape=[6, 4], fill_value=0, dtype=DataType.Int32)
s = fd.ops.scatter(z, i, 1, dim=1)
c = fd.ops.cast(s, dtype=DataType.Int)
y = fd.ops.sum(c, dims=[0])
fd.add_output(y))"),
            R"(did: sum `y (T9)` adds the rows of scatter `s (T7)`: now one scatter that adds
T4 = fd.ops.full(shape=[4], fill_value=0, dtype=DataType.Int)
T5 = fd.ops.squeeze(T0, dims=[1], squeeze_expanded=False)
T7 = fd.ops.scatter_add(T4, T5, 1, dim=0)
fd.add_output(T7)
)");
}

TEST(TranslateScatterAccumulate, OtherScattersStay) {
  EXPECT_EQ(
      after("translate_scatter_accumulate", tensor("i", "[6, 1]", "Int") + tensor("j", "[6, 2]", "Int") +
                                                R"(z = fd.ops.full(shape=[6, 4], fill_value=0.0, dtype=DataType.Float)
s = fd.ops.scatter(z, i, 1.0, dim=1)
y = fd.ops.sum(s, dims=[0])
o = fd.ops.full(shape=[6, 4], fill_value=1, dtype=DataType.Int)
t = fd.ops.scatter(o, i, 1, dim=1)
w = fd.ops.sum(t, dims=[0])
p = fd.ops.full(shape=[6, 4], fill_value=0, dtype=DataType.Int)
u = fd.ops.scatter(p, j, 1, dim=1)
v = fd.ops.sum(u, dims=[0])
fd.add_output(y)
fd.add_output(w)
fd.add_output(v))"),
      R"(left: sum `y (T9)` adds the rows of scatter `s (T8)`, but the sum depends on the order
left: sum `w (T17)` adds the rows of scatter `t (T16)`, but it does not start from zeros
left: sum `v (T25)` adds the rows of scatter `u (T24)`, but it does not put one value into each row
T6 = fd.ops.full(shape=[6, 4], fill_value=0.00000, dtype=DataType.Float)
T8 = fd.ops.scatter(T6, T0, 1.00000, dim=1)
T9 = fd.ops.sum(T8, dims=[0], keepdim=False, dtype=DataType.Float)
T14 = fd.ops.full(shape=[6, 4], fill_value=1, dtype=DataType.Int)
T16 = fd.ops.scatter(T14, T0, 1, dim=1)
T17 = fd.ops.sum(T16, dims=[0], keepdim=False, dtype=DataType.Int)
T22 = fd.ops.full(shape=[6, 4], fill_value=0, dtype=DataType.Int)
T24 = fd.ops.scatter(T22, T1, 1, dim=1)
T25 = fd.ops.sum(T24, dims=[0], keepdim=False, dtype=DataType.Int)
fd.add_output(T9)
fd.add_output(T17)
fd.add_output(T25)
)");
}

TEST(AllocationDomain, OutputsTakeOverTheOrderOfTheirInput) {
  EXPECT_EQ(
      after(
          "allocation_domain",
          R"(x = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=True, dtype=DataType.Float, stride_order=[3, 0, 2, 1])
s = fd.define_tensor(shape=[-1], contiguity=True, dtype=DataType.Float)
b = fd.ops.broadcast(s, is_broadcast_dim=[True, False, True, True])
y = fd.ops.mul(x, b)
fd.add_output(y)
z = fd.ops.sum(x, dims=[0])
fd.add_output(z))",
          "torch.randn(2, 3, 4, 5).as_strided((2, 3, 4, 5), (60, 1, 15, 3)), torch.randn(3)"),
      R"(did: output `y (T3)` gets the memory order [3, 0, 2, 1] of the input `x (T0)`
did: output `z (T4)` gets the memory order [0, 2, 1] of the input `x (T0)`
T2 = fd.ops.broadcast(T1, is_broadcast_dim=[True, False, True, True])
T3 = fd.ops.mul(T0, T2)
fd.add_output(T3, stride_order=[3, 0, 2, 1])
T4 = fd.ops.sum(T0, dims=[0], keepdim=False, dtype=DataType.Float)
fd.add_output(T4, stride_order=[0, 2, 1])
)");
}

TEST(AllocationDomain, RowMajorInputsSayNothing) {
  EXPECT_EQ(after("allocation_domain", tensor("x", "[2, 3]") + R"(y = fd.ops.permute(x, dims=[1, 0])
fd.add_output(y))"),
            R"(the largest inputs are row-major or not of one order, so outputs stay row-major
T1 = fd.ops.permute(T0, dims=[1, 0])
fd.add_output(T1)
)");
}

TEST(ExactMappedExtents, ASizeIsANumberWhereOneIsKnown) {
  EXPECT_EQ(after("exact_mapped_extent_substitution",
                  tensor("x", "[-1, -1]") + tensor("z", "[4, -1]") + R"(a = fd.ops.add(x, z)
n = fd.ops.size(x, dim=0)
m = fd.ops.size(z, dim=1)
f = fd.ops.full(shape=[n, m], fill_value=1.0, dtype=DataType.Float)
y = fd.ops.add(a, f)
fd.add_output(y))",
                  "torch.randn(4, 8), torch.randn(4, 8)"),
            R"(did: the size of axis 0 of `x (T0)` is 4 wherever the axis stands
did: the size of axis 1 of `z (T1)` is that of axis 1 of `x (T0)`
T2 = fd.ops.add(T0, T1)
S3 = fd.ops.size(T0, dim=1)
T7 = fd.ops.full(shape=[4, S3], fill_value=1.00000, dtype=DataType.Float)
T8 = fd.ops.add(T2, T7)
fd.add_output(T8)
)");
}

TEST(FminFmax, OnlySaysWhereANanMayBeDropped) {
  EXPECT_EQ(
      after("fmin_fmax_promotion", tensor("x", "[4, 6]") + R"(m = fd.ops.max(x, dims=[1])
b = fd.ops.broadcast(m, is_broadcast_dim=[False, True])
d = fd.ops.sub(x, b)
e = fd.ops.exp(d)
s = fd.ops.sum(e, dims=[1])
c = fd.ops.broadcast(s, is_broadcast_dim=[False, True])
y = fd.ops.div(e, c)
fd.add_output(y))"),
      R"(left: max `m (T1)` may drop a NaN, which a sum of the same row brings back; the language has no reduction that does
T1 = fd.ops.max(T0, dims=[1], keepdim=False, dtype=DataType.Null)
T2 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True])
T3 = fd.ops.sub(T0, T2)
T4 = fd.ops.exp(T3)
T5 = fd.ops.sum(T4, dims=[1], keepdim=False, dtype=DataType.Float)
T6 = fd.ops.broadcast(T5, is_broadcast_dim=[False, True])
T7 = fd.ops.div(T4, T6)
fd.add_output(T7)
)");
}

TEST(FminFmax, NotWhereTheMaximumLeaves) {
  EXPECT_EQ(after("fmin_fmax_promotion", tensor("x", "[4, 6]") + R"(m = fd.ops.max(x, dims=[1])
s = fd.ops.sum(x, dims=[1])
fd.add_output(m)
fd.add_output(s))"),
            R"(no max or min reduction may drop a NaN
T1 = fd.ops.max(T0, dims=[1], keepdim=False, dtype=DataType.Null)
T2 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Float)
fd.add_output(T1)
fd.add_output(T2)
)");
}

}  // namespace
}  // namespace cleave

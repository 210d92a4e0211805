// Passes that move an op past others. What each makes of a definition, and where it must not do
// anything: what it says, then the records after it, inputs aside.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/rewrite/passed.h"

namespace cleave {
namespace {

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
left: repeat `y (T22).add` stays before broadcast `y (T22).broadcast.1`, for which the pass has no rule
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

}  // namespace
}  // namespace cleave

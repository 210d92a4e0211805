// Passes that know values: casts, tensors without elements, and NaNs. What each makes of a definition, and where it
// must not do anything: what it says, then the records after it, inputs aside.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/rewrite/passed.h"

namespace cleave {
namespace {

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

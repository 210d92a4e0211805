// Passes that set boundaries: around in-place updates and before views. What each makes of a definition, and where it
// must not do anything: what it says, then the records after it, inputs aside.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/rewrite/passed.h"

namespace cleave {
namespace {

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

}  // namespace
}  // namespace cleave

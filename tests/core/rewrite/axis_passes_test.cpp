// Passes that know axes: broadcasts and squeezes that cancel, sizes under one name, memory orders. What each makes of a
// definition, and where it must not do anything: what it says, then the records after it, inputs aside.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/rewrite/passed.h"

namespace cleave {
namespace {

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

}  // namespace
}  // namespace cleave

// Passes that write one op as others. What each makes of a definition, and where it must not do
// anything: what it says, then the records after it, inputs aside.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/rewrite/passed.h"

namespace cleave {
namespace {

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
            R"(left: matmul `y (T4)` sums over an axis of extent 1, but the extent of `a (T0)` is not declared to be 1
left: linear `z (T5)` sums over an axis of extent 1, but a linear stays one call of the library
T4 = fd.ops.matmul(T0, T1)
T5 = fd.ops.linear(T2, T3)
fd.add_output(T4)
fd.add_output(T5)
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

}  // namespace
}  // namespace cleave

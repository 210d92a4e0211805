// Where an op that a pass has no rule for stands in the way of its work, the pass leaves it and says so: one such op,
// of which nothing is known, for each pass. Where it does not stand in the way nothing is said.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/rewrite/passed.h"

namespace cleave {
namespace {

/// What is left, a line each; where nothing is, what the pass says of having run.
std::string left(const std::string& pass, const std::string& body, const std::string& inputs = "") {
  std::string out;
  const std::string text = said(pass, body, inputs);
  EXPECT_EQ(text.find("E0"), std::string::npos) << text;
  for (size_t at = text.find("left: "); at != std::string::npos; at = text.find("left: ", at + 1)) {
    out += text.substr(at + 6, text.find('\n', at) - at - 5);
  }
  if (!out.empty()) return out;
  const size_t says = text.find("says: ");
  return says == std::string::npos ? "the pass did not run" : text.substr(says);
}

/// Places and values for `put`.
const std::string kRows = tensor("i", "[2]", "Int") + tensor("v", "[2, 6]");

/// `made` is `of` with rows added to: an op of which the passes know nothing, in the shape and type of `of`.
std::string put(const std::string& made, const std::string& of) {
  return concat(made, " = fd.ops.index_put_accumulate(", of, ", i, v)\n");
}

TEST(PassStops, RemoveEmptyAtWhatReadsNothing) {
  EXPECT_EQ(left("remove_empty", tensor("x", "[4, 6]") + tensor("i", "[0]", "Int") + tensor("v", "[0, 6]") +
                                     put("q", "x") + "fd.add_output(q)"),
            "index_put_accumulate `q (T3)` reads a tensor without elements; no rule says what it makes of it\n");
}

TEST(PassStops, TranslateMatmulAtAProductOfTheLibrary) {
  EXPECT_EQ(left("translate_no_reduction_matmul_to_mul_squeeze",
                 tensor("a", "[8, 1]", "Float8_e4m3fn") + tensor("b", "[1, 5]", "Float8_e4m3fn") + tensor("s", "[1]") +
                     R"(q = fd.ops.scaled_mm(a, b, s, s)
fd.add_output(q))"),
            "scaled_mm `q (T3)` sums over an axis of extent 1, but the pass has no rule for this op\n");
}

TEST(PassStops, TranslateRepeatBehindAnyOp) {
  EXPECT_EQ(said("translate_repeat_to_expand",
                 tensor("x", "[4, 6]") + kRows + put("q", "x") + "y = fd.ops.cat([q, q], dim=0)\nfd.add_output(y)"),
            "W0242 `index_put_accumulate` is known but not built: it is drawn and cut around, and cannot run\ndid: cat "
            "`y (T4)` repeats `q (T3)` 2 times along axis 0: now broadcast, expand and reshape\nsays: cat `y (T4)` "
            "repeats `q (T3)` 2 times along axis 0: now broadcast, expand and reshape\n");
}

TEST(PassStops, ConsecutiveCastBetweenTwoCasts) {
  EXPECT_EQ(
      left("consecutive_cast", tensor("x", "[4, 6]", "Half") + kRows + "a = fd.ops.cast(x, dtype=DataType.Float)\n" +
                                   put("q", "a") + "y = fd.ops.cast(q, dtype=DataType.Half)\nfd.add_output(y)"),
      "whether cast `y (T5)` undoes something of cast `a (T3)` is not known: index_put_accumulate `q (T4)` stands "
      "between, for which the pass has no rule\n");
  // A broadcast only moves values, but a cast does not move before it.
  EXPECT_EQ(left("consecutive_cast", tensor("x", "[6]", "Half") + R"(a = fd.ops.cast(x, dtype=DataType.Float)
b = fd.ops.broadcast(a, is_broadcast_dim=[True, False])
p = fd.ops.permute(b, dims=[1, 0])
y = fd.ops.cast(p, dtype=DataType.Half)
fd.add_output(y))"),
            "cast `y (T4)` would meet cast `a (T1)`, but broadcast `b (T2)` stands between, for which the pass has no "
            "rule\n");
  // No rule would help where somebody else reads what is between.
  EXPECT_EQ(left("consecutive_cast", tensor("x", "[6]", "Half") + R"(a = fd.ops.cast(x, dtype=DataType.Float)
b = fd.ops.broadcast(a, is_broadcast_dim=[True, False])
y = fd.ops.cast(b, dtype=DataType.Half)
fd.add_output(b)
fd.add_output(y))"),
            "says: nothing to do\n");
  // Nor behind an op that makes another type: it computes.
  EXPECT_EQ(left("consecutive_cast", tensor("x", "[4, 32]", "Half") + R"(a = fd.ops.cast(x, dtype=DataType.Float)
q, s = fd.ops.nv_block_quantize(a)
y = fd.ops.cast(q, dtype=DataType.Float)
fd.add_output(y))"),
            "says: nothing to do\n");
  // What computes is no place for a cast to move.
  EXPECT_EQ(left("consecutive_cast", tensor("x", "[6]", "Half") + R"(a = fd.ops.cast(x, dtype=DataType.Float)
b = fd.ops.exp(a)
y = fd.ops.cast(b, dtype=DataType.Half)
fd.add_output(y))"),
            "says: nothing to do\n");
}

TEST(PassStops, FminFmaxBehindTheReduction) {
  EXPECT_EQ(left("fmin_fmax_promotion", tensor("x", "[4, 6, 3]") + kRows + "m = fd.ops.max(x, dims=[2])\n" +
                                            put("q", "m") + "fd.add_output(q)"),
            "max `m (T3)` reaches index_put_accumulate `q (T4)`, for which the pass has no rule: whether its NaN comes "
            "back is not known\n");
}

TEST(PassStops, MoveSplitCatBetweenSlicesAndCat) {
  const std::string slices =
      tensor("x", "[4, 12]") + kRows + R"(l = fd.ops.slice(x, start_indices=[0, 0], end_indices=[4, 6])
r = fd.ops.slice(x, start_indices=[0, 6], end_indices=[4, 12])
)";
  EXPECT_EQ(left("move_split_cat", slices + put("p", "l") + put("q", "r") + R"(m = fd.ops.neg(p)
n = fd.ops.neg(q)
y = fd.ops.cat([m, n], dim=1)
fd.add_output(y))"),
            "cat `y (T27)` would put the slices of `x (T0)` together again, but index_put_accumulate `p (T23)` stands "
            "between, for which the pass has no rule\n");
  // Nothing is said of what was never one tensor.
  EXPECT_EQ(left("move_split_cat", tensor("x", "[4, 6]") + tensor("z", "[4, 6]") + kRows + put("p", "x") +
                                       put("q", "z") + "y = fd.ops.cat([p, q], dim=1)\nfd.add_output(y)"),
            "says: nothing to do\n");
}

TEST(PassStops, ExactMappedExtentsAtAnAxisOfUnknownOrigin) {
  const std::string inputs =
      tensor("x", "[-1, -1]") + tensor("i", "[2]", "Int") + tensor("v", "[2]") + tensor("z", "[-1, -1]");
  const std::string rest = R"(n = fd.ops.size(z, dim=0)
f = fd.ops.full(shape=[n, 6], fill_value=1.0, dtype=DataType.Float)
y = fd.ops.add(f, a)
fd.add_output(y))";
  const std::string values = "torch.randn(4, 6), torch.randint(0, 4, (2,)), torch.randn(2), torch.randn(4, 6)";
  EXPECT_EQ(left("exact_mapped_extent_substitution", inputs + put("q", "x") + "a = fd.ops.add(q, z)\n" + rest, values),
            "the size of axis 0 of `z (T3)` keeps its name: the axis meets one of index_put_accumulate `q (T4)`, for "
            "which the pass has no rule\n");
  EXPECT_EQ(left("exact_mapped_extent_substitution", inputs + "a = fd.ops.add(x, z)\n" + rest, values),
            "says: the size of axis 0 of `z (T3)` is that of axis 0 of `x (T0)`\n");
}

TEST(PassStops, RemoveBcastSqueezeBetweenTheTwo) {
  EXPECT_EQ(
      left("remove_bcast_squeeze", tensor("x", "[4, 6]") + tensor("i", "[2]", "Int") + tensor("v", "[2, 1, 6]") +
                                       "b = fd.ops.broadcast(x, is_broadcast_dim=[False, True, False])\n" +
                                       "e = fd.ops.exp(b)\n" + "s = fd.ops.squeeze(e, dims=[1])\nfd.add_output(s)"),
      "squeeze `s (T5)` would undo what broadcast `b (T3)` did, but exp `e (T4)` stands between, for which the pass "
      "has no rule\n");
  EXPECT_EQ(left("remove_bcast_squeeze",
                 tensor("x", "[4, 1, 6]") + kRows + "b = fd.ops.squeeze(x, dims=[1])\n" + put("q", "b") +
                     "s = fd.ops.broadcast(q, is_broadcast_dim=[False, True, False])\nfd.add_output(s)"),
            "broadcast `s (T5)` would undo what squeeze `b (T3)` did, but index_put_accumulate `q (T4)` stands "
            "between, for which the pass has no rule\n");
  // Behind the permute the axis stands elsewhere: nothing would be undone.
  EXPECT_EQ(left("remove_bcast_squeeze",
                 tensor("x", "[4, 1, 1]") + "b = fd.ops.squeeze(x, dims=[1])\np = fd.ops.permute(b, dims=[1, 0])\n" +
                     "s = fd.ops.broadcast(p, is_broadcast_dim=[False, True, False])\nfd.add_output(s)"),
            "says: nothing to do\n");
}

TEST(PassStops, SegmentInplaceUpdateAtAReaderOfTheInput) {
  EXPECT_EQ(left("segment_inplace_update", tensor("x", "[4, 6]") + kRows + put("q", "x") + R"(y = fd.ops.add(x, 1.0)
fd.add_output(q)
fd.add_output(y, x))"),
            "`y (T5)` is written into `x (T0)`, which index_put_accumulate `q (T3)` reads, for which the pass has no "
            "rule: that op runs alone, before the write\n");
}

TEST(PassStops, MoveRepeatForwardBehindTheRepeat) {
  EXPECT_EQ(left("move_repeat_forward",
                 tensor("x", "[4, 6]") + kRows + R"(b = fd.ops.broadcast(x, is_broadcast_dim=[True, False, False])
e = fd.ops.expand(b, shape=[2, -1, -1])
r = fd.ops.reshape(e, new_shape=[8, 6])
)" + put("q", "r") + "fd.add_output(q)"),
            "repeat `r (T12)` stays before index_put_accumulate `q (T13)`, for which the pass has no rule\n");
}

TEST(PassStops, MoveGatherBeforeTheTake) {
  EXPECT_EQ(left("move_gather",
                 tensor("x", "[4, 6]") + kRows + tensor("j", "[4, 1]", "Int") + put("q", "x") + R"(e = fd.ops.exp(q)
t = fd.ops.take_along_axis(e, j, dim=1)
fd.add_output(t))"),
            "take_along_axis `t (T6)` stays behind index_put_accumulate `q (T4)`, for which the pass has no rule\n");
}

TEST(PassStops, MoveGatherSaysNothingWhereNoInputIsToBeReached) {
  const std::string inputs = tensor("x", "[4, 6]") + tensor("z", "[4, 6]") + tensor("j", "[4, 1]", "Int");
  const std::string take = "t = fd.ops.take_along_axis(e, j, dim=1)\nfd.add_output(t)";
  EXPECT_EQ(left("move_gather", inputs + "e = fd.ops.add(x, z)\n" + take), "says: nothing to do\n");
  EXPECT_EQ(left("move_gather", inputs + "a = fd.ops.add(x, z)\ne = fd.ops.exp(a)\n" + take), "says: nothing to do\n");
  EXPECT_EQ(left("move_gather", inputs + "e = fd.ops.cumsum(x, dim=1)\n" + take), "says: nothing to do\n");
  EXPECT_EQ(left("move_gather", inputs + "e = fd.ops.set(x)\n" + take),
            "take_along_axis `t (T4)` would read an input, but set `e (T3)` stands between, for which the pass has no "
            "rule\n");
  EXPECT_EQ(left("move_gather", inputs + "p = fd.ops.add(x, z)\ne = fd.ops.set(p)\n" + take), "says: nothing to do\n");
}

TEST(PassStops, TranslateScatterAccumulateBetweenScatterAndSum) {
  EXPECT_EQ(left("translate_scatter_accumulate", tensor("j", "[6, 1]", "Int") + tensor("i", "[2]", "Int") +
                                                     tensor("v", "[2, 4]", "Int") +
                                                     R"(z = fd.ops.full(shape=[6, 4], fill_value=0, dtype=DataType.Int)
s = fd.ops.scatter(z, j, 1, dim=1)
)" + put("q", "s") + "y = fd.ops.sum(q, dims=[0])\nfd.add_output(y)"),
            "sum `y (T11)` adds rows that a scatter has placed, but index_put_accumulate `q (T10)` stands between, for "
            "which the pass has no rule\n");
}

TEST(PassStops, MarkAliasesBehindAView) {
  EXPECT_EQ(
      left("mark_aliases_prepare", tensor("x", "[6, 4]") + kRows +
                                       "a = fd.ops.exp(x)\np = fd.ops.permute(a, dims=[1, 0])\n" + put("q", "p") +
                                       "fd.add_output(q)"),
      "permute `p (T4)` is not cut off: index_put_accumulate `q (T5)` reads it, for which the pass has no rule\n");
}

TEST(PassStops, AllocationDomainBeforeTheOutput) {
  EXPECT_EQ(left("allocation_domain",
                 R"(x = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Float, stride_order=[0, 1])
)" + tensor("i", "[2]", "Int") +
                     tensor("v", "[2]") + put("q", "x") + "y = fd.ops.neg(q)\nfd.add_output(y)",
                 "torch.randn(4, 6).as_strided((4, 6), (1, 4)), torch.randint(0, 4, (2,)), torch.randn(2)"),
            "output `y (T4)` stays row-major: it has axes of index_put_accumulate `q (T3)`, for which the pass has no "
            "rule\n");
}

}  // namespace
}  // namespace cleave

// Where a pass looks no further than some number of ops it says so, and where it does not have to stop it does not.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/rewrite/passed.h"

namespace cleave {
namespace {

/// `count` times `line`, in which `@` is the number of the value that it makes and `#` the one before.
std::string chain(size_t count, const std::string& line) {
  std::string out;
  for (size_t i = 1; i <= count; ++i) {
    for (char c : line) {
      if (c == '@') out += concat(i);
      if (c == '#') out += concat(i - 1);
      if (c != '@' && c != '#') out += c;
    }
    out += '\n';
  }
  return out;
}

TEST(PassLimits, ACastMovesBeforeAnyNumberOfViews) {
  const std::string body = tensor("x", "[2, 3]", "BFloat16") + "v0 = fd.ops.cast(x, dtype=DataType.Float)\n" +
                           chain(40, "v@ = fd.ops.permute(v#, dims=[1, 0])") +
                           "y = fd.ops.cast(v40, dtype=DataType.BFloat16)\nfd.add_output(y)";
  EXPECT_EQ(said("consecutive_cast", body),
            "did: cast `y (T42)`, through Float, is `x (T0)` again, moved before what lies between\n"
            "says: cast `y (T42)`, through Float, is `x (T0)` again, moved before what lies between\n");
}

std::string take_behind(size_t count) {
  return tensor("x", "[4, 6]") + tensor("i", "[4, 1]", "Int") + "v0 = fd.ops.neg(x)\n" +
         chain(count - 1, "v@ = fd.ops.neg(v#)") +
         concat("t = fd.ops.take_along_axis(v", count - 1, ", i, dim=1)\nfd.add_output(t)");
}

TEST(PassLimits, ATakeMovesBefore64OpsAndNoMore) {
  EXPECT_EQ(said("move_gather", take_behind(64)),
            "did: take_along_axis `t (T66)` moves before 64 ops: it reads the input `x (T0)`\n"
            "says: take_along_axis `t (T66)` moves before 64 ops: it reads the input `x (T0)`\n");
  const std::string text =
      "take_along_axis `t (T67)` reads what more than 64 ops make; it moves before no more than these\n";
  EXPECT_EQ(said("move_gather", take_behind(65)), "left: " + text + "says: nothing to do: " + text);
}

std::string pieces_behind(size_t count) {
  return tensor("x", "[4, 6]") + R"(l0 = fd.ops.slice(x, start_indices=[0, 0], end_indices=[4, 2])
r0 = fd.ops.slice(x, start_indices=[0, 2], end_indices=[4, 6])
)" + chain(count, "l@ = fd.ops.neg(l#)\nr@ = fd.ops.neg(r#)") +
         concat("y = fd.ops.cat([l", count, ", r", count, "], dim=1)\nfd.add_output(y)");
}

TEST(PassLimits, PiecesAreLookedThroughFor64Ops) {
  EXPECT_EQ(said("move_split_cat", pieces_behind(63)).find("did: cat"), 0U);
  const std::string text = said("move_split_cat", pieces_behind(64));
  EXPECT_EQ(text.find("left: cat `y"), 0U) << text;
  EXPECT_NE(text.find("joins what more than 64 ops make of each piece, which is more than is looked through"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("says: nothing to do: cat"), std::string::npos) << text;
}

TEST(PassLimits, ANanIsFollowedFor256Ops) {
  const std::string head = tensor("x", "[4, 6]") + "v0 = fd.ops.max(x, dims=[1])\n";
  EXPECT_EQ(said("fmin_fmax_promotion", head + chain(200, "v@ = fd.ops.neg(v#)") + "fd.add_output(v200)"),
            "says: no max or min reduction may drop a NaN\n");
  const std::string text =
      "max `v0 (T1)` reaches more than 256 ops: whether its NaN comes back is not followed any further\n";
  EXPECT_EQ(said("fmin_fmax_promotion", head + chain(300, "v@ = fd.ops.neg(v#)") + "fd.add_output(v300)"),
            "left: " + text + "says: nothing to do: " + text);
}

/// As many repeats as there are axes, each along its own, that meet one after the other in a chain of additions.
std::string meeting_repeats(size_t count) {
  const auto per_axis = [&](size_t marked, const std::string& there, const std::string& elsewhere) {
    std::vector<std::string> out(count, elsewhere);
    out[marked] = there;
    return out;
  };
  std::string out;
  for (size_t i = 0; i < count; ++i) out += tensor(concat("x", i), concat('[', join(per_axis(i, "2", "1"), ", "), ']'));
  for (size_t i = 0; i < count; ++i) {
    std::vector<std::string> is_new(count + 1, "False");
    std::vector<std::string> expanded(count + 1, "-1");
    is_new[i] = "True";
    expanded[i] = "2";
    out += concat("b", i, " = fd.ops.broadcast(x", i, ", is_broadcast_dim=[", join(is_new, ", "), "])\n", "e", i,
                  " = fd.ops.expand(b", i, ", shape=[", join(expanded, ", "), "])\n", "r", i, " = fd.ops.reshape(e", i,
                  ", new_shape=[", join(per_axis(i, "4", "1"), ", "), "])\n");
  }
  out += "a0 = fd.ops.neg(r0)\n";
  for (size_t i = 1; i < count; ++i) out += concat("a", i, " = fd.ops.add(a", i - 1, ", r", i, ")\n");
  return out + concat("fd.add_output(a", count - 1, ')');
}

TEST(PassLimits, APassThatFindsWorkRoundAfterRoundSaysWhereItStops) {
  const std::string stopped = "stopped after 16 rounds that each found work: there is more\n";
  EXPECT_EQ(said("move_repeat_forward", meeting_repeats(16)).find("stopped"), std::string::npos);
  const std::string text = said("move_repeat_forward", meeting_repeats(18));
  EXPECT_NE(text.find("left: " + stopped), std::string::npos) << text;
  EXPECT_NE(text.find("; and at 15 more places; " + stopped), std::string::npos) << text;
}

}  // namespace
}  // namespace cleave

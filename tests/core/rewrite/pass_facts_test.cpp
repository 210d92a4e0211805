// What passes share: which axes are one axis, which ops only view, what a repeat is.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/rewrite/passes/axis_identity.h"
#include "core/rewrite/passes/repeat_form.h"
#include "core/rewrite/passes/view_layout.h"
#include "tests/core/rewrite/rewritten.h"

namespace cleave {
namespace {

/// The primitive state that the source calls `name`.
StateId named(const Primitive& primitive, const std::string& name) {
  for (StateId state : primitive.labels.ids()) {
    const std::string& label = primitive.labels[state];
    if (label == name || label.starts_with(name + " (")) return state;
  }
  ADD_FAILURE() << "no state is called " << name;
  return StateId(0U);
}

TEST(AxisIdentity, FollowsOpsThatKeepAnAxisOrPutTwoBesideEachOther) {
  const Rewritten made = rewritten(tensor("x", "[4, 6]") + tensor("z", "[6, 4]") + R"(p = fd.ops.permute(x, dims=[1, 0])
a = fd.ops.add(p, z)
s = fd.ops.sum(a, dims=[1])
b = fd.ops.broadcast(s, is_broadcast_dim=[True, False])
c = fd.ops.slice(x, start_indices=[0, 0], end_indices=[4, 3])
fd.add_output(b)
fd.add_output(c))");
  const PassFacts facts(made.primitive);
  const AxisIdentity axes(facts);
  const StateId x = named(made.primitive, "x");
  EXPECT_EQ(axes.axis(named(made.primitive, "z"), 0), axes.axis(x, 1));
  EXPECT_EQ(axes.axis(named(made.primitive, "z"), 1), axes.axis(x, 0));
  EXPECT_EQ(axes.axis(named(made.primitive, "b"), 1), axes.axis(x, 1));
  EXPECT_EQ(axes.axis(named(made.primitive, "c"), 0), axes.axis(x, 0));
  EXPECT_NE(axes.axis(named(made.primitive, "c"), 1), axes.axis(x, 1));
}

TEST(ViewLayouts, AReshapeIsAViewWhereTheMergedAxesLieInOneRun) {
  const Rewritten made = rewritten(tensor("x", "[2, 3, 4]") +
                                   R"(g = fd.define_tensor(shape=[2, 3], contiguity=[False, True], dtype=DataType.Float)
m = fd.ops.reshape(x, new_shape=[6, 4])
t = fd.ops.permute(x, dims=[1, 0, 2])
n = fd.ops.reshape(t, new_shape=[6, 4])
k = fd.ops.reshape(t, new_shape=[3, 2, 2, 2])
h = fd.ops.reshape(g, new_shape=[6])
for_all = fd.ops.neg(x)
fd.add_output(m)
fd.add_output(n)
fd.add_output(k)
fd.add_output(h)
fd.add_output(for_all))");
  const PassFacts facts(made.primitive);
  const ViewLayouts layouts(facts);
  const auto is_view = [&](const char* name) { return layouts.is_view(facts.producer(named(made.primitive, name))); };
  EXPECT_TRUE(is_view("m"));
  EXPECT_TRUE(is_view("t"));
  EXPECT_TRUE(is_view("k"));
  EXPECT_FALSE(is_view("n"));
  EXPECT_FALSE(is_view("h"));
  EXPECT_FALSE(is_view("for_all"));
}

TEST(RepeatForm, IsABroadcastAnExpandAndAMergeOfTheTwo) {
  const Rewritten made =
      rewritten(tensor("x", "[4, 6]") + R"(b = fd.ops.broadcast(x, is_broadcast_dim=[False, True, False])
e = fd.ops.expand(b, shape=[-1, 3, -1])
r = fd.ops.reshape(e, new_shape=[4, 18])
o = fd.ops.broadcast(x, is_broadcast_dim=[False, True, False])
f = fd.ops.expand(o, shape=[-1, 3, -1])
q = fd.ops.reshape(f, new_shape=[12, 6])
fd.add_output(r)
fd.add_output(q))");
  const PassFacts facts(made.primitive);
  const auto repeat = repeat_of(facts, facts.producer(named(made.primitive, "r")));
  ASSERT_TRUE(repeat.has_value());
  EXPECT_EQ(repeat->value, named(made.primitive, "x"));
  EXPECT_EQ(repeat->dim, 1U);
  EXPECT_FALSE(repeat_of(facts, facts.producer(named(made.primitive, "q"))).has_value());
}

}  // namespace
}  // namespace cleave

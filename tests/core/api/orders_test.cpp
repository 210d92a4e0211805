// The order of joining and the question to one scheduler, asked through the door.
#include "core/api/orders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/api/call.h"
#include "core/base/text.h"
#include "core/segment/nvfuser_order.h"

namespace cleave {
namespace {

/// Two readers of one input beside a product: nvFuser does not join siblings.
constexpr std::string_view kSiblings = R"(def f(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[16, 16], contiguity=[True, True])
    T1 = fd.ops.matmul(T0, T0)
    T2 = fd.ops.exp(T0)
    T3 = fd.ops.neg(T0)
    fd.add_output(T1)
    fd.add_output(T2)
    fd.add_output(T3)
)";

Request explaining(std::string_view text) {
  Request request;
  request.command = Command::kExplain;
  request.text = std::string(text);
  return request;
}

TEST(Orders, StandSideBySideWhereTheyDiffer) {
  for (const Order order : {Order::kCleave, Order::kNvfuser}) {
    Request request = explaining(kSiblings);
    request.order = order;
    const Response response = respond(request);
    ASSERT_TRUE(response.orders.has_value());
    ASSERT_EQ(response.orders->size(), 2U);
    const OrderView& ours = response.orders->at(0);
    const OrderView& theirs = response.orders->at(1);
    EXPECT_EQ(ours.order, Order::kCleave);
    EXPECT_EQ(ours.kernels, 2);
    EXPECT_EQ(theirs.order, Order::kNvfuser);
    EXPECT_EQ(theirs.kernels, 3);
    EXPECT_EQ(theirs.bytes - ours.bytes, 16 * 16 * 4) << "the input is read once more";
    EXPECT_EQ(response.segments->size(), order == Order::kCleave ? 2U : 3U);
  }
}

TEST(Orders, AreNotShownWhereTheyAgree) {
  const std::string text =
      "def f(fd : FusionDefinition) -> None :\n    T0 = fd.define_tensor(shape=[8], contiguity=[True])\n"
      "    T1 = fd.ops.exp(T0)\n    fd.add_output(T1)\n";
  const Response response = respond(explaining(text));
  EXPECT_FALSE(response.orders.has_value());
  EXPECT_EQ(response.orders_remark, "both orders, nvFuser's and Cleave's, make the same segments");
}

/// A product, so that the whole is no kernel, and a row of `count` ops.
std::string product_and_row(size_t count) {
  std::string text =
      "def f(fd : FusionDefinition) -> None :\n    T0 = fd.define_tensor(shape=[4, 4], contiguity=[True, True])\n"
      "    T1 = fd.ops.matmul(T0, T0)\n";
  for (size_t i = 1; i <= count; ++i) text += concat("    T", i + 1, " = fd.ops.neg(T", i, ")\n");
  return text + concat("    fd.add_output(T", count + 1, ")\n");
}

TEST(Orders, OfALargeDefinitionAreComparedWhereItIsAskedFor) {
  Request request = explaining(product_and_row(1500));
  EXPECT_EQ(
      respond(request).orders_remark,
      "the order of nvFuser was not compared: there are 1,501 ops, and more than 1,000 are compared only with `--order "
      "nvfuser`");
  request.order = Order::kNvfuser;
  EXPECT_EQ(respond(request).orders_remark, "both orders, nvFuser's and Cleave's, make the same segments");
  request.text = product_and_row(2500);
  EXPECT_EQ(respond(request).orders_remark,
            "the order of nvFuser was not compared: there are 2,501 ops, and it is followed up to 2,000");
}

TEST(Orders, AreComparedUnaskedUpToAThousandOps) {
  EXPECT_EQ(respond(explaining(product_and_row(990))).orders_remark,
            "both orders, nvFuser's and Cleave's, make the same segments");
}

TEST(Orders, AreNotShownUnlessCutsAreExplained) {
  Request request = explaining(kSiblings);
  request.command = Command::kSegment;
  EXPECT_FALSE(respond(request).orders.has_value());
}

TEST(Orders, LargeDefinitionsAreJoinedInOurOrderAndSaySo) {
  std::string text =
      "def f(fd : FusionDefinition) -> None :\n    T0 = fd.define_tensor(shape=[4], contiguity=[True])\n";
  for (size_t i = 0; i <= kMaxNvfuserOrderOps; ++i) text += concat("    T", i + 1, " = fd.ops.neg(T", i, ")\n");
  text += concat("    fd.add_output(T", kMaxNvfuserOrderOps + 1, ")\n");
  Request request = explaining(text);
  request.command = Command::kSegment;
  request.order = Order::kNvfuser;
  const Response response = respond(request);
  EXPECT_TRUE(response.ok);
  EXPECT_TRUE(std::any_of(response.diagnostics.begin(), response.diagnostics.end(),
                          [](const DiagnosticView& found) { return found.name == "order_not_followed"; }));
}

/// The schedulers of nvFuser's order, for a product beside what `body` makes of the rows of T0; outputs included.
std::string schedulers_beside_product(const std::string& body) {
  Request request;
  request.command = Command::kSegment;
  request.order = Order::kNvfuser;
  request.text =
      "def f(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[1024, 512], contiguity=[True, True])\n"
      "    x = fd.define_tensor(shape=[64, 64], contiguity=[True, True])\n"
      "    y = fd.ops.matmul(x, x)\n    fd.add_output(y)\n" +
      body;
  const Response response = respond(request);
  EXPECT_TRUE(response.ok);
  std::vector<std::string> out;
  for (const SegmentView& segment : *response.segments) out.push_back(segment.scheduler.value.value_or("none"));
  std::sort(out.begin(), out.end());
  return join(out, ", ");
}

/// docs/decisions.md: nvFuser would make the first of these the second.
TEST(Orders, AWelfordOpWhoseInputIsNotReadAgainStaysOnePass) {
  EXPECT_EQ(schedulers_beside_product(R"(    mean, m2, n = fd.ops.welford(T0, dims=[1])
    fd.add_output(mean)
    fd.add_output(m2)
)"),
            "expr_eval, reduction");
  const std::string two_passes = R"(    s = fd.ops.sum(T0, dims=[1])
    mean = fd.ops.mul(s, 0.001953125)
    b = fd.ops.broadcast(mean, is_broadcast_dim=[False, True])
    d = fd.ops.sub(T0, b)
    q = fd.ops.mul(d, d)
    m2 = fd.ops.sum(q, dims=[1])
    fd.add_output(mean)
    fd.add_output(m2)
)";
  EXPECT_EQ(schedulers_beside_product(two_passes), "expr_eval, inner_persistent");
  // Where the input is read again both are persistent.
  EXPECT_EQ(schedulers_beside_product(R"(    mean, m2, n = fd.ops.welford(T0, dims=[1])
    b = fd.ops.broadcast(mean, is_broadcast_dim=[False, True])
    d = fd.ops.sub(T0, b)
    fd.add_output(d)
    fd.add_output(m2)
)"),
            "expr_eval, inner_persistent");
}

/// `count` sums that share nothing: each pair is tried.
bool says_that_combinations_are_left_out(size_t count) {
  std::string text = "def f(fd : FusionDefinition) -> None :\n";
  for (size_t i = 0; i < count; ++i) {
    text += concat("    T", 2 * i, " = fd.define_tensor(shape=[4, 8], contiguity=[True, True])\n", "    T", 2 * i + 1,
                   " = fd.ops.sum(T", 2 * i, ", dims=[1])\n", "    fd.add_output(T", 2 * i + 1, ")\n");
  }
  Request request = explaining(text);
  request.command = Command::kSegment;
  request.order = Order::kNvfuser;
  const Response response = respond(request);
  EXPECT_TRUE(response.ok);
  return std::any_of(response.diagnostics.begin(), response.diagnostics.end(),
                     [](const DiagnosticView& found) { return found.name == "combinations_left_out"; });
}

TEST(Orders, PairsOfReductionsThatAreNotTriedAreSpokenOf) {
  EXPECT_FALSE(says_that_combinations_are_left_out(60));
  EXPECT_TRUE(says_that_combinations_are_left_out(150));
}

TEST(Orders, OneSchedulerAloneAnswersForTheWhole) {
  Request request = explaining(kSiblings);
  request.scheduler = Scheduler::kPointwise;
  const Response response = respond(request);
  ASSERT_TRUE(response.offer.has_value());
  EXPECT_FALSE(response.offer->accepted);
  ASSERT_FALSE(response.offer->refusals.empty());
  EXPECT_EQ(response.offer->refusals[0].code, "R.OPAQUE_OP");
  EXPECT_FALSE(response.orders.has_value());
}

}  // namespace
}  // namespace cleave

// Input of a size or kind that no person writes, at the limits as they are: always an answer or a diagnostic with its
// place.
#include <gtest/gtest.h>

#include <string>

#include "core/api/call.h"
#include "core/base/text.h"

namespace cleave {
namespace {

constexpr size_t kMegabyte = 1'000'000;

Response segmented(std::string text) {
  Request request;
  request.command = Command::kSegment;
  request.text = std::move(text);
  return respond(request);
}

/// A definition of `ops` ops, each reading the one before it.
std::string chain(size_t ops) {
  std::string text =
      "def f(fd : FusionDefinition) -> None :\n    T0 = fd.define_tensor(shape=[4], contiguity=[True])\n";
  for (size_t i = 0; i < ops; ++i) text += concat("    T", i + 1, " = fd.ops.neg(T", i, ")\n");
  return text + concat("    fd.add_output(T", ops, ")\n");
}

/// A pseudo-random byte stream, the same on every machine.
std::string noise(size_t bytes) {
  std::string text;
  uint64_t state = 1;
  while (text.size() < bytes) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    text += static_cast<char>(state >> 56);
  }
  return text;
}

void expect_placed(const Response& response) {
  EXPECT_FALSE(response.ok);
  ASSERT_FALSE(response.diagnostics.empty());
  EXPECT_TRUE(response.diagnostics[0].line.has_value()) << response.diagnostics[0].rendered;
  EXPECT_NE(response.diagnostics[0].rendered.find("^"), std::string::npos) << response.diagnostics[0].rendered;
}

TEST(BadInput, FiftyThousandOpsAreAnswered) {
  const Response response = segmented(chain(50'000));
  EXPECT_TRUE(response.ok) << response.diagnostics[0].rendered;
  ASSERT_TRUE(response.segments && response.segments->size() == 1);
  EXPECT_EQ(response.segments->front().ops, 50'000);
}

TEST(BadInput, TenMegabytesOfProseAreAnswered) {
  std::string text;
  while (text.size() < 10 * kMegabyte)
    text += "It is a long story, and (as stories go) it holds no definition at all.\n";
  expect_placed(segmented(std::move(text)));
}

TEST(BadInput, ADefinitionBehindTenMegabytesOfCommentsIsFound) {
  std::string text;
  while (text.size() < 10 * kMegabyte)
    text += "# nothing but comments on this line and on the hundred thousand after it\n";
  const Response response = segmented(text + chain(3));
  EXPECT_TRUE(response.ok);
  EXPECT_TRUE(response.segments && response.segments->size() == 1);
}

TEST(BadInput, BinaryGarbageIsRefused) { expect_placed(segmented(noise(kMegabyte))); }

TEST(BadInput, GarbageInADefinitionIsRefusedAtItsLine) {
  const Response response = segmented(chain(3) + "    x = " + noise(100'000) + "\n");
  expect_placed(response);
  EXPECT_EQ(response.diagnostics[0].line.value_or(0), 7);
}

TEST(BadInput, DeepBracketsAreRefusedAtTheirPlace) {
  const std::string text = "with FusionDefinition() as fd:\n    a = fd.define_tensor(shape=";
  const Response response = segmented(text + std::string(kMegabyte, '[') + "\n");
  expect_placed(response);
  EXPECT_EQ(response.diagnostics[0].line.value_or(0), 2);
}

}  // namespace
}  // namespace cleave

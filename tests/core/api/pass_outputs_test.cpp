// Outputs that a pass finds to be another value keep the user's name and index; the maps of passes lead from inputs and
// outputs to what was written.
#include <gtest/gtest.h>

#include <string>

#include "core/api/call.h"
#include "core/base/text.h"

namespace cleave {
namespace {

/// `body`, a line each, on the input T0, with all passes.
Response respond_to(Command command, const std::string& body, const std::string& options = "nvfuser") {
  Request request;
  request.command = command;
  request.text =
      "def f(fd : FusionDefinition) -> None :\n"
      "    T0 = fd.define_tensor(shape=[4, 6], contiguity=[True, True], dtype=DataType.Float)\n" +
      body + "\ninputs = [torch.randn(4, 6)]\n";
  request.passes = options;
  return respond(request);
}

/// The input cut in two and put together again.
const std::string kPieces = R"(    l = fd.ops.slice(T0, start_indices=[0, 0], end_indices=[4, 2])
    r = fd.ops.slice(T0, start_indices=[0, 2], end_indices=[4, 6])
    whole = fd.ops.cat([l, r], dim=1)
)";

/// `INDEX LABEL`, of each output.
std::string outputs_of(const Response& response) {
  EXPECT_TRUE(response.ok);
  return join(*response.outputs, ", ", [](const OutputView& output) {
    return concat(output.index.value.value_or(-1), ' ', output.label, output.matches ? "" : " differs");
  });
}

TEST(PassOutputs, AnOutputThatIsAnInputIsCalledWhatWasGivenOut) {
  const std::string body = kPieces + "    fd.add_output(whole)\n    fd.add_output(T0)\n";
  const std::string without = outputs_of(respond_to(Command::kRun, body, "none"));
  EXPECT_NE(without.find(" whole"), std::string::npos) << without;
  EXPECT_EQ(outputs_of(respond_to(Command::kRun, body)), without);
}

TEST(PassOutputs, EachOfTwoThatAreOneValueKeepsItsName) {
  const std::string body = R"(    a = fd.ops.exp(T0)
    w = fd.ops.cast(a, dtype=DataType.Double)
    b = fd.ops.cast(w, dtype=DataType.Float)
    fd.add_output(b)
    fd.add_output(a)
    fd.add_output(b)
)";
  EXPECT_EQ(outputs_of(respond_to(Command::kRun, body)), outputs_of(respond_to(Command::kRun, body, "none")));
}

TEST(PassOutputs, AnInputThatIsOverwrittenIsCopiedUnderTheNameOfTheOutput) {
  const std::string body = kPieces + "    n = fd.ops.neg(T0)\n    fd.add_output(whole)\n    fd.add_output(n, T0)\n";
  const Response segmented = respond_to(Command::kSegment, body);
  bool found = false;
  for (const SegmentView& segment : *segmented.segments) {
    for (const IndexMapView& entry : segment.index_map)
      found = found || (entry.role == IndexRole::kOut && entry.label.starts_with("whole"));
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(outputs_of(respond_to(Command::kRun, body)), outputs_of(respond_to(Command::kRun, body, "none")));
}

TEST(PassOutputs, ASegmentGivesAnOutputUnderItsOwnNameAndNotUnderThatOfAValueBetween) {
  const Response response = respond_to(Command::kSegment, R"(    a = fd.ops.exp(T0)
    w = fd.ops.cast(a, dtype=DataType.Double)
    b = fd.ops.cast(w, dtype=DataType.Float)
    fd.add_output(b)
)");
  ASSERT_EQ(response.segments->size(), 1U);
  const std::vector<IndexMapView>& map = response.segments->front().index_map;
  ASSERT_EQ(map.size(), 2U);
  EXPECT_EQ(map.back().original.value, 3);
  EXPECT_EQ(map.back().label, "b (T3)");
}

TEST(PassOutputs, TheMapOfAPassHoldsInputsOutputsAndWhatItMakes) {
  const Response response = respond_to(Command::kSegment, R"(    n = fd.ops.neg(T0)
    w = fd.ops.cast(n, dtype=DataType.Double)
    a = fd.ops.cast(w, dtype=DataType.Float)
    e = fd.ops.exp(a)
    p = fd.ops.permute(e, dims=[1, 0])
    fd.add_output(p)
)");
  std::string text;
  for (const PassView& pass : *response.passes) {
    if (!pass.changed) continue;
    text += pass.name + ":";
    for (const PassMapView& entry : *pass.index_map) {
      text += concat(' ', entry.after, "<-", entry.before.value ? concat(*entry.before.value) : "new", " is ",
                     entry.original.value ? concat(*entry.original.value) : "none", ';');
    }
    text += '\n';
  }
  // The input is 0 throughout; the output, T5 as written, is 5, then 3, then 4 behind the boundary that is made.
  EXPECT_EQ(text,
            "consecutive_cast: 0<-0 is 0; 3<-5 is 5;\n"
            "mark_aliases_prepare: 0<-0 is 0; 3<-new is none; 4<-3 is 5;\n");
}

}  // namespace
}  // namespace cleave

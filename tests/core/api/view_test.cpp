// What a page is given beyond the segments: tables that name each other by place, scripts of single segments, traffic.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/api/call.h"
#include "core/api/page_numbers.h"

namespace cleave {
namespace {

constexpr std::string_view kSeed = R"(def nvfuser_fusion_id1(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Float)
    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, True])
    T4 = fd.ops.add(T1,
        T3)
    fd.add_output(T4)

inputs = [torch.randn(2, 32), torch.randn(2, 128)]
)";

Response viewed(std::string text, Command command = Command::kView) {
  Request request;
  request.command = command;
  request.text = std::move(text);
  return respond(request);
}

TEST(View, CountsWhatIsMovedBecauseOfCuts) {
  const Response view = viewed(std::string(kSeed));
  ASSERT_TRUE(view.summary.has_value());
  EXPECT_EQ(view.summary->ops, 3);
  EXPECT_EQ(view.summary->kernels, 2);
  EXPECT_EQ(view.summary->cuts, 1);
  // The sum of two rows is written and read again: 8 bytes each way.
  EXPECT_EQ(view.summary->bytes_of_cuts, 16);
  EXPECT_EQ(view.summary->bytes_whole, 256 + 1024 + 1024);
  EXPECT_EQ(view.summary->bytes, view.summary->bytes_whole + view.summary->bytes_of_cuts);
  EXPECT_EQ((*view.segments)[0].bytes_of_cuts, 8);
  EXPECT_EQ((*view.segments)[1].bytes_of_cuts, 8);
  EXPECT_EQ((*view.segments)[1].letter, "B");
}

TEST(View, AnInputThatTwoSegmentsReadIsReadOnceByTheWhole) {
  std::string text(kSeed);
  text.replace(text.find("add(T1"), 6, "add(T0");
  text.replace(text.find("randn(2, 128)"), 13, "randn(2, 32)");
  Request request;
  request.command = Command::kView;
  request.text = text;
  request.cut = {"T3"};
  const Response view = respond(request);
  ASSERT_EQ(view.segments->size(), 2U);
  EXPECT_EQ(view.summary->bytes_of_cuts, 16 + 256);
}

TEST(View, OpsAndValuesNameEachOther) {
  const Response view = viewed(std::string(kSeed));
  const std::vector<OpView>& ops = *view.ops;
  const std::vector<ValueView>& values = *view.values;
  ASSERT_EQ(ops.size(), 3U);
  EXPECT_EQ(ops[0].name, "sum");
  EXPECT_EQ(ops[0].attributes, "dims=[1]");
  EXPECT_EQ(ops[0].segments, std::vector<int64_t>{0});
  EXPECT_EQ(ops[2].line, 6);
  EXPECT_EQ(ops[2].end_line, 7);
  EXPECT_EQ(std::string(kSeed).substr(static_cast<size_t>(*ops[2].begin), 6), "fd.ops");
  for (const OpView& op : ops) {
    for (const int64_t value : op.makes) EXPECT_EQ(values[static_cast<size_t>(value)].maker.value, op.id);
    for (const int64_t value : op.reads) {
      const std::vector<int64_t>& readers = values[static_cast<size_t>(value)].readers;
      EXPECT_NE(std::find(readers.begin(), readers.end(), op.id), readers.end());
    }
  }
  const ValueView& first = values[0];
  EXPECT_EQ(first.label, "T0");
  EXPECT_TRUE(first.is_input);
  EXPECT_EQ(first.contiguity, "tt");
  EXPECT_EQ(first.bytes, 256);
  ASSERT_EQ(first.segments.size(), 1U);
  EXPECT_EQ(first.segments[0].segment, 0);
}

TEST(View, StatementsAreTheLinesOfTheDefinition) {
  const Response view = viewed(std::string(kSeed));
  const SegmentView& segment = (*view.segments)[0];
  std::vector<std::string> lines(1);
  for (const char c : segment.definition) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  for (const StatementView& statement : *segment.statements) {
    const std::string& line = lines[static_cast<size_t>(statement.line - 1)];
    if (statement.op.value) {
      const OpView& op = (*view.ops)[static_cast<size_t>(*statement.op.value)];
      EXPECT_NE(line.find("fd.ops." + op.name + "("), std::string::npos) << line;
      EXPECT_EQ(statement.values, op.makes);
    } else {
      EXPECT_TRUE(line.find("fd.define_") != std::string::npos || line.find("fd.add_output") != std::string::npos)
          << line;
    }
  }
  EXPECT_EQ(segment.statements->size(), 4U);
}

TEST(View, TheScriptOfASegmentGivesThatSegment) {
  for (const Dialect dialect : {Dialect::kLegacy, Dialect::kDirect}) {
    Request request;
    request.command = Command::kView;
    request.text = kSeed;
    request.dialect = dialect;
    const Response view = respond(request);
    for (const SegmentView& segment : *view.segments) {
      Request again = request;
      again.text = *segment.repro;
      const Response alone = respond(again);
      ASSERT_TRUE(alone.ok) << *segment.repro;
      ASSERT_EQ(alone.segments->size(), 1U) << *segment.repro;
      EXPECT_EQ((*alone.segments)[0].bytes_read, segment.bytes_read);
      EXPECT_EQ((*alone.segments)[0].bytes_written, segment.bytes_written);
      EXPECT_EQ((*alone.inputs)[0].origin, "script");
    }
  }
}

TEST(View, AxesOfACut) {
  const Response view = viewed(std::string(kSeed));
  const CutView& cut = (*view.cuts)[0];
  ASSERT_TRUE(cut.axes.has_value());
  ASSERT_EQ(cut.axes->axes.size(), 3U);
  EXPECT_EQ(cut.axes->axes[2].name, "i2");
  EXPECT_EQ(cut.axes->axes[2].extent, 128);
  ASSERT_EQ(cut.axes->rows.size(), 5U);
  EXPECT_EQ(cut.axes->rows[1].op, "sum");
  EXPECT_EQ(cut.axes->rows[1].cells, (std::vector{AxisCell::kHas, AxisCell::kReduced, AxisCell::kNone}));
}

TEST(View, LettersGoOnAfterZ) {
  EXPECT_EQ(segment_letter(0), "A");
  EXPECT_EQ(segment_letter(25), "Z");
  EXPECT_EQ(segment_letter(26), "AA");
  EXPECT_EQ(segment_letter(26 + 26 * 26), "AAA");
}

TEST(View, WhatIsRefusedHasNoPage) {
  const Response view = viewed("def f(fd : FusionDefinition) -> None :\n    T0 = fd.ops.foo(1)\n");
  EXPECT_FALSE(view.ok);
  EXPECT_FALSE(view.drawing.has_value());
  EXPECT_FALSE(view.ops.has_value());
}

TEST(View, SegmentsToShowMustBeThere) {
  Request request;
  request.command = Command::kDraw;
  request.text = kSeed;
  for (const auto& [expand, code] : {std::pair("0,7", "E0927"), std::pair("0,x", "E0920"), std::pair("-1", "E0920")}) {
    request.expand = expand;
    const Response response = respond(request);
    ASSERT_EQ(response.diagnostics.size(), 1U) << expand;
    EXPECT_EQ(response.diagnostics[0].code, code);
  }
}

}  // namespace
}  // namespace cleave

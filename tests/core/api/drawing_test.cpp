// Drawings of definitions: what is shown and where wires lead, that little crosses, that an edit moves nothing sideways
// that it does not concern, and that SVG says the same.
#include "core/api/drawing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "core/api/call.h"
#include "core/api/drawing_labels.h"
#include "core/api/fingerprint.h"
#include "core/api/svg.h"
#include "tests/support/golden.h"

namespace cleave {
namespace {

std::string source_file(const std::string& path) { return read_file(std::string(CLEAVE_SOURCE_DIR) + "/" + path); }

Request view_request(std::string text, std::string expand = "auto") {
  Request out;
  out.command = Command::kView;
  out.text = std::move(text);
  out.expand = std::move(expand);
  return out;
}

DrawingView drawn(const Request& request) {
  const Response response = respond(request);
  EXPECT_TRUE(response.drawing.has_value());
  return response.drawing.value_or(DrawingView{});
}

size_t count_kind(const DrawingView& drawing, ShapeKind kind) {
  return static_cast<size_t>(std::count_if(drawing.shapes.begin(), drawing.shapes.end(),
                                           [&](const DrawnShapeView& shape) { return shape.kind == kind; }));
}

struct Part {
  int64_t x0, y0, x1, y1, value;
};

/// Crossings of a level part of one value with an upright part of another.
int64_t drawn_crossings(const DrawingView& drawing) {
  std::vector<Part> level;
  std::vector<Part> upright;
  for (const WireView& wire : drawing.wires) {
    for (const std::vector<int64_t>& line : wire.points) {
      for (size_t i = 0; i + 3 < line.size(); i += 2) {
        const auto [x0, x1] = std::minmax(line[i], line[i + 2]);
        const auto [y0, y1] = std::minmax(line[i + 1], line[i + 3]);
        (y0 == y1 ? level : upright).push_back({x0, y0, x1, y1, wire.value});
      }
    }
  }
  int64_t out = 0;
  for (const Part& a : level) {
    for (const Part& b : upright) {
      if (a.value != b.value && a.x0 < b.x0 && b.x0 < a.x1 && b.y0 < a.y0 && a.y0 < b.y1) ++out;
    }
  }
  return out;
}

TEST(Drawing, ShowsTheFirstExampleAsCardsWithOps) {
  const DrawingView drawing = drawn(view_request(source_file("docs/examples/first.py")));
  EXPECT_EQ(count_kind(drawing, ShapeKind::kCard), 2U);
  EXPECT_EQ(count_kind(drawing, ShapeKind::kOp), 3U);
  EXPECT_EQ(count_kind(drawing, ShapeKind::kInput), 2U);
  EXPECT_EQ(count_kind(drawing, ShapeKind::kOutput), 1U);
  EXPECT_EQ(count_kind(drawing, ShapeKind::kPill), 1U);
  EXPECT_EQ(drawing.expanded, (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(drawn_crossings(drawing), 0);
  size_t of_the_cut = 0;
  for (const WireView& wire : drawing.wires) of_the_cut += wire.cut.value ? 1 : 0;
  EXPECT_EQ(of_the_cut, 2U) << "into the pill and out of it";
}

TEST(Drawing, WithoutOpsWhatGoesToTheSameCardsIsOneShape) {
  const DrawingView drawing = drawn(view_request(source_file("docs/examples/layernorm_backward.py"), "none"));
  EXPECT_EQ(count_kind(drawing, ShapeKind::kOp), 0U);
  EXPECT_LT(count_kind(drawing, ShapeKind::kInput), 5U);
  EXPECT_TRUE(drawing.expanded.empty());
}

TEST(Drawing, PlacesInShapesAreThere) {
  for (const char* expand : {"all", "none", "0"}) {
    const DrawingView drawing = drawn(view_request(source_file("docs/examples/groupnorm.py"), expand));
    const auto is_shape = [&](int64_t place) {
      return place >= 0 && place < static_cast<int64_t>(drawing.shapes.size());
    };
    for (const WireView& wire : drawing.wires) {
      EXPECT_TRUE(wire.from == -1 || is_shape(wire.from));
      for (const int64_t place : wire.to) EXPECT_TRUE(is_shape(place));
      EXPECT_FALSE(wire.points.empty());
    }
    for (const DrawnShapeView& shape : drawing.shapes) {
      EXPECT_LE(shape.x + shape.width, drawing.width);
      EXPECT_LE(shape.y + shape.height, drawing.height);
      for (const DrawnTextView& text : shape.texts) EXPECT_FALSE(text.text.empty());
    }
  }
}

TEST(Drawing, FlowsToTheRightWhereThatIsAsked) {
  Request request = view_request(source_file("docs/examples/softmax.py"), "all");
  const DrawingView down = drawn(request);
  request.orientation = Orientation::kLeftToRight;
  const DrawingView right = drawn(request);
  EXPECT_LT(down.width, down.height);
  EXPECT_GT(right.width, right.height);
  for (const WireView& wire : right.wires) {
    for (const ArrowView& arrow : wire.arrows) EXPECT_EQ(arrow.direction, ArrowDirection::kRight);
  }
}

/// `name crossings`, a line an example; written by dot_crossings.py from Graphviz' dot.
std::map<std::string, int64_t> crossings_of_dot() {
  std::istringstream lines(source_file("tests/core/api/dot_crossings.txt"));
  std::map<std::string, int64_t> out;
  std::string name;
  for (int64_t count = 0; lines >> name >> count;) out[name] = count;
  return out;
}

TEST(Drawing, CrossesNoMoreThanAQuarterAboveDot) {
  const std::map<std::string, int64_t> of_dot = crossings_of_dot();
  EXPECT_GE(of_dot.size(), 20U);
  int64_t theirs = 0;
  int64_t ours = 0;
  for (const auto& [name, count] : of_dot) {
    theirs += count;
    ours += drawn_crossings(drawn(view_request(source_file("docs/examples/" + name + ".py"), "all")));
  }
  EXPECT_LE(4 * ours, 5 * theirs) << ours << " crossings, of dot " << theirs;
}

/// Ops that a row sum cuts apart, again and again; `extra` ops stand in the segment before the last sum.
std::string row_sums(int count, int extra) {
  std::string out =
      "def f(fd : FusionDefinition) -> None :\n"
      "    x0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n";
  std::string value = "x0";
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    out += "    s" + n + " = fd.ops.sum(" + value + ", dims=[" + std::to_string(i % 2) +
           "], keepdim=False, dtype=DataType.Null)\n";
    out += "    b" + n + " = fd.ops.broadcast(s" + n + ", is_broadcast_dim=[" +
           (i % 2 == 0 ? "True, False" : "False, True") + "])\n    y" + n + " = fd.ops.mul(x0, b" + n + ")\n";
    value = "y" + n;
    for (int j = 0; i + 2 == count && j < extra; ++j) {
      out += "    e" + std::to_string(j) + " = fd.ops.exp(" + value + ")\n";
      value = "e" + std::to_string(j);
    }
  }
  return out + "    fd.add_output(" + value + ")\n\ninputs = [torch.randn(64, 96)]\n";
}

/// The firm keys of a drawing, with where their cards stand across.
std::map<std::string, int64_t> firm_places(const DrawingView& drawing) {
  std::map<std::string, int64_t> out;
  for (const PositionView& position : drawing.positions) {
    if (position.key.find(" card:") != std::string::npos) out[position.key] = position.x;
  }
  return out;
}

TEST(Drawing, AnEditMovesNoOtherSegmentSideways) {
  size_t kept = 0;
  for (const char* expand : {"none", "all"}) {
    for (int extra = 0; extra < 4; ++extra) {
      Request request = view_request(row_sums(6, extra), expand);
      const DrawingView before = drawn(request);
      request.text = row_sums(6, extra + 1);
      request.previous = before.positions;
      const DrawingView after = drawn(request);
      const std::map<std::string, int64_t> places = firm_places(after);
      for (const auto& [key, x] : firm_places(before)) {
        const auto found = places.find(key);
        if (found == places.end()) continue;
        ++kept;
        EXPECT_EQ(found->second, x) << key;
      }
    }
  }
  EXPECT_GT(kept, 8U) << "the edit concerns few of the segments";
}

TEST(Drawing, TheSameAgainStandsWhereItStood) {
  for (const char* expand : {"none", "all"}) {
    Request request = view_request(source_file("docs/examples/layernorm_backward.py"), expand);
    const DrawingView before = drawn(request);
    request.previous = before.positions;
    EXPECT_EQ(firm_places(drawn(request)), firm_places(before));
  }
}

TEST(Drawing, HostilePositionsAreNoPlaces) {
  Request request = view_request(source_file("docs/examples/first.py"));
  const DrawingView plain = drawn(request);
  request.previous = plain.positions;
  for (PositionView& position : request.previous) position.x = INT64_MAX;
  EXPECT_EQ(drawn(request).width, plain.width);
}

TEST(Svg, IsOneElementWithoutMarkupFromTheText) {
  std::string text = source_file("docs/examples/first.py");
  Request request = view_request(text);
  request.command = Command::kDraw;
  const Response response = respond(request);
  ASSERT_TRUE(response.svg.has_value());
  EXPECT_TRUE(response.svg->starts_with("<svg "));
  EXPECT_TRUE(response.svg->ends_with("</svg>\n"));
  EXPECT_FALSE(response.drawing.has_value());
  DrawingView hostile;
  hostile.shapes.push_back({});
  hostile.shapes[0].texts.push_back({0, 0, TextAnchor::kStart, TextRole::kName, "<script>\"&\x01\xff"});
  const std::string svg = svg_text(hostile, "</title><script>");
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_NE(svg.find("&lt;script&gt;&quot;&amp;\uFFFD\uFFFD"), std::string::npos);
}

TEST(DrawingLabels, LongNamesLoseTheirMiddle) {
  EXPECT_EQ(shortened("broadcast_in_dim", 13), "broadc\u2026in_dim");
  EXPECT_EQ(shortened("reciprocal", 13), "reciprocal");
  EXPECT_EQ(short_bytes(1032), "1,032 B");
  EXPECT_EQ(short_bytes(268'435'456), "256 MiB");
}

TEST(Fingerprint, WhereTextsEndCounts) {
  Fingerprint a;
  a.add("ab");
  a.add("c");
  Fingerprint b;
  b.add("a");
  b.add("bc");
  EXPECT_NE(a.text(), b.text());
  EXPECT_EQ(a.text().size(), 13U);
}

}  // namespace
}  // namespace cleave

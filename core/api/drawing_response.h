// The drawing of a definition and its segments as a display list: shapes, texts and wires with whole-number places, in
// paint order. The page draws it on a canvas, `cleave draw` writes it as SVG; neither computes a place. The structs are
// the JSON, as in response.h. One unit is one pixel at 100 %, where text is 11 pixels high.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/nullable.h"
#include "core/base/describe.h"

namespace cleave {

/// Which way values flow.
enum class Orientation : uint8_t { kTopToBottom, kLeftToRight };

template <>
struct EnumNames<Orientation> {
  static constexpr std::array kNames{
      NamedValue<Orientation>{Orientation::kTopToBottom, "tb", "From top to bottom."},
      NamedValue<Orientation>{Orientation::kLeftToRight, "lr", "From left to right."},
  };
};

enum class ShapeKind : uint8_t { kCard, kOp, kCopy, kOpaque, kInput, kOutput, kPill };

template <>
struct EnumNames<ShapeKind> {
  static constexpr std::array kNames{
      NamedValue<ShapeKind>{ShapeKind::kCard, "card", "A segment; ops on it are the shapes that follow."},
      NamedValue<ShapeKind>{ShapeKind::kOp, "op", "An op."},
      NamedValue<ShapeKind>{ShapeKind::kCopy, "copy", "An op that another segment computes too."},
      NamedValue<ShapeKind>{ShapeKind::kOpaque, "opaque", "An op whose meaning is not known."},
      NamedValue<ShapeKind>{ShapeKind::kInput, "input", "An input of the definition."},
      NamedValue<ShapeKind>{ShapeKind::kOutput, "output", "An output of the definition."},
      NamedValue<ShapeKind>{ShapeKind::kPill, "pill", "A value that crosses a cut, on its wire."},
  };
};

enum class TextAnchor : uint8_t { kStart, kMiddle, kEnd };

template <>
struct EnumNames<TextAnchor> {
  static constexpr std::array kNames{
      NamedValue<TextAnchor>{TextAnchor::kStart, "start", "The text begins at x."},
      NamedValue<TextAnchor>{TextAnchor::kMiddle, "middle", "Its middle is at x."},
      NamedValue<TextAnchor>{TextAnchor::kEnd, "end", "It ends at x."},
  };
};

enum class TextRole : uint8_t { kLetter, kTitle, kName, kValue, kDetail, kFoot, kPill };

template <>
struct EnumNames<TextRole> {
  static constexpr std::array kNames{
      NamedValue<TextRole>{TextRole::kLetter, "letter", "The letter of a segment, in its badge of 16 by 16."},
      NamedValue<TextRole>{TextRole::kTitle, "title", "What a card is called."},
      NamedValue<TextRole>{TextRole::kName, "name", "The name of an op."},
      NamedValue<TextRole>{TextRole::kValue, "value", "The name of a value."},
      NamedValue<TextRole>{TextRole::kDetail, "detail", "Attributes, operands, types, counts."},
      NamedValue<TextRole>{TextRole::kFoot, "foot", "What a card reads and writes."},
      NamedValue<TextRole>{TextRole::kPill, "pill", "On a pill, behind the scissors."},
  };
};

enum class ArrowDirection : uint8_t { kDown, kUp, kLeft, kRight };

template <>
struct EnumNames<ArrowDirection> {
  static constexpr std::array kNames{
      NamedValue<ArrowDirection>{ArrowDirection::kDown, "down", "Points down."},
      NamedValue<ArrowDirection>{ArrowDirection::kUp, "up", "Points up."},
      NamedValue<ArrowDirection>{ArrowDirection::kLeft, "left", "Points to the left."},
      NamedValue<ArrowDirection>{ArrowDirection::kRight, "right", "Points to the right."},
  };
};

struct DrawnTextView {
  int64_t x = 0;
  int64_t y = 0;
  TextAnchor anchor = TextAnchor::kStart;
  TextRole role = TextRole::kName;
  std::string text;

  template <class Field>
  static void describe(Field&& field) {
    field("x", &DrawnTextView::x, "Where it is anchored.");
    field("y", &DrawnTextView::y, "Its baseline.");
    field("anchor", &DrawnTextView::anchor, "Which part of it stands at x.");
    field("role", &DrawnTextView::role, "What it is, which decides its font and color.");
    field("text", &DrawnTextView::text, "The text, shortened where the shape is too narrow for it.");
  }
};

struct DrawnShapeView {
  ShapeKind kind = ShapeKind::kOp;
  int64_t id = 0;
  Nullable<int64_t> segment;
  int64_t x = 0;
  int64_t y = 0;
  int64_t width = 0;
  int64_t height = 0;
  std::vector<DrawnTextView> texts;

  template <class Field>
  static void describe(Field&& field) {
    field("kind", &DrawnShapeView::kind, "What it shows.");
    field("id", &DrawnShapeView::id,
          "`card`: place in `segments`; `op`, `copy`, `opaque`: in `ops`; `input`, `output`: in `values`; `pill`: in "
          "`cuts`.");
    field("segment", &DrawnShapeView::segment, "The segment that it stands in; null for what stands between them.");
    field("x", &DrawnShapeView::x, "Left side.");
    field("y", &DrawnShapeView::y, "Top side.");
    field("width", &DrawnShapeView::width, "Width.");
    field("height", &DrawnShapeView::height, "Height.");
    field("texts", &DrawnShapeView::texts, "Texts on it.");
  }
};

struct ArrowView {
  int64_t x = 0;
  int64_t y = 0;
  ArrowDirection direction = ArrowDirection::kDown;

  template <class Field>
  static void describe(Field&& field) {
    field("x", &ArrowView::x, "Where its tip is.");
    field("y", &ArrowView::y, "Where its tip is.");
    field("direction", &ArrowView::direction, "Where it points.");
  }
};

struct DotView {
  int64_t x = 0;
  int64_t y = 0;

  template <class Field>
  static void describe(Field&& field) {
    field("x", &DotView::x, "Its middle.");
    field("y", &DotView::y, "Its middle.");
  }
};

/// All lines of one value within one card, between two segments, or between a segment and the outside.
struct WireView {
  int64_t value = 0;
  Nullable<int64_t> cut;
  int64_t from = -1;
  std::vector<int64_t> to;
  std::vector<std::vector<int64_t>> points;
  std::vector<ArrowView> arrows;
  std::vector<DotView> dots;

  template <class Field>
  static void describe(Field&& field) {
    field("value", &WireView::value, "Place of the value in `values`.");
    field("cut", &WireView::cut, "The cut that it crosses: dashed where no card lies under it; null where none.");
    field("from", &WireView::from, "Place in `shapes` of where it begins; -1: at a side of the card.");
    field("to", &WireView::to, "Places in `shapes` of where it ends.");
    field("points", &WireView::points,
          "Lines, each as x0, y0, x1, y1 and so on; all parts are level or upright. The first begins at the maker, the "
          "others at a dot of an earlier one.");
    field("arrows", &WireView::arrows, "Heads at readers.");
    field("dots", &WireView::dots, "Where a line leaves another.");
  }
};

/// Where a shape stood, to be sent with the next request.
struct PositionView {
  std::string key;
  int64_t x = 0;
  int64_t y = 0;

  template <class Field>
  static void describe(Field&& field) {
    field("key", &PositionView::key, "What it is, in terms that an edit elsewhere does not change.");
    field("x", &PositionView::x, "Middle of the shape.");
    field("y", &PositionView::y, "Middle of the shape.");
  }
};

struct DrawingView {
  int64_t width = 0;
  int64_t height = 0;
  Orientation orientation = Orientation::kTopToBottom;
  std::vector<int64_t> expanded;
  std::vector<DrawnShapeView> shapes;
  std::vector<WireView> wires;
  std::vector<PositionView> positions;

  template <class Field>
  static void describe(Field&& field) {
    field("width", &DrawingView::width, "Of all that is drawn, which begins at 0.");
    field("height", &DrawingView::height, "Of all that is drawn, which begins at 0.");
    field("orientation", &DrawingView::orientation, "Which way values flow.");
    field("expanded", &DrawingView::expanded, "The segments that are shown with their ops.");
    field("shapes", &DrawingView::shapes, "In paint order; wires come after cards and before all else.");
    field("wires", &DrawingView::wires, "In paint order.");
    field("positions", &DrawingView::positions, "To be sent as `previous` with the next request.");
  }
};

}  // namespace cleave

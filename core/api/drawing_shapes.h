// The shapes of a drawing with their texts, before they have a place: sizes follow from what is written on them. Widths
// are taken from a short list, so that columns align. Tested with drawing.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/compile.h"
#include "core/api/drawing_response.h"
#include "core/api/page_numbers.h"

namespace cleave {

/// How much is written on shapes.
enum class DrawingDetail : uint8_t {
  /// Two lines on an op, types on inputs, bytes on cards: for few ops.
  kFull,
  /// One line on an op.
  kOneLine,
};

/// A shape whose texts are placed relative to its upper left corner; from the right or from below where negative.
struct PlainShape {
  ShapeKind kind = ShapeKind::kOp;
  int64_t id = 0;
  std::optional<int64_t> segment;
  int64_t width = 0;
  int64_t height = 0;
  std::vector<DrawnTextView> texts;
  /// What it is, in terms that an edit elsewhere does not change; empty for what stands in a card.
  std::string key;
};

/// Room that an open card leaves above its ops, beside them and below them.
inline constexpr int64_t kCardHead = 28;
inline constexpr int64_t kCardFoot = 24;
inline constexpr int64_t kCardSide = 12;

class ShapeMaker {
 public:
  ShapeMaker(const Compilation& compilation, const PageNumbers& numbers, DrawingDetail detail)
      : c_(compilation), numbers_(numbers), detail_(detail) {}

  DrawingDetail detail() const { return detail_; }
  /// An input or output, for one value or for several that are joined to the same things.
  PlainShape terminal(ShapeKind kind, const std::vector<StateId>& values) const;
  /// A segment without its ops.
  PlainShape closed_card(SegmentId segment) const;
  /// A segment that is one op: the op stands in the card's head.
  PlainShape one_op_card(SegmentId segment) const;
  /// A segment around its ops: the least width and height.
  PlainShape open_card(SegmentId segment) const;
  PlainShape op(SegmentId segment, RecordId record) const;
  PlainShape pill(size_t cut, const std::vector<StateId>& values) const;

 private:
  const Segment& segment(SegmentId id) const { return c_.segmentation.segments[id]; }
  const std::string& label(StateId value) const { return c_.primitive.labels[value]; }
  std::string type(StateId value) const;
  std::string names(const std::vector<StateId>& values) const;
  std::string key_of(SegmentId segment) const;
  PlainShape with_head(SegmentId segment, const std::string& right_text) const;
  void add_foot(SegmentId segment, int64_t y, PlainShape& shape) const;

  const Compilation& c_;
  const PageNumbers& numbers_;
  DrawingDetail detail_;
};

}  // namespace cleave

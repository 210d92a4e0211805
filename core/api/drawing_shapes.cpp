// See drawing_shapes.h.
#include "core/api/drawing_shapes.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "core/api/drawing_labels.h"
#include "core/api/fingerprint.h"
#include "core/base/text.h"

namespace cleave {
namespace {

constexpr size_t kMostOfName = 13;
/// Names that are longer than any that people give.
constexpr size_t kMostOfLabel = 40;
constexpr int64_t kPillHeight = 24;
constexpr int64_t kFullWidth = 208;

/// The smallest of a few widths that so much fits into.
int64_t width_for(int64_t needed) {
  constexpr std::array<int64_t, 9> kWidths{78, 100, 132, 168, kFullWidth, 256, 320, 400, 480};
  for (const int64_t width : kWidths) {
    if (needed <= width) return width;
  }
  return kWidths.back();
}

DrawnTextView from_left(int64_t x, int64_t y, TextRole role, std::string text) {
  return {x, y, TextAnchor::kStart, role, std::move(text)};
}
DrawnTextView from_right(int64_t x, int64_t y, TextRole role, std::string text) {
  return {-x, y, TextAnchor::kEnd, role, std::move(text)};
}

}  // namespace

std::string ShapeMaker::type(StateId value) const { return short_type(c_.primitive.types.states[value]); }

/// `T0, T2, T3`, or `T0, T2, T3, T4 +5`.
std::string ShapeMaker::names(const std::vector<StateId>& values) const {
  constexpr size_t kMost = 4;
  const size_t count = values.size() == kMost + 1 ? values.size() : std::min(values.size(), kMost);
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    out += concat(i == 0 ? "" : ", ", shortened(label(values[i]), values.size() == 1 ? kMostOfLabel : 20));
  }
  return count == values.size() ? out : concat(out, " +", values.size() - count);
}

PlainShape ShapeMaker::terminal(ShapeKind kind, const std::vector<StateId>& values) const {
  PlainShape out;
  out.kind = kind;
  out.id = numbers_.value(values[0]);
  const std::string name = names(values);
  out.key = concat(kind == ShapeKind::kInput ? "in:" : "out:", name);
  out.height = kPillHeight;
  const int64_t name_width = code_width(name);
  if (detail_ == DrawingDetail::kFull && values.size() == 1) {
    const std::string text = type(values[0]);
    out.texts.push_back(from_left(12, 16, TextRole::kValue, name));
    out.texts.push_back(from_left(12 + name_width + 9, 16, TextRole::kDetail, text));
    out.width = 12 + name_width + 9 + code_width(text) + 12;
  } else {
    out.width = std::max<int64_t>(name_width + 24, 36);
    out.texts.push_back({out.width / 2, 16, TextAnchor::kMiddle, TextRole::kValue, name});
  }
  return out;
}

/// What the segment is made of, whatever its values are called and wherever it stands.
std::string ShapeMaker::key_of(SegmentId id) const {
  Fingerprint print;
  for (const RecordId record : segment(id).records) {
    const Record& op = c_.primitive.definition.records[record];
    print.add(info(op.op).name);
    for (const StateId result : op.results) print.add(type(result));
  }
  return "card:" + print.text();
}

PlainShape ShapeMaker::with_head(SegmentId id, const std::string& right_text) const {
  const std::string title = card_title(segment(id));
  PlainShape out;
  out.kind = ShapeKind::kCard;
  out.id = id.index;
  out.segment = id.index;
  out.key = key_of(id);
  out.texts.push_back({16, 18, TextAnchor::kMiddle, TextRole::kLetter, segment_letter(id.index)});
  out.texts.push_back(from_left(31, 19, TextRole::kTitle, title));
  out.texts.push_back(from_right(10, 19, TextRole::kDetail, right_text));
  out.width = 31 + text_width(title) + 16 + text_width(right_text) + 10;
  out.height = kCardHead;
  return out;
}

void ShapeMaker::add_foot(SegmentId id, int64_t y, PlainShape& shape) const {
  const std::string reads = concat("reads ", short_bytes(segment(id).bytes_read));
  const std::string writes = concat("writes ", short_bytes(segment(id).bytes_written));
  shape.texts.push_back(from_left(10, y, TextRole::kFoot, reads));
  shape.texts.push_back(from_right(10, y, TextRole::kFoot, writes));
  shape.width = std::max(shape.width, 10 + text_width(reads) + 16 + text_width(writes) + 10);
}

PlainShape ShapeMaker::closed_card(SegmentId id) const {
  PlainShape out = with_head(id, op_count_text(segment(id).records.size()));
  out.height = 60;
  add_foot(id, -11, out);
  out.width = width_for(std::max(out.width, kFullWidth));
  return out;
}

PlainShape ShapeMaker::one_op_card(SegmentId id) const {
  const Record& record = c_.primitive.definition.records[segment(id).records[0]];
  const std::string value = shortened(label(record.results[0]), kMostOfLabel);
  PlainShape out = with_head(id, concat(shortened(info(record.op).name, kMostOfName), "  ", value));
  out.width = width_for(std::max(out.width, kFullWidth));
  return out;
}

PlainShape ShapeMaker::open_card(SegmentId id) const {
  const std::string count = op_count_text(segment(id).records.size());
  if (detail_ == DrawingDetail::kOneLine) return with_head(id, count);
  PlainShape out = with_head(id, concat('g', id.index, " \u00b7 ", count));
  add_foot(id, -9, out);
  return out;
}

PlainShape ShapeMaker::op(SegmentId id, RecordId record) const {
  const Record& op = c_.primitive.definition.records[record];
  const StateId result = op.results[0];
  const std::string name = shortened(info(op.op).name, kMostOfName);
  std::string value = shortened(label(result), kMostOfLabel);
  if (op.results.size() > 1) value += concat(" +", op.results.size() - 1);
  const std::vector<RecordId>& copies = segment(id).recomputed;
  PlainShape out;
  out.id = numbers_.op(record);
  out.segment = id.index;
  if (family(op.op) == OpFamily::kOpaque) {
    out.kind = ShapeKind::kOpaque;
  } else if (std::binary_search(copies.begin(), copies.end(), record) &&
             numbers_.segments_of[static_cast<size_t>(out.id)].front() != id.index) {
    out.kind = ShapeKind::kCopy;
  }
  const bool is_full = detail_ == DrawingDetail::kFull;
  out.height = is_full ? 42 : 22;
  out.texts.push_back(from_left(8, is_full ? 17 : 15, TextRole::kName, name));
  out.texts.push_back(from_right(8, is_full ? 17 : 15, TextRole::kValue, value));
  out.width = width_for(8 + text_width(name) + 10 + code_width(value) + 8);
  if (!is_full) return out;
  const std::string detail = op_detail(c_.primitive, record);
  out.texts.push_back(from_left(8, 33, TextRole::kDetail, detail));
  out.texts.push_back(from_right(8, 33, TextRole::kDetail, type(result)));
  const int64_t needed = 8 + code_width(detail) + 14 + code_width(type(result)) + 8;
  out.width = std::max({out.width, width_for(needed), kFullWidth});
  return out;
}

PlainShape ShapeMaker::pill(size_t cut, const std::vector<StateId>& values) const {
  int64_t bytes = 0;
  for (const StateId value : values) {
    const auto* tensor = std::get_if<TensorType>(&c_.primitive.types.states[value]);
    bytes += tensor == nullptr ? 0 : tensor->bytes();
  }
  std::string text = shortened(label(values[0]), 20);
  if (values.size() > 1) text += concat(" +", values.size() - 1);
  text += concat(" \u00b7 ", short_bytes(bytes));
  PlainShape out;
  out.kind = ShapeKind::kPill;
  out.id = static_cast<int64_t>(cut);
  out.key = "cut:" + text;
  out.texts.push_back(from_left(28, 16, TextRole::kPill, text));
  out.width = 28 + code_width(text) + 12;
  out.height = kPillHeight;
  return out;
}

}  // namespace cleave

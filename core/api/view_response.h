// What a page needs beyond what `explain` says to link text, drawing, segments and maps: tables of ops and values, the
// steps of the joining, what each line of a segment is (`view`). The structs are the JSON, as in response.h. An id is
// the place of a row in its table, and everything that shows the row names it by that id.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/drawing_response.h"
#include "core/api/nullable.h"
#include "core/base/describe.h"
#include "core/ir/definition.h"

namespace cleave {

template <>
struct EnumNames<StateKind> {
  static constexpr std::array kNames{
      NamedValue<StateKind>{StateKind::kTensor, "tensor", "A tensor."},
      NamedValue<StateKind>{StateKind::kScalar, "scalar", "A scalar."},
      NamedValue<StateKind>{StateKind::kVector, "vector", "A vector of extents."},
  };
};

/// The whole in numbers.
struct SummaryView {
  int64_t ops = 0;
  int64_t segments = 0;
  int64_t kernels = 0;
  int64_t cuts = 0;
  int64_t bytes = 0;
  int64_t bytes_of_cuts = 0;
  int64_t bytes_whole = 0;

  template <class Field>
  static void describe(Field&& field) {
    field("ops", &SummaryView::ops, "Ops as they are written.");
    field("segments", &SummaryView::segments, "Segments, free ones too.");
    field("kernels", &SummaryView::kernels, "Segments that launch something.");
    field("cuts", &SummaryView::cuts, "Pairs of segments between which values cross.");
    field("bytes", &SummaryView::bytes, "Bytes that all segments read and write.");
    field("bytes_of_cuts", &SummaryView::bytes_of_cuts, "Those that are moved only because there are cuts.");
    field("bytes_whole", &SummaryView::bytes_whole, "The others: what one kernel for everything would move.");
  }
};

/// An op as the segmentation sees it.
struct OpView {
  int64_t id = 0;
  std::string name;
  std::string attributes;
  std::vector<int64_t> makes;
  std::vector<int64_t> reads;
  std::vector<int64_t> segments;
  int64_t group = 0;
  std::optional<int64_t> line;
  std::optional<int64_t> end_line;
  std::optional<int64_t> begin;
  std::optional<int64_t> end;
  bool opaque = false;

  template <class Field>
  static void describe(Field&& field) {
    field("id", &OpView::id, "Its place in `ops`.");
    field("name", &OpView::name, "Name of the op, after decomposition.");
    field("attributes", &OpView::attributes, "Its attributes as `dims=[1]`; what the result's type says is left out.");
    field("makes", &OpView::makes, "Ids of the values that it makes.");
    field("reads", &OpView::reads, "Ids of the values that it reads, each once.");
    field("segments", &OpView::segments,
          "Segments that compute it: several where it is computed again, none where "
          "nothing needs it.");
    field("group", &OpView::group, "The group that it is before the first of `merges`.");
    field("line", &OpView::line, "Line of the call that it was made from; absent where none was.");
    field("end_line", &OpView::end_line, "Last line of that call; absent where it is the same.");
    field("begin", &OpView::begin, "Byte offset at which the call begins.");
    field("end", &OpView::end, "Byte offset after its end.");
    field("opaque", &OpView::opaque, "Its meaning is not known: it is drawn and cut around.");
  }
};

/// Where a value stands in a segment.
struct ValuePlaceView {
  int64_t segment = 0;
  int64_t index = 0;

  template <class Field>
  static void describe(Field&& field) {
    field("segment", &ValuePlaceView::segment, "The segment.");
    field("index", &ValuePlaceView::index, "Its index in that segment's definition.");
  }
};

/// A tensor, or a scalar or vector that has a name.
struct ValueView {
  int64_t id = 0;
  Nullable<int64_t> original;
  std::string label;
  StateKind kind = StateKind::kTensor;
  std::string dtype;
  std::vector<int64_t> shape;
  std::string contiguity;
  int64_t bytes = 0;
  std::optional<int64_t> line;
  Nullable<int64_t> maker;
  std::vector<int64_t> readers;
  bool is_input = false;
  bool is_output = false;
  std::vector<ValuePlaceView> segments;

  template <class Field>
  static void describe(Field&& field) {
    field("id", &ValueView::id, "Its place in `values`.");
    field("original", &ValueView::original, "Index in the original definition; null for a temporary.");
    field("label", &ValueView::label, "Its name in the original, or for a temporary where it comes from.");
    field("kind", &ValueView::kind, "What it is.");
    field("dtype", &ValueView::dtype, "Element type; empty where it is not known.");
    field("shape", &ValueView::shape, "Sizes; empty for a scalar.");
    field("contiguity", &ValueView::contiguity,
          "In memory order, outermost axis first: `t` where the next axis follows without a gap, `f` where not, `n` "
          "for a broadcast axis.");
    field("bytes", &ValueView::bytes, "Bytes that are stored; a broadcast axis has none.");
    field("line", &ValueView::line, "Line of the statement that makes it.");
    field("maker", &ValueView::maker, "Id of the op that makes it; null for an input and for what no op makes.");
    field("readers", &ValueView::readers, "Ids of the ops that read it.");
    field("is_input", &ValueView::is_input, "An input of the definition.");
    field("is_output", &ValueView::is_output, "An output of the definition, or written into an input.");
    field("segments", &ValueView::segments, "The segments in which it stands, and its index in each.");
  }
};

/// One question of the joining: may two groups be one?
struct MergeView {
  int64_t first = 0;
  int64_t second = 0;
  int64_t saved_bytes = 0;
  Nullable<std::string> refused;

  template <class Field>
  static void describe(Field&& field) {
    field(
        "first", &MergeView::first,
        "A group: one of `ops[].group`, or a number beyond them for a copy of an op. The two as one have this number.");
    field("second", &MergeView::second, "The other group.");
    field("saved_bytes", &MergeView::saved_bytes, "Bytes that the joining saves at least; 0 where none were counted.");
    field("refused", &MergeView::refused, "Code of the rule that refused, of docs/reasons.md; null: they were joined.");
  }
};

/// A line of a segment's definition.
struct StatementView {
  int64_t line = 0;
  Nullable<int64_t> op;
  std::vector<int64_t> values;

  template <class Field>
  static void describe(Field&& field) {
    field("line", &StatementView::line, "Line in the segment's `definition`, from 1.");
    field("op", &StatementView::op, "Id of the op; null where it is a declaration.");
    field("values", &StatementView::values, "Ids of the values that it makes, or of the one that it gives out.");
  }
};

/// What an axis is to a tensor.
enum class AxisCell : uint8_t { kNone, kHas, kReduced, kBroadcast };

template <>
struct EnumNames<AxisCell> {
  static constexpr std::array kNames{
      NamedValue<AxisCell>{AxisCell::kNone, "none", "The tensor does not have the axis."},
      NamedValue<AxisCell>{AxisCell::kHas, "has", "It has it."},
      NamedValue<AxisCell>{AxisCell::kReduced, "reduced", "The op that makes it sums the axis away."},
      NamedValue<AxisCell>{AxisCell::kBroadcast, "broadcast", "It has it with extent 1 and no storage."},
  };
};

struct AxisView {
  std::string name;
  int64_t extent = 0;

  template <class Field>
  static void describe(Field&& field) {
    field("name", &AxisView::name, "`i0`, `i1` and so on.");
    field("extent", &AxisView::extent, "Its extent.");
  }
};

struct AxisRowView {
  int64_t segment = 0;
  int64_t value = 0;
  std::string label;
  std::string op;
  std::vector<AxisCell> cells;

  template <class Field>
  static void describe(Field&& field) {
    field("segment", &AxisRowView::segment, "The segment that reads or computes it: one of the cut's two.");
    field("value", &AxisRowView::value, "Id of the value.");
    field("label", &AxisRowView::label, "Its name.");
    field("op", &AxisRowView::op, "The op that makes it; empty for what the segment reads.");
    field("cells", &AxisRowView::cells, "What each axis is to it, in the order of `axes`.");
  }
};

/// The axes of both sides of a cut as they would be in one kernel.
struct CutAxesView {
  std::vector<AxisView> axes;
  std::vector<AxisRowView> rows;

  template <class Field>
  static void describe(Field&& field) {
    field("axes", &CutAxesView::axes, "The loops that one kernel for both would need.");
    field("rows", &CutAxesView::rows, "A row for each tensor of the two, those of `from` first.");
  }
};

}  // namespace cleave

// What Cleave answers: the products up to where it went, each with its printed form, and every diagnostic. The struct
// is the JSON, as in request.h. A field that is absent from the JSON was not reached or not asked for; fields are only
// ever added. Names and orders follow the products; nothing here depends on time or machine but `microseconds`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/kernel_response.h"
#include "core/api/nullable.h"
#include "core/api/request.h"
#include "core/api/view_response.h"
#include "core/base/describe.h"
#include "core/source/diagnostic.h"
#include "core/translate/translation.h"

namespace cleave {

template <>
struct EnumNames<Severity> {
  static constexpr std::array kNames{
      NamedValue<Severity>{Severity::kError, "error", "The definition or the request is wrong."},
      NamedValue<Severity>{Severity::kWarning, "warning", "Something is likely not meant."},
      NamedValue<Severity>{Severity::kNote, "note", "Something worth knowing."},
  };
};

struct LabelView {
  int64_t line = 0;
  int64_t column = 0;
  std::string text;

  template <class Field>
  static void describe(Field&& field) {
    field("line", &LabelView::line, "From 1.");
    field("column", &LabelView::column, "From 1, in code points.");
    field("text", &LabelView::text, "What is said of the place.");
  }
};

struct DiagnosticView {
  Severity severity = Severity::kError;
  std::string code;
  std::string name;
  std::string message;
  std::optional<int64_t> line;
  std::optional<int64_t> column;
  std::optional<int64_t> begin;
  std::optional<int64_t> end;
  std::vector<LabelView> labels;
  std::vector<std::string> notes;
  std::string rendered;

  template <class Field>
  static void describe(Field&& field) {
    field("severity", &DiagnosticView::severity, "How bad it is.");
    field("code", &DiagnosticView::code, "Code of the table in docs/diagnostics.md, as `E0102`.");
    field("name", &DiagnosticView::name, "Name of the code, as `unknown_op`.");
    field("message", &DiagnosticView::message, "One line.");
    field("line", &DiagnosticView::line, "From 1; absent where no place in the text is at fault.");
    field("column", &DiagnosticView::column, "From 1, in code points.");
    field("begin", &DiagnosticView::begin, "Byte offset at which the place begins.");
    field("end", &DiagnosticView::end, "Byte offset after its end.");
    field("labels", &DiagnosticView::labels, "Other places concerned.");
    field("notes", &DiagnosticView::notes, "More sentences.");
    field("rendered", &DiagnosticView::rendered, "All of it as text, with the line and a caret.");
  }
};

/// What was taken from the text.
struct SourceView {
  std::string definition;
  int64_t definition_index = 0;
  int64_t definition_count = 0;
  int64_t line = 0;
  Dialect dialect = Dialect::kLegacy;
  int64_t ops = 0;
  std::optional<std::string> inputs;
  std::optional<int64_t> inputs_line;
  int64_t ignored_lines = 0;
  std::string summary;

  template <class Field>
  static void describe(Field&& field) {
    field("definition", &SourceView::definition, "Name of the definition taken.");
    field("definition_index", &SourceView::definition_index, "Its place among the definitions of the text, from 0.");
    field("definition_count", &SourceView::definition_count, "Definitions in the text.");
    field("line", &SourceView::line, "Line at which it begins.");
    field("dialect", &SourceView::dialect, "The dialect it is written in.");
    field("ops", &SourceView::ops, "Ops in it; definitions of tensors and scalars and outputs do not count.");
    field("inputs", &SourceView::inputs, "Name of the input list taken; absent where sizes come from elsewhere.");
    field("inputs_line", &SourceView::inputs_line, "Line at which that list begins.");
    field("ignored_lines", &SourceView::ignored_lines, "Lines of the text that are neither.");
    field("summary", &SourceView::summary, "What was taken and what was ignored, as one line.");
  }
};

/// One input as it is bound.
struct InputView {
  int64_t index = 0;
  std::string label;
  std::vector<int64_t> shape;
  std::string dtype;
  std::string origin;

  template <class Field>
  static void describe(Field&& field) {
    field("index", &InputView::index, "Index of the state.");
    field("label", &InputView::label, "Its name.");
    field("shape", &InputView::shape, "Sizes; empty for a scalar.");
    field("dtype", &InputView::dtype, "Element type.");
    field("origin", &InputView::origin, "`script`, `option` or `assumed`.");
  }
};

struct IndexMapView {
  int64_t segment = 0;
  Nullable<int64_t> original;
  IndexRole role = IndexRole::kInner;
  std::string label;

  template <class Field>
  static void describe(Field&& field) {
    field("segment", &IndexMapView::segment, "Index in the segment's definition.");
    field("original", &IndexMapView::original,
          "Index in the original definition; negative: that extent of the inputs; null: a value with no index there.");
    field("role", &IndexMapView::role, "What the state is to the segment.");
    field("label", &IndexMapView::label, "Its name in the original, or for a temporary where it comes from.");
  }
};

template <>
struct EnumNames<IndexRole> {
  static constexpr std::array kNames{
      NamedValue<IndexRole>{IndexRole::kIn, "in", "An input of the segment."},
      NamedValue<IndexRole>{IndexRole::kOut, "out", "An output of the segment."},
      NamedValue<IndexRole>{IndexRole::kExtent, "extent", "An extent of an input, passed as an extra input."},
      NamedValue<IndexRole>{IndexRole::kInner, "inner", "Computed and used inside."},
      NamedValue<IndexRole>{IndexRole::kConst, "const", "A constant."},
      NamedValue<IndexRole>{IndexRole::kCopy, "copy", "Computed again in several segments."},
  };
};

/// An input that takes a value in place.
struct UpdateView {
  Nullable<int64_t> value;
  std::string value_label;
  Nullable<int64_t> input;
  std::string input_label;

  template <class Field>
  static void describe(Field&& field) {
    field("value", &UpdateView::value, "Index of the value in the original definition; null for a temporary.");
    field("value_label", &UpdateView::value_label, "Its name.");
    field("input", &UpdateView::input, "Index of the input that it is written into.");
    field("input_label", &UpdateView::input_label, "Its name.");
  }
};

struct SegmentView {
  int64_t id = 0;
  Nullable<std::string> scheduler;
  std::string template_name;
  int64_t ops = 0;
  std::string definition;
  std::vector<int64_t> inputs;
  std::vector<int64_t> outputs;
  std::vector<IndexMapView> index_map;
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;
  std::optional<std::vector<UpdateView>> updates_after;
  std::optional<std::string> device;
  std::optional<double> microseconds;
  std::optional<std::string> letter;
  std::optional<int64_t> bytes_of_cuts;
  std::optional<std::vector<StatementView>> statements;
  std::optional<std::string> repro;

  template <class Field>
  static void describe(Field&& field) {
    field("id", &SegmentView::id, "Place in run order, from 0; shown as g0.");
    field("scheduler", &SegmentView::scheduler, "nvFuser's scheduler for it; null where nvFuser has none.");
    field("template", &SegmentView::template_name, "Cleave's kernel template for it.");
    field("ops", &SegmentView::ops, "Ops in it, those computed in several segments too.");
    field("definition", &SegmentView::definition, "The segment as a definition of its own.");
    field("inputs", &SegmentView::inputs, "Indices of its inputs, in its own definition.");
    field("outputs", &SegmentView::outputs, "Indices of its outputs, in its own definition.");
    field("index_map", &SegmentView::index_map, "Segment index to original index.");
    field("bytes_read", &SegmentView::bytes_read, "Bytes its kernel reads; 0 where it only renames places in memory.");
    field("bytes_written", &SegmentView::bytes_written,
          "Bytes its kernel writes; 0 where it only renames places in memory.");
    field("updates_after", &SegmentView::updates_after,
          "In-place updates to do once it has run; they stand in no definition. Absent where there are none.");
    field("device", &SegmentView::device, "Where it ran.");
    field("microseconds", &SegmentView::microseconds, "How long it ran.");
    field("letter", &SegmentView::letter, "What drawings call it: `A` to `Z`, then `AA` and so on (`view`).");
    field("bytes_of_cuts", &SegmentView::bytes_of_cuts,
          "Of the bytes that it moves, those that are moved only because there are cuts (`view`).");
    field("statements", &SegmentView::statements, "What each line of its definition is (`view`).");
    field("repro", &SegmentView::repro,
          "A script that runs this segment alone, on inputs with the sizes and strides that it has here (`view`).");
  }
};

struct ReasonNumberView {
  std::string name;
  double value = 0;
  std::string unit;

  template <class Field>
  static void describe(Field&& field) {
    field("name", &ReasonNumberView::name, "What was counted.");
    field("value", &ReasonNumberView::value, "The number.");
    field("unit", &ReasonNumberView::unit, "`bytes`, `rows` …; empty for a bare count.");
  }
};

struct ReasonView {
  Nullable<std::string> template_name;
  Nullable<std::string> scheduler;
  std::string code;
  std::string message;
  std::vector<ReasonNumberView> numbers;

  template <class Field>
  static void describe(Field&& field) {
    field("template", &ReasonView::template_name,
          "The template that refused; null where none was asked: a forced cut, a cycle, a search given up.");
    field("scheduler", &ReasonView::scheduler, "nvFuser's scheduler that answers for it; null where nvFuser has none.");
    field("code", &ReasonView::code, "Code of the table in docs/reasons.md.");
    field("message", &ReasonView::message, "Why it refused.");
    field("numbers", &ReasonView::numbers, "What the rule compared.");
  }
};

enum class CureKind : uint8_t { kSet, kRemove };

template <>
struct EnumNames<CureKind> {
  static constexpr std::array kNames{
      NamedValue<CureKind>{CureKind::kSet, "set", "Ask again with one field of the request set to another value."},
      NamedValue<CureKind>{CureKind::kRemove, "remove", "Take forced cuts away."},
  };
};

struct CureView {
  CureKind kind = CureKind::kSet;
  std::string text;
  std::optional<std::string> field;
  std::optional<std::string> value;
  std::vector<std::string> cuts;
  std::vector<std::string> segment_sets;

  template <class Field>
  static void describe(Field&& describe_field) {
    describe_field("kind", &CureView::kind, "What is to be done.");
    describe_field("text", &CureView::text, "The same as a sentence.");
    describe_field("field", &CureView::field, "`set`: the field of the request, `rules` or `gpu`.");
    describe_field("value", &CureView::value, "`set`: the field's new value.");
    describe_field("cuts", &CureView::cuts, "`remove`: the values to leave out of the request's `cut`.");
    describe_field("segment_sets", &CureView::segment_sets,
                   "`remove`: the values whose `segment_set` is to go from the definition.");
  }
};

/// A value that crosses a cut.
struct CrossingView {
  Nullable<int64_t> original;
  std::string label;
  std::vector<int64_t> shape;
  std::string dtype;
  int64_t bytes = 0;
  std::optional<int64_t> line;

  template <class Field>
  static void describe(Field&& field) {
    field("original", &CrossingView::original, "Index in the original definition; null for a temporary.");
    field("label", &CrossingView::label, "Its name.");
    field("shape", &CrossingView::shape, "Sizes.");
    field("dtype", &CrossingView::dtype, "Element type.");
    field("bytes", &CrossingView::bytes, "Bytes that are stored; a broadcast axis has none.");
    field("line", &CrossingView::line, "Line of the statement that makes it.");
  }
};

struct CutView {
  int64_t from = 0;
  int64_t to = 0;
  std::vector<Nullable<int64_t>> values;
  std::vector<CrossingView> crossings;
  int64_t value_bytes = 0;
  int64_t traffic_bytes = 0;
  std::vector<ReasonView> reasons;
  Nullable<CureView> cure;
  bool cure_searched = false;
  std::optional<std::string> advice;
  std::optional<int64_t> id;
  std::optional<CutAxesView> axes;

  template <class Field>
  static void describe(Field&& field) {
    field("from", &CutView::from, "Segment that makes the values.");
    field("to", &CutView::to, "Segment that reads them.");
    field("values", &CutView::values, "Original indices of the values that cross; null for a temporary.");
    field("crossings", &CutView::crossings, "The same values with name, shape and bytes.");
    field("value_bytes", &CutView::value_bytes, "Bytes of the values.");
    field("traffic_bytes", &CutView::traffic_bytes,
          "Bytes moved because they cross; 0 where one side only renames places in memory.");
    field("reasons", &CutView::reasons, "Why each template refused to hold both, the closest one first.");
    field("cure", &CutView::cure, "What would remove the cut, tried; null where nothing was found.");
    field("cure_searched", &CutView::cure_searched,
          "False where not all that might remove the cut was tried: the definition is too large for it.");
    field(
        "advice", &CutView::advice,
        "What usually helps against the first reason, by the table in docs/reasons.md; absent where there is a cure.");
    field("id", &CutView::id, "Its place in `cuts` (`view`).");
    field("axes", &CutView::axes,
          "The axes of both sides (`view`); absent where there are more than 6, or more than 12 tensors.");
  }
};

/// One output of the definition, after the run.
struct OutputView {
  Nullable<int64_t> index;
  std::string label;
  std::vector<int64_t> shape;
  std::string dtype;
  Nullable<double> max_abs_error;
  Nullable<double> max_rel_error;
  double relative_tolerance = 0;
  double absolute_tolerance = 0;
  std::optional<int64_t> worst;
  bool updates_input = false;
  bool equal = false;
  bool matches = false;

  template <class Field>
  static void describe(Field&& field) {
    field("index", &OutputView::index, "Index of the state; null for a temporary.");
    field("label", &OutputView::label, "Its name.");
    field("shape", &OutputView::shape, "Sizes; empty for a scalar.");
    field("dtype", &OutputView::dtype, "Element type.");
    field("max_abs_error", &OutputView::max_abs_error,
          "Largest difference from the whole; null where it is not a number.");
    field("max_rel_error", &OutputView::max_rel_error, "The same beside the value, of elements that are not 0.");
    field("relative_tolerance", &OutputView::relative_tolerance, "Difference allowed beside the value.");
    field("absolute_tolerance", &OutputView::absolute_tolerance,
          "Difference allowed beside the root mean square of the tensor.");
    field("worst", &OutputView::worst, "Row-major place of the element that differs most; absent where all are equal.");
    field("updates_input", &OutputView::updates_input, "The value is written into an input in place.");
    field("equal", &OutputView::equal, "All elements are the same numbers.");
    field("matches", &OutputView::matches, "All elements are within the tolerance.");
  }
};

/// The run as a whole.
struct RunView {
  bool matches = false;
  std::string verdict;
  int64_t estimated_bytes = 0;
  int64_t peak_bytes = 0;
  int64_t seed = 0;
  std::optional<std::string> gpu;
  std::optional<std::string> shrink;

  template <class Field>
  static void describe(Field&& field) {
    field("matches", &RunView::matches, "Whether the segments give the same result as the whole.");
    field("verdict", &RunView::verdict, "The same as a sentence.");
    field("estimated_bytes", &RunView::estimated_bytes, "Bytes that the run was expected to need, at most.");
    field("peak_bytes", &RunView::peak_bytes,
          "Most bytes of values alive at once while the segments ran; of a GPU its memory that the run took.");
    field("seed", &RunView::seed, "Seed of random inputs and random ops.");
    field("gpu", &RunView::gpu, "Name of the GPU that ran the segments; absent where the CPU did.");
    field("shrink", &RunView::shrink, "Which extents were scaled down; absent where none was.");
  }
};

/// A place where a pass did something or left something alone.
struct PassPlaceView {
  std::string text;
  std::optional<int64_t> line;

  template <class Field>
  static void describe(Field&& field) {
    field("text", &PassPlaceView::text, "One sentence.");
    field("line", &PassPlaceView::line, "Line of the statement concerned.");
  }
};

struct PassMapView {
  int64_t after = 0;
  Nullable<int64_t> before;
  Nullable<int64_t> original;
  std::string label;

  template <class Field>
  static void describe(Field&& field) {
    field("after", &PassMapView::after, "Index in the definition after the pass.");
    field("before", &PassMapView::before, "Index in the one before; null for a value that the pass makes.");
    field("original", &PassMapView::original,
          "Index in the definition as written, through all maps before; null for a temporary.");
    field("label", &PassMapView::label, "Its name in the original, or where it comes from.");
  }
};

/// One pass before segmentation.
struct PassView {
  std::string name;
  int64_t order = 0;
  bool exact = true;
  bool needed = false;
  bool changed = false;
  std::string sentence;
  std::vector<PassPlaceView> done;
  std::vector<PassPlaceView> left;
  std::optional<std::vector<PassMapView>> index_map;
  std::optional<std::string> definition;

  template <class Field>
  static void describe(Field&& field) {
    field("name", &PassView::name, "Its name, as `--passes` takes it.");
    field("order", &PassView::order, "Its place in nvFuser's list of passes.");
    field("exact", &PassView::exact, "Values stay the same to the bit; else within the tolerance of their type.");
    field("needed", &PassView::needed, "It runs even where no pass is asked for.");
    field("changed", &PassView::changed, "The definition after it is another one.");
    field("sentence", &PassView::sentence, "What it did and where.");
    field("done", &PassView::done, "Every place where it did something.");
    field("left", &PassView::left, "What looked like work for it but was left alone, and why.");
    field("index_map", &PassView::index_map,
          "Index after to index before, of primitive definitions: inputs, outputs and the values that it makes, with "
          "`all_states` every state. Absent where it changed nothing.");
    field("definition", &PassView::definition, "The definition after it (`explain`); absent where it changed nothing.");
  }
};

/// A scheduler's answer to the whole definition.
struct OfferView {
  Scheduler scheduler = Scheduler::kPointwise;
  bool accepted = false;
  std::vector<ReasonView> refusals;

  template <class Field>
  static void describe(Field&& field) {
    field("scheduler", &OfferView::scheduler, "The scheduler that was asked.");
    field("accepted", &OfferView::accepted, "Whether it takes the whole definition.");
    field("refusals", &OfferView::refusals, "Every rule of it that refuses, in the order in which they are asked.");
  }
};

/// What one order of joining gives.
struct OrderView {
  Order order = Order::kCleave;
  int64_t segments = 0;
  int64_t kernels = 0;
  int64_t bytes = 0;

  template <class Field>
  static void describe(Field&& field) {
    field("order", &OrderView::order, "The order in which pairs of ops are tried.");
    field("segments", &OrderView::segments, "Segments, free ones too.");
    field("kernels", &OrderView::kernels, "Segments that launch something.");
    field("bytes", &OrderView::bytes, "Bytes that all segments read and write.");
  }
};

struct Response {
  std::string version;
  Command command = Command::kCheck;
  std::string file_name;
  bool ok = false;
  std::optional<SourceView> source;
  std::optional<std::vector<InputView>> inputs;
  std::optional<std::string> definition;
  std::optional<std::vector<PassView>> passes;
  std::optional<std::vector<SegmentView>> segments;
  std::optional<std::vector<CutView>> cuts;
  std::optional<std::vector<OrderView>> orders;
  std::optional<std::string> orders_remark;
  std::optional<OfferView> offer;
  std::optional<DeviceView> device;
  std::optional<std::vector<KernelView>> kernels;
  std::optional<std::string> not_compiled;
  std::optional<PlanView> plan;
  std::optional<std::vector<OutputView>> outputs;
  std::optional<RunView> run;
  std::optional<SummaryView> summary;
  std::optional<std::vector<OpView>> ops;
  std::optional<std::vector<ValueView>> values;
  std::optional<std::vector<MergeView>> merges;
  std::optional<DrawingView> drawing;
  std::optional<std::string> svg;
  std::vector<DiagnosticView> diagnostics;
  int64_t diagnostics_dropped = 0;

  template <class Field>
  static void describe(Field&& field) {
    field("version", &Response::version, "Version of Cleave.");
    field("command", &Response::command, "The command that was asked.");
    field("file_name", &Response::file_name, "The text's name, as asked.");
    field("ok", &Response::ok, "No diagnostic is an error, and a run matches.");
    field("source", &Response::source, "What was taken from the text.");
    field("inputs", &Response::inputs, "The inputs with their sizes, and where those come from.");
    field("definition", &Response::definition, "The printed definition (`print`).");
    field("passes", &Response::passes, "The passes that ran before segmentation, in order.");
    field("segments", &Response::segments, "The segments in run order.");
    field("cuts", &Response::cuts, "The cuts between them.");
    field("orders", &Response::orders, "Both orders side by side (`explain`); absent where they give the same.");
    field("orders_remark", &Response::orders_remark, "Why `orders` is absent, in one sentence (`explain`).");
    field("offer", &Response::offer, "The answer of the scheduler that `explain` asks alone.");
    field("device", &Response::device, "The device that kernels are made for (`kernel`).");
    field("kernels", &Response::kernels, "The kernels of the segments, in order (`kernel`).");
    field("not_compiled", &Response::not_compiled,
          "Why `registers` and `spills` are null, where a compiler was looked for and not found (`kernel`, `plan`).");
    field("plan", &Response::plan, "What another engine needs to run the definition (`plan`).");
    field("outputs", &Response::outputs, "The outputs compared with the whole (`run`).");
    field("run", &Response::run, "The run as a whole (`run`).");
    field("summary", &Response::summary, "The whole in numbers (`view`).");
    field("ops", &Response::ops, "The ops that make tensors, after decomposition, in program order (`view`).");
    field("values", &Response::values, "The values that ops and segments speak of (`view`).");
    field("merges", &Response::merges, "How the segments came about, step by step (`view`).");
    field("drawing", &Response::drawing, "The definition and its segments, drawn (`view`).");
    field("svg", &Response::svg, "The same as SVG (`draw`).");
    field("diagnostics", &Response::diagnostics, "All of them, in the order of the stages.");
    field("diagnostics_dropped", &Response::diagnostics_dropped, "How many more there were beyond the limit.");
  }
};

}  // namespace cleave

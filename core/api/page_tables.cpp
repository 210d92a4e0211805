// See page_tables.h.
#include "core/api/page_tables.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "core/api/op_attributes.h"
#include "core/api/repro.h"
#include "core/api/view.h"
#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/segment/axis_table.h"

namespace cleave {
namespace {

template <class T>
void add_once(std::vector<T>& list, T item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

void place_in_text(const Compilation& c, RecordId record, OpView& out) {
  const std::optional<SourceSpan> span = source_span(c, record);
  if (!span) return;
  out.begin = span->begin;
  out.end = span->end;
  out.line = static_cast<int64_t>(c.text.place(span->begin).line);
  const auto last = static_cast<int64_t>(c.text.place(span->end > span->begin ? span->end - 1 : span->begin).line);
  if (last != *out.line) out.end_line = last;
}

std::string contiguity_text(const TensorType& type) {
  std::string out;
  for (const Contiguity& place : type.contiguity) out += !place ? 'n' : *place ? 't' : 'f';
  return out;
}

ValueView value_view(const Compilation& c, StateId state) {
  const Primitive& primitive = c.primitive;
  ValueView out;
  out.original.value = source_index(primitive, state);
  out.label = primitive.labels[state];
  out.kind = primitive.definition.states[state].kind;
  out.dtype = dtype_name_of(primitive.types, state);
  out.shape = shape_of(primitive.types, state);
  if (const auto* tensor = std::get_if<TensorType>(&primitive.types.states[state])) {
    out.contiguity = contiguity_text(*tensor);
    out.bytes = tensor->bytes();
  }
  const auto span = source_span(c, primitive.definition.states[state].producer);
  if (span) out.line = static_cast<int64_t>(c.text.place(span->begin).line);
  return out;
}

/// What each line of the printed definition is; lines are those of the legacy form: a blank one, the head, and then one
/// for each record that stands on its own.
std::vector<StatementView> statement_views(const Translation& translation, const Compilation& c,
                                           const PageNumbers& numbers) {
  std::vector<StatementView> out;
  const Definition& definition = translation.definition;
  const auto value_of = [&](StateId state) -> std::optional<int64_t> {
    const std::optional<StateId> primitive = translation.to_primitive.origin(state);
    return primitive ? numbers.value_of[*primitive] : std::nullopt;
  };
  int64_t line = 3;
  for (const RecordId id : definition.records.ids()) {
    const Record& record = definition.records[id];
    if (record.form != RecordForm::kExplicit) continue;
    StatementView row;
    row.line = line++;
    if (std::holds_alternative<OpaqueAttributes>(record.attributes)) {
      const std::string text = record_text(definition, id);
      line += std::count(text.begin(), text.end(), '\n');
    }
    const bool gives_out = record.results.empty();
    for (const StateId result : record.results) {
      if (const auto value = value_of(result)) row.values.push_back(*value);
    }
    if (gives_out && record.has_operand(0)) {
      if (const auto value = value_of(record.operand(0))) row.values.push_back(*value);
    }
    if (!is_declaration(record) && !record.results.empty()) {
      const std::optional<StateId> made = translation.to_primitive.origin(record.results[0]);
      if (made) row.op.value = numbers.op_of[c.primitive.definition.states[*made].producer];
    }
    out.push_back(std::move(row));
  }
  return out;
}

AxisCell cell_view(AxisTable::Cell cell) {
  switch (cell) {
    case AxisTable::Cell::kAbsent: return AxisCell::kNone;
    case AxisTable::Cell::kHas: return AxisCell::kHas;
    case AxisTable::Cell::kReduced: return AxisCell::kReduced;
    case AxisTable::Cell::kBroadcast: return AxisCell::kBroadcast;
  }
  return AxisCell::kNone;
}

CutAxesView axes_view(const Compilation& c, const PageNumbers& numbers, const AxisTable& table) {
  CutAxesView out;
  for (size_t i = 0; i < table.extents.size(); ++i) out.axes.push_back({concat('i', i), table.extents[i]});
  for (const AxisTable::Row& row : table.rows) {
    AxisRowView shown{row.segment.index, numbers.value(row.value), c.primitive.labels[row.value], {}, {}};
    if (row.record) shown.op = std::string(info(c.primitive.definition.records[*row.record].op).name);
    for (const AxisTable::Cell cell : row.cells) shown.cells.push_back(cell_view(cell));
    out.rows.push_back(std::move(shown));
  }
  return out;
}

}  // namespace

SummaryView summary_view(const Compilation& c, const MovedBytes& moved) {
  SummaryView out;
  out.ops = source_view(c).ops;
  out.segments = static_cast<int64_t>(c.segmentation.segments.size());
  for (const Segment& segment : c.segmentation.segments) out.kernels += launches_nothing(segment) ? 0 : 1;
  out.cuts = static_cast<int64_t>(c.segmentation.cuts.size());
  out.bytes = moved.bytes;
  out.bytes_whole = moved.bytes_whole;
  out.bytes_of_cuts = moved.bytes - moved.bytes_whole;
  return out;
}

std::vector<OpView> op_views(const Compilation& c, const PageNumbers& numbers) {
  std::vector<OpView> out;
  for (const RecordId id : numbers.ops) {
    const Record& record = c.primitive.definition.records[id];
    OpView row;
    row.id = row.group = static_cast<int64_t>(out.size());
    row.name = std::string(info(record.op).name);
    row.attributes = attribute_text(record);
    for (const StateId result : record.results) row.makes.push_back(numbers.value(result));
    for (const std::optional<StateId>& operand : record.operands) {
      if (operand && numbers.value_of[*operand]) add_once(row.reads, numbers.value(*operand));
    }
    row.segments = numbers.segments_of[out.size()];
    place_in_text(c, id, row);
    row.opaque = family(record.op) == OpFamily::kOpaque;
    out.push_back(std::move(row));
  }
  return out;
}

std::vector<ValueView> value_views(const Compilation& c, const PageNumbers& numbers) {
  std::vector<ValueView> out;
  for (const StateId state : numbers.values) {
    ValueView row = value_view(c, state);
    row.id = static_cast<int64_t>(out.size());
    row.maker.value = numbers.op_of[c.primitive.definition.states[state].producer];
    out.push_back(std::move(row));
  }
  const auto row_of = [&](StateId state) -> ValueView& { return out[static_cast<size_t>(numbers.value(state))]; };
  for (size_t op = 0; op < numbers.ops.size(); ++op) {
    for (const std::optional<StateId>& operand : c.primitive.definition.records[numbers.ops[op]].operands) {
      if (!operand || !numbers.value_of[*operand]) continue;
      std::vector<int64_t>& readers = row_of(*operand).readers;
      if (readers.empty() || readers.back() != static_cast<int64_t>(op)) readers.push_back(static_cast<int64_t>(op));
    }
  }
  for (const StateId input : c.primitive.definition.inputs) row_of(input).is_input = true;
  for (const Output& output : c.primitive.definition.outputs) row_of(output.value).is_output = true;
  for (const SegmentId segment : c.segmentation.segments.ids()) {
    for (const auto& [inner, state] : c.translations[segment].to_primitive.pairs()) {
      if (numbers.value_of[state]) row_of(state).segments.push_back({segment.index, inner.index});
    }
  }
  return out;
}

std::vector<MergeView> merge_views(const Compilation& c, const PageNumbers& numbers) {
  std::vector<MergeView> out;
  const Segmentation& segmentation = c.segmentation;
  // The second computation of an op is a group of its own, with a number that no op has.
  std::vector<int64_t> group;
  std::vector<bool> is_seen(numbers.ops.size(), false);
  auto next_copy = static_cast<int64_t>(numbers.ops.size());
  for (const RecordId record : segmentation.group_records) {
    const int64_t op = numbers.op(record);
    group.push_back(is_seen[static_cast<size_t>(op)] ? next_copy++ : op);
    is_seen[static_cast<size_t>(op)] = true;
  }
  for (const MergeStep& step : segmentation.history) {
    MergeView row{group[step.first_group], group[step.second_group], step.saved_bytes, {}};
    if (step.refused) row.refused.value = std::string(info(*step.refused).code);
    out.push_back(std::move(row));
  }
  return out;
}

void complete_segments(const Compilation& c, const Request& request, const PageNumbers& numbers,
                       const MovedBytes& moved, std::vector<SegmentView>& segments) {
  const Dialect dialect = request.dialect.value_or(Dialect::kLegacy);
  for (const SegmentId id : c.segmentation.segments.ids()) {
    SegmentView& segment = segments[id.index];
    segment.letter = segment_letter(id.index);
    segment.bytes_of_cuts = moved.of_cuts[id.index];
    if (dialect == Dialect::kLegacy) segment.statements = statement_views(c.translations[id], c, numbers);
    segment.repro = repro_script(c, id, segment.definition, dialect);
  }
}

void complete_cuts(const Compilation& c, const PageNumbers& numbers, std::vector<CutView>& cuts) {
  AxisTables tables(c.primitive, c.segment_options, c.segmentation);
  for (size_t i = 0; i < cuts.size(); ++i) {
    cuts[i].id = static_cast<int64_t>(i);
    if (const auto table = tables.of(c.segmentation.cuts[i])) cuts[i].axes = axes_view(c, numbers, *table);
  }
}

}  // namespace cleave

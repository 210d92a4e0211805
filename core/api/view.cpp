// See view.h.
#include "core/api/view.h"

#include <algorithm>
#include <string>
#include <variant>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/segment/explain.h"
#include "core/source/render.h"

namespace cleave {
namespace {

int64_t count_ops(const Definition& definition) {
  int64_t out = 0;
  for (const Record& record : definition.records) out += is_declaration(record) ? 0 : 1;
  return out;
}

/// `1 line`, `2 lines`.
std::string counted(int64_t count, std::string_view noun) { return concat(count, ' ', noun, count == 1 ? "" : "s"); }

std::string origin_name(InputOrigin origin) {
  switch (origin) {
    case InputOrigin::kScript: return "script";
    case InputOrigin::kOption: return "option";
    case InputOrigin::kAssumed: return "assumed";
  }
  return {};
}

template <class Named>
Nullable<std::string> name_or_null(const std::optional<Named>& value) {
  return value ? Nullable<std::string>{std::string(name(*value))} : Nullable<std::string>{};
}

/// Says in one line what was taken and what was not.
std::string summary_of(const SourceView& view, bool is_block, bool by_option, size_t lists) {
  const std::string ops = counted(view.ops, "op");
  std::string out = is_block ? concat("took the `with` block at line ", view.line, " (", ops, ')')
                             : concat("took `", view.definition, "` (line ", view.line, ", ", ops, ')');
  if (view.definition_count > 1) out += concat(", one of ", counted(view.definition_count, "definition"));
  if (by_option) {
    out += " and the inputs of `--input`";
  } else if (view.inputs) {
    out += concat(" and the inputs `", *view.inputs, "` (line ", *view.inputs_line, ')');
  } else {
    out += lists == 0 ? "; the text has no list of inputs" : "; none of the text's lists of inputs belongs to it";
  }
  if (view.ignored_lines > 0) out += concat("; ignored ", counted(view.ignored_lines, "other line"));
  return out;
}

int64_t begin_line(const SourceText& text, SourceSpan span) {
  return static_cast<int64_t>(text.place(span.begin).line);
}

std::vector<int64_t> indices(const std::vector<StateId>& states) {
  std::vector<int64_t> out;
  for (const StateId state : states) out.push_back(state.index);
  return out;
}

SegmentView segment_view(const Compilation& c, const Request& request, SegmentId id) {
  const Segment& segment = c.segmentation.segments[id];
  const Translation& translation = c.translations[id];
  SegmentView out;
  out.id = id.index;
  out.scheduler = name_or_null(segment.scheduler);
  out.template_name = std::string(name(segment.kernel_template));
  out.ops = static_cast<int64_t>(segment.records.size());
  out.definition = printed(translation.definition, request.dialect.value_or(Dialect::kLegacy), id.index);
  out.inputs = indices(translation.definition.inputs);
  for (const Output& output : translation.definition.outputs) out.outputs.push_back(output.value.index);
  for (const IndexMapEntry& entry : request.all_states ? translation.index_map : translation.boundary()) {
    out.index_map.push_back({entry.segment.index, {entry.original}, entry.role, entry.label});
  }
  out.bytes_read = segment.bytes_read;
  out.bytes_written = segment.bytes_written;
  for (const InPlaceUpdate& update : translation.updates.after) {
    const Primitive& primitive = c.primitive;
    if (!out.updates_after) out.updates_after.emplace();
    out.updates_after->push_back({{source_index(primitive, update.value)},
                                  primitive.labels[update.value],
                                  {source_index(primitive, update.input)},
                                  primitive.labels[update.input]});
  }
  return out;
}

CrossingView crossing_view(const Compilation& c, StateId value) {
  const Primitive& primitive = c.primitive;
  CrossingView out;
  out.original.value = source_index(primitive, value);
  out.label = primitive.labels[value];
  out.shape = shape_of(primitive.types, value);
  out.dtype = dtype_name_of(primitive.types, value);
  if (const auto* tensor = std::get_if<TensorType>(&primitive.types.states[value])) out.bytes = tensor->bytes();
  const auto span = source_span(c, primitive.definition.states[value].producer);
  if (span) out.line = begin_line(c.text, *span);
  return out;
}

ReasonView reason_view(const Reason& reason) {
  ReasonView out;
  out.template_name = name_or_null(reason.refused_template);
  out.scheduler = name_or_null(reason.refused_scheduler);
  out.code = std::string(info(reason.code).code);
  out.message = reason.message;
  for (const ReasonNumber& number : reason.numbers) out.numbers.push_back({number.name, number.value, number.unit});
  return out;
}

CureView cure_view(const Primitive& primitive, const Cure& cure) {
  CureView out;
  out.text = cure.text;
  switch (cure.kind) {
    case Cure::Kind::kRules:
      out.kind = CureKind::kSet;
      out.field = "rules";
      out.value = std::string(enum_name(cure.rules));
      break;
    case Cure::Kind::kDevice:
      out.kind = CureKind::kSet;
      out.field = "gpu";
      out.value = std::string(cure.device ? cure.device->name : "none");
      break;
    case Cure::Kind::kRemoveCuts:
      out.kind = CureKind::kRemove;
      for (const StateId value : cure.cut_after) out.cuts.push_back(value_name(primitive, value));
      for (const RecordId record : cure.segment_sets) {
        out.segment_sets.push_back(value_name(primitive, primitive.definition.records[record].results[0]));
      }
      break;
  }
  return out;
}

CutView cut_view(const Compilation& c, const Cut& cut) {
  CutView out;
  out.from = cut.from.index;
  out.to = cut.to.index;
  for (const StateId value : cut.values) {
    out.crossings.push_back(crossing_view(c, value));
    out.values.push_back(out.crossings.back().original);
  }
  out.value_bytes = cut.value_bytes;
  out.traffic_bytes = cut.traffic_bytes;
  for (const Reason& reason : cut.reasons) out.reasons.push_back(reason_view(reason));
  if (cut.cure) out.cure.value = cure_view(c.primitive, *cut.cure);
  out.cure_searched = cut.cure_searched;
  if (!cut.cure && !cut.reasons.empty()) out.advice = std::string(info(cut.reasons.front().code).remedy);
  return out;
}

}  // namespace

std::string printed(const Definition& definition, Dialect dialect, int64_t fusion_id) {
  switch (dialect) {
    case Dialect::kLegacy: return print_legacy(definition, {.fusion_id = fusion_id});
    case Dialect::kDirect: return print_direct(definition);
  }
  return {};
}

DiagnosticView view_of(const Diagnostic& diagnostic, const SourceText& text) {
  const DiagnosticCodeInfo& row = info(diagnostic.code);
  DiagnosticView out;
  out.severity = row.severity;
  out.code = std::string(row.code);
  out.name = std::string(row.name);
  out.message = message_text(diagnostic);
  if (diagnostic.span) {
    const SourcePlace place = text.place(diagnostic.span->begin);
    out.line = static_cast<int64_t>(place.line);
    out.column = static_cast<int64_t>(place.column);
    out.begin = diagnostic.span->begin;
    out.end = diagnostic.span->end;
  }
  for (const DiagnosticLabel& label : diagnostic.labels) {
    const SourcePlace place = text.place(label.span.begin);
    out.labels.push_back({static_cast<int64_t>(place.line), static_cast<int64_t>(place.column), label.text});
  }
  out.notes = diagnostic.notes;
  out.rendered = render(diagnostic, text);
  return out;
}

void show_diagnostics(const Compilation& c, Response& out) {
  out.diagnostics.clear();
  for (const Diagnostic& diagnostic : c.diagnostics.all()) out.diagnostics.push_back(view_of(diagnostic, c.text));
  out.diagnostics_dropped = static_cast<int64_t>(c.diagnostics.dropped());
}

SourceView source_view(const Compilation& c) {
  const ParsedDefinition& source = c.source();
  SourceView out;
  out.definition = source.name;
  out.definition_index = static_cast<int64_t>(*c.definition);
  out.definition_count = static_cast<int64_t>(c.parsed.definitions.size());
  out.line = begin_line(c.text, source.span);
  out.dialect = source.dialect;
  out.ops = count_ops(source.definition);
  const std::vector<BoundInput>& bound = c.binding.inputs;
  const bool by_option = !bound.empty() && std::all_of(bound.begin(), bound.end(), [](const BoundInput& input) {
    return input.origin == InputOrigin::kOption;
  });
  if (const InputList* list = c.inputs(); list != nullptr && !by_option) {
    out.inputs = list->name;
    out.inputs_line = begin_line(c.text, list->span);
  }
  out.ignored_lines = static_cast<int64_t>(c.parsed.ignored_lines);
  out.summary = summary_of(out, source.is_block, by_option, c.parsed.input_lists.size());
  return out;
}

std::vector<InputView> input_views(const Compilation& c) {
  std::vector<InputView> out;
  const ParsedDefinition& source = c.source();
  for (const BoundInput& input : c.binding.inputs) {
    InputView view;
    view.index = input.state.index;
    view.label = display_name(source.definition, source.source_map, input.state);
    view.origin = origin_name(input.origin);
    if (const auto* tensor = std::get_if<TensorInput>(&input.value)) {
      view.shape = tensor->sizes;
      view.dtype = std::string(name(tensor->dtype));
    } else {
      const Attributes& declared = source.definition.producer(input.state).attributes;
      if (const auto* scalar = std::get_if<ScalarAttributes>(&declared)) view.dtype = std::string(name(scalar->dtype));
    }
    out.push_back(std::move(view));
  }
  return out;
}

std::vector<SegmentView> segment_views(const Compilation& c, const Request& request) {
  std::vector<SegmentView> out;
  for (const SegmentId id : c.segmentation.segments.ids()) {
    if (!request.segment || *request.segment == id.index) out.push_back(segment_view(c, request, id));
  }
  return out;
}

std::vector<CutView> cut_views(const Compilation& c, std::optional<int64_t> segment) {
  std::vector<CutView> out;
  for (const Cut& cut : c.segmentation.cuts) {
    if (!segment || cut.from.index == *segment || cut.to.index == *segment) out.push_back(cut_view(c, cut));
  }
  return out;
}

OfferView offer_view(const Offer& offer) {
  OfferView out{offer.scheduler, offer.accepted, {}};
  for (const Reason& reason : offer.refusals) out.refusals.push_back(reason_view(reason));
  return out;
}

std::optional<SourceSpan> source_span(const Compilation& c, RecordId record) {
  if (!c.primitive.record_origin.contains(record)) return std::nullopt;
  const auto origin = c.primitive.record_origin[record];
  return origin ? c.source().source_map.record_span(*origin) : std::nullopt;
}

std::optional<int64_t> source_index(const Primitive& primitive, StateId state) {
  const std::optional<StateId> origin = primitive.to_source.origin(state);
  return origin ? std::optional<int64_t>(origin->index) : std::nullopt;
}

std::vector<int64_t> shape_of(const Types& types, StateId state) {
  if (!types.states.contains(state)) return {};
  const auto* tensor = std::get_if<TensorType>(&types.states[state]);
  return tensor == nullptr ? std::vector<int64_t>{} : tensor->extents();
}

std::string dtype_name_of(const Types& types, StateId state) {
  if (!types.states.contains(state)) return {};
  if (const auto* tensor = std::get_if<TensorType>(&types.states[state])) return std::string(name(tensor->dtype));
  if (const auto* scalar = std::get_if<ScalarType>(&types.states[state])) return std::string(name(scalar->dtype));
  return {};
}

}  // namespace cleave

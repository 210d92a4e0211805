// See call.h.
#include "core/api/call.h"

#include <charconv>
#include <utility>

#include "core/api/compile.h"
#include "core/api/drawing.h"
#include "core/api/json.h"
#include "core/api/kernels.h"
#include "core/api/orders.h"
#include "core/api/page_tables.h"
#include "core/api/run.h"
#include "core/api/select.h"
#include "core/api/svg.h"
#include "core/api/view.h"
#include "core/base/text.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

Response empty_response(const Request& request) {
  Response out;
  out.version = std::string(version());
  out.command = request.command;
  out.file_name = request.file_name;
  return out;
}

/// The N of `nvfuser_fusion_id<N>`, or the definition's place in the text where it has another name.
int64_t fusion_id(const Compilation& c) {
  constexpr std::string_view kPrefix = "nvfuser_fusion_id";
  const std::string& given = c.source().name;
  int64_t id = static_cast<int64_t>(*c.definition);
  if (given.starts_with(kPrefix)) std::from_chars(given.data() + kPrefix.size(), given.data() + given.size(), id);
  return id;
}

/// The definition at the level that is asked for.
std::string printed_definition(const Request& request, const Compilation& c) {
  const Dialect dialect = request.dialect.value_or(Dialect::kLegacy);
  const Definition& definition =
      print_level(request) == PrintLevel::kSource ? c.source().definition : c.primitive.definition;
  return printed(definition, dialect, fusion_id(c));
}

/// False, and reported, where the segment that is asked for is not there.
bool has_segment(const Request& request, Compilation& c) {
  const size_t count = c.segmentation.segments.size();
  if (!request.segment || static_cast<uint64_t>(*request.segment) < count) return true;
  c.diagnostics.report(code("segment_not_found"), std::nullopt, {concat(*request.segment), segments_there(count)});
  return false;
}

void show_products(const Request& request, const Compilation& c, Response& out) {
  if (!c.definition) return;
  out.source = source_view(c);
  if (c.reached >= Stage::kRewrite) out.inputs = input_views(c);
  if (c.reached >= Stage::kRewrite && request.command != Command::kCheck) out.passes = pass_views(c, request);
  const Stage needed = print_level(request) == PrintLevel::kSource ? Stage::kParse : Stage::kRewrite;
  if (request.command == Command::kPrint && c.reached >= needed) out.definition = printed_definition(request, c);
}

/// What `explain` says beside the segments: one scheduler's answer to the whole, or how the other order does.
void show_other_answers(const Request& request, const Compilation& c, Response& out) {
  if (request.scheduler) {
    out.offer = offer_view(offer_whole(c.primitive, c.segment_options, *request.scheduler));
  } else {
    out.orders = order_views(c);
    if (!out.orders) out.orders_remark = orders_remark(c);
  }
}

void show_kernels(const Request& request, const Compilation& c, Response& out) {
  if (request.command == Command::kRun) return;
  if (!c.not_compiled.empty()) out.not_compiled = c.not_compiled;
  if (request.command == Command::kPlan) {
    out.plan = plan_view(c);
  } else {
    out.device = device_view(c);
    out.kernels = kernel_views(c, request.segment);
  }
}

/// What a page is given beyond what `explain` says.
void show_page(const Request& request, const Compilation& c, Response& out) {
  const PageNumbers numbers(c);
  const MovedBytes moved = count_moved_bytes(c);
  out.summary = summary_view(c, moved);
  out.ops = op_views(c, numbers);
  out.values = value_views(c, numbers);
  out.merges = merge_views(c, numbers);
  complete_segments(c, request, numbers, moved, *out.segments);
  complete_cuts(c, numbers, *out.cuts);
  out.drawing = drawing_view(c, request, numbers);
}

/// What a drawing shows, as a sentence.
std::string drawing_title(const Compilation& c) {
  const auto segments = c.segmentation.segments.size();
  return concat("`", c.source().name, "` in ", counted(segments, "segment", "segments"));
}

/// A page shows all segments, with all of their states.
Request as_understood(Request request) {
  if (request.command == Command::kView || request.command == Command::kDraw) {
    request.segment.reset();
    request.all_states = true;
  }
  return request;
}

/// The segments, the cuts, and what the command adds to them.
void show_segmentation(const Request& request, const Host& host, Compilation& c, Response& out) {
  if (request.command == Command::kRun && !c.diagnostics.has_errors()) run(request, host, c, out);
  if (!out.segments) out.segments = segment_views(c, request);
  if (!out.cuts) out.cuts = cut_views(c, request.segment);
  const bool is_view = request.command == Command::kView;
  if (request.command == Command::kExplain || is_view) show_other_answers(request, c, out);
  if (is_view) show_page(request, c, out);
  if (c.reached == Stage::kKernel) show_kernels(request, c, out);
}

}  // namespace

std::string_view version() { return CLEAVE_VERSION; }

Response failed_response(const Request& request, DiagnosticCode code, std::vector<std::string> arguments) {
  Response out = empty_response(request);
  Diagnostics diagnostics;
  diagnostics.report(code, std::nullopt, std::move(arguments));
  const SourceText text(request.file_name, request.text);
  for (const Diagnostic& diagnostic : diagnostics.all()) out.diagnostics.push_back(view_of(diagnostic, text));
  return out;
}

Response respond(const Request& asked, const Host& host) {
  const Request request = as_understood(asked);
  Response out = empty_response(request);
  Compilation c = compile(request, host);
  show_products(request, c, out);
  if (c.reached >= Stage::kPlan && has_segment(request, c)) {
    if (request.command == Command::kView || request.command == Command::kDraw) check_expand(request, c);
    if (request.command == Command::kDraw) {
      out.svg = svg_text(drawing_view(c, request, PageNumbers(c)), drawing_title(c));
    } else {
      show_segmentation(request, host, c, out);
    }
  }
  show_diagnostics(c, out);
  out.ok = !c.diagnostics.has_errors() && (!out.run || out.run->matches);
  return out;
}

std::string call(std::string_view request, const Progress& progress, const Clock& clock) {
  const ReadRequest read = read_request(request);
  if (!read.problems.empty()) {
    return to_json(failed_response(read.request, code("bad_request"), {join(read.problems, "; ")}));
  }
  return to_json(respond(read.request, {progress, clock}));
}

}  // namespace cleave

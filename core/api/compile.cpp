// See compile.h.
#include "core/api/compile.h"

#include <algorithm>
#include <array>
#include <variant>

#include "core/api/kernels.h"
#include "core/api/select.h"
#include "core/base/text.h"
#include "core/segment/segment.h"
#include "core/source/diagnostic_codes.h"
#include "core/translate/translate.h"

namespace cleave {
namespace {

Stage last_stage(const Request& request) {
  switch (request.command) {
    case Command::kCheck: return Stage::kRewrite;
    case Command::kPrint: return print_level(request) == PrintLevel::kSource ? Stage::kParse : Stage::kRewrite;
    case Command::kSegment:
    case Command::kExplain: return Stage::kPlan;
    case Command::kRun: return request.device == RunDevice::kCuda ? Stage::kKernel : Stage::kPlan;
    case Command::kKernel:
    case Command::kPlan: return Stage::kKernel;
  }
  return Stage::kNone;
}

/// True where the stage after `done` is wanted and possible.
bool goes_on(const Request& request, Stage done, Compilation& c) {
  c.reached = done;
  return !c.diagnostics.has_errors() && last_stage(request) > done;
}

/// Definitions that nobody asked for do not stop the work: their mistakes become a note each. `check` without a choice
/// is about all of them.
void take_diagnostics(const Request& request, Compilation& c) {
  const bool is_all = request.command == Command::kCheck && !request.definition;
  for (size_t i = 0; i < c.parsed.definitions.size(); ++i) {
    const ParsedDefinition& definition = c.parsed.definitions[i];
    if (is_all || c.definition == i) {
      c.diagnostics.append(definition.diagnostics);
    } else if (definition.diagnostics.has_errors()) {
      const std::string errors = counted(definition.diagnostics.error_count(), "error", "errors");
      c.diagnostics.report(code("definition_not_taken"), definition.head, {definition.name, errors});
    }
  }
}

/// Runs the passes; what was before them stays for the run to compare with.
void apply_passes(const Request& request, const PassChoice& choice, Compilation& c) {
  const bool runs = request.command == Command::kRun;
  std::optional<Primitive> before;
  if (runs) before = c.primitive;
  const bool explains = request.command == Command::kExplain;
  const KeepSteps keep = explains ? KeepSteps::kYes : runs ? KeepSteps::kRoundings : KeepSteps::kNo;
  PassRun run = run_passes(std::move(c.primitive), choice, keep);
  c.primitive = std::move(run.primitive);
  c.passes = std::move(run.reports);
  c.roundings = std::move(run.roundings);
  bool changed = false;
  for (const PassReport& pass : c.passes) changed = changed || pass.changed;
  c.before_passes = changed ? std::move(before) : std::nullopt;
}

/// Errors that other sizes might not give, from number `first` on.
bool concern_sizes(const Diagnostics& diagnostics, size_t first) {
  static constexpr std::array kCodes{code("shape_mismatch"), code("expand_mismatch"), code("squeeze_extent"),
                                     code("reshape_count"),  code("reshape_unknown"), code("slice_range"),
                                     code("pad_extent"),     code("cat_operands"),    code("topk_count"),
                                     code("matmul_operands")};
  return std::any_of(diagnostics.all().begin() + static_cast<std::ptrdiff_t>(first), diagnostics.all().end(),
                     [](const Diagnostic& diagnostic) {
                       return std::find(kCodes.begin(), kCodes.end(), diagnostic.code) != kCodes.end();
                     });
}

bool has_assumed_sizes(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.code == code("inputs_assumed"); });
}

/// A run on a GPU is split and scheduled for the one that is there.
void take_gpu(const Request& request, const Host& host, Compilation& c) {
  if (request.command != Command::kRun || request.device != RunDevice::kCuda) return;
  if (!c.gpu) {
    std::variant<std::shared_ptr<Gpu>, std::string> opened = std::string("this build runs on the CPU only");
    if (host.open_gpu) opened = host.open_gpu();
    if (const auto* why = std::get_if<std::string>(&opened)) {
      c.diagnostics.report(code("device_missing"), std::nullopt, {std::string(enum_name(request.device)), *why});
      return;
    }
    c.gpu = std::get<std::shared_ptr<Gpu>>(std::move(opened));
  }
  c.segment_options.device = c.gpu->limits();
}

}  // namespace

bool compile_from_inputs(const Request& request, const Host& host, Compilation& c) {
  host.report("infer");
  c.binding = bind_inputs(c.source().definition, c.source().source_map, c.inputs(), c.input_options, c.diagnostics);
  if (c.diagnostics.has_errors()) return false;
  const size_t before = c.diagnostics.all().size();
  c.primitive = rewrite(c.source().definition, c.source().source_map, c.binding, c.diagnostics);
  if (has_assumed_sizes(c.diagnostics) && concern_sizes(c.diagnostics, before)) {
    c.diagnostics.report(code("assumed_sizes_in_doubt"), std::nullopt);
  }
  const PassChoice passes = select_passes(request, c.diagnostics);
  if (c.diagnostics.has_errors()) return false;
  host.report("passes");
  apply_passes(request, passes, c);
  c.segment_options = select_segment_options(request, c.source(), c.primitive, c.diagnostics);
  take_gpu(request, host, c);
  if (!goes_on(request, Stage::kRewrite, c)) return !c.diagnostics.has_errors();
  host.report("segment");
  c.segmentation = segment(c.primitive, c.segment_options);
  report_segmentation(c.primitive, c.segment_options, c.segmentation, c.diagnostics);
  if (!goes_on(request, Stage::kSegment, c)) return !c.diagnostics.has_errors();
  const size_t count = c.segmentation.segments.size();
  c.translations =
      translate(c.primitive, c.segmentation, [&](SegmentId id) { host.report("translate", id.index, count); });
  c.plan = make_plan(c.primitive, c.segmentation, c.translations);
  if (!goes_on(request, Stage::kPlan, c)) return !c.diagnostics.has_errors();
  if (make_kernels(request, host, c)) c.reached = Stage::kKernel;
  return !c.diagnostics.has_errors();
}

Compilation compile(const Request& request, const Host& host) {
  Compilation c(SourceText(request.file_name, request.text));
  host.report("parse");
  c.parsed = parse_apart(c.text, c.diagnostics);
  c.definition = select_definition(request, c.parsed, c.diagnostics);
  take_diagnostics(request, c);
  if (!c.definition) return c;
  c.input_list = select_input_list(request, c.parsed, *c.definition, c.diagnostics);
  c.input_options = select_input_options(request, c.diagnostics);
  if (!goes_on(request, Stage::kParse, c)) return c;
  compile_from_inputs(request, host, c);
  return c;
}

}  // namespace cleave

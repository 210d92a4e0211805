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
    case Command::kExplain:
    case Command::kView:
    case Command::kDraw: return Stage::kPlan;
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
  const bool explains = request.command == Command::kExplain || request.command == Command::kView;
  const KeepSteps keep = explains ? KeepSteps::kYes : runs ? KeepSteps::kRoundings : KeepSteps::kNo;
  PassRun run = run_passes(std::move(c.primitive), choice, keep);
  c.primitive = std::move(run.primitive);
  c.passes = std::move(run.reports);
  c.roundings = std::move(run.roundings);
  bool changed = false;
  for (const PassReport& pass : c.passes) changed = changed || pass.changed;
  c.before_passes = changed ? std::move(before) : std::nullopt;
}

/// True of errors that other sizes might not give.
bool concerns_sizes(const Diagnostic& diagnostic) {
  static constexpr std::array kCodes{code("shape_mismatch"), code("expand_mismatch"), code("squeeze_extent"),
                                     code("reshape_count"),  code("reshape_unknown"), code("slice_range"),
                                     code("pad_extent"),     code("cat_operands"),    code("topk_count"),
                                     code("matmul_operands")};
  return std::find(kCodes.begin(), kCodes.end(), diagnostic.code) != kCodes.end();
}

/// True of errors that say nothing where the sizes are not the user's.
bool follows_from_sizes(const Diagnostic& diagnostic) {
  return concerns_sizes(diagnostic) || diagnostic.code == code("too_many_elements") ||
         diagnostic.code == code("unknown_extent");
}

bool is_note(const Diagnostic& diagnostic) { return info(diagnostic.code).severity == Severity::kNote; }

bool has_code(const Diagnostics& diagnostics, DiagnosticCode code) {
  return std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                     [&](const Diagnostic& diagnostic) { return diagnostic.code == code; });
}

/// What binding and rewriting make of one definition, as far as it goes.
struct Analysis {
  Binding binding;
  Primitive primitive;
  Diagnostics diagnostics;
  /// False where the list of inputs is at fault, or may be.
  bool fits = true;
};

/// The options that surely mean an input, where a declaration is broken and any other may mean that.
std::vector<InputOption> options_by_name(const ParsedDefinition& source, const std::vector<InputOption>& options) {
  std::vector<InputOption> out;
  for (const InputOption& option : options) {
    const bool is_known =
        std::any_of(source.definition.inputs.begin(), source.definition.inputs.end(), [&](StateId input) {
          return source.source_map.names.contains(input) && source.source_map.names[input] == option.name;
        });
    if (is_known) out.push_back(option);
  }
  return out;
}

/// Binds and rewrites. Everything that is surely wrong is said at once, whatever came before: of a text with mistakes
/// only what the rest of it means, of inputs that do not fit nothing about sizes, because these are not the user's.
Analysis analysis_of(const ParsedDefinition& source, const InputList* list, const std::vector<InputOption>& options) {
  Analysis out;
  Diagnostics of_inputs;
  const std::vector<InputOption>& taken = source.lacks_inputs ? options_by_name(source, options) : options;
  out.binding =
      bind_inputs(source.definition, source.source_map, source.lacks_inputs ? nullptr : list, taken, of_inputs);
  Diagnostics of_records;
  out.primitive = rewrite(source.definition, source.source_map, out.binding, of_records);
  const bool is_whole = !source.diagnostics.has_errors();
  const bool has_sizes = !of_inputs.has_errors() && !source.lacks_inputs;
  out.diagnostics.append(of_inputs, [&](const Diagnostic& each) { return is_whole || !is_note(each); });
  out.diagnostics.append(of_records, [&](const Diagnostic& each) {
    const bool follows_text = is_note(each) || each.code == code("no_outputs") || each.code == code("type_not_known");
    return (is_whole || !follows_text) && (has_sizes || !follows_from_sizes(each));
  });
  const bool sizes_fail = std::any_of(of_records.all().begin(), of_records.all().end(), concerns_sizes);
  // What an option says has no place in the text.
  const bool list_fails = std::any_of(of_inputs.all().begin(), of_inputs.all().end(), [](const Diagnostic& each) {
    return each.span && info(each.code).severity == Severity::kError;
  });
  out.fits = !list_fails && !sizes_fail;
  const bool is_assumed = has_code(of_inputs, code("inputs_assumed"));
  if (is_assumed && has_sizes && sizes_fail) {
    out.diagnostics.report(code("assumed_sizes_in_doubt"), std::nullopt);
  }
  return out;
}

/// Says which other lists of inputs there are, where the one that was taken does not fit or none was taken.
void report_other_lists(const Request& request, bool fits, Compilation& c) {
  const size_t count = c.parsed.input_lists.size();
  // A list that is asked for and is not there is an error that names all there are.
  const bool is_said = request.inputs || count == 0 || c.binding.inputs.empty();
  if (c.input_list ? fits || count < 2 : is_said) return;
  std::vector<std::string> names;
  for (size_t i = 0; i < c.parsed.input_lists.size(); ++i) {
    const std::string name = concat('`', c.parsed.input_lists[i].name, '`');
    if (c.input_list != i && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  constexpr size_t kMostNames = 10;
  if (names.size() > kMostNames) names.resize(kMostNames);
  c.diagnostics.report(code("other_input_lists"), std::nullopt, {join(names, ", ")})
      .note("`--inputs NAME` takes one of them");
}

/// `check` is about all definitions: what the others mean, each with the list that it is seen to be executed with. Of
/// sizes that nobody gave nothing is said.
void check_others(const Request& request, Compilation& c) {
  if (request.command != Command::kCheck || request.definition) return;
  std::vector<std::optional<size_t>> lists(c.parsed.definitions.size());
  for (size_t list = 0; list < c.parsed.input_lists.size(); ++list) {
    for (const size_t definition : c.parsed.input_lists[list].executed_by) lists[definition] = list;
  }
  for (size_t i = 0; i < c.parsed.definitions.size(); ++i) {
    if (i == *c.definition) continue;
    const std::optional<size_t> list = lists[i];
    const Analysis other = analysis_of(c.parsed.definitions[i], list ? &c.parsed.input_lists[*list] : nullptr, {});
    c.diagnostics.append(other.diagnostics,
                         [&](const Diagnostic& each) { return !is_note(each) && (list || !follows_from_sizes(each)); });
  }
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
  const bool is_sure = !c.diagnostics.has_errors();
  Analysis analysis = analysis_of(c.source(), c.inputs(), c.input_options);
  c.binding = std::move(analysis.binding);
  c.primitive = std::move(analysis.primitive);
  c.diagnostics.append(analysis.diagnostics, [&](const Diagnostic& each) { return is_sure || !is_note(each); });
  const PassChoice passes = select_passes(request, c.diagnostics);
  if (c.diagnostics.has_errors()) {
    // The states of options are sure before the passes too; only their mistakes count now.
    Diagnostics of_options;
    select_segment_options(request, c.source(), c.primitive, of_options);
    c.diagnostics.append(of_options,
                         [](const Diagnostic& each) { return info(each.code).severity == Severity::kError; });
    report_other_lists(request, analysis.fits, c);
    return false;
  }
  report_other_lists(request, true, c);
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
  const bool is_whole = goes_on(request, Stage::kParse, c);
  if (is_whole || last_stage(request) > Stage::kParse) compile_from_inputs(request, host, c);
  check_others(request, c);
  return c;
}

}  // namespace cleave

// See kernels.h.
#include "core/api/kernels.h"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

#include "core/api/view.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/kernel/c_text.h"
#include "core/ops/op_table.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// Where in the text a record of a segment comes from.
std::optional<SourceSpan> span_of(const Compilation& c, SegmentId id, RecordId record) {
  const Translation& translation = c.translations[id];
  const Record& found = translation.definition.records[record];
  if (found.results.empty()) return std::nullopt;
  const std::optional<StateId> origin = translation.to_primitive.origin(found.results[0]);
  return origin ? source_span(c, c.primitive.definition.states[*origin].producer) : std::nullopt;
}

bool is_asked_for(const Request& request, SegmentId id) {
  return request.command == Command::kPlan || !request.segment || *request.segment == id.index;
}

void report_missing(const Request& request, Compilation& c) {
  for (const LaunchStep& step : c.launch_plan.steps) {
    const std::optional<RecordId> refused = c.kernels[step.segment].answer.refused;
    if (step.kind != LaunchStep::Kind::kMissing || !refused || !is_asked_for(request, step.segment)) continue;
    c.diagnostics.report(code("segment_without_kernel"), span_of(c, step.segment, *refused),
                         {concat(step.segment.index), missing_reason(c, step.segment)});
  }
}

void report_refused(Compilation& c, SegmentId id, const CompiledKernel& answer) {
  const Kernel& kernel = *c.kernels[id].answer.kernel;
  const std::optional<int64_t> line = answer.error_line;
  const std::optional<RecordId> record = line ? record_of_line(kernel, *line) : std::nullopt;
  Diagnostic& diagnostic = c.diagnostics.report(code("kernel_refused"), record ? span_of(c, id, *record) : std::nullopt,
                                                {concat(id.index), visible(answer.error)});
  if (line) diagnostic.note(concat(kernel.entry, " line ", *line, ": ", visible(line_of(kernel, *line))));
}

void compile_texts(const Request& request, const Host& host, Compilation& c) {
  // What a GPU runs is compiled by it.
  if (!host.compile_kernels || request.command == Command::kRun) return;
  std::vector<SegmentId> ids;
  std::vector<KernelText> texts;
  for (const LaunchStep& step : c.launch_plan.steps) {
    const std::optional<Kernel>& kernel = c.kernels[step.segment].answer.kernel;
    if (!has_launch(step) || !kernel || !is_asked_for(request, step.segment)) continue;
    ids.push_back(step.segment);
    texts.push_back({kernel->text, kernel->entry});
  }
  if (texts.empty()) return;
  host.report("compile");
  CompilerAnswers answers = host.compile_kernels(texts, *c.segment_options.device);
  c.not_compiled = std::move(answers.missing);
  if (!c.not_compiled.empty()) return;
  CHECK(answers.kernels.size() == texts.size(), "a compiler answers for every kernel");
  for (size_t i = 0; i < ids.size(); ++i) {
    CompiledKernel& answer = answers.kernels[i];
    if (answer.error.empty()) {
      c.compiled[ids[i]] = std::move(answer);
    } else {
      report_refused(c, ids[i], answer);
    }
  }
}

}  // namespace

bool has_launch(const LaunchStep& step) {
  return step.kind == LaunchStep::Kind::kKernel || step.kind == LaunchStep::Kind::kLibrary;
}

std::string missing_reason(const Compilation& c, SegmentId id) {
  const Translation& translation = c.translations[id];
  const std::optional<RecordId> refused = c.kernels[id].answer.refused;
  if (!refused) return {};
  const Record& record = translation.definition.records[*refused];
  if (record.results.empty()) return concat("no loops hold its `", info(record.op).name, '`');
  const StateId made = record.results[0];
  const std::string& label = translation.index_map[made.index].label;
  const auto* tensor = std::get_if<TensorType>(&translation.types.states[made]);
  if (tensor != nullptr && register_type(tensor->dtype).empty()) {
    return concat("kernels have no values of type `", name(tensor->dtype), "`, which `", label, "` has");
  }
  return concat("no loops hold `", info(record.op).name, "`, which makes `", label, '`');
}

bool make_kernels(const Request& request, const Host& host, Compilation& c) {
  if (!c.segment_options.device) {
    c.diagnostics.report(code("gpu_needed"), std::nullopt);
    return false;
  }
  const SegmentedDefinition definition{c.primitive, c.segmentation, c.translations, c.binding};
  const size_t count = c.segmentation.segments.size();
  c.layouts = value_layouts(definition);
  c.kernels = schedule_segments(definition, c.layouts, *c.segment_options.device,
                                [&](SegmentId id) { host.report("kernel", id.index, count); });
  c.compiled = IdMap<SegmentId, std::optional<CompiledKernel>>(count);
  c.launch_plan = make_launch_plan(definition, c.plan, c.layouts, c.kernels);
  report_missing(request, c);
  compile_texts(request, host, c);
  return true;
}

}  // namespace cleave

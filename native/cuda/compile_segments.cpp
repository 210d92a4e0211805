// See compile_segments.h. Tested by tests/native/cuda.
#include "native/cuda/compile_segments.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/source/diagnostic_codes.h"
#include "native/cuda/compile_texts.h"

namespace cleave::cuda {
namespace {

/// More errors of one kernel say the same again.
constexpr size_t kMostErrors = 3;

/// Where the user wrote what became `record` of a segment.
std::optional<SourceSpan> span_of(const KernelSources& sources, const Translation& translation, RecordId record) {
  const Definition& definition = translation.definition;
  const Primitive& primitive = sources.definition.primitive;
  for (const StateId result : definition.records[record].results) {
    const std::optional<StateId> original = translation.to_primitive.origin(result);
    if (!original) continue;
    const std::optional<RecordId> source = primitive.record_origin[primitive.definition.states[*original].producer];
    if (source) return sources.source_map.record_span(*source);
  }
  return std::nullopt;
}

void report(const KernelSources& sources, SegmentId id, const CompileFailure& failure, Diagnostics& diagnostics) {
  const Translation& translation = sources.definition.translations[id];
  const Kernel& kernel = *sources.kernels[id].answer.kernel;
  std::vector<CompilerMessage> errors = read_messages(failure.log);
  std::erase_if(errors, [](const CompilerMessage& message) { return !message.is_error; });
  const std::optional<RecordId> record = errors.empty() ? std::nullopt : record_of_line(kernel, errors.front().line);
  const std::string said = errors.empty() ? first_line(failure.log) : errors.front().text;
  Diagnostic& diagnostic =
      diagnostics.report(code("kernel_refused"), record ? span_of(sources, translation, *record) : std::nullopt,
                         {std::to_string(id.index), said});
  if (record) diagnostic.note(concat("it came from `", record_text(translation.definition, *record), '`'));
  for (size_t i = 0; i < std::min(errors.size(), kMostErrors); ++i) {
    diagnostic.note(
        concat(kernel.entry, " line ", errors[i].line, ": ", errors[i].text, ": ", line_of(kernel, errors[i].line)));
  }
  if (errors.size() > kMostErrors) diagnostic.note(concat(errors.size() - kMostErrors, " more errors"));
}

}  // namespace

CompiledSegments compile_segments(const KernelSources& sources, const CachedCompiler& compiler, int architecture,
                                  unsigned threads, Diagnostics& diagnostics) {
  std::vector<SegmentId> wanted;
  for (const SegmentId id : sources.kernels.ids()) {
    if (sources.kernels[id].answer.kernel && sources.layouts.is_view[id] == 0) wanted.push_back(id);
  }
  std::vector<TextToCompile> texts;
  for (const SegmentId id : wanted) {
    const Kernel& kernel = *sources.kernels[id].answer.kernel;
    texts.push_back({kernel.text, kernel.entry});
  }
  std::vector<CachedAnswer> answers = compile_texts(texts, compiler, architecture, threads);

  CompiledSegments out;
  for (size_t i = 0; i < sources.kernels.size(); ++i) out.add(std::nullopt);
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (auto* compiled = std::get_if<CompiledText>(&answers[i].answer)) {
      out[wanted[i]] = CompiledSegment{std::move(*compiled), answers[i].is_from_cache};
    } else {
      report(sources, wanted[i], std::get<CompileFailure>(answers[i].answer), diagnostics);
    }
  }
  return out;
}

}  // namespace cleave::cuda

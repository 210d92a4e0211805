// See run.h.
#include "core/api/run.h"

#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/api/gpu.h"
#include "core/api/judge.h"
#include "core/api/shrink.h"
#include "core/api/view.h"
#include "core/base/text.h"
#include "core/plan/live_bytes.h"
#include "core/plan/run.h"
#include "core/plan/run_work.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// Measures and reports around every segment.
class SegmentClock {
 public:
  SegmentClock(const Host& host, size_t count) : host_(host), count_(count), microseconds_(count) {}

  void attach(RunOptions& options) {
    options.before_segment = [this](SegmentId id) {
      host_.report("run", id.index, count_);
      if (host_.microseconds) begin_ = host_.microseconds();
    };
    options.after_segment = [this](SegmentId id) {
      if (host_.microseconds) microseconds_[id.index] = static_cast<double>(host_.microseconds() - begin_);
    };
  }
  void note(SegmentId id, std::optional<double> microseconds) { microseconds_[id.index] = microseconds; }
  std::optional<double> of(int64_t id) const { return microseconds_[static_cast<size_t>(id)]; }

 private:
  const Host& host_;
  size_t count_;
  int64_t begin_ = 0;
  std::vector<std::optional<double>> microseconds_;
};

Nullable<double> number_or_null(double value) {
  if (!std::isfinite(value)) return {};
  return {value};
}

OutputView output_view(const Compilation& c, const Judged& judged) {
  OutputView out;
  out.index.value = source_index(c.primitive, judged.state);
  out.label = c.primitive.labels[judged.state];
  out.shape = shape_of(c.primitive.types, judged.state);
  out.dtype = dtype_name_of(c.primitive.types, judged.state);
  out.max_abs_error = number_or_null(judged.comparison.max_abs_error);
  out.max_rel_error = number_or_null(judged.comparison.max_rel_error);
  out.relative_tolerance = judged.allowed.relative;
  out.absolute_tolerance = judged.allowed.absolute;
  out.worst = judged.comparison.worst;
  out.updates_input = judged.updates_input;
  out.equal = judged.comparison.is_equal;
  out.matches = judged.comparison.is_within;
  return out;
}

std::string verdict_of(const std::vector<OutputView>& outputs) {
  std::vector<std::string> wrong;
  bool all_equal = true;
  for (const OutputView& output : outputs) {
    all_equal = all_equal && output.equal;
    if (!output.matches) wrong.push_back(output.label);
  }
  if (wrong.empty()) {
    return concat("the segments give the same result as the whole", all_equal ? ", bit for bit" : ", within rounding");
  }
  return concat("the segments give another result than the whole: ", wrong.size(), " of ", outputs.size(),
                " outputs differ (", join(wrong, ", "), ')');
}

/// A definition whose outputs are what one segment gives back, so that the whole can be asked for them.
Primitive with_outputs(Primitive primitive, const std::vector<StateId>& states) {
  primitive.definition.outputs.clear();
  for (const StateId state : states) {
    primitive.definition.outputs.push_back({.value = state,
                                            .alias = std::nullopt,
                                            .stride_order = {},
                                            .record = primitive.definition.states[state].producer});
  }
  return primitive;
}

/// The definition that segments are judged by: what was written, so that passes are judged by it too; but what stands
/// after passes that round otherwise computes something else, and is judged apart (judge_roundings).
const Primitive& whole_of(const Compilation& c) {
  if (!c.roundings.empty()) return c.roundings.back().after;
  return c.before_passes ? *c.before_passes : c.primitive;
}

std::vector<OutputView> output_views(const Compilation& c, const std::vector<Judged>& all) {
  std::vector<OutputView> out;
  for (const Judged& judged : all) out.push_back(output_view(c, judged));
  return out;
}

/// An output is called what was given out, whatever passes found it to be: an input, a value of another name.
void name_outputs(const Compilation& c, std::vector<OutputView>& views) {
  const ParsedDefinition& source = c.source();
  size_t place = 0;
  for (const Output& output : c.primitive.definition.outputs) {
    if (output.alias) continue;
    OutputView& view = views[place++];
    const std::optional<RecordId> origin = c.primitive.record_origin[output.record];
    if (!origin) continue;
    const StateId given = source.definition.records[*origin].operand(0);
    view.index.value = given.index;
    view.label = display_name(source.definition, source.source_map, given);
  }
}

/// What the GPU of the compilation makes of the segments; updates are written into `inputs`. Of one segment: up to it.
RunResult run_on_gpu(const Compilation& c, const RunOptions& options, const std::vector<Value>& inputs,
                     SegmentClock& timer, Diagnostics& diagnostics) {
  const SegmentedDefinition definition{c.primitive, c.segmentation, c.translations, c.binding};
  std::optional<LaunchPlan> part;
  RunResult out;
  out.states = c.plan.results;
  if (options.only) {
    out.states = results_of_one(c.translations[*options.only]);
    part = make_launch_plan(definition, plan_up_to(c.plan, *options.only, out.states), c.layouts, c.kernels);
  }
  const GpuProgram program{definition, c.layouts, c.kernels, part ? *part : c.launch_plan, c.source().source_map};
  std::optional<GpuRun> run = c.gpu->run(program, inputs, options.evaluate.seed, diagnostics);
  if (!run) return out;
  for (const SegmentId id : c.translations.ids()) timer.note(id, run->microseconds[id]);
  out.outputs = std::move(run->results);
  out.peak_bytes = run->bytes;
  out.is_complete = true;
  return out;
}

/// Runs both and fills in the outputs; false where something could not be computed.
bool run_and_compare(const Request& request, const Compilation& c, SegmentClock& timer, const Host& host,
                     Diagnostics& diagnostics, Response& response) {
  RunOptions options;
  options.evaluate.seed = static_cast<uint64_t>(request.seed);
  if (request.segment) options.only = SegmentId(static_cast<uint32_t>(*request.segment));
  timer.attach(options);

  std::optional<Primitive> part;
  if (options.only) part = with_outputs(c.primitive, results_of_one(c.translations[*options.only]));
  host.report("reference");
  std::optional<RunValues> expected = run_values(request, host, c, part ? *part : whole_of(c), diagnostics);
  if (!expected) return false;
  const std::vector<Value> inputs = make_inputs(request, c);
  if (c.gpu) host.report("gpu");
  const RunResult actual = c.gpu ? run_on_gpu(c, options, inputs, timer, diagnostics)
                                 : run_segments(c.primitive, c.plan, c.translations, inputs, options, diagnostics);
  if (!actual.is_complete) return false;

  std::vector<Judged> judged = judge_outputs(part ? *part : c.primitive, actual, expected->result);
  if (!options.only) {
    for (Judged& input : judge_updated_inputs(c.primitive, inputs, expected->inputs))
      judged.push_back(std::move(input));
  }
  std::optional<RoundingVerdict> rounding = RoundingVerdict();
  if (!options.only && !c.roundings.empty()) rounding = judge_roundings(request, host, c, *expected, diagnostics);
  if (!rounding) return false;

  response.outputs = output_views(c, judged);
  if (!options.only) name_outputs(c, *response.outputs);
  RunView view;
  view.verdict = verdict_of(*response.outputs) + rounding->text;
  view.matches = rounding->is_within;
  for (const OutputView& output : *response.outputs) view.matches = view.matches && output.matches;
  view.peak_bytes = actual.peak_bytes;
  view.seed = request.seed;
  if (c.gpu) view.gpu = std::string(c.gpu->limits().full_name);
  response.run = std::move(view);
  return true;
}

/// Says of every record that rewrite had to leave out that the run cannot judge it; false where there is one.
bool nothing_left_out(Diagnostics& diagnostics) {
  std::vector<Diagnostic> left_out;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.code == code("type_not_known")) left_out.push_back(diagnostic);
  }
  for (Diagnostic& diagnostic : left_out) {
    diagnostics.report(code("run_is_partial"), diagnostic.span, std::move(diagnostic.arguments));
  }
  return left_out.empty();
}

/// Says what a long run computes, and about how long that takes. A GPU computes the segments, the whole is always the
/// reference evaluator's.
void report_long_run(const Request& request, Compilation& c) {
  const int64_t whole = definition_work(c.primitive.definition, c.primitive.types);
  const int64_t work = c.gpu ? whole : saturating_sum(whole, whole);
  const std::optional<std::string> time = long_run_time(work);
  if (!time) return;
  Diagnostic& made = c.diagnostics.report(code("long_run"), std::nullopt,
                                          {concat(grouped_number(work / 1'000'000), " million"), *time});
  if (!request.shrink) made.note("`--memory 64MiB --shrink` runs it with smaller extents");
}

}  // namespace

std::optional<std::string> long_run_time(int64_t values) {
  // Measured on one core of a server; a laptop differs by a factor, not by an order of magnitude.
  constexpr int64_t kValuesOfASecond = 25'000'000;
  constexpr int64_t kLongSeconds = 30;
  constexpr int64_t kMinutes = 120;
  constexpr int64_t kHours = 7200;
  const int64_t seconds = values / kValuesOfASecond;
  if (seconds < kLongSeconds) return std::nullopt;
  if (seconds < kMinutes) return "a minute or two";
  if (seconds < kHours) return concat("about ", seconds / 60, " minutes");
  return concat("about ", grouped_number(seconds / 3600), " hours");
}

void run(const Request& request, const Host& host, Compilation& c, Response& response) {
  if (!request.segment && !nothing_left_out(c.diagnostics)) return;
  std::optional<std::string> shrunk;
  if (!fit_into_memory(request, host, c, shrunk)) return;
  if (shrunk) response.inputs = input_views(c);
  report_long_run(request, c);
  response.segments = segment_views(c, request);
  response.cuts = cut_views(c, request.segment);
  if (host.split_seen) {
    show_diagnostics(c, response);
    host.split_seen(response);
  }
  const int64_t estimate = estimate_run_bytes(c.primitive, c.plan);
  SegmentClock timer(host, c.segmentation.segments.size());
  if (!run_and_compare(request, c, timer, host, c.diagnostics, response)) return;
  response.run->estimated_bytes = estimate;
  response.run->shrink = std::move(shrunk);
  for (SegmentView& segment : *response.segments) {
    segment.device = std::string(enum_name(request.device));
    segment.microseconds = timer.of(segment.id);
  }
}

}  // namespace cleave

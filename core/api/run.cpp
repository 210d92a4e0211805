// See run.h.
#include "core/api/run.h"

#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/api/shrink.h"
#include "core/api/view.h"
#include "core/base/text.h"
#include "core/evaluate/input_fill.h"
#include "core/plan/run.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

std::vector<Value> make_inputs(const Request& request, const Compilation& c) {
  std::vector<Value> out;
  const Definition& source = c.source().definition;
  for (size_t i = 0; i < c.binding.inputs.size(); ++i) {
    const BoundInput& input = c.binding.inputs[i];
    std::optional<DType> declared;
    const Attributes& attributes = source.producer(input.state).attributes;
    if (const auto* tensor = std::get_if<TensorAttributes>(&attributes)) declared = tensor->dtype;
    if (const auto* scalar = std::get_if<ScalarAttributes>(&attributes)) declared = scalar->dtype;
    out.push_back(make_value(input.value, declared, static_cast<uint64_t>(request.seed), i));
  }
  return out;
}

/// Options of the whole run: its messages name source values and point at source lines.
EvaluateOptions whole_options(const Request& request, const Compilation& c, const Primitive& whole) {
  EvaluateOptions out;
  out.seed = static_cast<uint64_t>(request.seed);
  out.name_of = [&whole](StateId state) { return whole.labels[state]; };
  out.span_of = [&c, &whole](RecordId record) {
    const std::optional<RecordId> origin = whole.record_origin[record];
    return origin ? c.source().source_map.record_span(*origin) : std::nullopt;
  };
  return out;
}

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

OutputView output_view(const Compilation& c, StateId state, const Comparison& comparison, const Tolerance& allowed) {
  OutputView out;
  out.index.value = source_index(c.primitive, state);
  out.label = c.primitive.labels[state];
  out.shape = shape_of(c.primitive.types, state);
  out.dtype = dtype_name_of(c.primitive.types, state);
  out.max_abs_error = number_or_null(comparison.max_abs_error);
  out.max_rel_error = number_or_null(comparison.max_rel_error);
  out.relative_tolerance = allowed.relative;
  out.absolute_tolerance = allowed.absolute;
  out.worst = comparison.worst;
  out.equal = comparison.is_equal;
  out.matches = comparison.is_within;
  return out;
}

/// The inputs that were updated in place, as the two runs left them.
void compare_updated_inputs(const Compilation& c, const std::vector<Value>& actual, const std::vector<Value>& expected,
                            std::vector<OutputView>& out) {
  const Definition& definition = c.primitive.definition;
  const IdMap<StateId, int64_t> lengths = accumulated_lengths(definition, c.primitive.types);
  for (const PlanStep::Update& update : in_place_updates(definition)) {
    for (size_t i = 0; i < definition.inputs.size(); ++i) {
      if (definition.inputs[i] != update.input) continue;
      const auto* here = std::get_if<TensorPointer>(&actual[i]);
      const auto* there = std::get_if<TensorPointer>(&expected[i]);
      if (here == nullptr || there == nullptr) continue;
      const Comparison comparison = compare(**here, **there, lengths[update.value]);
      out.push_back(output_view(c, update.input, comparison, tolerance((*here)->dtype(), lengths[update.value])));
      out.back().updates_input = true;
    }
  }
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

/// Runs both and fills in the outputs; false where something could not be computed.
bool run_and_compare(const Request& request, const Compilation& c, SegmentClock& timer, const Host& host,
                     Diagnostics& diagnostics, Response& response) {
  const std::vector<Value> inputs = make_inputs(request, c);
  const std::vector<Value> inputs_of_whole = clone_inputs(inputs);
  RunOptions options;
  options.evaluate.seed = static_cast<uint64_t>(request.seed);
  if (request.segment) options.only = SegmentId(static_cast<uint32_t>(*request.segment));
  timer.attach(options);

  std::optional<Primitive> part;
  if (options.only) part = with_outputs(c.primitive, results_of_one(c.translations[*options.only]));
  // The whole is what was written: passes are judged by it too.
  const Primitive& whole = part ? *part : c.before_passes ? *c.before_passes : c.primitive;
  host.report("reference");
  RunResult expected = run_whole(whole, inputs_of_whole, whole_options(request, c, whole), diagnostics);
  if (!expected.is_complete) return false;
  const RunResult actual = run_segments(c.primitive, c.plan, c.translations, inputs, options, diagnostics);
  if (!actual.is_complete) return false;

  std::vector<OutputView> outputs;
  // Outputs are the same ones in the same order, whatever passes made of their indices.
  expected.states = actual.states;
  const RunComparison comparison = compare_runs(part ? *part : c.primitive, actual, expected);
  for (const OutputComparison& output : comparison.outputs) {
    outputs.push_back(output_view(c, output.state, output.comparison, output.tolerance));
  }
  if (!options.only) compare_updated_inputs(c, inputs, inputs_of_whole, outputs);

  RunView view;
  view.verdict = verdict_of(outputs);
  view.matches = comparison.is_within;
  for (const OutputView& output : outputs) view.matches = view.matches && output.matches;
  view.peak_bytes = actual.peak_bytes;
  view.seed = request.seed;
  response.outputs = std::move(outputs);
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

}  // namespace

void run(const Request& request, const Host& host, Compilation& c, Response& response) {
  if (request.device == RunDevice::kCuda) {
    c.diagnostics.report(code("device_missing"), std::nullopt, {"cuda", "this build runs on the CPU only"});
    return;
  }
  if (!request.segment && !nothing_left_out(c.diagnostics)) return;
  std::optional<std::string> shrunk;
  if (!fit_into_memory(request, host, c, shrunk)) return;
  const int64_t estimate = estimate_run_bytes(c.primitive, c.plan);
  SegmentClock timer(host, c.segmentation.segments.size());
  if (!run_and_compare(request, c, timer, host, c.diagnostics, response)) return;
  response.run->estimated_bytes = estimate;
  response.run->shrink = std::move(shrunk);
  response.segments = segment_views(c, request);
  for (SegmentView& segment : *response.segments) {
    segment.device = std::string(enum_name(request.device));
    segment.microseconds = timer.of(segment.id);
  }
}

}  // namespace cleave

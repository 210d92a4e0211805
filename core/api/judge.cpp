// See judge.h.
#include "core/api/judge.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "core/base/text.h"
#include "core/evaluate/input_fill.h"

namespace cleave {
namespace {

/// Options of the whole run: its messages name source values and point at source lines.
EvaluateOptions whole_options(const Request& request, const Host& host, const Compilation& c, const Primitive& whole) {
  EvaluateOptions out;
  out.seed = static_cast<uint64_t>(request.seed);
  out.name_of = [&whole](StateId state) { return whole.labels[state]; };
  out.span_of = [&c, &whole](RecordId record) {
    const std::optional<RecordId> origin = whole.record_origin[record];
    return origin ? c.source().source_map.record_span(*origin) : std::nullopt;
  };
  const size_t count = whole.definition.records.size();
  out.before_record = [&host, count](RecordId record) { host.report("reference", record.index, count); };
  return out;
}

/// Outputs and updated inputs together.
std::vector<Judged> judge_all(const Primitive& primitive, const RunValues& actual, RunValues& expected) {
  std::vector<Judged> out = judge_outputs(primitive, actual.result, expected.result);
  for (Judged& input : judge_updated_inputs(primitive, actual.inputs, expected.inputs)) out.push_back(std::move(input));
  return out;
}

std::string difference_text(const Primitive& primitive, const Judged& judged) {
  const Comparison& comparison = judged.comparison;
  std::string out = primitive.labels[judged.state];
  if (comparison.max_abs_error > 0) out += concat(" by up to ", shortest_double(comparison.max_abs_error));
  if (comparison.special_mismatches == 0) return out;
  return concat(out, comparison.max_abs_error > 0 ? " and" : "", " in ",
                counted(static_cast<size_t>(comparison.special_mismatches), "infinity or NaN", "infinities or NaNs"));
}

/// How far the definition with other roundings is from the one that was written.
std::string rounding_text(const Compilation& c, const std::vector<Judged>& all) {
  std::vector<std::string> different;
  for (const Judged& judged : all) {
    if (!judged.comparison.is_equal) different.push_back(difference_text(c.primitive, judged));
  }
  std::vector<std::string> names;
  for (const RoundingStep& step : c.roundings) names.push_back(concat('`', step.pass->name, '`'));
  const std::string head =
      concat("; the whole is the definition after ", join(names, ", "), ", which rounds once instead of twice");
  if (different.empty()) return head + " and here changes no output of what was written";
  return concat(head, ": from what was written ", different.size(), " of ", counted(all.size(), "output", "outputs"),
                different.size() == 1 ? " differs (" : " differ (", join(different, ", "), ')');
}

}  // namespace

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

std::optional<RunValues> run_values(const Request& request, const Host& host, const Compilation& c,
                                    const Primitive& whole, Diagnostics& diagnostics) {
  host.report("inputs");
  RunValues out{.inputs = make_inputs(request, c), .result = {}};
  out.result = run_whole(whole, out.inputs, whole_options(request, host, c, whole), diagnostics);
  return out.result.is_complete ? std::optional(std::move(out)) : std::nullopt;
}

std::vector<Judged> judge_outputs(const Primitive& primitive, const RunResult& actual, RunResult& expected) {
  // Outputs are the same ones in the same order, whatever passes made of their indices.
  expected.states = actual.states;
  std::vector<Judged> out;
  for (OutputComparison& output : compare_runs(primitive, actual, expected).outputs) {
    out.push_back({output.state, false, std::move(output.comparison), output.tolerance});
  }
  return out;
}

std::vector<Judged> judge_updated_inputs(const Primitive& primitive, const std::vector<Value>& actual,
                                         const std::vector<Value>& expected) {
  std::vector<Judged> out;
  const Definition& definition = primitive.definition;
  const IdMap<StateId, int64_t> lengths = accumulated_lengths(definition, primitive.types);
  for (const PlanStep::Update& update : in_place_updates(definition)) {
    for (size_t i = 0; i < definition.inputs.size(); ++i) {
      if (definition.inputs[i] != update.input) continue;
      const auto* here = std::get_if<TensorPointer>(&actual[i]);
      const auto* there = std::get_if<TensorPointer>(&expected[i]);
      if (here == nullptr || there == nullptr) continue;
      const int64_t length = lengths[update.value];
      out.push_back({update.input, true, compare(**here, **there, length), tolerance((*here)->dtype(), length)});
    }
  }
  return out;
}

std::optional<RoundingVerdict> judge_roundings(const Request& request, const Host& host, const Compilation& c,
                                               RunValues& after, Diagnostics& diagnostics) {
  CHECK(c.before_passes.has_value(), "passes that round otherwise change the definition");
  std::optional<RunValues> written = run_values(request, host, c, *c.before_passes, diagnostics);
  if (!written) return std::nullopt;
  const std::vector<StateId> states = after.result.states;
  RoundingVerdict out;
  std::vector<std::string> wrong;
  std::optional<RunValues> between;
  for (size_t i = 0; i < c.roundings.size(); ++i) {
    std::optional<RunValues> before = run_values(request, host, c, c.roundings[i].before, diagnostics);
    if (!before) return std::nullopt;
    before->result.states = states;
    for (const Judged& judged : judge_all(c.primitive, *before, between ? *between : *written)) {
      if (!judged.comparison.is_within) wrong.push_back(difference_text(c.primitive, judged));
    }
    if (i + 1 == c.roundings.size()) break;
    between = run_values(request, host, c, c.roundings[i].after, diagnostics);
    if (!between) return std::nullopt;
  }
  out.is_within = wrong.empty();
  out.text = rounding_text(c, judge_all(c.primitive, after, *written));
  if (!wrong.empty()) {
    out.text += concat("; passes before it give another result than what was written (", join(wrong, ", "), ')');
  }
  return out;
}

}  // namespace cleave

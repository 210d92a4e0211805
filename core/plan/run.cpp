// See run.h.
#include "core/plan/run.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/base/dims.h"
#include "core/plan/environment.h"
#include "core/plan/live_bytes.h"

namespace cleave {
namespace {

/// Steps that the results of `only` depend on, and `only` itself; all of them where nothing is asked for.
std::vector<bool> wanted_steps(const Plan& plan, const Arena<SegmentId, Translation>& translations,
                               std::optional<SegmentId> only) {
  std::vector<bool> out(plan.steps.size(), !only.has_value());
  if (!only) return out;
  std::unordered_set<uint32_t> wanted;
  for (size_t step = plan.steps.size(); step-- > 0;) {
    const Translation& translation = translations[plan.steps[step].segment];
    const bool is_needed = std::any_of(translation.results.begin(), translation.results.end(),
                                       [&](StateId result) { return wanted.count(result.index) > 0; });
    if (plan.steps[step].segment != *only && !is_needed) continue;
    out[step] = true;
    for (const SegmentArgument& argument : translation.arguments) {
      if (argument.state) wanted.insert(argument.state->index);
    }
  }
  return out;
}

bool has_values(const std::vector<Value>& values) {
  return std::none_of(values.begin(), values.end(),
                      [](const Value& value) { return std::holds_alternative<std::monostate>(value); });
}

int64_t bytes_of(const std::vector<Value>& values) {
  int64_t out = 0;
  for (const Value& value : values) {
    if (const auto* tensor = std::get_if<TensorPointer>(&value)) out += (*tensor)->bytes();
  }
  return out;
}

class SegmentRunner {
 public:
  SegmentRunner(const Primitive& primitive, const Plan& plan, const Arena<SegmentId, Translation>& translations,
                const std::vector<Value>& inputs, const RunOptions& options, Diagnostics& diagnostics)
      : plan_(plan),
        translations_(translations),
        options_(options),
        diagnostics_(diagnostics),
        environment_(primitive, inputs) {}

  RunResult run() {
    const std::vector<bool> wanted = wanted_steps(plan_, translations_, options_.only);
    for (size_t step = 0; step < plan_.steps.size(); ++step) {
      if (!wanted[step]) continue;
      if (!run_step(plan_.steps[step])) return std::move(out_);
    }
    if (!options_.only) take_results();
    out_.is_complete = true;
    return std::move(out_);
  }

 private:
  bool run_step(const PlanStep& step) {
    const Translation& translation = translations_[step.segment];
    if (options_.before_segment) options_.before_segment(step.segment);
    const std::vector<Value> arguments = environment_.arguments(translation);
    const int64_t beside = environment_.bytes() - bytes_of(arguments);
    Evaluation evaluation =
        evaluate(translation.definition, translation.types, arguments, options_.evaluate, diagnostics_);
    if (options_.after_segment) options_.after_segment(step.segment);
    out_.segments.push_back({.segment = step.segment, .peak_bytes = evaluation.peak_bytes});
    out_.peak_bytes = std::max(out_.peak_bytes, std::max<int64_t>(beside, 0) + evaluation.peak_bytes);
    if (!has_values(evaluation.outputs)) return false;
    for (size_t i = 0; i < translation.results.size(); ++i)
      environment_.keep(translation.results[i], std::move(evaluation.outputs[i]));
    if (step.segment == options_.only) take_results_of(translation);
    if (!options_.only) environment_.update(step.updates);
    for (StateId state : step.frees) environment_.free(state);
    return true;
  }

  void take_results() {
    environment_.update(plan_.lone_updates);
    out_.states = plan_.results;
    for (StateId result : plan_.results) out_.outputs.push_back(environment_.value(result));
  }

  void take_results_of(const Translation& translation) {
    out_.states = results_of_one(translation);
    for (StateId result : out_.states) out_.outputs.push_back(environment_.value(result));
  }

  const Plan& plan_;
  const Arena<SegmentId, Translation>& translations_;
  const RunOptions& options_;
  Diagnostics& diagnostics_;
  Environment environment_;
  RunResult out_;
};

/// Terms that one record adds up in an element of its result.
int64_t own_length(const Record& record, const Types& types) {
  const auto extent = [&](size_t slot, int64_t dim) -> int64_t {
    if (!record.has_operand(slot) || !types.is_known(record.operand(slot))) return 1;
    const std::vector<Axis>& axes = types.tensor(record.operand(slot)).axes;
    const std::optional<size_t> at = normalized_dim(dim, axes.size());
    return at ? axes[*at].extent : 1;
  };
  const std::vector<int64_t>* dims = nullptr;
  if (family(record.op) == OpFamily::kReduction) dims = &attributes<ReduceAttributes>(record).dims;
  if (family(record.op) == OpFamily::kWelford) dims = &attributes<DimsAttributes>(record).dims;
  int64_t out = 1;
  if (dims != nullptr) {
    for (int64_t dim : *dims) out *= std::max<int64_t>(extent(0, dim), 1);
  }
  if (family(record.op) == OpFamily::kScan) out = extent(0, attributes<DimAttributes>(record).dim);
  if (family(record.op) == OpFamily::kMatmul) out = extent(0, -1);
  return std::max<int64_t>(out, 1);
}

}  // namespace

std::vector<StateId> results_of_one(const Translation& translation) {
  std::vector<StateId> out;
  std::unordered_set<uint32_t> seen;
  for (StateId result : translation.results) {
    if (seen.insert(result.index).second) out.push_back(result);
  }
  return out;
}

RunResult run_segments(const Primitive& primitive, const Plan& plan, const Arena<SegmentId, Translation>& translations,
                       const std::vector<Value>& inputs, const RunOptions& options, Diagnostics& diagnostics) {
  return SegmentRunner(primitive, plan, translations, inputs, options, diagnostics).run();
}

RunResult run_whole(const Primitive& primitive, const std::vector<Value>& inputs, const EvaluateOptions& options,
                    Diagnostics& diagnostics) {
  RunResult out;
  Evaluation evaluation = evaluate(primitive.definition, primitive.types, inputs, options, diagnostics);
  out.peak_bytes = evaluation.peak_bytes;
  if (!has_values(evaluation.outputs)) return out;
  Environment environment(primitive, inputs);
  for (size_t i = 0; i < evaluation.outputs.size(); ++i) {
    environment.keep(primitive.definition.outputs[i].value, std::move(evaluation.outputs[i]));
  }
  environment.update(in_place_updates(primitive.definition));
  out.states = visible_results(primitive.definition);
  for (StateId result : out.states) out.outputs.push_back(environment.value(result));
  out.is_complete = true;
  return out;
}

std::vector<Value> clone_inputs(const std::vector<Value>& inputs) {
  std::vector<Value> out;
  out.reserve(inputs.size());
  for (const Value& input : inputs) out.push_back(clone_value(input));
  return out;
}

IdMap<StateId, int64_t> accumulated_lengths(const Definition& definition, const Types& types) {
  IdMap<StateId, int64_t> out(definition.states.size(), 1);
  for (const Record& record : definition.records) {
    int64_t length = own_length(record, types);
    for (const std::optional<StateId>& operand : record.operands) {
      if (operand) length = std::max(length, out[*operand]);
    }
    for (StateId result : record.results) out[result] = length;
  }
  return out;
}

RunComparison compare_runs(const Primitive& primitive, const RunResult& actual, const RunResult& expected) {
  CHECK(actual.states == expected.states, "two runs of one definition have the same outputs");
  const IdMap<StateId, int64_t> lengths = accumulated_lengths(primitive.definition, primitive.types);
  RunComparison out{.outputs = {},
                    .is_equal = actual.is_complete && expected.is_complete,
                    .is_within = actual.is_complete && expected.is_complete};
  for (size_t i = 0; i < actual.outputs.size(); ++i) {
    const auto* left = std::get_if<TensorPointer>(&actual.outputs[i]);
    const auto* right = std::get_if<TensorPointer>(&expected.outputs[i]);
    CHECK(left != nullptr && right != nullptr, "outputs are tensors");
    const int64_t length = lengths[actual.states[i]];
    OutputComparison output{.state = actual.states[i],
                            .shape = (*left)->extents(),
                            .dtype = (*left)->dtype(),
                            .comparison = compare(**left, **right, length),
                            .tolerance = tolerance((*left)->dtype(), length)};
    out.is_equal = out.is_equal && output.comparison.is_equal;
    out.is_within = out.is_within && output.comparison.is_within;
    out.outputs.push_back(std::move(output));
  }
  return out;
}

}  // namespace cleave

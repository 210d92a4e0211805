// Judging a run: the results of two runs of one definition, output by output and updated input by updated input; and
// what passes that round otherwise make of the definition as written. It runs wholes, never segments. Tested through
// respond() (call.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/api/compile.h"
#include "core/api/host.h"
#include "core/api/request.h"
#include "core/plan/run.h"

namespace cleave {

/// What a run gave back, and its inputs as it left them.
struct RunValues {
  std::vector<Value> inputs;
  RunResult result;
};

/// The inputs of a request, made anew.
std::vector<Value> make_inputs(const Request& request, const Compilation& c);

/// `whole` on inputs of its own; nothing where something could not be computed.
std::optional<RunValues> run_values(const Request& request, const Host& host, const Compilation& c,
                                    const Primitive& whole, Diagnostics& diagnostics);

/// One output, or one input that was updated in place.
struct Judged {
  StateId state{0U};
  bool updates_input = false;
  Comparison comparison;
  Tolerance allowed;
};

/// The outputs of `actual`, which are those of `expected` in the same order. States are those of `primitive`.
std::vector<Judged> judge_outputs(const Primitive& primitive, const RunResult& actual, RunResult& expected);

/// The inputs that were updated in place, as the two runs left them.
std::vector<Judged> judge_updated_inputs(const Primitive& primitive, const std::vector<Value>& actual,
                                         const std::vector<Value>& expected);

/// What passes that round otherwise make of a run.
struct RoundingVerdict {
  /// What stands before each such pass computes what was written, or what stands after the one before it.
  bool is_within = true;
  /// A clause of the run's verdict.
  std::string text;
};

/// `after` is what the definition after the last of them computes; nothing where something could not be computed.
std::optional<RoundingVerdict> judge_roundings(const Request& request, const Host& host, const Compilation& c,
                                               RunValues& after, Diagnostics& diagnostics);

}  // namespace cleave

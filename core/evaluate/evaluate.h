// The meaning of a definition: runs the records of a primitive definition one at a time. Slow and obvious on purpose;
// every faster engine is compared with it.
//
// Pointwise ops compute in double (integers in int64, complex in double) and round once to the result's dtype;
// reductions accumulate in double and round once at the end. Expanded axes are written out. In-place outputs are not
// applied here: the result of an aliased output is its value, and plan/ decides when it is written.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/evaluate/tensor.h"
#include "core/infer/types.h"
#include "core/ir/definition.h"
#include "core/source/diagnostic.h"

namespace cleave {

/// Nothing where the value could not be computed; the reason has been reported.
using Value = std::variant<std::monostate, TensorPointer, ScalarValue>;

struct EvaluateOptions {
  /// Seed of the generator for random ops without a seed of their own.
  uint64_t seed = 0;
  /// Added to each unseeded random op's ordinal.
  uint64_t offset = 0;
  /// What messages call a state; `T4` where absent.
  std::function<std::string(StateId)> name_of = nullptr;
  /// Where messages point for a record; nowhere where absent.
  std::function<std::optional<SourceSpan>(RecordId)> span_of = nullptr;
  /// Called before each record that is computed, for progress.
  std::function<void(RecordId)> before_record = nullptr;
};

struct Evaluation {
  /// In the order of definition.outputs.
  std::vector<Value> outputs;
  /// Most bytes of tensors alive at once, inputs included.
  int64_t peak_bytes = 0;
};

/// Computes what `definition`'s outputs need; `inputs` in the order of definition.inputs. A tensor's value is dropped
/// after its last use unless it is an output; an output that is an input is that very tensor. Data-dependent mistakes
/// (an index out of range) and ops without a meaning are reported, and what depends on them has no value.
Evaluation evaluate(const Definition& definition, const Types& types, const std::vector<Value>& inputs,
                    const EvaluateOptions& options, Diagnostics& diagnostics);

}  // namespace cleave

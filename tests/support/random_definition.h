// Random fusion definitions that are valid by the rules of the language: every op family that has a meaning, mixed
// dtypes, broadcasts, odd, unit and empty extents, in-place outputs, duplicate outputs, inputs as outputs, values
// nobody uses. The same seed gives the same definition on every machine. Laws and fuzzers run on these.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/ir/definition.h"
#include "core/ir/input_values.h"
#include "tests/support/choices.h"
#include "tests/support/value_model.h"

namespace cleave {

/// What one step of the generator adds.
enum class StepKind : uint8_t {
  kUnary,
  kBinary,
  kTernary,
  kScalar,
  kCast,
  kReduction,
  kVariance,
  kScan,
  kBroadcast,
  kReshape,
  kReorder,
  kSlice,
  kPad,
  kCat,
  kFactory,
  kRandom,
  kIndex,
  kScatter,
  kSort,
  kMatmul,
  kSizes,
  kForcedCut,
};
inline constexpr size_t kStepKinds = 22;

struct GeneratorOptions {
  /// Steps beside inputs and outputs; most add one record that computes.
  size_t steps = 10;
  size_t inputs = 3;
  int64_t max_extent = 5;
  size_t max_rank = 4;
  /// How often each StepKind is tried, against the others.
  std::array<unsigned, kStepKinds> weights{10, 14, 5, 4, 6, 8, 3, 3, 8, 6, 6, 5, 4, 3, 3, 2, 4, 2, 3, 3, 3, 2};
  bool empty_extents = true;
  bool complex_numbers = true;
  bool in_place = true;
  /// Outputs that ask for a memory order.
  bool output_orders = true;
  /// Literals as operands, as the direct dialect writes them.
  bool literals = true;
  /// Strided, permuted and expanded inputs.
  bool strided_inputs = true;
};

struct RandomDefinition {
  Definition definition;
  /// One for each input of the definition.
  std::vector<InputItem> inputs;
  /// What the generator believes of each tensor and scalar that it made itself; in order of their ids.
  std::vector<ModelValue> values;
};

RandomDefinition random_definition(Choices& choices, const GeneratorOptions& options = {});
RandomDefinition random_definition(uint64_t seed, const GeneratorOptions& options = {});

/// A definition and its inputs without the generator's beliefs; what shrinking and printing work on.
struct DefinitionCase {
  Definition definition;
  std::vector<InputItem> inputs;
};

}  // namespace cleave

// The stages up to segments for a script, one after the other as core/api runs them, with every product in reach of a
// test; and an independent executor of segments, which knows nothing of plans: it passes values by the translations'
// own arguments and results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "core/infer/binding.h"
#include "core/parse/parse.h"
#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"
#include "core/source/diagnostic.h"
#include "core/source/source_text.h"
#include "core/translate/translation.h"
#include "tests/support/random_definition.h"

namespace cleave {

/// Seed of the generator for random ops in evaluate_whole and evaluate_segments; any fixed number serves.
inline constexpr uint64_t kRandomSeed = 11;

/// Text → primitive definition. Takes the first definition and the first input list of the text.
struct FrontEnd {
  explicit FrontEnd(std::string script);

  SourceText text;
  Diagnostics diagnostics;
  Parsed parsed;
  Binding binding;
  Primitive primitive;
  /// No stage reported an error.
  bool ok = false;

  const Definition& source() const { return parsed.definitions.at(0).definition; }
  const InputList* inputs() const { return parsed.input_lists.empty() ? nullptr : &parsed.input_lists[0]; }
  /// The messages, one a line.
  std::string messages() const;
};

/// The case as a script in the legacy form.
std::string script_of(const DefinitionCase& definition_case);

/// The values of the bound inputs.
std::vector<Value> input_values(const FrontEnd& front_end, uint64_t seed);

/// What the whole primitive definition computes, in the order of its outputs.
std::vector<Value> evaluate_whole(const FrontEnd& front_end, const std::vector<Value>& inputs,
                                  Diagnostics& diagnostics);

/// The same values by running `translations` in order.
std::vector<Value> evaluate_segments(const FrontEnd& front_end, const Arena<SegmentId, Translation>& translations,
                                     const std::vector<Value>& inputs, Diagnostics& diagnostics);

/// Nothing where both are values and the same to the bit; else what differs.
std::optional<std::string> difference(const Value& actual, const Value& expected);
std::optional<std::string> difference(const std::vector<Value>& actual, const std::vector<Value>& expected);

}  // namespace cleave

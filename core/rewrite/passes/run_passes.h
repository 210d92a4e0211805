// Which passes run, and the run itself: one after the other, in nvFuser's order, each from the definition that the one
// before it gave. The maps of the result lead to the source through all of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/rewrite/passes/pass.h"

namespace cleave {

/// One flag for each of all_passes().
struct PassChoice {
  std::vector<bool> is_on;
  /// Passes that were to be taken away and stay, because results need them; by place.
  std::vector<size_t> kept;
};

/// Only what results need.
PassChoice needed_passes();

/// A word of the list that names no pass.
struct UnknownPass {
  std::string word;
};

/// `none`, `nvfuser` (all), or names with commas between, a name after `-` taken away: `nvfuser,-move_gather`. What
/// results need always runs.
std::variant<PassChoice, UnknownPass> parse_pass_choice(std::string_view text);

/// What one pass did.
struct PassReport {
  const PassInfo* pass = nullptr;
  bool is_on = false;
  /// The definition after is another than the one before.
  bool changed = false;
  /// One sentence: what it did and where.
  std::string sentence;
  /// With records of the source.
  struct Place {
    std::optional<RecordId> source;
    std::string text;
    bool rounds_otherwise = false;
  };
  std::vector<Place> done;
  std::vector<Place> left;
  /// State after → state before; empty where nothing changed.
  IndexMap map;
  /// Labels of the states after it; empty where nothing changed.
  IdMap<StateId, std::string> labels;
  /// State after → source index, and the states that are inputs or outputs; empty where nothing changed.
  IndexMap to_source;
  std::vector<bool> is_boundary;
  /// The definition after it; only where it was to be kept and it changed.
  std::optional<Definition> definition;
};

/// The definition around a pass that rounds otherwise somewhere. What it computes after the pass is not judged by what
/// it computed before; what stands before and what stands after is.
struct RoundingStep {
  const PassInfo* pass = nullptr;
  Primitive before;
  Primitive after;
};

struct PassRun {
  Primitive primitive;
  /// One for each of all_passes().
  std::vector<PassReport> reports;
  /// In order; only where they were to be kept.
  std::vector<RoundingStep> roundings;
};

enum class KeepSteps : uint8_t {
  kNo,
  /// Only the steps that round otherwise.
  kRoundings,
  kYes,
};

PassRun run_passes(Primitive primitive, const PassChoice& choice, KeepSteps keep);

}  // namespace cleave

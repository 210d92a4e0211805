// See run_passes.h.
#include "core/rewrite/passes/run_passes.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/ir/verify.h"

namespace cleave {
namespace {

std::optional<size_t> find_pass(std::string_view name) {
  for (size_t i = 0; i < all_passes().size(); ++i) {
    if (all_passes()[i].name == name) return i;
  }
  return std::nullopt;
}

/// The first place and how many more; what is true where nothing was done.
std::string sentence_of(const PassReport& report, const std::string& remark) {
  if (!report.done.empty()) {
    const size_t more = report.done.size() - 1;
    const std::string others = more == 0 ? "" : concat("; and at ", counted(more, "more place", "more places"));
    return report.done[0].text + others;
  }
  if (!remark.empty()) return remark;
  if (!report.left.empty()) return "nothing to do: " + report.left[0].text;
  return "nothing to do";
}

}  // namespace

PassChoice needed_passes() {
  PassChoice out;
  for (const PassInfo& pass : all_passes()) out.is_on.push_back(pass.is_needed);
  return out;
}

std::variant<PassChoice, UnknownPass> parse_pass_choice(std::string_view text) {
  PassChoice out = needed_passes();
  while (!text.empty()) {
    const size_t comma = text.find(',');
    std::string_view word = text.substr(0, comma);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    const bool takes_away = word.starts_with('-');
    if (takes_away) word.remove_prefix(1);
    if (word == "none" && !takes_away) {
      out = needed_passes();
    } else if (word == "nvfuser" && !takes_away) {
      out.is_on.assign(all_passes().size(), true);
    } else if (const std::optional<size_t> place = find_pass(word)) {
      const bool stays = takes_away && all_passes()[*place].is_needed;
      out.is_on[*place] = !takes_away || stays;
      if (stays) out.kept.push_back(*place);
    } else {
      return UnknownPass{std::string(word)};
    }
  }
  return out;
}

namespace {

/// Most times that one pass runs: what it makes may be work for it again.
constexpr size_t kMostRounds = 16;
constexpr const char* kStopped = "stopped after 16 rounds that each found work: there is more";

/// One pass over and over until it finds nothing, and its report.
class PassRunner {
 public:
  PassRunner(const PassInfo& pass, KeepSteps keep) : pass_(pass), keep_(keep) {
    report_.pass = &pass;
    report_.is_on = true;
  }

  PassReport run(Primitive& primitive, std::optional<PassFacts>& facts) {
    for (size_t round = 0;; ++round) {
      if (!facts) facts.emplace(primitive);
      PassResult result = pass_.run(*facts);
      const bool is_stopped = round == kMostRounds && result.step;
      if (is_stopped) result.done.clear();
      take_places(result, primitive, round == 0);
      if (is_stopped) report_.left.push_back({std::nullopt, kStopped, false});
      is_stopped_ = is_stopped;
      if (!result.step || is_stopped) break;
      facts.reset();
      keep_rounding(result, primitive);
      take_step(std::move(*result.step), primitive);
    }
    report_.sentence = sentence_of(report_, remark_) + (is_stopped_ ? concat("; ", kStopped) : "");
    if (rounding_) rounding_->after = primitive;
    if (report_.changed) take_states(primitive);
    if (report_.changed && keep_ == KeepSteps::kYes) report_.definition = primitive.definition;
    return std::move(report_);
  }
  /// After the run.
  std::optional<RoundingStep> take_rounding() { return std::move(rounding_); }

 private:
  void take_places(const PassResult& result, const Primitive& before, bool is_first) {
    append(result.done, before, report_.done);
    // What is left is what the last round leaves.
    report_.left.clear();
    append(result.left, before, report_.left);
    if (is_first) remark_ = result.remark;
  }

  void take_states(const Primitive& after) {
    report_.labels = after.labels;
    report_.to_source = after.to_source;
    report_.is_boundary.assign(after.definition.states.size(), false);
    for (StateId input : after.definition.inputs) report_.is_boundary[input.index] = true;
    for (const Output& output : after.definition.outputs) report_.is_boundary[output.value.index] = true;
  }

  /// Copies the definition before the first round that rounds otherwise.
  void keep_rounding(const PassResult& result, const Primitive& before) {
    if (keep_ == KeepSteps::kNo || rounding_) return;
    const bool rounds = std::any_of(result.done.begin(), result.done.end(),
                                    [](const PassPlace& place) { return place.rounds_otherwise; });
    if (rounds) rounding_ = RoundingStep{.pass = &pass_, .before = before, .after = {}};
  }

  static void append(const std::vector<PassPlace>& places, const Primitive& before,
                     std::vector<PassReport::Place>& out) {
    for (const PassPlace& place : places)
      out.push_back({before.record_origin[place.record], place.text, place.rounds_otherwise});
  }

  void take_step(PassStep step, Primitive& primitive) {
    report_.map = report_.changed ? compose(step.map, report_.map) : std::move(step.map);
    report_.changed = true;
    primitive = std::move(step.primitive);
#ifndef NDEBUG
    const std::vector<std::string> broken = verify(primitive.definition, Level::kPrimitive);
    CHECK(broken.empty(), "a pass makes a primitive definition");
#endif
  }

  const PassInfo& pass_;
  KeepSteps keep_;
  PassReport report_;
  std::string remark_;
  std::optional<RoundingStep> rounding_;
  /// There is work left.
  bool is_stopped_ = false;
};

}  // namespace

PassRun run_passes(Primitive primitive, const PassChoice& choice, KeepSteps keep) {
  PassRun out;
  CHECK(choice.is_on.size() == all_passes().size(), "a choice has a flag for each pass");
  std::optional<PassFacts> facts;
  for (size_t i = 0; i < all_passes().size(); ++i) {
    const PassInfo& pass = all_passes()[i];
    if (choice.is_on[i]) {
      PassRunner runner(pass, keep);
      out.reports.push_back(runner.run(primitive, facts));
      if (auto rounding = runner.take_rounding()) out.roundings.push_back(std::move(*rounding));
    } else {
      PassReport& report = out.reports.emplace_back();
      report.pass = &pass;
      report.sentence = "switched off";
    }
  }
  facts.reset();
  out.primitive = std::move(primitive);
  return out;
}

}  // namespace cleave

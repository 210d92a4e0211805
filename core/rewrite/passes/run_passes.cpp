// See run_passes.h.
#include "core/rewrite/passes/run_passes.h"

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
    return more == 0 ? report.done[0].text
                     : concat(report.done[0].text, "; and at ", counted(more, "more place", "more places"));
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
      out.is_on[*place] = !takes_away;
    } else {
      return UnknownPass{std::string(word)};
    }
  }
  return out;
}

namespace {

/// Most times that one pass runs: what it makes may be work for it again.
constexpr size_t kMostRounds = 16;

/// One pass over and over until it finds nothing, and its report.
class PassRunner {
 public:
  PassRunner(const PassInfo& pass, KeepSteps keep) : pass_(pass), keep_(keep) {
    report_.pass = &pass;
    report_.is_on = true;
  }

  PassReport run(Primitive& primitive, std::optional<PassFacts>& facts) {
    for (size_t round = 0; round < kMostRounds; ++round) {
      if (!facts) facts.emplace(primitive);
      PassResult result = pass_.run(*facts);
      take_places(result, primitive, round == 0);
      if (!result.step) break;
      facts.reset();
      take_step(std::move(*result.step), primitive);
    }
    report_.sentence = sentence_of(report_, remark_);
    if (report_.changed) report_.labels = primitive.labels;
    if (report_.changed && keep_ == KeepSteps::kYes) report_.definition = primitive.definition;
    return std::move(report_);
  }

 private:
  void take_places(const PassResult& result, const Primitive& before, bool is_first) {
    append(result.done, before, report_.done);
    // What is left is what the last round leaves.
    report_.left.clear();
    append(result.left, before, report_.left);
    if (is_first) remark_ = result.remark;
  }

  static void append(const std::vector<PassPlace>& places, const Primitive& before,
                     std::vector<PassReport::Place>& out) {
    for (const PassPlace& place : places) out.push_back({before.record_origin[place.record], place.text});
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
};

}  // namespace

PassRun run_passes(Primitive primitive, const PassChoice& choice, KeepSteps keep) {
  PassRun out;
  CHECK(choice.is_on.size() == all_passes().size(), "a choice has a flag for each pass");
  std::optional<PassFacts> facts;
  for (size_t i = 0; i < all_passes().size(); ++i) {
    const PassInfo& pass = all_passes()[i];
    if (choice.is_on[i]) {
      out.reports.push_back(PassRunner(pass, keep).run(primitive, facts));
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

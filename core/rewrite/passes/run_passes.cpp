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

/// `T5 = … (and 3 more places)`; what is true where nothing was done.
std::string sentence_of(const PassResult& result, bool is_on) {
  if (!is_on) return "switched off";
  if (!result.done.empty()) {
    const size_t more = result.done.size() - 1;
    return more == 0 ? result.done[0].text
                     : concat(result.done[0].text, "; and at ", counted(more, "more place", "more places"));
  }
  if (!result.remark.empty()) return result.remark;
  if (!result.left.empty()) return "nothing to do: " + result.left[0].text;
  return "nothing to do";
}

std::vector<PassReport::Place> with_sources(const std::vector<PassPlace>& places, const Primitive& before) {
  std::vector<PassReport::Place> out;
  for (const PassPlace& place : places) out.push_back({before.record_origin[place.record], place.text});
  return out;
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

PassRun run_passes(Primitive primitive, const PassChoice& choice, KeepSteps keep) {
  PassRun out;
  CHECK(choice.is_on.size() == all_passes().size(), "a choice has a flag for each pass");
  std::optional<PassFacts> facts;
  for (size_t i = 0; i < all_passes().size(); ++i) {
    PassReport report{.pass = &all_passes()[i], .is_on = choice.is_on[i]};
    PassResult result;
    if (report.is_on) {
      if (!facts) facts.emplace(primitive);
      result = report.pass->run(*facts);
    }
    report.sentence = sentence_of(result, report.is_on);
    report.done = with_sources(result.done, primitive);
    report.left = with_sources(result.left, primitive);
    if (result.step) {
      report.changed = true;
      facts.reset();
      primitive = std::move(result.step->primitive);
      report.map = std::move(result.step->map);
      if (keep == KeepSteps::kYes) {
        report.definition = primitive.definition;
        report.labels = primitive.labels;
      }
#ifndef NDEBUG
      CHECK(verify(primitive.definition, Level::kPrimitive).empty(), "a pass makes a primitive definition");
#endif
    }
    out.reports.push_back(std::move(report));
  }
  out.primitive = std::move(primitive);
  return out;
}

}  // namespace cleave

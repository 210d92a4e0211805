// The passes of `cleave explain`. See show.h.
#include <string>
#include <vector>

#include "core/base/text.h"
#include "native/cli/definition_text.h"
#include "native/cli/show.h"

namespace cleave::cli {
namespace {

constexpr size_t kIndent = 2;
/// Places shown of one pass; the rest are counted.
constexpr size_t kShownPlaces = 4;

void show_places(const std::vector<PassPlaceView>& places, std::string_view mark, Style style, Page& page) {
  for (size_t i = 0; i < places.size() && i < kShownPlaces; ++i) {
    const std::string line = places[i].line ? concat(" (line ", *places[i].line, ')') : std::string();
    page.paragraph(concat(mark, places[i].text, line), kIndent + 2, style);
  }
  if (places.size() <= kShownPlaces) return;
  page.paragraph(concat("and at ", counted(static_cast<int64_t>(places.size() - kShownPlaces), "more place")),
                 kIndent + 2, kFaint);
}

void show_pass(const PassView& pass, const Settings& settings, Page& page) {
  Line head{{pass.name, pass.changed ? kStrong : kFaint}};
  if (!pass.changed) head.push_back({concat("  ", pass.sentence), kFaint});
  if (pass.changed && !pass.exact) head.push_back({"  values may differ in rounding", kFaint});
  page.line(head, kIndent);
  show_places(pass.done, "", kPlain, page);
  show_places(pass.left, "left alone: ", kFaint, page);
  if (!settings.verbose || !pass.definition) return;
  page.blank();
  show_definition(*pass.definition, page);
  page.blank();
}

}  // namespace

void show_passes(const Response& response, const Settings& settings, Page& page) {
  if (!response.passes) return;
  bool is_shown = settings.request.passes != "none";
  for (const PassView& pass : *response.passes) is_shown = is_shown || pass.changed;
  if (!is_shown) return;
  page.blank();
  page.line({{"Passes before the split", kStrong}});
  std::vector<std::string> idle;
  for (const PassView& pass : *response.passes) {
    const bool has_places = !pass.done.empty() || !pass.left.empty();
    if (has_places || settings.verbose) {
      show_pass(pass, settings, page);
    } else {
      idle.push_back(pass.name);
    }
  }
  if (!idle.empty()) page.paragraph(concat("nothing to do: ", join(idle, ", ")), kIndent, kFaint);
}

}  // namespace cleave::cli

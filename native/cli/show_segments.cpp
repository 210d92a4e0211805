// `cleave segment`. See show.h.
#include <algorithm>
#include <map>

#include "core/base/text.h"
#include "native/cli/definition_text.h"
#include "native/cli/show.h"

namespace cleave::cli {
namespace {

/// What a line of the index map is, in words. `readers`: which segments read an output that crosses.
std::string description(const IndexMapView& entry, const std::vector<int64_t>& readers) {
  std::string out;
  switch (entry.role) {
    case IndexRole::kIn: out = "input"; break;
    case IndexRole::kOut: out = "output"; break;
    case IndexRole::kExtent: out = "extent, passed as an extra input"; break;
    case IndexRole::kInner: out = "inner"; break;
    case IndexRole::kConst: out = "constant"; break;
    case IndexRole::kCopy: out = "copy, computed in other segments too"; break;
  }
  const bool names_itself = entry.original.value && entry.label == concat('T', *entry.original.value);
  if (!entry.original.value) {
    out += concat(" ", entry.label, ", which has no index in the original");
  } else if (entry.role == IndexRole::kExtent || !names_itself) {
    out += concat(", ", entry.label);
  }
  if (!readers.empty()) out += ", read by " + join(readers, ", ", [](int64_t id) { return concat('g', id); });
  return out;
}

/// Name of a value that crosses out of `segment` → the segments that read it.
std::map<std::string, std::vector<int64_t>> readers_of(const Response& response, int64_t segment) {
  std::map<std::string, std::vector<int64_t>> out;
  if (!response.cuts) return out;
  for (const CutView& cut : *response.cuts) {
    if (cut.from != segment) continue;
    for (const CrossingView& value : cut.crossings) out[value.label].push_back(cut.to);
  }
  return out;
}

/// Not indented: whoever pastes all of it back gives definitions with text between them.
void show_index_map(const SegmentView& segment, const Response& response, Page& page) {
  const auto readers = readers_of(response, segment.id);
  std::vector<std::vector<Line>> rows;
  for (const IndexMapView& entry : segment.index_map) {
    const auto found = entry.role == IndexRole::kOut ? readers.find(entry.label) : readers.end();
    const Style style =
        entry.role == IndexRole::kIn || entry.role == IndexRole::kOut || entry.role == IndexRole::kExtent ? kPlain
                                                                                                          : kFaint;
    const std::string original = entry.original.value ? std::to_string(*entry.original.value)
                                                      : std::string(page.terminal().utf8 ? "\u2013" : "-");
    rows.push_back({{{std::to_string(entry.segment), style}},
                    {{original, style}},
                    {{description(entry, found == readers.end() ? std::vector<int64_t>{} : found->second), style}}});
  }
  page.table({{"Segment Index", Column::Align::kRight},
              {"Original Index", Column::Align::kRight},
              {"Description", Column::Align::kLeft}},
             rows, 0);
}

/// Updates that no definition does: whoever runs the segments does them after this one.
void show_updates(const SegmentView& segment, Page& page) {
  if (!segment.updates_after) return;
  page.blank();
  for (const UpdateView& update : *segment.updates_after) {
    page.line(
        {{"after ", kPlain},
         segment_badge(segment.id),
         {concat(": ", update.value_label, page.terminal().utf8 ? " \u2192 " : " -> ", update.input_label), kStrong},
         {concat(", in place; no later segment reads what ", update.input_label, " was"), kPlain}});
  }
}

/// The dashed line before a segment: which values it takes from earlier ones.
void show_cuts_into(const SegmentView& segment, const Response& response, Page& page) {
  if (!response.cuts) return;
  Line line;
  for (const CutView& cut : *response.cuts) {
    if (cut.to != segment.id) continue;
    if (!line.empty()) line.push_back({concat("  ", dot(page), "  "), kFaint});
    line.push_back({concat(scissors(page), ' '), kPlain});
    line.push_back({crossing_names(cut), kStrong});
    line.push_back({concat(' ', dot(page), ' ', bytes_of(cut.value_bytes), " from "), kPlain});
    line.push_back(segment_badge(cut.from));
  }
  if (line.empty()) return;
  page.cut_line(line);
  page.blank();
}

/// One segment as a file that can be given back: all but the definition is a comment.
void show_alone(const SegmentView& segment, const Response& response, Page& page) {
  if (response.source) page.verbatim({{concat("# ", response.file_name, ": ", response.source->summary), kFaint}});
  page.verbatim({{concat("# g", segment.id, "  ", segment_facts(segment, page)), kFaint}});
  page.verbatim({{"#", kFaint}});
  page.verbatim({{"# segment index -> original index", kFaint}});
  const auto readers = readers_of(response, segment.id);
  for (const IndexMapView& entry : segment.index_map) {
    const auto found = entry.role == IndexRole::kOut ? readers.find(entry.label) : readers.end();
    const std::string original = entry.original.value ? std::to_string(*entry.original.value) : std::string("none");
    const std::string what = description(entry, found == readers.end() ? std::vector<int64_t>{} : found->second);
    page.verbatim({{concat("#   ", entry.segment, " -> ", original, "  ", what), kFaint}});
  }
  page.blank();
  show_definition(segment.definition, page);
}

}  // namespace

void show_segments(const Response& response, const Settings& settings, Page& page) {
  if (!response.segments) return;
  if (settings.request.segment && response.segments->size() == 1) {
    return show_alone(response.segments->front(), response, page);
  }
  show_taken(response, settings, page);
  for (const SegmentView& segment : *response.segments) {
    page.blank();
    show_cuts_into(segment, response, page);
    page.line({segment_badge(segment.id), {concat("  ", segment_facts(segment, page)), kStrong}});
    page.blank();
    show_definition(segment.definition, page);
    page.blank();
    show_index_map(segment, response, page);
    show_updates(segment, page);
  }
  show_legend_of(*response.segments, {}, page);
}

}  // namespace cleave::cli

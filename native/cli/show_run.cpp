// `cleave run`. See show.h.
#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "core/base/text.h"
#include "native/cli/show.h"

namespace cleave::cli {
namespace {

constexpr size_t kIndent = 2;

/// `0`, `3.9e-03`, `nan`.
std::string error_text(const Nullable<double>& value) {
  if (!value.value) return "not a number";
  if (*value.value == 0) return "0";
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.1e", *value.value);
  return buffer.data();
}

/// `12 µs`, `3.4 ms`, `1.2 s`.
std::string time_text(double microseconds, const Page& page) {
  std::array<char, 32> buffer{};
  if (microseconds < 1000) {
    std::snprintf(buffer.data(), buffer.size(), "%.0f %s", microseconds, page.terminal().utf8 ? "\u00b5s" : "us");
  } else if (microseconds < 1e6) {
    std::snprintf(buffer.data(), buffer.size(), "%.1f ms", microseconds / 1e3);
  } else {
    std::snprintf(buffer.data(), buffer.size(), "%.1f s", microseconds / 1e6);
  }
  return buffer.data();
}

/// `{0:0, 2:3}`: what a segment takes and gives, segment index to original index; `{0:0, ... 9 more}` where it is long.
std::string map_text(const SegmentView& segment) {
  constexpr size_t kMostEntries = 4;
  std::vector<std::string> entries;
  for (const IndexMapView& entry : segment.index_map) {
    const bool is_boundary =
        entry.role == IndexRole::kIn || entry.role == IndexRole::kOut || entry.role == IndexRole::kExtent;
    if (!is_boundary) continue;
    entries.push_back(concat(entry.segment, ':', entry.original.value ? std::to_string(*entry.original.value) : "-"));
  }
  if (entries.size() > kMostEntries) {
    const size_t left = entries.size() - (kMostEntries - 1);
    entries.resize(kMostEntries - 1);
    entries.push_back(concat(left, " more"));
  }
  return concat('{', join(entries, ", "), '}');
}

void show_segment_table(const Response& response, Page& page) {
  std::vector<std::vector<Line>> rows;
  for (const SegmentView& segment : *response.segments) {
    rows.push_back({{segment_badge(segment.id)},
                    {{kernel_name(segment), kPlain}},
                    {{grouped_number(segment.ops), kPlain}},
                    {{bytes_of(segment.bytes_read), kPlain}},
                    {{bytes_of(segment.bytes_written), kPlain}},
                    {{map_text(segment), kPlain}}});
  }
  page.table({{"Segment", Column::Align::kLeft},
              {"Kernel", Column::Align::kLeft},
              {"Ops", Column::Align::kRight},
              {"Reads", Column::Align::kRight},
              {"Writes", Column::Align::kRight},
              {"Index map", Column::Align::kLeft}},
             rows, kIndent);
}

Line cut_label(const CutView& cut, const Page& page) {
  return {segment_badge(cut.from),
          {concat(' ', scissors(page), ' '), kPlain},
          segment_badge(cut.to),
          {concat(" at ", crossing_names(cut)), kStrong}};
}

void show_cut_lines(const Response& response, Page& page) {
  if (!response.cuts || response.cuts->empty()) return;
  constexpr size_t kWidestLabel = 30;
  size_t label_columns = 0;
  for (const CutView& cut : *response.cuts) label_columns = std::max(label_columns, columns(cut_label(cut, page)) + 2);
  label_columns = std::min(label_columns, kWidestLabel);
  page.blank();
  for (const CutView& cut : *response.cuts) {
    const std::string why = cut.reasons.empty() ? std::string("no reason was recorded") : cut.reasons.front().message;
    page.labelled(cut_label(cut, page), label_columns, why, kIndent);
  }
}

/// When the updates are done that no segment does itself.
void show_update_lines(const Response& response, Page& page) {
  bool is_first = true;
  for (const SegmentView& segment : *response.segments) {
    if (!segment.updates_after) continue;
    for (const UpdateView& update : *segment.updates_after) {
      if (std::exchange(is_first, false)) page.blank();
      page.line(
          {{"  after ", kPlain},
           segment_badge(segment.id),
           {concat(": ", update.value_label, page.terminal().utf8 ? " \u2192 " : " -> ", update.input_label), kStrong},
           {", in place", kPlain}});
    }
  }
}

/// `CPU time  g0 16 µs · g1 9 µs`.
void show_times(const Response& response, Page& page) {
  std::string times;
  for (const SegmentView& segment : *response.segments) {
    const std::string time = segment.microseconds ? time_text(*segment.microseconds, page) : std::string("not run");
    times += concat(times.empty() ? "" : concat(' ', dot(page), ' '), 'g', segment.id, ' ', time);
  }
  const std::string_view what = response.run && response.run->gpu ? "GPU time" : "CPU time";
  page.blank();
  page.labelled({{std::string(what), kStrong}}, what.size() + 2, times, kIndent);
}

void show_outputs(const Response& response, Page& page) {
  std::vector<std::vector<Line>> rows;
  const std::string_view good = page.terminal().utf8 ? "\u2713" : "ok";
  const std::string_view bad = page.terminal().utf8 ? "\u2717" : "differs";
  for (const OutputView& output : *response.outputs) {
    Line name{{output.label, kStrong}};
    if (output.updates_input) name.push_back({" in place", kFaint});
    rows.push_back({name,
                    {{shape_text(output.shape), kPlain}},
                    {{output.dtype, kPlain}},
                    {{error_text(output.max_abs_error), kPlain}},
                    {{error_text(output.max_rel_error), kPlain}},
                    {{error_text({output.relative_tolerance}), kPlain}},
                    {{std::string(output.matches ? good : bad), output.matches ? kGood : kBad}}});
  }
  page.blank();
  page.table({{"Output", Column::Align::kLeft},
              {"Shape", Column::Align::kLeft},
              {"Type", Column::Align::kLeft},
              {"Max error", Column::Align::kRight},
              {"Relative", Column::Align::kRight},
              {"Allowed", Column::Align::kRight},
              {"", Column::Align::kLeft}},
             rows, kIndent);
  page.paragraph(
      "Max error: the largest difference from the whole; Relative: beside the value; Allowed: how much "
      "of the value rounding may make of it.",
      kIndent, kFaint);
}

void show_verdict(const Response& response, Page& page) {
  const RunView& run = *response.run;
  page.blank();
  if (run.shrink) page.paragraph(*run.shrink, 0, kWarning);
  const std::string_view mark = page.terminal().utf8 ? (run.matches ? "\u2713 " : "\u2717 ") : "";
  page.line({{concat(mark, run.verdict), run.matches ? kGood : kBad}});
  const std::string where = run.gpu ? concat(*run.gpu, " against the CPU reference") : std::string("CPU reference");
  page.line({{concat(where, ' ', dot(page), " seed ", run.seed, ' ', dot(page), " at most ", bytes_of(run.peak_bytes),
                     run.gpu ? " of its memory" : " of values alive"),
              kFaint}});
}

/// Where the rest is told that this page leaves out.
void show_next(const Response& response, Page& page) {
  page.line({{concat("definitions and maps: cleave segment ", response.file_name), kFaint}});
  if (response.cuts && !response.cuts->empty()) {
    page.line({{concat("every reason, and what removes a cut: cleave explain ", response.file_name), kFaint}});
  }
}

}  // namespace

void show_split_of_run(const Response& response, const Settings& settings, Page& page) {
  if (!response.segments) return;
  show_taken(response, settings, page);
  page.blank();
  show_segment_table(response, page);
  show_cut_lines(response, page);
  show_legend_of(*response.segments, {}, page);
}

void show_results(const Response& response, Page& page) {
  if (!response.segments) return;
  const bool has_run = response.run && !response.segments->empty();
  if (has_run) show_update_lines(response, page);
  if (has_run) show_times(response, page);
  if (response.outputs && !response.outputs->empty()) show_outputs(response, page);
  if (response.run) show_verdict(response, page);
  show_next(response, page);
}

}  // namespace cleave::cli

// What the commands share. See show.h.
#include "native/cli/show.h"

#include "core/base/text.h"
#include "native/cli/words.h"

namespace cleave::cli {
namespace {

int64_t total_bytes(const std::vector<SegmentView>& segments) {
  int64_t out = 0;
  for (const SegmentView& segment : segments) out += segment.bytes_read + segment.bytes_written;
  return out;
}

int64_t cut_traffic(const std::vector<CutView>& cuts) {
  int64_t out = 0;
  for (const CutView& cut : cuts) out += cut.traffic_bytes;
  return out;
}

/// `3 ops → 2 segments · 1 cut · 2,312 B of traffic, 16 B because of the cuts`.
void show_split(const Response& response, const Settings& settings, Page& page) {
  if (!response.segments || !response.source) return;
  const auto count = static_cast<int64_t>(response.segments->size());
  if (settings.request.segment) return;
  const std::string_view arrow = page.terminal().utf8 ? "\u2192" : "->";
  Line line{{counted(response.source->ops, "op"), kStrong},
            {concat(' ', arrow, ' '), kPlain},
            {counted(count, "segment"), kStrong}};
  const std::string between = concat(' ', dot(page), ' ');
  const int64_t extra = response.cuts ? cut_traffic(*response.cuts) : 0;
  if (response.cuts && !response.cuts->empty()) {
    line.push_back({concat(between, counted(static_cast<int64_t>(response.cuts->size()), "cut")), kPlain});
  }
  line.push_back({concat(between, bytes_of(total_bytes(*response.segments)), " of memory traffic"), kPlain});
  if (extra > 0) line.push_back({concat(", ", bytes_of(extra), " because of the cuts"), kPlain});
  page.line(line);
}

std::string origin_text(const std::string& origin) {
  if (origin == "script") return "from the script";
  if (origin == "option") return "from --input";
  return "assumed";
}

void show_inputs(const Response& response, const Settings& settings, Page& page) {
  if (!settings.verbose || !response.inputs || response.inputs->empty()) return;
  std::vector<std::vector<Line>> rows;
  for (const InputView& input : *response.inputs) {
    rows.push_back({{{input.label, kStrong}},
                    {{shape_text(input.shape), kPlain}},
                    {{input.dtype, kPlain}},
                    {{origin_text(input.origin), input.origin == "assumed" ? kWarning : kPlain}}});
  }
  page.blank();
  page.table({{"Input", Column::Align::kLeft},
              {"Sizes", Column::Align::kLeft},
              {"Type", Column::Align::kLeft},
              {"Origin", Column::Align::kLeft}},
             rows, 2);
}

/// What was taken, and that sizes are assumed where they are.
std::string taken_text(const Response& response) {
  std::string out = response.source->summary;
  std::vector<std::string> assumed;
  if (response.inputs) {
    for (const InputView& input : *response.inputs) {
      if (input.origin != "assumed") continue;
      const std::string sizes = join(input.shape, "x", [](int64_t extent) { return extent; });
      assumed.push_back(concat(input.label, ' ', sizes.empty() ? std::string("scalar") : sizes));
    }
  }
  if (!assumed.empty()) out += "; assumed sizes: " + join(assumed, ", ");
  return out;
}

}  // namespace

void show_taken(const Response& response, const Settings& settings, Page& page) {
  if (!response.source) return;
  constexpr size_t kShortName = 30;
  const size_t name_columns = columns(response.file_name);
  if (name_columns <= kShortName) {
    page.labelled({{response.file_name, kStrong}}, name_columns + 2, taken_text(response), 0, kFaint);
  } else {
    page.line({{response.file_name, kStrong}});
    page.paragraph(taken_text(response), 0, kFaint);
  }
  show_split(response, settings, page);
  show_inputs(response, settings, page);
}

std::string sentence(std::string_view message) {
  std::string out(message);
  if (!out.empty() && out.front() >= 'a' && out.front() <= 'z')
    out.front() = static_cast<char>(out.front() - 'a' + 'A');
  if (!out.empty() && out.back() != '.') out += '.';
  return out;
}

Piece segment_badge(int64_t id) { return {concat('g', id), {Style::Kind::kStrongHue, static_cast<size_t>(id)}}; }

std::string kernel_name(const SegmentView& segment) {
  return segment.scheduler.value ? *segment.scheduler.value
                                 : concat(segment.template_name, " (a template that nvFuser has no scheduler for)");
}

std::string segment_facts(const SegmentView& segment, const Page& page) {
  return concat(kernel_name(segment), ' ', dot(page), ' ', counted(segment.ops, "primitive op"), ' ', dot(page),
                " reads ", bytes_of(segment.bytes_read), ", writes ", bytes_of(segment.bytes_written));
}

void show_legend_of(const std::vector<SegmentView>& segments, const std::vector<CutView>& refused, Page& page) {
  bool is_evaluated = false;
  bool is_ours = false;
  for (const SegmentView& segment : segments) {
    is_evaluated = is_evaluated || segment.scheduler.value == "expr_eval";
    is_ours = is_ours || !segment.scheduler.value;
  }
  for (const CutView& cut : refused) {
    for (const ReasonView& reason : cut.reasons) {
      is_evaluated = is_evaluated || reason.scheduler.value == "expr_eval";
      is_ours = is_ours || (!reason.scheduler.value && reason.template_name.value);
    }
  }
  std::vector<std::string_view> words;
  if (is_evaluated) words.emplace_back("expr_eval");
  if (is_ours) words.emplace_back("template");
  show_legend(words, page);
}

std::string counted(int64_t count, std::string_view noun) {
  return concat(grouped_number(count), ' ', noun, count == 1 ? "" : "s");
}

std::string bytes_of(int64_t bytes) {
  constexpr int64_t kExactBelow = 10 * 1024;
  return bytes < kExactBelow ? concat(grouped_number(bytes), " B") : bytes_text(static_cast<double>(bytes));
}

std::string crossing_names(const CutView& cut) {
  constexpr size_t kShown = 4;
  std::string out;
  const size_t shown = cut.crossings.size() <= kShown ? cut.crossings.size() : kShown - 1;
  for (size_t i = 0; i < shown; ++i) out += concat(i == 0 ? "" : ", ", cut.crossings[i].label);
  if (shown < cut.crossings.size()) out += concat(" and ", cut.crossings.size() - shown, " more");
  return out;
}

std::string shape_text(const std::vector<int64_t>& shape) { return list_text(shape); }

std::string_view dot(const Page& page) { return page.terminal().utf8 ? "\u00b7" : "-"; }

std::string_view scissors(const Page& page) { return page.terminal().utf8 ? "\u2702" : "cut"; }

}  // namespace cleave::cli

// `cleave explain`. See show.h.
#include <algorithm>
#include <vector>

#include "core/base/text.h"
#include "native/cli/show.h"

namespace cleave::cli {
namespace {

constexpr size_t kIndent = 2;
constexpr size_t kLabelColumns = 25;

/// `256 KiB`, `32,768 rows`, `7`.
std::string number_text(const ReasonNumberView& number) {
  if (number.unit == "bytes") return bytes_text(number.value);
  const bool is_whole = number.value == static_cast<double>(static_cast<int64_t>(number.value));
  const std::string value =
      is_whole ? grouped_number(static_cast<int64_t>(number.value)) : shortest_double(number.value);
  return number.unit.empty() ? value : concat(value, ' ', number.unit);
}

std::string numbers_text(const ReasonView& reason, const Page& page) {
  return join(reason.numbers, concat(' ', dot(page), ' '),
              [](const ReasonNumberView& number) { return concat(number.name, ' ', number_text(number)); });
}

void show_crossings(const CutView& cut, Page& page) {
  page.line({{"What crosses", kStrong}}, kIndent);
  std::vector<std::vector<Line>> rows;
  for (const CrossingView& value : cut.crossings) {
    const std::string original = value.original.value ? std::to_string(*value.original.value)
                                                      : std::string(page.terminal().utf8 ? "\u2013" : "-");
    rows.push_back({{{value.label, kStrong}},
                    {{original, kPlain}},
                    {{shape_text(value.shape), kPlain}},
                    {{value.dtype, kPlain}},
                    {{bytes_of(value.bytes), kPlain}},
                    {{value.line ? std::to_string(*value.line) : std::string(), kPlain}}});
  }
  page.table({{"Value", Column::Align::kLeft},
              {"Index", Column::Align::kRight},
              {"Shape", Column::Align::kLeft},
              {"Type", Column::Align::kLeft},
              {"Bytes", Column::Align::kRight},
              {"Line", Column::Align::kRight}},
             rows, kIndent + 2);
}

/// One answer, and the schedulers that gave it.
struct Refusal {
  const ReasonView* reason;
  std::string schedulers;
};

/// The reasons in order; equal ones together.
std::vector<Refusal> refusals_of(const CutView& cut) {
  std::vector<Refusal> out;
  for (const ReasonView& reason : cut.reasons) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const Refusal& earlier) {
      return earlier.reason->code == reason.code && earlier.reason->message == reason.message;
    });
    if (same == out.end()) {
      out.push_back({&reason, reason.scheduler});
    } else {
      same->schedulers += concat(", ", reason.scheduler);
    }
  }
  return out;
}

void show_refusals(const CutView& cut, Page& page) {
  page.line({{"Why not one kernel", kStrong}}, kIndent);
  for (const Refusal& refusal : refusals_of(cut)) {
    const ReasonView& reason = *refusal.reason;
    const Line code{{concat("  ", reason.code), kFaint}};
    Line head{{refusal.schedulers, kStrong}};
    const bool fits = kIndent + 2 + columns(head) + columns(code) <= page.terminal().width;
    if (fits) head.insert(head.end(), code.begin(), code.end());
    page.line(head, kIndent + 2);
    if (!fits) page.line({{reason.code, kFaint}}, kIndent + 4);
    page.paragraph(reason.message, kIndent + 4);
    if (!reason.numbers.empty()) page.paragraph(numbers_text(reason, page), kIndent + 4, kFaint);
  }
}

void show_cure(const CutView& cut, Page& page) {
  page.line({{"What would remove it", kStrong}}, kIndent);
  if (!cut.cure.value) {
    page.paragraph("Nothing that Cleave knows of.", kIndent + 2, kFaint);
    return;
  }
  const CureView& cure = *cut.cure.value;
  if (cure.argument.empty()) {
    page.paragraph(sentence(cure.text), kIndent + 2);
  } else {
    page.labelled({{cure.argument, kGood}}, kLabelColumns, sentence(cure.text), kIndent + 2);
  }
}

void show_cut(const CutView& cut, Page& page) {
  page.blank();
  page.cut_line({segment_badge(cut.from),
                 {concat(' ', scissors(page), ' '), kPlain},
                 segment_badge(cut.to),
                 {concat(" at ", crossing_names(cut)), kStrong}});
  page.blank();
  if (!cut.reasons.empty()) page.paragraph(sentence(cut.reasons.front().message), kIndent, kStrong);
  page.paragraph(concat("It costs ", bytes_of(cut.traffic_bytes), " of memory traffic: ", bytes_of(cut.value_bytes),
                        " written and read again."),
                 kIndent);
  page.blank();
  show_cure(cut, page);
  page.blank();
  show_crossings(cut, page);
  if (!cut.reasons.empty()) {
    page.blank();
    show_refusals(cut, page);
  }
}

}  // namespace

void show_cuts(const Response& response, const Settings& settings, Page& page) {
  if (!response.cuts || !response.segments) return;
  show_taken(response, settings, page);
  page.blank();
  for (const SegmentView& segment : *response.segments) {
    page.line({segment_badge(segment.id), {concat("  ", segment_facts(segment, page)), kPlain}}, kIndent);
  }
  if (response.cuts->empty()) {
    page.blank();
    page.paragraph(response.segments->size() == 1
                       ? "One kernel holds the whole definition; there is no cut to explain."
                       : "No value crosses between the segments; they have nothing to share.",
                   0);
  }
  for (const CutView& cut : *response.cuts) show_cut(cut, page);
}

}  // namespace cleave::cli

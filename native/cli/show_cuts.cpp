// `cleave explain`. See show.h.
#include <algorithm>
#include <functional>
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

/// Who gave a reason: a scheduler of nvFuser, a template of ours alone, or none in particular.
std::string refuser(const ReasonView& reason) {
  if (reason.scheduler.value) return *reason.scheduler.value;
  return reason.template_name.value.value_or("any kernel");
}

/// One answer, and the schedulers that gave it.
struct Refusal {
  const ReasonView* reason;
  std::string schedulers;
};

/// The reasons in order; equal ones together.
std::vector<Refusal> refusals_of(const std::vector<ReasonView>& reasons) {
  std::vector<Refusal> out;
  for (const ReasonView& reason : reasons) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const Refusal& earlier) {
      return earlier.reason->code == reason.code && earlier.reason->message == reason.message;
    });
    if (same == out.end()) {
      out.push_back({&reason, refuser(reason)});
    } else {
      same->schedulers += concat(", ", refuser(reason));
    }
  }
  return out;
}

void show_refusals(const std::vector<ReasonView>& reasons, Page& page) {
  for (const Refusal& refusal : refusals_of(reasons)) {
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

/// The cure as it is typed; empty where the definition itself is to change.
std::string cure_option(const CureView& cure) {
  switch (cure.kind) {
    case CureKind::kSet: return concat("--", cure.field.value_or(""), ' ', cure.value.value_or(""));
    case CureKind::kRemove:
      return cure.cuts.empty() ? std::string() : concat("without ", join(cure.cuts, " ", [](const std::string& name) {
                                                          return concat("--cut ", name);
                                                        }));
  }
  return {};
}

void show_cure(const CutView& cut, Page& page) {
  page.line({{"What would remove it", kStrong}}, kIndent);
  if (!cut.cure.value) {
    page.paragraph(
        cut.cure_searched ? "No option does." : "Not looked for: the definition is too large to try what might.",
        kIndent + 2, kFaint);
    if (cut.advice) page.paragraph(concat("What usually helps: ", *cut.advice), kIndent + 2);
    return;
  }
  const CureView& cure = *cut.cure.value;
  const std::string option = cure_option(cure);
  if (option.empty()) {
    page.paragraph(sentence(cure.text), kIndent + 2);
  } else {
    page.labelled({{option, kGood}}, kLabelColumns, sentence(cure.text), kIndent + 2);
  }
}

std::string cost_text(const CutView& cut) {
  if (cut.traffic_bytes == 0) return "It costs no memory traffic: what crosses is renamed, not moved.";
  return concat("It costs ", bytes_of(cut.traffic_bytes), " of memory traffic: ", bytes_of(cut.value_bytes),
                " written and read again.");
}

void show_cut(const CutView& cut, Page& page) {
  page.blank();
  page.cut_line({segment_badge(cut.from),
                 {concat(' ', scissors(page), ' '), kPlain},
                 segment_badge(cut.to),
                 {concat(" at ", crossing_names(cut)), kStrong}});
  page.blank();
  if (!cut.reasons.empty()) page.paragraph(sentence(cut.reasons.front().message), kIndent, kStrong);
  page.paragraph(cost_text(cut), kIndent);
  page.blank();
  show_cure(cut, page);
  page.blank();
  show_crossings(cut, page);
  if (!cut.reasons.empty()) {
    page.blank();
    page.line({{"Why not one kernel", kStrong}}, kIndent);
    show_refusals(cut.reasons, page);
  }
}

/// One scheduler's answer to the whole definition.
void show_offer(const OfferView& offer, Page& page) {
  const std::string name(enum_name(offer.scheduler));
  page.blank();
  page.line({{name, kStrong},
             {offer.accepted ? " takes the whole definition as one kernel." : " refuses the whole definition:",
              offer.accepted ? kGood : kStrong}});
  if (!offer.accepted) show_refusals(offer.refusals, page);
}

/// `2 fewer`, `the same`, `1 KiB more`; `less` is the word for what there is less of.
std::string difference_text(int64_t mine, int64_t other, const std::function<std::string(int64_t)>& text,
                            std::string_view less) {
  if (mine == other) return "the same";
  return mine < other ? concat(text(other - mine), ' ', less) : concat(text(mine - other), " more");
}

/// Both orders side by side, where they give different segments, and what ours makes of it beside nvFuser's.
void show_orders(const std::vector<OrderView>& orders, Page& page) {
  const bool ours_is_first = orders[0].order == Order::kCleave;
  const OrderView& ours = orders[ours_is_first ? 0 : 1];
  const OrderView& nvfuser = orders[ours_is_first ? 1 : 0];
  const auto plain = [](int64_t number) { return std::to_string(number); };
  const auto bytes = [](int64_t number) { return bytes_of(number); };
  const auto row = [](std::string name, std::string kernels, std::string moved) {
    return std::vector<Line>{{{std::move(name), kPlain}}, {{std::move(kernels), kPlain}}, {{std::move(moved), kPlain}}};
  };
  page.blank();
  page.table(
      {{"Order", Column::Align::kLeft}, {"Kernels", Column::Align::kRight}, {"Bytes moved", Column::Align::kRight}},
      {row("nvFuser's", plain(nvfuser.kernels), bytes_of(nvfuser.bytes)),
       row("Cleave's", plain(ours.kernels), bytes_of(ours.bytes)),
       row("difference", difference_text(ours.kernels, nvfuser.kernels, plain, "fewer"),
           difference_text(ours.bytes, nvfuser.bytes, bytes, "less"))},
      2);
}

}  // namespace

void show_cuts(const Response& response, const Settings& settings, Page& page) {
  if (!response.cuts || !response.segments) return;
  show_taken(response, settings, page);
  show_passes(response, settings, page);
  if (response.offer) return show_offer(*response.offer, page);
  page.blank();
  for (const SegmentView& segment : *response.segments) {
    page.line({segment_badge(segment.id), {concat("  ", segment_facts(segment, page)), kPlain}}, kIndent);
  }
  if (response.orders) show_orders(*response.orders, page);
  if (response.orders_remark) {
    page.blank();
    page.paragraph(sentence(*response.orders_remark), kIndent, kFaint);
  }
  if (response.cuts->empty()) {
    page.blank();
    page.paragraph(response.segments->size() == 1
                       ? "One kernel holds the whole definition; there is no cut to explain."
                       : "No value crosses between the segments; they have nothing to share.",
                   0);
  }
  for (const CutView& cut : *response.cuts) show_cut(cut, page);
  show_legend_of(*response.segments, *response.cuts, page);
}

}  // namespace cleave::cli

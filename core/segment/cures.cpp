// Candidates follow from the reasons of a cut: take forced cuts away, use the extended rules, ask another device.
#include "core/segment/cures.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/segment/explain.h"
#include "core/segment/segment.h"

namespace cleave {

namespace {

/// Ops times tries that settings may cost one definition, and removals as much again: two tries of ten thousand ops,
/// twenty of a thousand.
constexpr size_t kMaxWork = 20'000;

bool has_reason(const Cut& cut, std::initializer_list<ReasonCode> codes) {
  return std::any_of(cut.reasons.begin(), cut.reasons.end(), [&](const Reason& given) {
    return std::find(codes.begin(), codes.end(), given.code) != codes.end();
  });
}

/// All forced cuts at the values that cross, taken away; nothing where there is none.
std::optional<Cure> removal(const Primitive& primitive, const SegmentOptions& options, const Cut& cut) {
  if (!has_reason(cut, {reason("R.USER_BOUNDARY")})) return std::nullopt;
  Cure cure;
  cure.kind = Cure::Kind::kRemoveCuts;
  std::vector<std::string> asked;
  std::vector<std::string> made;
  for (StateId value : cut.values) {
    const RecordId record = primitive.definition.states[value].producer;
    if (std::find(options.cut_after.begin(), options.cut_after.end(), value) != options.cut_after.end()) {
      cure.cut_after.push_back(value);
      asked.push_back(concat('`', value_name(primitive, value), '`'));
    }
    // One that a pass put there is nobody's to take away.
    if (primitive.definition.records[record].op == op("segment_set") && !is_boundary_of_pass(primitive, value)) {
      cure.segment_sets.push_back(record);
      made.push_back(concat('`', value_name(primitive, value), '`'));
    }
  }
  if (asked.empty() && made.empty()) return std::nullopt;
  if (!asked.empty()) cure.text = concat("Do not ask for a cut behind ", join(asked, " and "), ".");
  if (!made.empty()) {
    cure.text += concat(asked.empty() ? "" : " ", "Remove the `segment_set` that makes ", join(made, " and "), ".");
  }
  return cure;
}

/// The settings that can change what the templates said of the cut.
std::vector<Cure> settings(const SegmentOptions& options, const Cut& cut) {
  std::vector<Cure> out;
  if (options.rules == RuleSet::kNvfuser &&
      has_reason(cut, {reason("R.AXIS_UNCOVERED"), reason("R.POST_REDUCE_BCAST"), reason("R.POST_REDUCE_NEW_INPUT"),
                       reason("R.BUFFER_TOO_BIG"), reason("R.TOO_FEW_BLOCKS"), reason("R.HALF_DEVICE")})) {
    Cure cure;
    cure.kind = Cure::Kind::kRules;
    cure.rules = RuleSet::kExtended;
    cure.text = "Use the extended rules, whose kernels run several loops for each row.";
    out.push_back(std::move(cure));
  }
  if (!options.device ||
      !has_reason(cut, {reason("R.BUFFER_TOO_BIG"), reason("R.TOO_FEW_BLOCKS"), reason("R.HALF_DEVICE")})) {
    return out;
  }
  Cure cure;
  cure.kind = Cure::Kind::kDevice;
  for (const DeviceLimits& device : all_devices()) {
    if (device.name == options.device->name) continue;
    cure.device = device;
    cure.text = concat("Use an ", device.full_name, ".");
    out.push_back(cure);
  }
  cure.device = std::nullopt;
  cure.text = "Ignore the limits of the device.";
  out.push_back(std::move(cure));
  return out;
}

/// By record: the segments that compute it.
using Homes = std::unordered_map<uint32_t, std::vector<uint32_t>>;

Homes homes_in(const Segmentation& segmentation) {
  Homes out;
  for (SegmentId id : segmentation.segments.ids()) {
    for (RecordId record : segmentation.segments[id].records) out[record.index].push_back(id.index);
  }
  return out;
}

/// A segmentation with its cuts, and where it reads values.
struct Before {
  Before(const Primitive& of, const Segmentation& segments)
      : primitive(of), readers(users(of.definition)), homes(homes_in(segments)) {}

  const Primitive& primitive;
  IdMap<StateId, std::vector<RecordId>> readers;
  Homes homes;
};

bool is_gone(const Before& before, const Cut& cut, const Homes& after) {
  const auto in = [](const Homes& homes, RecordId record) {
    const auto found = homes.find(record.index);
    return found == homes.end() ? std::vector<uint32_t>{} : found->second;
  };
  for (StateId value : cut.values) {
    const std::vector<uint32_t> made = in(after, before.primitive.definition.states[value].producer);
    for (RecordId reader : before.readers[value]) {
      const std::vector<uint32_t> was = in(before.homes, reader);
      if (std::find(was.begin(), was.end(), cut.to.index) == was.end()) continue;
      const std::vector<uint32_t> is = in(after, reader);
      if (std::find_first_of(is.begin(), is.end(), made.begin(), made.end()) == is.end()) return false;
    }
  }
  return true;
}

/// Tries candidates until the work is used up.
class Search {
 public:
  Search(const Primitive& primitive, const SegmentOptions& options, const Segmentation& segmentation)
      : primitive_(primitive), options_(options), before_(primitive, segmentation) {}

  void find(Cut& cut) {
    cut.cure_searched = true;
    if (std::optional<Cure> candidate = removal(primitive_, options_, cut)) {
      const Homes* homes = tried(*candidate, concat("removal ", cut.from.index, " ", cut.to.index), removal_work_);
      const bool is_all = std::all_of(cut.reasons.begin(), cut.reasons.end(),
                                      [](const Reason& given) { return given.code == reason("R.USER_BOUNDARY"); });
      if (homes == nullptr ? is_all : is_gone(before_, cut, *homes)) {
        cut.cure = std::move(candidate);
        return;
      }
      cut.cure_searched = homes != nullptr;
    }
    for (Cure& candidate : settings(options_, cut)) {
      const Homes* homes = tried(candidate, candidate.text, setting_work_);
      cut.cure_searched = cut.cure_searched && homes != nullptr;
      if (homes == nullptr || !is_gone(before_, cut, *homes)) continue;
      cut.cure = std::move(candidate);
      return;
    }
  }

 private:
  /// Where everything is after the change; nothing where there is no room left to try it.
  const Homes* tried(const Cure& cure, const std::string& name, size_t& work) {
    const auto known = tried_.find(name);
    if (known != tried_.end()) return &known->second;
    const size_t records = primitive_.definition.records.size();
    // nvFuser's order takes time that grows with the square.
    work += options_.order == Order::kNvfuser ? records * (1 + records / 64) : records;
    if (work > kMaxWork) return nullptr;
    const auto [changed, options] = apply_cure(primitive_, options_, cure);
    return &tried_.emplace(name, homes_in(split(changed, options))).first->second;
  }

  const Primitive& primitive_;
  const SegmentOptions& options_;
  const Before before_;
  std::map<std::string, Homes> tried_;
  size_t removal_work_ = 0;
  size_t setting_work_ = 0;
};

}  // namespace

std::pair<Primitive, SegmentOptions> apply_cure(const Primitive& primitive, const SegmentOptions& options,
                                                const Cure& cure) {
  std::pair<Primitive, SegmentOptions> out{primitive, options};
  switch (cure.kind) {
    case Cure::Kind::kRules: out.second.rules = cure.rules; break;
    case Cure::Kind::kDevice: out.second.device = cure.device; break;
    case Cure::Kind::kRemoveCuts:
      for (StateId value : cure.cut_after) std::erase(out.second.cut_after, value);
      for (RecordId record : cure.segment_sets) out.first.definition.records[record].op = op("set");
      break;
  }
  return out;
}

bool cut_is_gone(const Primitive& before, const Segmentation& cut_in, const Cut& cut, const Segmentation& after) {
  return is_gone(Before(before, cut_in), cut, homes_in(after));
}

void add_cures(const Primitive& primitive, const SegmentOptions& options, Segmentation& segmentation) {
  if (segmentation.cuts.empty()) return;
  Search search(primitive, options, segmentation);
  for (Cut& cut : segmentation.cuts) search.find(cut);
}

}  // namespace cleave

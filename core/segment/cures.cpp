// Candidates follow from the reasons of a cut: take a forced cut away, use the extended rules, another device, or let
// an op read a value from before the reduction.
#include "core/segment/cures.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_table.h"
#include "core/segment/assembly.h"
#include "core/segment/explain.h"
#include "core/segment/groups.h"
#include "core/segment/planner.h"
#include "core/segment/recompute.h"

namespace cleave {

namespace {

constexpr size_t kMaxRecords = 300;
constexpr size_t kMaxTrials = 20;

bool has_reason(const Cut& cut, std::initializer_list<ReasonCode> codes) {
  return std::any_of(cut.reasons.begin(), cut.reasons.end(), [&](const Reason& given) {
    return std::find(codes.begin(), codes.end(), given.code) != codes.end();
  });
}

Cure option(std::string argument, std::string text) {
  Cure cure;
  cure.kind = Cure::Kind::kOption;
  cure.argument = std::move(argument);
  cure.text = std::move(text);
  return cure;
}

void add_removals(const Primitive& primitive, const SegmentOptions& options, const Cut& cut, std::vector<Cure>& out) {
  for (StateId value : cut.values) {
    const bool by_option =
        std::find(options.cut_after.begin(), options.cut_after.end(), value) != options.cut_after.end();
    const RecordId record = primitive.definition.states[value].producer;
    Cure cure;
    cure.kind = Cure::Kind::kRemoveCut;
    if (by_option) {
      cure.argument = value_name(primitive, value);
      cure.replacement = value;
      cure.text = concat("Leave out `--cut ", cure.argument, "`.");
    } else if (primitive.definition.records[record].op == op("segment_set")) {
      cure.record = record;
      cure.text = concat("Remove the `segment_set` that makes `", value_name(primitive, value), "`.");
    } else {
      continue;
    }
    out.push_back(std::move(cure));
  }
}

void add_options(const SegmentOptions& options, const Cut& cut, std::vector<Cure>& out) {
  if (options.rules == RuleSet::kNvfuser &&
      has_reason(cut,
                 {reason("R.AXIS_UNCOVERED"), reason("R.BCAST_NOT_FROM_REDUCED"), reason("R.POST_REDUCE_NEW_INPUT"),
                  reason("R.BUFFER_TOO_BIG"), reason("R.TOO_FEW_BLOCKS"), reason("R.HALF_DEVICE")})) {
    out.push_back(option("--rules extended", "Use the extended rules, whose kernels run several loops for each row."));
  }
  if (!options.device ||
      !has_reason(cut, {reason("R.BUFFER_TOO_BIG"), reason("R.TOO_FEW_BLOCKS"), reason("R.HALF_DEVICE")})) {
    return;
  }
  for (const DeviceLimits& device : all_devices()) {
    if (device.name == options.device->name) continue;
    out.push_back(option(concat("--gpu ", device.name), concat("Use an ", device.full_name, ".")));
  }
  out.push_back(option("--gpu none", "Ignore the limits of the device."));
}

/// Ops of the later segment that read something else than the cut's values, given what the reduction reads instead.
void add_replacements(const Primitive& primitive, const Segmentation& segmentation, const Cut& cut,
                      std::vector<Cure>& out) {
  if (!has_reason(
          cut, {reason("R.AXIS_UNCOVERED"), reason("R.BCAST_NOT_FROM_REDUCED"), reason("R.POST_REDUCE_NEW_INPUT")})) {
    return;
  }
  const Definition& definition = primitive.definition;
  const auto uses = users(definition);
  std::vector<StateId> before;
  for (RecordId id : segmentation.segments[cut.from].records) {
    const Record& record = definition.records[id];
    if (family(record.op) == OpFamily::kReduction) before.push_back(record.operand(0));
  }
  for (RecordId id : segmentation.segments[cut.to].records) {
    const Record& record = definition.records[id];
    if (family(record.op) != OpFamily::kPointwise) continue;
    // The result may change its shape; nothing else must depend on that.
    const bool last = std::all_of(uses[record.results[0]].begin(), uses[record.results[0]].end(),
                                  [&](RecordId user) { return is_declaration(definition.records[user]); });
    for (size_t slot = 0; last && slot < record.operands.size(); ++slot) {
      if (!record.has_operand(slot) || !definition.is_tensor(record.operand(slot))) continue;
      const StateId now = record.operand(slot);
      if (std::find(cut.values.begin(), cut.values.end(), now) != cut.values.end()) continue;
      for (StateId value : before) {
        const TensorType& old_type = primitive.types.tensor(now);
        const TensorType& new_type = primitive.types.tensor(value);
        if (value == now || old_type.dtype != new_type.dtype || old_type.rank() != new_type.rank()) continue;
        Cure cure;
        cure.kind = Cure::Kind::kReplaceOperand;
        cure.record = id;
        cure.slot = slot;
        cure.replacement = value;
        cure.text = concat("If `", info(record.op).name, "` read `", value_name(primitive, value), "` instead of `",
                           value_name(primitive, now), "`, one kernel would hold both.");
        out.push_back(std::move(cure));
      }
    }
  }
}

void replace_operand(Primitive& primitive, const Cure& cure) {
  Record& record = primitive.definition.records[*cure.record];
  record.operands[cure.slot] = *cure.replacement;
  const StateId result = record.results[0];
  TensorType type = primitive.types.tensor(result);
  for (const auto& operand : record.operands) {
    if (!operand || !primitive.definition.is_tensor(*operand)) continue;
    const TensorType& read = primitive.types.tensor(*operand);
    if (read.rank() != type.rank()) continue;
    for (size_t i = 0; i < type.axes.size(); ++i) {
      if (!read.axes[i].is_broadcast()) type.axes[i] = read.axes[i];
    }
  }
  primitive.types.states[result] = std::move(type);
}

Segmentation quick_segment(const Primitive& primitive, const SegmentOptions& options) {
  OpTable table = make_op_table(primitive, options);
  KernelGroups groups(table);
  plan_groups(primitive, groups, options);
  recompute_cheap_values(primitive, table, groups, options);
  return assemble(primitive, groups, options, false);
}

std::map<uint32_t, std::vector<uint32_t>> homes(const Segmentation& segmentation) {
  std::map<uint32_t, std::vector<uint32_t>> out;
  for (SegmentId id : segmentation.segments.ids()) {
    for (RecordId record : segmentation.segments[id].records) out[record.index].push_back(id.index);
  }
  return out;
}

}  // namespace

std::pair<Primitive, SegmentOptions> apply_cure(const Primitive& primitive, const SegmentOptions& options,
                                                const Cure& cure) {
  std::pair<Primitive, SegmentOptions> out{primitive, options};
  switch (cure.kind) {
    case Cure::Kind::kOption: {
      constexpr std::string_view kGpu = "--gpu ";
      if (cure.argument == "--rules extended") out.second.rules = RuleSet::kExtended;
      if (cure.argument.rfind(kGpu, 0) == 0) out.second.device = named_device(cure.argument.substr(kGpu.size()));
      break;
    }
    case Cure::Kind::kRemoveCut:
      if (cure.record) {
        out.first.definition.records[*cure.record].op = op("set");
      } else {
        std::erase(out.second.cut_after, *cure.replacement);
      }
      break;
    case Cure::Kind::kReplaceOperand: replace_operand(out.first, cure); break;
  }
  return out;
}

bool cut_is_gone(const Primitive& before, const Segmentation& cut_in, const Cut& cut, const Segmentation& after) {
  const auto where = homes(after);
  const auto shared = [&](RecordId a, RecordId b) {
    const auto first = where.find(a.index);
    const auto second = where.find(b.index);
    if (first == where.end() || second == where.end()) return false;
    return std::any_of(second->second.begin(), second->second.end(), [&](uint32_t segment) {
      return std::find(first->second.begin(), first->second.end(), segment) != first->second.end();
    });
  };
  for (StateId value : cut.values) {
    const RecordId producer = before.definition.states[value].producer;
    for (RecordId reader : cut_in.segments[cut.to].records) {
      const Record& record = before.definition.records[reader];
      const bool reads = std::any_of(record.operands.begin(), record.operands.end(),
                                     [&](const auto& operand) { return operand && *operand == value; });
      if (reads && !shared(producer, reader)) return false;
    }
  }
  return true;
}

void add_cures(const Primitive& primitive, const SegmentOptions& options, Segmentation& segmentation) {
  if (primitive.definition.records.size() > kMaxRecords) return;
  size_t trials = 0;
  std::map<std::string, Segmentation> by_option;
  for (Cut& cut : segmentation.cuts) {
    std::vector<Cure> candidates;
    add_removals(primitive, options, cut, candidates);
    add_options(options, cut, candidates);
    add_replacements(primitive, segmentation, cut, candidates);
    for (Cure& candidate : candidates) {
      const bool known = candidate.kind == Cure::Kind::kOption && by_option.count(candidate.argument) != 0;
      if (!known && ++trials > kMaxTrials) break;
      Segmentation fresh;
      if (!known) {
        const auto changed = apply_cure(primitive, options, candidate);
        fresh = quick_segment(changed.first, changed.second);
        if (candidate.kind == Cure::Kind::kOption) by_option[candidate.argument] = fresh;
      }
      if (!cut_is_gone(primitive, segmentation, cut, known ? by_option[candidate.argument] : fresh)) continue;
      cut.cure = std::move(candidate);
      break;
    }
  }
}

}  // namespace cleave

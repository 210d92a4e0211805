// Laws of segments: everything is computed exactly once and in an order that works, every segment's definition stands
// on its own with the types of the whole, and running the segments gives what running the whole gives, to the bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/segment/segment.h"
#include "core/translate/translate.h"
#include "tests/support/law.h"
#include "tests/support/pipeline.h"

namespace cleave {
namespace {

constexpr size_t kSeeds = 800;

/// The ways a definition is segmented in these laws.
std::vector<SegmentOptions> ways() {
  std::vector<SegmentOptions> out;
  SegmentOptions as_nvfuser;
  as_nvfuser.order = Order::kNvfuser;
  out.push_back(as_nvfuser);
  for (const RuleSet rules : {RuleSet::kNvfuser, RuleSet::kExtended}) {
    for (const std::string_view device : {"h200", "rtx4090", "none"}) {
      SegmentOptions way;
      way.rules = rules;
      way.device = named_device(device);
      out.push_back(way);
    }
  }
  return out;
}

std::string way_text(const SegmentOptions& way) {
  return concat(way.order == Order::kNvfuser ? "nvFuser's order, " : "",
                way.rules == RuleSet::kNvfuser ? "nvfuser" : "extended", " on ",
                way.device ? way.device->name : "no device");
}

/// Holds `check(front end, segmentation)` against every way of segmenting a case.
template <class Check>
void expect_of_segmentations(size_t seeds, Check check) {
  expect_law(
      [&](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd front_end(script_of(made));
        if (!front_end.ok) return std::nullopt;
        for (const SegmentOptions& way : ways()) {
          const std::optional<std::string> broken = check(front_end, segment(front_end.primitive, way));
          if (broken) return concat(way_text(way), ": ", *broken);
        }
        return std::nullopt;
      },
      seeds);
}

bool contains(const std::vector<RecordId>& records, RecordId record) {
  return std::find(records.begin(), records.end(), record) != records.end();
}
bool contains(const std::vector<StateId>& states, StateId state) {
  return std::find(states.begin(), states.end(), state) != states.end();
}

/// Replays the steps of the joining as a reader would, who has only the numbers.
std::optional<std::string> history_makes_the_segments(const FrontEnd& front_end, const Segmentation& segmentation) {
  std::vector<uint32_t> number(segmentation.group_records.size());
  for (uint32_t group = 0; group < number.size(); ++group) number[group] = group;
  const auto is_a_group = [&](uint32_t group) {
    return std::find(number.begin(), number.end(), group) != number.end();
  };
  for (const MergeStep& step : segmentation.history) {
    if (step.first_group == step.second_group) return concat("group ", step.first_group, " is asked to join itself");
    for (const uint32_t group : {step.first_group, step.second_group}) {
      if (!is_a_group(group)) return concat("group ", group, " is no longer there");
    }
    if (step.refused) continue;
    std::replace(number.begin(), number.end(), step.second_group, step.first_group);
  }
  IdMap<RecordId, uint32_t> home(front_end.primitive.definition.records.size(), UINT32_MAX);
  for (const SegmentId id : segmentation.segments.ids()) {
    for (const RecordId record : segmentation.segments[id].records) home[record] = id.index;
    for (const RecordId record : segmentation.segments[id].recomputed) home[record] = UINT32_MAX;
  }
  for (const SegmentId id : segmentation.segments.ids()) {
    for (const RecordId record : segmentation.segments[id].recomputed) home[record] = UINT32_MAX;
  }
  std::map<uint32_t, uint32_t> segment_of_group;
  std::map<uint32_t, uint32_t> group_of_segment;
  for (size_t i = 0; i < number.size(); ++i) {
    const uint32_t segment = home[segmentation.group_records[i]];
    if (segment == UINT32_MAX) continue;
    if (segment_of_group.try_emplace(number[i], segment).first->second != segment ||
        group_of_segment.try_emplace(segment, number[i]).first->second != number[i]) {
      return concat("replayed, record ", segmentation.group_records[i].index, " is not in its segment g", segment);
    }
  }
  return std::nullopt;
}

std::optional<std::string> each_record_once(const FrontEnd& front_end, const Segmentation& segmentation) {
  const Definition& whole = front_end.primitive.definition;
  IdMap<RecordId, size_t> owners(whole.records.size());
  IdMap<RecordId, size_t> repeats(whole.records.size());
  for (const Segment& segment : segmentation.segments) {
    for (RecordId record : segment.records) ++(contains(segment.recomputed, record) ? repeats : owners)[record];
    for (RecordId record : segment.recomputed) {
      if (!contains(segment.records, record))
        return concat("record ", record.index, " is computed again but not in the segment");
    }
  }
  for (RecordId id : whole.records.ids()) {
    const Record& record = whole.records[id];
    const bool makes_tensor =
        !is_declaration(record) && std::any_of(record.results.begin(), record.results.end(),
                                               [&](StateId state) { return whole.is_tensor(state); });
    const bool once = owners[id] == 1 && repeats[id] == 0;
    const bool repeated = owners[id] == 0 && repeats[id] > 0;
    if (makes_tensor && !once && !repeated) {
      return concat("record ", id.index, " (", info(record.op).name, ") is in ", owners[id],
                    " segments and computed again in ", repeats[id]);
    }
    if (!makes_tensor && owners[id] + repeats[id] > 0)
      return concat("record ", id.index, " (", info(record.op).name, ") makes no tensor");
  }
  return std::nullopt;
}

std::optional<std::string> runs_in_order(const FrontEnd& front_end, const Segmentation& segmentation) {
  const Definition& whole = front_end.primitive.definition;
  std::vector<StateId> known = whole.inputs;
  for (SegmentId id : segmentation.segments.ids()) {
    const Segment& segment = segmentation.segments[id];
    for (StateId input : segment.inputs) {
      if (!contains(known, input)) return concat("g", id.index, " reads T", input.index, " before it is there");
    }
    std::vector<StateId> inside = segment.inputs;
    for (RecordId record_id : segment.records) {
      const Record& record = whole.records[record_id];
      for (const std::optional<StateId>& operand : record.operands) {
        if (operand && whole.is_tensor(*operand) && !contains(inside, *operand)) {
          return concat("g", id.index, " computes with T", operand->index, ", which it neither reads nor computes");
        }
      }
      inside.insert(inside.end(), record.results.begin(), record.results.end());
    }
    for (StateId output : segment.outputs) {
      if (!contains(inside, output))
        return concat("g", id.index, " gives T", output.index, ", which it does not compute");
      known.push_back(output);
    }
  }
  for (const Output& output : whole.outputs) {
    if (!contains(known, output.value)) return concat("nothing gives the output T", output.value.index);
  }
  for (const Cut& cut : segmentation.cuts) {
    if (cut.from.index >= cut.to.index) return concat("a cut goes from g", cut.from.index, " to g", cut.to.index);
    for (StateId value : cut.values) {
      if (!contains(segmentation.segments[cut.from].outputs, value) ||
          !contains(segmentation.segments[cut.to].inputs, value)) {
        return concat("T", value.index, " is said to cross from g", cut.from.index, " to g", cut.to.index);
      }
    }
    if (cut.reasons.empty())
      return concat("no reason is given for the cut from g", cut.from.index, " to g", cut.to.index);
  }
  return std::nullopt;
}

std::optional<std::string> types_carry_over(const FrontEnd& front_end, const Segmentation& segmentation) {
  const Types& whole = front_end.primitive.types;
  for (const Translation& translation : translate(front_end.primitive, segmentation)) {
    for (const auto& [inner, outer] : translation.to_primitive.pairs()) {
      if (!translation.definition.is_tensor(inner)) continue;
      const TensorType& a = translation.types.tensor(inner);
      const TensorType& b = whole.tensor(outer);
      if (a.dtype != b.dtype || a.extents() != b.extents()) {
        return concat("T", inner.index, " of a segment is ", type_text(a), ", T", outer.index, " of the whole ",
                      type_text(b));
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> segments_stand_alone(const FrontEnd& front_end, const Segmentation& segmentation) {
  for (const Translation& translation : translate(front_end.primitive, segmentation)) {
    const std::string printed = print_legacy(translation.definition);
    Diagnostics diagnostics;
    const Parsed parsed = parse(SourceText("<segment>", printed), diagnostics);
    if (diagnostics.has_errors() || parsed.definitions.size() != 1)
      return concat("a segment's text is not a definition\n", printed);
    if (!(parsed.definitions[0].definition == translation.definition)) {
      return concat("a segment's text is read back as another definition\n", printed);
    }
    for (const IndexMapEntry& entry : translation.boundary()) {
      if (!entry.original || *entry.original < 0) continue;
      const std::optional<StateId> primitive =
          front_end.primitive.from_source.origin(StateId(static_cast<size_t>(*entry.original)));
      const std::optional<StateId> meant = translation.to_primitive.origin(entry.segment);
      if (primitive != meant)
        return concat("the index map sends ", entry.segment.index, " to ", *entry.original,
                      ", which is another value\n", printed);
    }
  }
  return std::nullopt;
}

std::optional<std::string> segments_give_the_whole(const FrontEnd& front_end, const Segmentation& segmentation) {
  const std::vector<Value> inputs = input_values(front_end, 3);
  Diagnostics diagnostics;
  const std::vector<Value> whole = evaluate_whole(front_end, inputs, diagnostics);
  if (diagnostics.has_errors()) return concat("the whole cannot be evaluated: ", message_text(diagnostics.all()[0]));
  const std::vector<Value> parts =
      evaluate_segments(front_end, translate(front_end.primitive, segmentation), inputs, diagnostics);
  if (diagnostics.has_errors()) return concat("a segment cannot be evaluated: ", message_text(diagnostics.all()[0]));
  return difference(parts, whole);
}

TEST(SegmentLaw, ReplayingTheJoiningGivesTheSegments) {
  expect_of_segmentations(kSeeds / 2, history_makes_the_segments);
}

TEST(SegmentLaw, EachTensorRecordIsInOneSegmentOrComputedAgain) { expect_of_segmentations(kSeeds, each_record_once); }
TEST(SegmentLaw, SegmentsRunInOrder) { expect_of_segmentations(kSeeds, runs_in_order); }
TEST(SegmentLaw, TypesOfASegmentAreThoseOfTheWhole) { expect_of_segmentations(kSeeds, types_carry_over); }
TEST(SegmentLaw, ASegmentIsADefinitionOfItsOwn) { expect_of_segmentations(kSeeds / 2, segments_stand_alone); }
TEST(SegmentLaw, RunningTheSegmentsGivesTheWhole) { expect_of_segmentations(kSeeds, segments_give_the_whole); }

}  // namespace
}  // namespace cleave

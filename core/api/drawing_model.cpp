// See drawing_model.h.
#include "core/api/drawing_model.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace cleave {
namespace {

constexpr size_t kMostOpsOfFullDetail = 12;
/// Values of one cut that have a pill each where ops are shown.
constexpr size_t kMostPillsOfACut = 4;

using Node = uint32_t;

size_t shown_ops(const Segmentation& segmentation, const std::vector<bool>& expanded) {
  size_t out = 0;
  for (const SegmentId id : segmentation.segments.ids()) {
    if (expanded[id.index]) out += segmentation.segments[id].records.size();
  }
  return out;
}

uint64_t pair_key(uint32_t first, uint32_t second) { return uint64_t{first} << 32 | second; }

class ModelBuilder {
 public:
  ModelBuilder(const Compilation& c, const PageNumbers& numbers, const std::vector<bool>& expanded)
      : segmentation_(c.segmentation),
        definition_(c.primitive.definition),
        numbers_(numbers),
        expanded_(expanded),
        shown_ops_(shown_ops(c.segmentation, expanded)),
        shapes_(c, numbers, shown_ops_ > kMostOpsOfFullDetail ? DrawingDetail::kOneLine : DrawingDetail::kFull) {}

  DrawingModel build() && {
    if (shapes_.detail() == DrawingDetail::kFull) {
      out_.graph.gap = 20;
      out_.graph.outer_gap = 28;
      out_.graph.outer_spacing = 36;
    }
    for (const SegmentId id : segmentation_.segments.ids()) {
      for (const StateId output : segment(id).outputs) home_.emplace(output.index, id);
      for (const StateId input : segment(id).inputs) readers_[input.index].push_back(id.index);
    }
    for (const Output& output : definition_.outputs) is_output_.insert(output.value.index);
    add_inputs();
    for (const SegmentId id : segmentation_.segments.ids()) add_segment(id);
    add_pills();
    add_outputs();
    for (const SegmentId id : segmentation_.segments.ids()) connect_segment(id);
    for (const auto& [value, node] : outputs_) connect_output(StateId(value), node);
    return std::move(out_);
  }

 private:
  const Segment& segment(SegmentId id) const { return segmentation_.segments[id]; }
  /// No op is shown: what is joined to the same cards is one shape.
  bool is_overview() const { return shown_ops_ == 0; }

  Node add_node(PlainShape shape, std::optional<uint32_t> group = std::nullopt) {
    out_.graph.nodes.push_back({shape.width, shape.height, group, std::nullopt, false});
    out_.nodes.push_back(std::move(shape));
    return static_cast<Node>(out_.nodes.size() - 1);
  }

  void add_terminals(ShapeKind kind, const std::vector<StateId>& values, std::map<uint32_t, Node>& nodes) {
    const Node node = add_node(shapes_.terminal(kind, values));
    for (const StateId value : values) nodes[value.index] = node;
  }

  /// Inputs that something reads or that are given out as they are.
  void add_inputs() {
    std::map<std::vector<uint32_t>, std::vector<StateId>> alike;
    for (const StateId input : definition_.inputs) {
      if (!definition_.is_tensor(input)) continue;
      const auto found = readers_.find(input.index);
      if (is_output_.count(input.index) != 0) {
        add_terminals(ShapeKind::kInput, {input}, inputs_);
      } else if (found != readers_.end()) {
        if (is_overview()) {
          alike[found->second].push_back(input);
        } else {
          add_terminals(ShapeKind::kInput, {input}, inputs_);
        }
      }
    }
    for (const auto& [readers, values] : alike) add_terminals(ShapeKind::kInput, values, inputs_);
  }

  void add_segment(SegmentId id) {
    if (!expanded_[id.index]) {
      cards_[id.index] = add_node(shapes_.closed_card(id));
      return;
    }
    out_.expanded.push_back(id.index);
    if (segment(id).records.size() == 1 && shapes_.detail() == DrawingDetail::kOneLine) {
      cards_[id.index] = add_node(shapes_.one_op_card(id));
      return;
    }
    const auto group = static_cast<uint32_t>(out_.groups.size());
    PlainShape card = shapes_.open_card(id);
    const int64_t foot = shapes_.detail() == DrawingDetail::kFull ? kCardFoot : 0;
    out_.graph.groups.push_back({kCardSide, kCardHead, kCardSide, foot, card.width, card.height, std::nullopt, false});
    out_.groups.push_back(std::move(card));
    for (const RecordId record : segment(id).records) {
      ops_[pair_key(id.index, record.index)] = add_node(shapes_.op(id, record), group);
    }
  }

  void add_pills() {
    const std::vector<Cut>& cuts = segmentation_.cuts;
    for (size_t i = 0; i < cuts.size(); ++i) {
      for (const StateId value : cuts[i].values) cut_of_[pair_key(cuts[i].to.index, value.index)] = i;
      std::vector<Node>& pills = pills_.emplace_back();
      const bool is_shown = expanded_[cuts[i].from.index] || expanded_[cuts[i].to.index];
      if (is_shown && cuts[i].values.size() <= kMostPillsOfACut) {
        for (const StateId value : cuts[i].values) pills.push_back(add_node(shapes_.pill(i, {value})));
      } else {
        pills.push_back(add_node(shapes_.pill(i, cuts[i].values)));
      }
    }
  }

  void add_outputs() {
    std::map<uint32_t, std::vector<StateId>> of_segment;
    std::set<uint32_t> seen;
    for (const Output& output : definition_.outputs) {
      const uint32_t value = output.value.index;
      const auto home = home_.find(value);
      if (!seen.insert(value).second || (home == home_.end() && inputs_.count(value) == 0)) continue;
      if (is_overview() && home != home_.end()) {
        of_segment[home->second.index].push_back(output.value);
      } else {
        add_terminals(ShapeKind::kOutput, {output.value}, outputs_);
      }
    }
    for (const auto& [home, values] : of_segment) add_terminals(ShapeKind::kOutput, values, outputs_);
  }

  void connect(Node source, StateId value, std::optional<int64_t> cut, Node target) {
    const auto place = static_cast<uint32_t>(out_.wires.size());
    const auto [found, is_new] = nets_.try_emplace(pair_key(source, value.index), place);
    if (is_new) {
      out_.graph.nets.push_back({source, {}});
      out_.wires.push_back({numbers_.value(value), {}});
    }
    if (!joined_.insert(pair_key(found->second, target)).second) return;
    out_.graph.nets[found->second].targets.push_back(target);
    out_.wires[found->second].cuts.push_back(cut);
  }

  /// Between a card without ops and a pill or terminal of several values there is one wire, which the first stands for.
  static StateId carried(StateId first, bool is_card, StateId value) { return is_card ? first : value; }

  Node maker_in(SegmentId id, StateId value) const {
    const auto card = cards_.find(id.index);
    if (card != cards_.end()) return card->second;
    return ops_.at(pair_key(id.index, definition_.states[value].producer.index));
  }

  void connect_from_cut(size_t place, SegmentId to, StateId value, Node reader) {
    const Cut& cut = segmentation_.cuts[place];
    const std::vector<Node>& pills = pills_[place];
    size_t at = 0;
    if (pills.size() == cut.values.size()) {
      at = static_cast<size_t>(std::find(cut.values.begin(), cut.values.end(), value) - cut.values.begin());
    }
    const StateId first = cut.values[at];
    const auto id = static_cast<int64_t>(place);
    connect(maker_in(cut.from, value), carried(first, cards_.count(cut.from.index) != 0, value), id, pills[at]);
    connect(pills[at], carried(first, cards_.count(to.index) != 0, value), id, reader);
  }

  void connect_from_outside(SegmentId id, StateId value, Node reader) {
    const auto cut = cut_of_.find(pair_key(id.index, value.index));
    if (cut != cut_of_.end()) return connect_from_cut(cut->second, id, value, reader);
    const auto input = inputs_.find(value.index);
    if (input == inputs_.end()) return;
    const StateId first = numbers_.values[static_cast<size_t>(out_.nodes[input->second].id)];
    connect(input->second, carried(first, is_overview(), value), std::nullopt, reader);
  }

  void connect_segment(SegmentId id) {
    const auto card = cards_.find(id.index);
    if (card != cards_.end()) {
      for (const StateId input : segment(id).inputs) connect_from_outside(id, input, card->second);
      return;
    }
    for (const RecordId record : segment(id).records) {
      const Node reader = ops_.at(pair_key(id.index, record.index));
      for (const std::optional<StateId>& operand : definition_.records[record].operands) {
        if (!operand || !definition_.is_tensor(*operand)) continue;
        const auto maker = ops_.find(pair_key(id.index, definition_.states[*operand].producer.index));
        if (maker != ops_.end()) {
          connect(maker->second, *operand, std::nullopt, reader);
        } else {
          connect_from_outside(id, *operand, reader);
        }
      }
    }
  }

  void connect_output(StateId value, Node node) {
    const auto home = home_.find(value.index);
    const auto input = inputs_.find(value.index);
    if (home == home_.end()) return connect(input->second, value, std::nullopt, node);
    const StateId first = numbers_.values[static_cast<size_t>(out_.nodes[node].id)];
    connect(maker_in(home->second, value), carried(first, is_overview(), value), std::nullopt, node);
  }

  const Segmentation& segmentation_;
  const Definition& definition_;
  const PageNumbers& numbers_;
  const std::vector<bool>& expanded_;
  const size_t shown_ops_;
  const ShapeMaker shapes_;
  DrawingModel out_;
  /// By value: the segment that gives it to others, those that read it, whether it is an output.
  std::unordered_map<uint32_t, SegmentId> home_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> readers_;
  std::set<uint32_t> is_output_;
  /// By segment and value: the cut over which the value comes.
  std::unordered_map<uint64_t, size_t> cut_of_;
  /// By cut: one pill a value, or one for all.
  std::vector<std::vector<Node>> pills_;
  std::map<uint32_t, Node> inputs_;
  std::map<uint32_t, Node> outputs_;
  /// By segment: those that are one node.
  std::unordered_map<uint32_t, Node> cards_;
  /// By segment and record: those of the others.
  std::unordered_map<uint64_t, Node> ops_;
  /// By source and value, and by net and target.
  std::unordered_map<uint64_t, uint32_t> nets_;
  std::set<uint64_t> joined_;
};

}  // namespace

DrawingModel drawing_model(const Compilation& compilation, const PageNumbers& numbers,
                           const std::vector<bool>& expanded) {
  return ModelBuilder(compilation, numbers, expanded).build();
}

}  // namespace cleave

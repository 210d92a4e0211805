// Groups first, each as a level of its own with a node at its border for each net that comes in or goes out; then a
// level of groups and single nodes, whose wires meet a group where its border nodes are. Levels know only along and
// across; x and y come at the very end. See layout.h.
#include "core/layout/layout.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/layout/level.h"

namespace cleave {
namespace {

constexpr int64_t kMargin = 24;

/// One net within one level.
struct Part {
  uint32_t net = 0;
  std::vector<LayoutWire::End> ends;
};

/// The inside of a group.
struct Inside {
  Level level;
  /// By node of the level that is no border: the node of the graph.
  std::vector<uint32_t> nodes;
  std::vector<Part> parts;
  /// Border nodes by net.
  std::map<uint32_t, uint32_t> way_in;
  std::map<uint32_t, uint32_t> way_out;
  LevelLayout layout;
  /// Of the whole group, and where the level begins in it.
  int64_t width = 0;
  int64_t length = 0;
  int64_t begin_across = 0;
  int64_t begin_along = 0;
};

class Composer {
 public:
  explicit Composer(const LayoutGraph& graph)
      : graph_(graph), is_down_(graph.flow == LayoutGraph::Flow::kDown), insides_(graph.groups.size()) {}

  Layout compose() && {
    number_nodes();
    for (uint32_t net = 0; net < graph_.nets.size(); ++net) split_net(net);
    for (uint32_t group = 0; group < insides_.size(); ++group) lay_out_inside(group);
    lay_out_outside();
    order_ways();
    place_nodes();
    for (uint32_t group = 0; group < insides_.size(); ++group) {
      const Inside& inside = insides_[group];
      const LayoutPoint corner = outer_layout_.nodes[group];
      add_wires(inside.parts, inside.layout, group, {corner.x + inside.begin_across, corner.y + inside.begin_along});
    }
    add_wires(outer_parts_, outer_layout_, std::nullopt, {0, 0});
    const LayoutPoint size = placed({outer_layout_.width + kMargin, outer_layout_.length + kMargin});
    out_.width = size.x;
    out_.height = size.y;
    return std::move(out_);
  }

 private:
  int64_t across(int64_t width, int64_t height) const { return is_down_ ? width : height; }
  int64_t along(int64_t width, int64_t height) const { return is_down_ ? height : width; }

  /// Every node has a number in its level; outside, groups come first.
  void number_nodes() {
    number_.resize(graph_.nodes.size());
    outer_.nodes.resize(graph_.groups.size());
    for (uint32_t i = 0; i < graph_.nodes.size(); ++i) {
      const LayoutGraph::Node& node = graph_.nodes[i];
      Level& level = node.group ? insides_[*node.group].level : outer_;
      number_[i] = static_cast<uint32_t>(level.nodes.size());
      level.nodes.push_back({across(node.width, node.height), along(node.width, node.height), LevelNode::Place::kFree,
                             node.before ? std::optional(*node.before - kMargin) : std::nullopt, node.stays});
      if (node.group) insides_[*node.group].nodes.push_back(i);
    }
  }

  uint32_t border_node(Inside& inside, uint32_t net, LevelNode::Place place) {
    std::map<uint32_t, uint32_t>& ways = place == LevelNode::Place::kFirst ? inside.way_in : inside.way_out;
    const auto [found, is_new] = ways.try_emplace(net, static_cast<uint32_t>(inside.level.nodes.size()));
    if (is_new) inside.level.nodes.push_back({0, 0, place, std::nullopt, false});
    return found->second;
  }

  /// A net becomes a part in each level that it touches.
  void split_net(uint32_t number) {
    const LayoutGraph::Net& net = graph_.nets[number];
    if (net.targets.empty()) return;
    const std::optional<uint32_t> home = graph_.nodes[net.source].group;
    std::map<uint32_t, std::vector<uint32_t>> by_group;
    std::vector<uint32_t> free;
    for (const uint32_t target : net.targets) {
      if (graph_.nodes[target].group) {
        by_group[*graph_.nodes[target].group].push_back(target);
      } else {
        free.push_back(target);
      }
    }
    Part outer{number, {}};
    LevelNet outer_net;
    outer_net.source.node = home ? *home : number_[net.source];
    for (const auto& [group, targets] : by_group) {
      if (home == group) continue;
      add_part(insides_[group], number, border_node(insides_[group], number, LevelNode::Place::kFirst), targets, false);
      outer.ends.push_back({std::nullopt, group});
      outer_net.targets.push_back({group, std::nullopt});
    }
    for (const uint32_t target : free) {
      outer.ends.push_back({target, std::nullopt});
      outer_net.targets.push_back({number_[target], std::nullopt});
    }
    const bool leaves = !outer.ends.empty();
    if (home) {
      const auto inner = by_group.find(*home);
      add_part(insides_[*home], number, number_[net.source],
               inner == by_group.end() ? std::vector<uint32_t>{} : inner->second, leaves);
    }
    if (!leaves) return;
    outer_parts_.push_back(std::move(outer));
    outer_.nets.push_back(std::move(outer_net));
  }

  void add_part(Inside& inside, uint32_t number, uint32_t source, const std::vector<uint32_t>& targets, bool leaves) {
    Part part{number, {}};
    LevelNet net{{source, std::nullopt}, {}};
    for (const uint32_t target : targets) {
      part.ends.push_back({target, std::nullopt});
      net.targets.push_back({number_[target], std::nullopt});
    }
    if (leaves) {
      part.ends.push_back({std::nullopt, std::nullopt});
      net.targets.push_back({border_node(inside, number, LevelNode::Place::kLast), std::nullopt});
    }
    inside.parts.push_back(std::move(part));
    inside.level.nets.push_back(std::move(net));
  }

  void lay_out_inside(uint32_t number) {
    Inside& inside = insides_[number];
    const LayoutGraph::Group& group = graph_.groups[number];
    inside.level.gap = graph_.gap;
    inside.level.border_gap = graph_.border_gap;
    inside.level.spacing = graph_.spacing;
    inside.layout = lay_out_level(inside.level);
    inside.begin_across = across(group.left, group.top);
    inside.begin_along = along(group.left, group.top);
    inside.width = inside.begin_across + inside.layout.width + across(group.right, group.bottom);
    inside.length = inside.begin_along + inside.layout.length + along(group.right, group.bottom);
    const int64_t narrow = across(group.min_width, group.min_height) - inside.width;
    if (narrow > 0) {
      inside.width += narrow;
      inside.begin_across += narrow / 2;
    }
    inside.length = std::max(inside.length, along(group.min_width, group.min_height));
  }

  void lay_out_outside() {
    outer_.gap = graph_.outer_gap;
    outer_.border_gap = graph_.outer_gap;
    outer_.spacing = graph_.outer_spacing;
    for (uint32_t group = 0; group < insides_.size(); ++group) {
      outer_.nodes[group] = {
          insides_[group].width, insides_[group].length, LevelNode::Place::kFree,
          graph_.groups[group].before ? std::optional(*graph_.groups[group].before - kMargin) : std::nullopt,
          graph_.groups[group].stays};
    }
    for (size_t i = 0; i < outer_parts_.size(); ++i) {
      const uint32_t net = outer_parts_[i].net;
      const std::optional<uint32_t> home = graph_.nodes[graph_.nets[net].source].group;
      if (home) outer_.nets[i].source.offset = way_offset(insides_[*home], insides_[*home].way_out.at(net));
      for (size_t end = 0; end < outer_parts_[i].ends.size(); ++end) {
        const std::optional<uint32_t> group = outer_parts_[i].ends[end].group;
        if (!group) continue;
        outer_.nets[i].targets[end].offset = way_offset(insides_[*group], insides_[*group].way_in.at(net));
      }
    }
    outer_layout_ = lay_out_level(outer_);
    const auto move = [](LayoutPoint& point) {
      point.x += kMargin;
      point.y += kMargin;
    };
    for (LayoutPoint& node : outer_layout_.nodes) move(node);
    for (auto& net : outer_layout_.lines) {
      for (auto& line : net) std::for_each(line.begin(), line.end(), move);
    }
    for (auto& net : outer_layout_.dots) {
      for (auto& dot : net) {
        if (dot) move(*dot);
      }
    }
    outer_layout_.width += kMargin;
    outer_layout_.length += kMargin;
  }

  /// Cards whose wires would cross in front of their border are laid out again, and then what is outside.
  void order_ways() {
    constexpr size_t kMostNodes = 400;
    std::vector<bool> is_concerned(insides_.size(), false);
    for (uint32_t group = 0; group < insides_.size(); ++group) {
      const Inside& inside = insides_[group];
      is_concerned[group] =
          inside.nodes.size() <= kMostNodes && (inside.way_in.size() > 1 || inside.way_out.size() > 1);
    }
    if (std::find(is_concerned.begin(), is_concerned.end(), true) == is_concerned.end()) return;
    // Those behind take the order of those before them, and then the other way round: both at once would change places.
    for (const bool is_in : {true, false}) {
      for (size_t i = 0; i < outer_parts_.size(); ++i) {
        if (is_in) {
          note_ways_in(outer_parts_[i], outer_layout_.lines[i]);
        } else {
          note_way_out(outer_parts_[i], outer_layout_.lines[i]);
        }
      }
      for (uint32_t group = 0; group < insides_.size(); ++group) {
        if (is_concerned[group]) lay_out_inside(group);
      }
      lay_out_outside();
    }
  }

  /// Where a net comes from, as each border that it goes through sees it.
  void note_ways_in(const Part& part, const std::vector<std::vector<LayoutPoint>>& lines) {
    for (size_t end = 0; end < part.ends.size(); ++end) {
      if (!part.ends[end].group) continue;
      Inside& inside = insides_[*part.ends[end].group];
      const std::vector<LayoutPoint>& line = lines[end];
      // The level stretch before the last upright one.
      inside.level.nodes[inside.way_in.at(part.net)].drawn_to = line[line.size() < 3 ? 0 : line.size() - 3].x;
    }
  }

  /// Where it goes to, in the middle.
  void note_way_out(const Part& part, const std::vector<std::vector<LayoutPoint>>& lines) {
    const std::optional<uint32_t> home = graph_.nodes[graph_.nets[part.net].source].group;
    if (!home) return;
    int64_t sum = 0;
    for (const std::vector<LayoutPoint>& line : lines) sum += line.back().x;
    Inside& inside = insides_[*home];
    inside.level.nodes[inside.way_out.at(part.net)].drawn_to = sum / static_cast<int64_t>(lines.size());
  }

  static int64_t way_offset(const Inside& inside, uint32_t node) {
    return inside.begin_across + inside.layout.nodes[node].x;
  }

  LayoutPoint placed(LayoutPoint point) const { return is_down_ ? point : LayoutPoint{point.y, point.x}; }

  void place_nodes() {
    out_.nodes.resize(graph_.nodes.size());
    for (uint32_t i = 0; i < graph_.nodes.size(); ++i) {
      const LayoutGraph::Node& node = graph_.nodes[i];
      LayoutPoint corner;
      if (node.group) {
        const Inside& inside = insides_[*node.group];
        const LayoutPoint& group = outer_layout_.nodes[*node.group];
        const LayoutPoint& own = inside.layout.nodes[number_[i]];
        corner = {group.x + inside.begin_across + own.x, group.y + inside.begin_along + own.y};
      } else {
        corner = outer_layout_.nodes[number_[i]];
      }
      const LayoutPoint place = placed(corner);
      out_.nodes[i] = {place.x, place.y, node.width, node.height};
    }
    for (uint32_t group = 0; group < insides_.size(); ++group) {
      const LayoutPoint corner = placed(outer_layout_.nodes[group]);
      const LayoutPoint size = placed({insides_[group].width, insides_[group].length});
      out_.groups.push_back({corner.x, corner.y, size.x, size.y});
    }
  }

  void add_wires(const std::vector<Part>& parts, const LevelLayout& layout, std::optional<uint32_t> group,
                 LayoutPoint begin) {
    for (size_t i = 0; i < parts.size(); ++i) {
      const Part& part = parts[i];
      const uint32_t source = graph_.nets[part.net].source;
      const std::optional<uint32_t> home = graph_.nodes[source].group;
      LayoutWire wire;
      wire.net = part.net;
      wire.group = group;
      if (home == group) wire.source = source;
      wire.ends = part.ends;
      for (size_t end = 0; end < part.ends.size(); ++end) {
        std::vector<LayoutPoint> line = layout.lines[i][end];
        if (group) reach_border(insides_[*group], wire.source.has_value(), part.ends[end], line);
        for (LayoutPoint& point : line) point = placed({point.x + begin.x, point.y + begin.y});
        wire.lines.push_back(std::move(line));
        std::optional<LayoutPoint> dot = layout.dots[i][end];
        if (dot) dot = placed({dot->x + begin.x, dot->y + begin.y});
        wire.dots.push_back(dot);
      }
      out_.wires.push_back(std::move(wire));
    }
  }

  /// Border nodes stand where the level ends; lines go on to the side of the group.
  static void reach_border(const Inside& inside, bool has_source, const LayoutWire::End& end,
                           std::vector<LayoutPoint>& line) {
    if (!has_source && line.front().y == 0) line.front().y = -inside.begin_along;
    if (!end.node) line.back().y = inside.length - inside.begin_along;
  }

  const LayoutGraph& graph_;
  const bool is_down_;
  std::vector<Inside> insides_;
  std::vector<uint32_t> number_;
  Level outer_;
  std::vector<Part> outer_parts_;
  LevelLayout outer_layout_;
  Layout out_;
};

}  // namespace

Layout lay_out(const LayoutGraph& graph) { return Composer(graph).compose(); }

}  // namespace cleave

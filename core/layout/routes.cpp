// See routes.h.
#include "core/layout/routes.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/layout/across.h"
#include "core/layout/lanes.h"
#include "core/layout/ports.h"

namespace cleave {
namespace {

/// Room under the lowest lane, for arrowheads, and above the highest.
constexpr int64_t kUnderLanes = 8;
constexpr int64_t kOverLanes = 4;
/// No dot so near to an arrowhead.
constexpr int64_t kDotToArrow = 12;

class Router {
 public:
  Router(const Level& level, const Layers& layers, const std::vector<int64_t>& across)
      : level_(level), layers_(layers), across_(across) {}

  LevelLayout route() && {
    place_outside_lanes();
    ports_ = place_ports(level_, layers_, across_, outside_);
    collect_pieces();
    place_along();
    for (uint32_t net = 0; net < level_.nets.size(); ++net) draw(net);
    return std::move(out_);
  }

 private:
  /// One net between two ranks.
  struct Piece {
    uint32_t gap = 0;
    /// Place in the gap's list.
    uint32_t number = 0;
  };

  uint32_t source_rank(uint32_t net) const { return layers_.rank_of_node[level_.nets[net].source.node]; }

  /// Nets that run outside share lanes right of everything where they are not side by side.
  void place_outside_lanes() {
    outside_.assign(level_.nets.size(), 0);
    for (size_t slot = 0; slot < layers_.slots.size(); ++slot) {
      const int64_t width = layers_.slots[slot].width;
      right_ = std::max(right_, across_[slot] - width / 2 + width);
    }
    std::vector<uint32_t> nets;
    for (uint32_t net = 0; net < level_.nets.size(); ++net) {
      if (layers_.is_outside[net]) nets.push_back(net);
    }
    std::stable_sort(nets.begin(), nets.end(), [&](uint32_t a, uint32_t b) { return source_rank(a) < source_rank(b); });
    // Lanes by where they are free again, the earliest on top.
    const auto later = [](const std::pair<uint32_t, int64_t>& a, const std::pair<uint32_t, int64_t>& b) {
      return a > b;
    };
    std::vector<std::pair<uint32_t, int64_t>> lanes;
    for (const uint32_t net : nets) {
      if (!lanes.empty() && lanes.front().first < source_rank(net)) {
        std::pop_heap(lanes.begin(), lanes.end(), later);
        lanes.back().first = layers_.last_rank[net];
      } else {
        lanes.emplace_back(layers_.last_rank[net],
                           right_ + kWireToNode + kWireToWire * static_cast<int64_t>(lanes.size()));
      }
      outside_[net] = lanes.back().second;
      std::push_heap(lanes.begin(), lanes.end(), later);
    }
    if (!lanes.empty()) right_ += kWireToNode + kWireToWire * static_cast<int64_t>(lanes.size());
  }

  /// Where the trunk is in a rank behind its source's.
  int64_t trunk_place(uint32_t net, uint32_t rank) const {
    return layers_.is_outside[net] ? outside_[net] : across_[layers_.slot_of(level_.nets[net], net, rank)];
  }

  void collect_pieces() {
    gaps_.resize(layers_.rank_count());
    pieces_.resize(level_.nets.size());
    std::vector<uint32_t> targets;
    for (uint32_t net = 0; net < level_.nets.size(); ++net) {
      targets.resize(level_.nets[net].targets.size());
      std::iota(targets.begin(), targets.end(), 0U);
      std::stable_sort(targets.begin(), targets.end(),
                       [&](uint32_t a, uint32_t b) { return target_rank(net, a) < target_rank(net, b); });
      const uint32_t first = source_rank(net);
      const uint32_t last = layers_.last_rank[net];
      size_t next = 0;
      for (uint32_t gap = first; gap < last; ++gap) {
        LanePiece piece;
        piece.top = gap == first ? ports_.source[net] : trunk_place(net, gap);
        for (; next < targets.size() && target_rank(net, targets[next]) == gap + 1; ++next) {
          piece.bottoms.push_back(ports_.target[net][targets[next]]);
        }
        // An outside trunk passes most ranks without a turn.
        if (layers_.is_outside[net] && piece.bottoms.empty() && gap != first) {
          gap = target_rank(net, targets[next]) - 2;
          continue;
        }
        if (gap + 1 < last) piece.bottoms.push_back(trunk_place(net, gap + 1));
        pieces_[net].push_back({gap, static_cast<uint32_t>(gaps_[gap].pieces.size())});
        gaps_[gap].pieces.push_back(std::move(piece));
      }
    }
  }

  uint32_t target_rank(uint32_t net, uint32_t target) const {
    return layers_.rank_of_node[level_.nets[net].targets[target].node];
  }

  /// Nodes that nothing leads to stand at the lower side of their rank, near their readers.
  void place_along() {
    const size_t ranks = layers_.rank_count();
    std::vector<bool> has_source(level_.nodes.size(), false);
    for (const LevelNet& net : level_.nets) {
      for (const LevelEnd& target : net.targets) has_source[target.node] = true;
    }
    out_.nodes.resize(level_.nodes.size());
    int64_t y = 0;
    for (size_t rank = 0; rank < ranks; ++rank) {
      int64_t length = 0;
      bool is_border = true;
      for (const uint32_t slot : layers_.ranks[rank]) {
        if (layers_.slots[slot].is_trunk()) continue;
        length = std::max(length, level_.nodes[slot].length);
        is_border = is_border && level_.nodes[slot].place != LevelNode::Place::kFree;
      }
      if (rank > 0) {
        const bool at_border = was_border_ || is_border;
        y = place_gap(gaps_[rank - 1], y, at_border ? level_.border_gap : level_.gap);
      }
      was_border_ = is_border;
      for (const uint32_t slot : layers_.ranks[rank]) {
        if (layers_.slots[slot].is_trunk()) continue;
        const LevelNode& node = level_.nodes[slot];
        out_.nodes[slot] = {across_[slot] - node.width / 2, has_source[slot] ? y : y + length - node.length};
      }
      y += length;
    }
    out_.length = y;
    out_.width = right_;
  }

  struct Gap {
    std::vector<LanePiece> pieces;
    Lanes lanes;
    int64_t first_lane = 0;
    int64_t end = 0;
  };

  /// Gives back where the next rank begins.
  static int64_t place_gap(Gap& gap, int64_t y, int64_t least) {
    gap.lanes = assign_lanes(gap.pieces);
    const int64_t lanes = std::max<int64_t>(gap.lanes.count, 1) - 1;
    const int64_t length = std::max(least, kOverLanes + lanes * kLaneDistance + kUnderLanes);
    gap.first_lane = y + std::max(kOverLanes, (length - kUnderLanes - lanes * kLaneDistance) / 2);
    gap.end = y + length;
    return gap.end;
  }

  int64_t lane_place(const Piece& piece) const {
    const Gap& gap = gaps_[piece.gap];
    return gap.first_lane + kLaneDistance * int64_t{gap.lanes.lane[piece.number]};
  }

  /// Points that lie on a straight line between others are left out.
  static void add_point(std::vector<LayoutPoint>& line, LayoutPoint point) {
    if (!line.empty() && line.back() == point) return;
    const size_t count = line.size();
    const auto in_line = [&](const LayoutPoint& a, const LayoutPoint& b) {
      return (a.x == b.x && b.x == point.x) || (a.y == b.y && b.y == point.y);
    };
    if (count >= 2 && in_line(line[count - 2], line[count - 1])) line.pop_back();
    line.push_back(point);
  }

  /// What is drawn of a net so far between two ranks: how far its level stretch reaches.
  struct Drawn {
    int64_t left = 0;
    int64_t right = 0;
    bool is_any = false;
  };

  void draw(uint32_t net) {
    const LevelNet& described = level_.nets[net];
    const size_t count = described.targets.size();
    out_.lines.emplace_back(count);
    out_.dots.emplace_back(count);
    std::vector<Drawn> drawn(pieces_[net].size());
    std::vector<uint32_t> targets(count);
    std::iota(targets.begin(), targets.end(), 0U);
    std::stable_sort(targets.begin(), targets.end(),
                     [&](uint32_t a, uint32_t b) { return target_rank(net, a) < target_rank(net, b); });
    // The piece from which on nothing is drawn.
    size_t reached = 0;
    for (const uint32_t target : targets) {
      size_t last = reached;
      while (pieces_[net][last].gap + 1 < target_rank(net, target)) ++last;
      out_.lines[net][target] = line_to(net, target, reached, last, drawn, out_.dots[net][target]);
      reached = last;
    }
  }

  std::vector<LayoutPoint> line_to(uint32_t net, uint32_t target, size_t first, size_t last, std::vector<Drawn>& drawn,
                                   std::optional<LayoutPoint>& dot) const {
    const LevelNet& described = level_.nets[net];
    std::vector<LayoutPoint> line;
    const LayoutPoint& end = out_.nodes[described.targets[target].node];
    for (size_t i = first; i <= last; ++i) {
      const Piece& piece = pieces_[net][i];
      const int64_t top = gaps_[piece.gap].pieces[piece.number].top;
      const int64_t bottom = i == last ? ports_.target[net][target] : trunk_place(net, piece.gap + 1);
      const int64_t lane = lane_place(piece);
      if (!drawn[i].is_any) {
        if (i == 0) {
          const LevelNode& source = level_.nodes[described.source.node];
          add_point(line, {top, out_.nodes[described.source.node].y + source.length});
        }
        drawn[i] = {top, top, true};
        if (bottom != top) add_point(line, {top, lane});
      } else {
        const LayoutPoint leaves{std::clamp(bottom, drawn[i].left, drawn[i].right), lane};
        line.assign(1, leaves);
        if (!is_near_arrow(net, piece, leaves)) dot = leaves;
      }
      if (bottom != top || line.size() == 1) add_point(line, {bottom, lane});
      drawn[i].left = std::min(drawn[i].left, bottom);
      drawn[i].right = std::max(drawn[i].right, bottom);
    }
    add_point(line, {ports_.target[net][target], end.y});
    return line;
  }

  /// True right above a target of the net, which has an arrowhead there.
  bool is_near_arrow(uint32_t net, const Piece& piece, LayoutPoint point) const {
    const Gap& gap = gaps_[piece.gap];
    if (gap.end - point.y > kDotToArrow) return false;
    const std::vector<int64_t>& bottoms = gap.pieces[piece.number].bottoms;
    const bool goes_on = piece.gap + 1 < layers_.last_rank[net];
    const auto end = bottoms.end() - (goes_on ? 1 : 0);
    return std::find(bottoms.begin(), end, point.x) != end;
  }

  const Level& level_;
  const Layers& layers_;
  const std::vector<int64_t>& across_;
  LevelLayout out_;
  std::vector<int64_t> outside_;
  Ports ports_;
  std::vector<Gap> gaps_;
  /// By net, along it.
  std::vector<std::vector<Piece>> pieces_;
  int64_t right_ = 0;
  bool was_border_ = false;
};

}  // namespace

LevelLayout route(const Level& level, const Layers& layers, const std::vector<int64_t>& across) {
  return Router(level, layers, across).route();
}

}  // namespace cleave

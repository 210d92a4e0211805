// See drawing.h.
#include "core/api/drawing.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "core/api/drawing_model.h"
#include "core/api/drawing_positions.h"
#include "core/api/select.h"
#include "core/base/text.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// Up to so many ops are shown without being asked for.
constexpr size_t kMostOpsOfAuto = 40;

/// The segments that `0,3` names; nothing where it is no such list.
std::optional<std::vector<int64_t>> listed_segments(std::string_view text) {
  std::vector<int64_t> out;
  while (true) {
    const size_t comma = std::min(text.find(','), text.size());
    int64_t& segment = out.emplace_back();
    const auto [end, error] = std::from_chars(text.data(), text.data() + comma, segment);
    if (error != std::errc() || end != text.data() + comma || segment < 0) return std::nullopt;
    if (comma == text.size()) return out;
    text.remove_prefix(comma + 1);
  }
}

std::vector<bool> expanded_segments(const Request& request, const Segmentation& segmentation) {
  const size_t count = segmentation.segments.size();
  size_t ops = 0;
  for (const Segment& segment : segmentation.segments) ops += segment.records.size();
  const bool is_auto = request.expand.empty() || request.expand == "auto";
  if (request.expand == "all" || (is_auto && ops <= kMostOpsOfAuto)) return std::vector<bool>(count, true);
  std::vector<bool> out(count, false);
  if (is_auto || request.expand == "none") return out;
  for (const int64_t segment : listed_segments(request.expand).value_or(std::vector<int64_t>{})) {
    if (static_cast<uint64_t>(segment) < count) out[static_cast<size_t>(segment)] = true;
  }
  return out;
}

/// Ops are wider than they are high: there is more room between ranks and less between what stands in one.
void flow_to_the_right(LayoutGraph& graph) {
  graph.flow = LayoutGraph::Flow::kRight;
  graph.gap = std::max<int64_t>(graph.gap, 24);
  graph.border_gap = 16;
  graph.outer_gap = std::max<int64_t>(graph.outer_gap, 24);
  graph.outer_spacing = 20;
  for (LayoutGraph::Group& group : graph.groups) group.bottom += kCardSide;
}

class Assembler {
 public:
  Assembler(const DrawingModel& model, const Layout& layout) : model_(model), layout_(layout) {}

  DrawingView view() && {
    out_.width = layout_.width;
    out_.height = layout_.height;
    out_.orientation =
        model_.graph.flow == LayoutGraph::Flow::kDown ? Orientation::kTopToBottom : Orientation::kLeftToRight;
    out_.expanded = model_.expanded;
    // Cards first: what stands on them is painted over them.
    for (size_t i = 0; i < model_.groups.size(); ++i) place(model_.groups[i], layout_.groups[i]);
    node_shape_.resize(model_.nodes.size());
    for (size_t i = 0; i < model_.nodes.size(); ++i) {
      node_shape_[i] = static_cast<int64_t>(out_.shapes.size());
      place(model_.nodes[i], layout_.nodes[i]);
    }
    for (const LayoutWire& wire : layout_.wires) add_wire(wire);
    out_.positions = positions_of(model_, layout_);
    return std::move(out_);
  }

 private:
  void place(const PlainShape& plain, const LayoutRect& rect) {
    DrawnShapeView shape;
    shape.kind = plain.kind;
    shape.id = plain.id;
    shape.segment.value = plain.segment;
    shape.x = rect.x;
    shape.y = rect.y;
    shape.width = rect.width;
    shape.height = rect.height;
    for (DrawnTextView text : plain.texts) {
      text.x += text.x < 0 ? rect.x + rect.width : rect.x;
      text.y += text.y < 0 ? rect.y + rect.height : rect.y;
      shape.texts.push_back(std::move(text));
    }
    out_.shapes.push_back(std::move(shape));
  }

  int64_t shape_of(const LayoutWire::End& end) const {
    if (end.node) return node_shape_[*end.node];
    return end.group ? static_cast<int64_t>(*end.group) : -1;
  }

  /// The lines of one net that belong to one cut are one wire; a line goes with the target that it ends at.
  void add_wire(const LayoutWire& wire) {
    const DrawingModel::Wire& carried = model_.wires[wire.net];
    std::vector<std::optional<int64_t>> cuts;
    for (const LayoutWire::End& end : wire.ends) cuts.push_back(cut_of(wire, end));
    std::vector<bool> is_done(wire.ends.size(), false);
    for (size_t first = 0; first < wire.ends.size(); ++first) {
      if (is_done[first]) continue;
      WireView view;
      view.value = carried.value;
      view.cut.value = cuts[first];
      view.from = wire.source ? node_shape_[*wire.source] : -1;
      for (size_t i = first; i < wire.ends.size(); ++i) {
        if (cuts[i] != cuts[first]) continue;
        is_done[i] = true;
        add_line(wire, i, view);
      }
      out_.wires.push_back(std::move(view));
    }
  }

  void add_line(const LayoutWire& wire, size_t i, WireView& view) const {
    const int64_t target = shape_of(wire.ends[i]);
    if (target >= 0) view.to.push_back(target);
    std::vector<int64_t>& points = view.points.emplace_back();
    for (const LayoutPoint& point : wire.lines[i]) {
      points.push_back(point.x);
      points.push_back(point.y);
    }
    const LayoutPoint end = wire.lines[i].back();
    const bool flows_down = model_.graph.flow == LayoutGraph::Flow::kDown;
    if (wire.ends[i].node) {
      view.arrows.push_back({end.x, end.y, flows_down ? ArrowDirection::kDown : ArrowDirection::kRight});
    }
    if (wire.dots[i]) view.dots.push_back({wire.dots[i]->x, wire.dots[i]->y});
  }

  /// Inside a card a wire crosses nothing yet.
  std::optional<int64_t> cut_of(const LayoutWire& wire, const LayoutWire::End& end) const {
    if (wire.group) return std::nullopt;
    const std::vector<uint32_t>& targets = model_.graph.nets[wire.net].targets;
    for (size_t i = 0; i < targets.size(); ++i) {
      if (end.node ? targets[i] == *end.node : model_.graph.nodes[targets[i]].group == end.group) {
        return model_.wires[wire.net].cuts[i];
      }
    }
    return std::nullopt;
  }

  const DrawingModel& model_;
  const Layout& layout_;
  DrawingView out_;
  std::vector<int64_t> node_shape_;
};

}  // namespace

void check_expand(const Request& request, Compilation& c) {
  if (request.expand.empty() || request.expand == "auto" || request.expand == "all" || request.expand == "none") return;
  const auto listed = listed_segments(request.expand);
  if (!listed) {
    c.diagnostics.report(code("bad_request"), std::nullopt,
                         {"`expand` must be `auto`, `all`, `none`, or segments with commas between"});
    return;
  }
  const size_t count = c.segmentation.segments.size();
  for (const int64_t segment : *listed) {
    if (static_cast<uint64_t>(segment) < count) continue;
    c.diagnostics.report(code("segment_not_found"), std::nullopt, {concat(segment), segments_there(count)});
  }
}

DrawingView drawing_view(const Compilation& c, const Request& request, const PageNumbers& numbers) {
  DrawingModel model = drawing_model(c, numbers, expanded_segments(request, c.segmentation));
  if (request.orientation == Orientation::kLeftToRight) flow_to_the_right(model.graph);
  recall_positions(request.previous, model);
  return Assembler(model, lay_out(model.graph)).view();
}

}  // namespace cleave

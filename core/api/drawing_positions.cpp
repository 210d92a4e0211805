// Two keys a card: one of what it is and what is around it, by which it stays, and one of its letter, by which a card
// that has changed begins near its place. A key names the flow and the size that the shape has. See
// drawing_positions.h.
#include "core/api/drawing_positions.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/api/fingerprint.h"
#include "core/base/text.h"

namespace cleave {
namespace {

/// What stands outside of cards: groups first, then the nodes without a group.
class Outside {
 public:
  explicit Outside(const DrawingModel& model) : model_(model) {
    for (uint32_t group = 0; group < model.groups.size(); ++group) items_.push_back({&model.groups[group], group, {}});
    item_of_node_.resize(model.nodes.size());
    for (uint32_t node = 0; node < model.nodes.size(); ++node) {
      const std::optional<uint32_t> group = model.graph.nodes[node].group;
      item_of_node_[node] = group ? *group : items_.size();
      if (!group) items_.push_back({&model.nodes[node], {}, node});
    }
    find_neighbours();
    name_items();
  }

  struct Item {
    const PlainShape* shape = nullptr;
    std::optional<uint32_t> group;
    std::optional<uint32_t> node;
    /// By which it stays; empty for what only stands near.
    std::string firm_key{};
    std::string loose_key{};
  };
  const std::vector<Item>& items() const { return items_; }

 private:
  static bool is_pill(const Item& item) { return item.shape->kind == ShapeKind::kPill; }

  void find_neighbours() {
    before_.resize(items_.size());
    after_.resize(items_.size());
    for (const LayoutGraph::Net& net : model_.graph.nets) {
      const size_t from = item_of_node_[net.source];
      for (const uint32_t target : net.targets) {
        const size_t to = item_of_node_[target];
        if (from == to) continue;
        after_[from].push_back(to);
        before_[to].push_back(from);
      }
    }
  }

  /// What is around an item: a pill stands for what is behind it.
  std::string surroundings(size_t item) const {
    Fingerprint print;
    for (const auto* neighbours : {&before_, &after_}) {
      std::vector<std::string_view> keys;
      for (const size_t next : (*neighbours)[item]) {
        if (!is_pill(items_[next])) {
          keys.push_back(items_[next].shape->key);
          continue;
        }
        for (const size_t behind : (*neighbours)[next]) keys.push_back(items_[behind].shape->key);
      }
      std::sort(keys.begin(), keys.end());
      keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
      for (const std::string_view key : keys) print.add(key);
      print.add("");
    }
    return print.text();
  }

  void name_items() {
    const std::string flow = model_.graph.flow == LayoutGraph::Flow::kDown ? "tb " : "lr ";
    std::unordered_map<std::string, size_t> seen;
    const auto numbered = [&](std::string key) {
      const size_t count = ++seen[key];
      return count == 1 ? key : concat(key, " #", count);
    };
    for (size_t i = 0; i < items_.size(); ++i) {
      Item& item = items_[i];
      if (item.shape->kind == ShapeKind::kCard) {
        const std::string size = concat(item.shape->width, 'x', item.shape->height);
        item.firm_key = numbered(concat(flow, size, ' ', item.shape->key, ' ', surroundings(i)));
        item.loose_key = numbered(concat(flow, "segment ", item.shape->id));
      } else {
        item.loose_key = numbered(concat(flow, item.shape->key));
      }
    }
  }

  const DrawingModel& model_;
  std::vector<Item> items_;
  std::vector<size_t> item_of_node_;
  std::vector<std::vector<size_t>> before_;
  std::vector<std::vector<size_t>> after_;
};

}  // namespace

void recall_positions(const std::vector<PositionView>& previous, DrawingModel& model) {
  if (previous.empty()) return;
  std::unordered_map<std::string_view, int64_t> known;
  const bool is_down = model.graph.flow == LayoutGraph::Flow::kDown;
  for (const PositionView& position : previous) known.emplace(position.key, is_down ? position.x : position.y);
  const Outside outside(model);
  for (const Outside::Item& item : outside.items()) {
    const auto firm = item.firm_key.empty() ? known.end() : known.find(item.firm_key);
    const auto found = firm != known.end() ? firm : known.find(item.loose_key);
    if (found == known.end()) continue;
    // A place that no drawing gives is no place.
    constexpr int64_t kFurthest = 1'000'000'000;
    if (found->second < 0 || found->second > kFurthest) continue;
    const bool stays = firm != known.end();
    if (item.group) {
      model.graph.groups[*item.group].before = found->second;
      model.graph.groups[*item.group].stays = stays;
    } else {
      model.graph.nodes[*item.node].before = found->second;
      model.graph.nodes[*item.node].stays = stays;
    }
  }
}

std::vector<PositionView> positions_of(const DrawingModel& model, const Layout& layout) {
  const Outside outside(model);
  std::vector<PositionView> out;
  for (const Outside::Item& item : outside.items()) {
    const LayoutRect& rect = item.group ? layout.groups[*item.group] : layout.nodes[*item.node];
    const int64_t x = rect.x + rect.width / 2;
    const int64_t y = rect.y + rect.height / 2;
    if (!item.firm_key.empty()) out.push_back({item.firm_key, x, y});
    out.push_back({item.loose_key, x, y});
  }
  return out;
}

}  // namespace cleave

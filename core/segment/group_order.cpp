// The order is a linked list with 64-bit labels; moving a few groups costs only those, and labels are spread anew when
// a gap is used up.
#include "core/segment/group_order.h"

#include <algorithm>

namespace cleave {

namespace {

constexpr uint64_t kGap = uint64_t{1} << 40;

}  // namespace

GroupOrder::GroupOrder(const KernelGroups& groups) : groups_(groups) {
  const auto count = static_cast<uint32_t>(groups.table().ops.size());
  label_.resize(count);
  previous_.resize(count);
  next_.resize(count);
  stamp_.assign(count, 0);
  for (uint32_t i = 0; i < count; ++i) {
    label_[i] = kGap * (i + 1);
    previous_[i] = i == 0 ? kNone : i - 1;
    next_[i] = i + 1 == count ? kNone : i + 1;
  }
}

void GroupOrder::reset(const std::vector<uint32_t>& groups) {
  for (size_t i = 0; i < groups.size(); ++i) {
    label_[groups[i]] = kGap * (i + 1);
    previous_[groups[i]] = i == 0 ? kNone : groups[i - 1];
    next_[groups[i]] = i + 1 == groups.size() ? kNone : groups[i + 1];
  }
}

size_t GroupOrder::forward_cost(uint32_t group, size_t limit) const {
  size_t cost = 0;
  for (TensorIndex tensor : groups_.border(group)) {
    cost += 1 + groups_.table().users[tensor].size();
    if (cost > limit) break;
  }
  return cost;
}

GroupOrder::Answer GroupOrder::give_up(size_t steps) {
  steps_ += steps;
  return Answer::kGaveUp;
}

GroupOrder::Answer GroupOrder::search(uint32_t from, uint32_t to, bool forward) {
  const OpTable& table = groups_.table();
  moved_.clear();
  moved_forward_ = forward;
  ++round_;
  std::vector<uint32_t> open{from};
  stamp_[from] = round_;
  size_t steps = 0;
  Answer answer = Answer::kFree;
  const auto visit = [&](uint32_t node, uint32_t neighbour) {
    if (neighbour == node || stamp_[neighbour] == round_) return;
    if (neighbour == to) {
      if (node == from) return;
      between_ = node;
      answer = Answer::kCycle;
      return;
    }
    const bool outside = forward ? label_[neighbour] > label_[to] : label_[neighbour] < label_[to];
    if (outside) return;
    stamp_[neighbour] = round_;
    moved_.push_back(neighbour);
    open.push_back(neighbour);
  };
  while (!open.empty() && answer == Answer::kFree) {
    const uint32_t node = open.back();
    open.pop_back();
    for (TensorIndex tensor : groups_.border(node)) {
      if (++steps > max_steps_) return give_up(steps);
      const OpIndex producer = table.producer[tensor];
      if (producer == kNone) continue;
      const uint32_t maker = groups_.root(producer);
      if (!forward) {
        visit(node, maker);
        continue;
      }
      if (maker != node || !groups_.on_border(node, tensor)) continue;
      for (OpIndex user : table.users[tensor]) {
        if (++steps > max_steps_) return give_up(steps);
        visit(node, groups_.root(user));
      }
    }
  }
  steps_ += steps;
  return answer;
}

GroupOrder::Answer GroupOrder::ask(uint32_t a, uint32_t b) {
  if (before(b, a)) std::swap(a, b);
  first_ = a;
  second_ = b;
  moved_.clear();
  moved_forward_ = false;
  if (next_[a] == b) return Answer::kFree;
  const size_t backward = groups_.border(b).size();
  const bool forward = forward_cost(a, backward) < backward;
  const Answer answer = forward ? search(a, b, true) : search(b, a, false);
  if (answer != Answer::kGaveUp) return answer;
  return forward ? search(b, a, false) : search(a, b, true);
}

void GroupOrder::unlink(uint32_t node) {
  if (previous_[node] != kNone) next_[previous_[node]] = next_[node];
  if (next_[node] != kNone) previous_[next_[node]] = previous_[node];
}

void GroupOrder::relabel() {
  uint32_t node = first_;
  while (previous_[node] != kNone) node = previous_[node];
  uint64_t label = kGap;
  for (; node != kNone; node = next_[node]) {
    label_[node] = label;
    label += kGap;
  }
}

void GroupOrder::place_between(uint32_t left, const std::vector<uint32_t>& nodes, uint32_t right) {
  uint32_t last = left;
  for (uint32_t node : nodes) {
    previous_[node] = last;
    next_[node] = right;
    if (last != kNone) next_[last] = node;
    if (right != kNone) previous_[right] = node;
    last = node;
  }
  const uint64_t low = left == kNone ? 0 : label_[left];
  const uint64_t high = right == kNone ? low + kGap * (nodes.size() + 1) : label_[right];
  const uint64_t step = (high - low) / (nodes.size() + 1);
  if (step == 0) return relabel();
  for (size_t i = 0; i < nodes.size(); ++i) label_[nodes[i]] = low + step * (i + 1);
}

void GroupOrder::joined(uint32_t root) {
  const uint32_t stays = moved_forward_ ? second_ : first_;
  const uint32_t goes = moved_forward_ ? first_ : second_;
  unlink(goes);
  if (!moved_.empty()) {
    std::sort(moved_.begin(), moved_.end(), [&](uint32_t x, uint32_t y) { return label_[x] < label_[y]; });
    for (uint32_t node : moved_) unlink(node);
    first_ = stays;
    if (moved_forward_) {
      place_between(stays, moved_, next_[stays]);
    } else {
      place_between(previous_[stays], moved_, stays);
    }
  }
  if (root == stays) return;
  previous_[root] = previous_[stays];
  next_[root] = next_[stays];
  label_[root] = label_[stays];
  if (previous_[root] != kNone) next_[previous_[root]] = root;
  if (next_[root] != kNone) previous_[next_[root]] = root;
}

}  // namespace cleave

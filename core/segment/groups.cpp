// Which ops share a group and which tensors groups share. A question joins two borders; what the joined group would
// have to do is put together in group_summary.cpp.
#include "core/segment/groups.h"

#include <algorithm>

namespace cleave {

KernelGroups::KernelGroups(OpTable& table) : table_(table), original_ops_(static_cast<OpIndex>(table.ops.size())) {
  home_of_.assign(original_ops_, kNone);
  parent_.resize(original_ops_);
  post_.assign(original_ops_, 0);
  live_stamp_.assign(table.users.size(), 0);
  asked_stamp_.assign(original_ops_, 0);
  for (OpIndex op = 0; op < original_ops_; ++op) {
    parent_[op] = op;
    if (table.has(op, kFlagReduction)) post_[op] = table.has(op, kFlagInner) ? kPostInner : kPostOuter;
  }
}

void KernelGroups::open(const std::vector<OpIndex>& ops) {
  homes_.reserve(homes_.size() + ops.size());
  size_t uses = 0;
  for (OpIndex op : ops) uses += table_.ops[op].operands.size() + table_.ops[op].results.size();
  borders_.reserve(borders_.size() + uses);
  for (OpIndex op : ops) make_single(op);
}

void KernelGroups::open_all() {
  std::vector<OpIndex> ops(original_ops_);
  for (OpIndex op = 0; op < original_ops_; ++op) ops[op] = op;
  open(ops);
}

KernelGroups::Home& KernelGroups::new_home(OpIndex op) {
  CHECK(home_of_[op] == kNone && parent_[op] == op, "an op is opened once");
  ++made_;
  if (free_homes_.empty()) {
    home_of_[op] = static_cast<uint32_t>(homes_.size());
    homes_.emplace_back();
  } else {
    home_of_[op] = free_homes_.back();
    free_homes_.pop_back();
  }
  Home& home = homes_[home_of_[op]];
  home.members = {op};
  home.live_set = op;
  return home;
}

void KernelGroups::close_home(uint32_t root) {
  for (TensorIndex tensor : home(root).live) live_bytes_.erase(key(home(root).live_set, tensor));
  homes_[home_of_[root]] = Home();
  free_homes_.push_back(home_of_[root]);
  home_of_[root] = kNone;
}

void KernelGroups::add_border(OpIndex op, const TensorUse& use, bool is_made) {
  Border border;
  border.use = use;
  if (is_made) border.maker = op;
  if (!is_made) border.readers.push_back(op);
  if (!is_made && op < original_ops_) border.own_readers = 1;
  if (use.indexed) border.indexed_by = op;
  if (use.resized) border.resized_by = op;
  home(op).border.push_back(use.tensor);
  borders_.emplace(key(op, use.tensor), std::move(border));
}

void KernelGroups::make_single(OpIndex op) {
  table_.classes.begin({}, {});
  const OpFacts& facts = table_.ops[op];
  Group& group = new_home(op).group;
  count_op(group, op);
  for (const auto* uses : {&facts.operands, &facts.results}) {
    for (const TensorUse& use : *uses) {
      add_border(op, use, uses == &facts.results);
      group.extremes.push_back(use);
    }
  }
  compress(group);
  table_.classes.commit();
}

uint32_t KernelGroups::add_single(OpIndex op) {
  CHECK(op == parent_.size(), "copies are added in order");
  parent_.push_back(op);
  home_of_.push_back(kNone);
  post_.push_back(0);
  make_single(op);
  for (const TensorUse& use : table_.ops[op].results) copy_makers_[use.tensor].push_back(op);
  for (const TensorUse& use : table_.ops[op].operands) {
    copy_readers_[use.tensor].push_back(op);
    reopen_border(use.tensor);
  }
  return op;
}

/// A value that stayed inside its group has a reader outside now.
void KernelGroups::reopen_border(TensorIndex tensor) {
  const OpIndex producer = table_.producer[tensor];
  if (producer == kNone) return;
  const uint32_t group = root(producer);
  const auto [place, is_new] = borders_.try_emplace(key(group, tensor), Border{});
  if (!is_new) return;
  for (const TensorUse& use : table_.ops[producer].results) {
    if (use.tensor == tensor) place->second.use = use;
  }
  place->second.maker = producer;
  std::vector<TensorIndex>& border = home(group).border;
  if (std::find(border.begin(), border.end(), tensor) == border.end()) border.push_back(tensor);
}

uint32_t KernelGroups::root(OpIndex op) const {
  while (parent_[op] != op) {
    parent_[op] = parent_[parent_[op]];
    op = parent_[op];
  }
  return op;
}

bool KernelGroups::inside(OpIndex op) const {
  if (asked_all_) return op < asked_stamp_.size() && asked_stamp_[op] == question_;
  const uint32_t group = root(op);
  return group == asked_a_ || group == asked_b_;
}

OpIndex KernelGroups::maker_inside(TensorIndex tensor) const {
  const OpIndex producer = table_.producer[tensor];
  if (producer == kNone || inside(producer)) return producer;
  if (copy_makers_.empty()) return kNone;
  const auto copies = copy_makers_.find(tensor);
  if (copies == copy_makers_.end()) return kNone;
  for (OpIndex copy : copies->second) {
    if (inside(copy)) return copy;
  }
  return kNone;
}

void KernelGroups::begin_question() {
  CHECK(asked_a_ == kNone && !asked_all_, "the last question is closed");
  ++join_count_;
  ++question_;
  mark_ = table_.classes.mark();
}

void KernelGroups::end_question() {
  post_journal_.clear();
  newly_post_.clear();
  newly_live_.clear();
  asked_a_ = asked_b_ = kNone;
  asked_all_ = false;
}

Group KernelGroups::join(uint32_t a, uint32_t b) {
  begin_question();
  if (border(a).size() < border(b).size()) std::swap(a, b);
  asked_a_ = a;
  asked_b_ = b;
  Group joined = group(a);
  question_elements_ = std::max(joined.max_elements, group(b).max_elements);
  absorb(joined, group(b));
  joined.live_bytes -= shared_live_bytes(a, b);
  table_.classes.begin(joined.conflicts, joined.two_sizes);
  bool shares = false;
  for (TensorIndex tensor : border(b)) {
    const auto mine = borders_.find(key(b, tensor));
    const auto theirs = borders_.find(key(a, tensor));
    if (mine == borders_.end() || theirs == borders_.end()) continue;
    shares = true;
    const Border& one = theirs->second;
    const Border& other = mine->second;
    meet(one.use, other.use);
    if (one.maker != kNone) internalise(joined, tensor, one.maker, other);
    if (other.maker != kNone) internalise(joined, tensor, other.maker, one);
  }
  if (!shares) joined.unconnected = true;
  for (OpIndex op : newly_post_) note_post_op(joined, op);
  compress(joined);
  return joined;
}

Group KernelGroups::look_at(uint32_t root) {
  begin_question();
  asked_a_ = asked_b_ = root;
  question_elements_ = group(root).max_elements;
  return group(root);
}

void KernelGroups::rollback() {
  table_.classes.rollback(mark_);
  for (auto change = post_journal_.rbegin(); change != post_journal_.rend(); ++change) {
    post_[change->first] = change->second;
  }
  end_question();
}

uint32_t KernelGroups::commit_all(const std::vector<OpIndex>& ops, Group joined) {
  CHECK(asked_all_, "a question about all is open");
  table_.classes.commit();
  const uint32_t first = ops[0];
  std::vector<Border> borders;
  for (OpIndex op : ops) {
    parent_[op] = first;
    if (home_of_[op] == kNone) continue;
    for (TensorIndex tensor : border(op)) {
      const auto place = borders_.find(key(op, tensor));
      if (place == borders_.end()) continue;
      borders.push_back(std::move(place->second));
      borders_.erase(place);
    }
    close_home(op);
  }
  parent_[first] = first;
  Home& home = new_home(first);
  home.members = ops;
  home.group = std::move(joined);
  for (const LiveTensor& live : newly_live_) {
    home.live.push_back(live.tensor);
    live_bytes_[key(home.live_set, live.tensor)] = live.bytes;
  }
  for (Border& border : borders) {
    const TensorIndex tensor = border.use.tensor;
    merge_border(first, tensor, std::move(border));
  }
  end_question();
  return first;
}

void KernelGroups::merge_border(uint32_t into, TensorIndex tensor, Border moved) {
  const auto [place, is_new] = borders_.try_emplace(key(into, tensor), Border{});
  Border& target = place->second;
  if (is_new) {
    target = std::move(moved);
    home(into).border.push_back(tensor);
  } else {
    if (moved.readers.size() > target.readers.size()) std::swap(moved.readers, target.readers);
    for (OpIndex reader : moved.readers) target.readers.push_back(reader);
    if (says_more(moved.use, target.use)) target.use = moved.use;
    target.own_readers += moved.own_readers;
    if (target.maker == kNone) target.maker = moved.maker;
    if (target.indexed_by == kNone) target.indexed_by = moved.indexed_by;
    if (target.resized_by == kNone) target.resized_by = moved.resized_by;
  }
  const bool whole =
      target.own_readers == table_.users[tensor].size() && (target.maker != kNone || table_.producer[tensor] == kNone);
  if (whole) borders_.erase(place);
}

/// Both sets in one; of a tensor that both have, the smaller count. Sets of smaller tensors are dropped.
void KernelGroups::merge_live(Home& into, Home& from, int64_t max_elements) {
  for (Home* side : {&into, &from}) {
    if (side->group.max_elements == max_elements) continue;
    for (TensorIndex tensor : side->live) live_bytes_.erase(key(side->live_set, tensor));
    side->live.clear();
  }
  if (into.live.size() < from.live.size()) {
    std::swap(into.live, from.live);
    std::swap(into.live_set, from.live_set);
  }
  const auto add = [&](TensorIndex tensor, int64_t bytes, bool replace) {
    const auto [place, is_new] = live_bytes_.try_emplace(key(into.live_set, tensor), bytes);
    if (is_new) into.live.push_back(tensor);
    if (replace || bytes < place->second) place->second = bytes;
  };
  for (TensorIndex tensor : from.live) {
    const auto place = live_bytes_.find(key(from.live_set, tensor));
    add(tensor, place->second, false);
    live_bytes_.erase(key(from.live_set, tensor));
  }
  for (const LiveTensor& live : newly_live_) add(live.tensor, live.bytes, true);
}

uint32_t KernelGroups::commit(Group joined) {
  CHECK(asked_a_ != kNone && asked_a_ != asked_b_, "a question about two groups is open");
  table_.classes.commit();
  const uint32_t a = asked_a_;
  const uint32_t b = asked_b_;
  parent_[b] = a;
  Home& into = home(a);
  Home& from = home(b);
  merge_live(into, from, joined.max_elements);
  into.group = std::move(joined);
  into.members.insert(into.members.end(), from.members.begin(), from.members.end());
  for (TensorIndex tensor : from.border) {
    const auto mine = borders_.find(key(b, tensor));
    if (mine == borders_.end()) continue;
    Border moved = std::move(mine->second);
    borders_.erase(mine);
    merge_border(a, tensor, std::move(moved));
  }
  close_home(b);
  end_question();
  return a;
}

}  // namespace cleave

// Joining: slots of shared tensors become one, values behind a reduction are followed through the part that newly sees
// it, and the representatives of both sides are put together and thinned out.
#include "core/segment/groups.h"

#include <algorithm>
#include <tuple>

namespace cleave {

namespace {

constexpr size_t kMaxDistinct = 64;
constexpr size_t kMaxPostReads = 8;

bool is_subset(const std::vector<AxisSlot>& inner, const std::vector<AxisSlot>& outer) {
  return std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
}

}  // namespace

KernelGroups::KernelGroups(OpTable& table) : table_(table) {
  const size_t count = table.ops.size();
  groups_.resize(count);
  parent_.resize(count);
  members_.resize(count);
  border_lists_.resize(count);
  post_.assign(count, 0);
  borders_.reserve(count * 4);
  for (OpIndex op = 0; op < count; ++op) {
    table.classes.begin({}, {});
    make_single(op);
  }
  table.classes.commit();
}

uint32_t KernelGroups::add_single(OpIndex op) {
  CHECK(op == groups_.size(), "copies are added in order");
  groups_.emplace_back();
  parent_.push_back(op);
  members_.emplace_back();
  border_lists_.emplace_back();
  post_.push_back(0);
  table_.classes.begin({}, {});
  make_single(op);
  table_.classes.commit();
  for (const TensorUse& use : table_.ops[op].operands) reopen_border(use.tensor);
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
  place->second.produced = true;
  if (std::find(border_lists_[group].begin(), border_lists_[group].end(), tensor) == border_lists_[group].end()) {
    border_lists_[group].push_back(tensor);
  }
}

uint32_t KernelGroups::root(OpIndex op) const {
  while (parent_[op] != op) {
    parent_[op] = parent_[parent_[op]];
    op = parent_[op];
  }
  return op;
}

std::vector<AxisSlot> KernelGroups::axis_set(const TensorUse& use) const {
  std::vector<AxisSlot> out;
  const AxisClasses& classes = table_.classes;
  for (AxisSlot slot : table_.slots_of(use)) {
    if (classes.kind(slot) == AxisClasses::SlotKind::kIndexed) continue;
    if (!classes.is_wild(slot)) {
      classes.final_classes(slot, out);
      continue;
    }
    const AxisSlot concrete = classes.resolved(slot);
    if (concrete != kNoSlot) {
      classes.final_classes(concrete, out);
    } else if (classes.extent(slot) != 1) {
      out.push_back(classes.find(slot));
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::pair<std::vector<AxisSlot>, std::vector<AxisSlot>> KernelGroups::pattern(OpIndex op) const {
  const OpFacts& facts = table_.ops[op];
  const TensorUse& input = facts.operands[0];
  std::pair<std::vector<AxisSlot>, std::vector<AxisSlot>> out;
  for (uint32_t i = 0; i < input.rank; ++i) {
    TensorUse one = input;
    one.first_slot += i;
    one.rank = 1;
    auto& side = (facts.dims >> i & 1U) != 0 ? out.first : out.second;
    for (AxisSlot slot : axis_set(one)) side.push_back(slot);
  }
  for (auto* side : {&out.first, &out.second}) {
    std::sort(side->begin(), side->end());
    side->erase(std::unique(side->begin(), side->end()), side->end());
  }
  return out;
}

int64_t KernelGroups::narrow_bytes(TensorIndex tensor) const {
  const OpIndex producer = table_.producer[tensor];
  if (producer != kNone && table_.has(producer, kFlagCheap) && table_.ops[producer].operands.size() == 1) {
    const TensorIndex source = table_.ops[producer].operands[0].tensor;
    if (table_.elements[source] == table_.elements[tensor]) return std::min(table_.bytes[source], table_.bytes[tensor]);
  }
  return table_.bytes[tensor];
}

/// Of two uses of one tensor, the one with more loops stands for it: what is expanded or looked up here may be walked
/// over there.
bool KernelGroups::says_more(const TensorUse& use, const TensorUse& other) const {
  const auto loops = [&](const TensorUse& one) {
    const auto slots = table_.slots_of(one);
    return std::count_if(slots.begin(), slots.end(), [&](AxisSlot slot) {
      return table_.classes.kind(slot) != AxisClasses::SlotKind::kIndexed && !table_.classes.is_wild(slot);
    });
  };
  return loops(use) > loops(other);
}

void KernelGroups::make_single(OpIndex op) {
  const OpFacts& facts = table_.ops[op];
  parent_[op] = op;
  members_[op] = {op};
  Group& group = groups_[op];
  group.flags = facts.flags;
  for (uint32_t i = 0; i < kOpFlagCount; ++i) {
    if ((facts.flags >> i & 1U) != 0) group.first_with[i] = op;
  }
  group.op_count = 1;
  group.first_op = op;
  group.computing = (facts.flags & kFlagView) != 0 ? 0 : 1;
  if ((facts.flags & kFlagReduction) != 0) {
    group.reductions = {op};
    group.all_welford = (facts.flags & kFlagWelford) != 0;
    post_[op] = (facts.flags & kFlagInner) != 0 ? kPostInner : kPostOuter;
    group.outer_results = (facts.flags & kFlagOuter) != 0 ? 1 : 0;
  }
  if ((facts.flags & (kFlagOrdered | kFlagScatter)) != 0) group.ordered = {op};
  const auto add = [&](const TensorUse& use, bool produced) {
    Border border;
    border.use = use;
    border.produced = produced;
    if (!produced) border.readers = {op};
    if (use.indexed) border.indexed_by = op;
    if (use.resized) border.resized_by = op;
    border_lists_[op].push_back(use.tensor);
    borders_.emplace(key(op, use.tensor), std::move(border));
    group.max_elements = std::max(group.max_elements, table_.elements[use.tensor]);
    group.extremes.push_back(use);
  };
  for (const TensorUse& use : facts.operands) add(use, false);
  for (const TensorUse& use : facts.results) add(use, true);
  for (const TensorUse& use : facts.operands) {
    if (table_.elements[use.tensor] == group.max_elements) group.input_bytes += table_.bytes[use.tensor];
  }
  compress(group);
}

bool KernelGroups::inside(OpIndex op) const {
  if (asked_all_) return true;
  const uint32_t group = root(op);
  return group == asked_a_ || group == asked_b_;
}

void KernelGroups::absorb(Group& into, const Group& from) const {
  const auto append = [](auto& target, const auto& source) {
    target.insert(target.end(), source.begin(), source.end());
  };
  const auto first = [](uint32_t& target, uint32_t source) {
    if (target == kNone) target = source;
  };
  into.flags |= from.flags;
  for (size_t i = 0; i < kOpFlagCount; ++i) into.first_with[i] = std::min(into.first_with[i], from.first_with[i]);
  into.op_count += from.op_count;
  into.computing += from.computing;
  into.first_op = std::min(into.first_op, from.first_op);
  append(into.reductions, from.reductions);
  append(into.ordered, from.ordered);
  append(into.extremes, from.extremes);
  append(into.post_wilds, from.post_wilds);
  append(into.conflicts, from.conflicts);
  append(into.two_sizes, from.two_sizes);
  for (const PostRead& read : from.post_reads) {
    if (into.post_reads.size() < kMaxPostReads) into.post_reads.push_back(read);
  }
  for (TensorIndex tensor : from.live) {
    if (into.live.size() < kMaxDistinct) into.live.push_back(tensor);
  }
  if (into.self_map.first == kNoSlot) into.self_map = from.self_map;
  first(into.cut_inside, from.cut_inside);
  first(into.index_of_inner, from.index_of_inner);
  first(into.resize_of_inner, from.resize_of_inner);
  first(into.mixed, from.mixed);
  if (into.outer_read.op == kNone) into.outer_read = from.outer_read;
  into.unconnected = into.unconnected || from.unconnected;
  into.all_welford = into.all_welford && from.all_welford;
  into.outer_results += from.outer_results;
  if (into.max_elements == from.max_elements) {
    into.input_bytes += from.input_bytes;
    into.live_bytes += from.live_bytes;
  } else if (into.max_elements < from.max_elements) {
    into.max_elements = from.max_elements;
    into.input_bytes = from.input_bytes;
    into.live_bytes = from.live_bytes;
  }
}

void KernelGroups::flood(Group& joined, OpIndex start, uint8_t mask) {
  std::vector<std::pair<OpIndex, uint8_t>> open{{start, mask}};
  while (!open.empty()) {
    const auto [op, seen] = open.back();
    open.pop_back();
    const auto fresh = static_cast<uint8_t>(seen & ~post_[op]);
    if (fresh == 0) continue;
    post_journal_.emplace_back(op, post_[op]);
    post_[op] = static_cast<uint8_t>(post_[op] | fresh);
    newly_post_.push_back(op);
    if (post_[op] == (kPostInner | kPostOuter) && joined.mixed == kNone) joined.mixed = op;
    for (const TensorUse& use : table_.ops[op].results) {
      for (OpIndex user : table_.users[use.tensor]) {
        if (inside(user)) open.emplace_back(user, fresh);
      }
    }
  }
}

void KernelGroups::note_post_op(Group& joined, OpIndex op) {
  const OpFacts& facts = table_.ops[op];
  if ((facts.flags & kFlagBroadcast) != 0) {
    const auto slots = table_.slots_of(facts.results[0]);
    for (size_t i = 0; i < slots.size(); ++i) {
      if ((facts.new_axes >> i & 1U) != 0) joined.post_wilds.push_back({slots[i], post_[op], op});
    }
  }
  for (const TensorUse& use : facts.operands) {
    const OpIndex producer = table_.producer[use.tensor];
    if (producer != kNone && inside(producer) && post_[producer] != 0) continue;
    if (producer != kNone && table_.has(producer, kFlagFactory)) continue;
    if ((post_[op] & kPostOuter) != 0 && joined.outer_read.op == kNone) joined.outer_read = {op, use.tensor};
    if (table_.elements[use.tensor] == joined.max_elements) {
      if (std::find(joined.live.begin(), joined.live.end(), use.tensor) != joined.live.end()) continue;
      if (joined.live.size() < kMaxDistinct) joined.live.push_back(use.tensor);
      joined.live_bytes += narrow_bytes(use.tensor);
    } else if (joined.post_reads.size() < kMaxPostReads) {
      joined.post_reads.push_back({op, use.tensor});
    }
  }
}

/// The tensor is made in one part and read in the other.
void KernelGroups::internalise(Group& joined, TensorIndex tensor, const Border& reading) {
  if (table_.user_cut[tensor] && joined.cut_inside == kNone) joined.cut_inside = tensor;
  if (reading.indexed_by != kNone && joined.index_of_inner == kNone) joined.index_of_inner = reading.indexed_by;
  if (reading.resized_by != kNone && joined.resize_of_inner == kNone) joined.resize_of_inner = reading.resized_by;
  const uint8_t mask = post_[table_.producer[tensor]];
  if (mask == 0) return;
  for (OpIndex reader : reading.readers) flood(joined, reader, mask);
}

void KernelGroups::meet(Group& joined, TensorIndex tensor, const Border& a, const Border& b) {
  const auto slots_a = table_.slots_of(a.use);
  const auto slots_b = table_.slots_of(b.use);
  for (size_t i = 0; i < std::min(slots_a.size(), slots_b.size()); ++i) table_.classes.unite(slots_a[i], slots_b[i]);
  table_.classes.finish_tensor();
  if (a.produced) internalise(joined, tensor, b);
  if (b.produced) internalise(joined, tensor, a);
  // Read by both: counted twice; made by one: no longer an input.
  if (table_.elements[tensor] == joined.max_elements) joined.input_bytes -= table_.bytes[tensor];
}

void KernelGroups::compress(Group& joined) {
  AxisClasses& classes = table_.classes;
  classes.settle();
  joined.conflicts = classes.conflicts();
  joined.two_sizes = classes.two_sizes();
  if (joined.self_map.first == kNoSlot && !classes.self_maps().empty()) joined.self_map = classes.self_maps().front();
  using Keyed = std::pair<std::vector<AxisSlot>, size_t>;
  std::vector<Keyed> sets;
  for (size_t i = 0; i < joined.extremes.size(); ++i) sets.emplace_back(axis_set(joined.extremes[i]), i);
  std::sort(sets.begin(), sets.end(), [](const Keyed& x, const Keyed& y) {
    return x.first.size() != y.first.size() ? x.first.size() > y.first.size()
           : x.first != y.first             ? x.first < y.first
                                            : x.second < y.second;
  });
  std::vector<const Keyed*> kept;
  for (const Keyed& set : sets) {
    if (kept.size() >= kMaxDistinct) break;
    const bool covered =
        std::any_of(kept.begin(), kept.end(), [&](const Keyed* k) { return is_subset(set.first, k->first); });
    if (!covered) kept.push_back(&set);
  }
  std::vector<TensorUse> extremes;
  for (const Keyed* set : kept) extremes.push_back(joined.extremes[set->second]);
  joined.extremes = std::move(extremes);
  const auto distinct = [&](std::vector<OpIndex>& ops) {
    std::sort(ops.begin(), ops.end());
    std::vector<std::tuple<std::vector<AxisSlot>, std::vector<AxisSlot>, bool>> seen;
    std::erase_if(ops, [&](OpIndex op) {
      if (seen.size() >= kMaxDistinct) return true;
      auto axes = pattern(op);
      std::tuple found{std::move(axes.first), std::move(axes.second), table_.has(op, kFlagInner)};
      if (std::find(seen.begin(), seen.end(), found) != seen.end()) return true;
      seen.push_back(std::move(found));
      return false;
    });
  };
  if (joined.reductions.size() > 1) distinct(joined.reductions);
  if (joined.ordered.size() > 1) distinct(joined.ordered);
  // One for each axis that is still open, and one for each loop that some were resolved to.
  const auto place = [&](const PostWild& wild) {
    const AxisSlot concrete = classes.resolved(wild.slot);
    return std::tuple(concrete == kNoSlot ? classes.find(wild.slot) : concrete, wild.mask, wild.op);
  };
  std::sort(joined.post_wilds.begin(), joined.post_wilds.end(),
            [&](const PostWild& x, const PostWild& y) { return place(x) < place(y); });
  const auto same = [&](const PostWild& x, const PostWild& y) {
    return std::get<0>(place(x)) == std::get<0>(place(y)) && x.mask == y.mask;
  };
  joined.post_wilds.erase(std::unique(joined.post_wilds.begin(), joined.post_wilds.end(), same),
                          joined.post_wilds.end());
}

Group KernelGroups::join(uint32_t a, uint32_t b) {
  CHECK(asked_a_ == kNone && !asked_all_, "the last question is closed");
  ++join_count_;
  if (border_lists_[a].size() < border_lists_[b].size()) std::swap(a, b);
  asked_a_ = a;
  asked_b_ = b;
  mark_ = table_.classes.mark();
  Group joined = groups_[a];
  absorb(joined, groups_[b]);
  table_.classes.begin(joined.conflicts, joined.two_sizes);
  bool shares = false;
  for (TensorIndex tensor : border_lists_[b]) {
    const auto mine = borders_.find(key(b, tensor));
    const auto theirs = borders_.find(key(a, tensor));
    if (mine == borders_.end() || theirs == borders_.end()) continue;
    shares = true;
    meet(joined, tensor, theirs->second, mine->second);
  }
  if (!shares) joined.unconnected = true;
  for (OpIndex op : newly_post_) note_post_op(joined, op);
  compress(joined);
  return joined;
}

Group KernelGroups::join_all(const std::vector<OpIndex>& ops) {
  CHECK(asked_a_ == kNone && !asked_all_, "the last question is closed");
  ++join_count_;
  asked_all_ = true;
  mark_ = table_.classes.mark();
  Group joined = groups_[ops[0]];
  for (size_t i = 1; i < ops.size(); ++i) absorb(joined, groups_[ops[i]]);
  table_.classes.begin(joined.conflicts, joined.two_sizes);
  std::unordered_map<TensorIndex, const Border*> first;
  for (OpIndex op : ops) {
    for (TensorIndex tensor : border_lists_[op]) {
      const Border& border = borders_.at(key(op, tensor));
      const auto [place, is_new] = first.emplace(tensor, &border);
      if (is_new) continue;
      meet(joined, tensor, *place->second, border);
      if (says_more(border.use, place->second->use)) place->second = &border;
    }
  }
  for (OpIndex op : newly_post_) note_post_op(joined, op);
  compress(joined);
  return joined;
}

Group KernelGroups::look_at(uint32_t root) {
  CHECK(asked_a_ == kNone && !asked_all_, "the last question is closed");
  asked_a_ = asked_b_ = root;
  mark_ = table_.classes.mark();
  return groups_[root];
}

void KernelGroups::rollback() {
  table_.classes.rollback(mark_);
  while (!post_journal_.empty()) {
    post_[post_journal_.back().first] = post_journal_.back().second;
    post_journal_.pop_back();
  }
  newly_post_.clear();
  asked_a_ = asked_b_ = kNone;
  asked_all_ = false;
}

uint32_t KernelGroups::commit_all(const std::vector<OpIndex>& ops, Group joined) {
  CHECK(asked_all_, "a question about all is open");
  table_.classes.commit();
  post_journal_.clear();
  newly_post_.clear();
  asked_all_ = false;
  const uint32_t first = ops[0];
  for (OpIndex op : ops) {
    for (TensorIndex tensor : border_lists_[op]) borders_.erase(key(op, tensor));
    border_lists_[op] = {};
    if (op == first) continue;
    parent_[op] = first;
    groups_[op] = Group();
    members_[op] = {};
  }
  members_[first] = ops;
  groups_[first] = std::move(joined);
  return first;
}

uint32_t KernelGroups::commit(Group joined) {
  CHECK(asked_a_ != kNone, "a question about two groups is open");
  table_.classes.commit();
  post_journal_.clear();
  newly_post_.clear();
  const uint32_t a = asked_a_;
  const uint32_t b = asked_b_;
  asked_a_ = asked_b_ = kNone;
  parent_[b] = a;
  groups_[a] = std::move(joined);
  groups_[b] = Group();
  members_[a].insert(members_[a].end(), members_[b].begin(), members_[b].end());
  members_[b] = {};
  for (TensorIndex tensor : border_lists_[b]) {
    const auto mine = borders_.find(key(b, tensor));
    if (mine == borders_.end()) continue;
    Border moved = std::move(mine->second);
    borders_.erase(mine);
    const auto [place, is_new] = borders_.try_emplace(key(a, tensor), Border{});
    Border& target = place->second;
    if (is_new) {
      target = std::move(moved);
      border_lists_[a].push_back(tensor);
    } else {
      if (moved.readers.size() > target.readers.size()) std::swap(moved.readers, target.readers);
      target.readers.insert(target.readers.end(), moved.readers.begin(), moved.readers.end());
      if (says_more(moved.use, target.use)) target.use = moved.use;
      target.produced = target.produced || moved.produced;
      if (target.indexed_by == kNone) target.indexed_by = moved.indexed_by;
      if (target.resized_by == kNone) target.resized_by = moved.resized_by;
    }
    const bool whole =
        target.readers.size() == table_.users[tensor].size() && (target.produced || table_.producer[tensor] == kNone);
    if (whole) borders_.erase(place);
  }
  border_lists_[b] = {};
  return a;
}

}  // namespace cleave

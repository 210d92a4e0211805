// What a joined group would have to do: slots of shared tensors become one, values behind a reduction are followed
// through the part that newly sees it, and the representatives of both sides are put together and thinned out.
#include <algorithm>
#include <span>
#include <tuple>

#include "core/segment/groups.h"

namespace cleave {

namespace {

/// Tensors that stay alive which a summary names.
constexpr size_t kNamedLive = 8;

using AxisSpan = std::span<const AxisSlot>;

/// Axis sets in one piece of memory.
struct AxisSets {
  std::vector<AxisSlot> slots;
  struct Place {
    size_t begin = 0;
    size_t end = 0;
    /// The extreme that has the set.
    size_t extreme = 0;
  };
  std::vector<Place> places;

  AxisSpan of(const Place& place) const { return {slots.data() + place.begin, place.end - place.begin}; }
  bool same(const Place& a, const Place& b) const {
    const AxisSpan x = of(a);
    const AxisSpan y = of(b);
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  }
  bool covers(const Place& outer, const Place& inner) const {
    const AxisSpan x = of(outer);
    const AxisSpan y = of(inner);
    return std::includes(x.begin(), x.end(), y.begin(), y.end());
  }
  /// Larger sets first, equal ones by extreme.
  void sort() {
    std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
      const AxisSpan x = of(a);
      const AxisSpan y = of(b);
      if (x.size() != y.size()) return x.size() > y.size();
      if (!same(a, b)) return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
      return a.extreme < b.extreme;
    });
  }
};

template <class T>
void append(std::vector<T>& target, const std::vector<T>& source) {
  target.insert(target.end(), source.begin(), source.end());
}

bool names(const std::vector<PostRead>& reads, TensorIndex tensor) {
  return std::any_of(reads.begin(), reads.end(), [&](const PostRead& read) { return read.tensor == tensor; });
}

void remember(Group& group, const PostRead& read) {
  if (names(group.post_reads, read.tensor)) return;
  if (group.post_reads.size() == KernelGroups::kMaxPostReads) {
    group.more_post_reads = true;
  } else {
    group.post_reads.push_back(read);
  }
}

void name_live(Group& group, TensorIndex tensor) {
  const auto& live = group.live;
  if (live.size() < kNamedLive && std::find(live.begin(), live.end(), tensor) == live.end()) {
    group.live.push_back(tensor);
  }
}

}  // namespace

/// Appends the classes, sorted; false if reshapes go too far to follow.
bool KernelGroups::append_axis_set(const TensorUse& use, std::vector<AxisSlot>& out) const {
  const size_t begin = out.size();
  const AxisClasses& classes = table_.classes;
  bool complete = true;
  for (AxisSlot slot : table_.slots_of(use)) {
    if (classes.kind(slot) == AxisClasses::SlotKind::kIndexed) continue;
    if (!classes.is_wild(slot)) {
      complete = classes.final_classes(slot, out) && complete;
      continue;
    }
    const AxisSlot concrete = classes.resolved(slot);
    if (concrete != kNoSlot) {
      complete = classes.final_classes(concrete, out) && complete;
    } else if (classes.extent(slot) != 1) {
      out.push_back(classes.find(slot));
    }
  }
  const auto first = out.begin() + static_cast<std::ptrdiff_t>(begin);
  std::sort(first, out.end());
  out.erase(std::unique(first, out.end()), out.end());
  return complete;
}

std::vector<AxisSlot> KernelGroups::axis_set(const TensorUse& use) const {
  std::vector<AxisSlot> out;
  append_axis_set(use, out);
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
    append_axis_set(one, (facts.dims >> i & 1U) != 0 ? out.first : out.second);
  }
  for (auto* side : {&out.first, &out.second}) {
    std::sort(side->begin(), side->end());
    side->erase(std::unique(side->begin(), side->end()), side->end());
  }
  return out;
}

/// What keeping the tensor costs: where the group widens it from a narrower one of the same size, that one is kept.
int64_t KernelGroups::narrow_bytes(TensorIndex tensor) const {
  const OpIndex maker = maker_inside(tensor);
  if (maker != kNone && table_.has(maker, kFlagCheap) && table_.ops[maker].operands.size() == 1) {
    const TensorIndex source = table_.ops[maker].operands[0].tensor;
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

/// Everything of one op but its tensors' axes and bytes.
void KernelGroups::count_op(Group& group, OpIndex op) const {
  const OpFacts& facts = table_.ops[op];
  group.flags |= facts.flags;
  for (uint32_t i = 0; i < kOpFlagCount; ++i) {
    if ((facts.flags >> i & 1U) != 0) group.first_with[i] = std::min(group.first_with[i], op);
  }
  ++group.op_count;
  group.first_op = std::min(group.first_op, op);
  if ((facts.flags & kFlagView) == 0) ++group.computing;
  if ((facts.flags & kFlagReduction) != 0) {
    group.reductions.push_back(op);
    group.all_welford = group.all_welford && (facts.flags & kFlagWelford) != 0;
    if ((facts.flags & kFlagOuter) != 0) ++group.outer_results;
  }
  if ((facts.flags & (kFlagOrdered | kFlagScatter)) != 0) group.ordered.push_back(op);
  for (const auto* uses : {&facts.operands, &facts.results}) {
    for (const TensorUse& use : *uses) group.max_elements = std::max(group.max_elements, table_.elements[use.tensor]);
  }
}

void KernelGroups::absorb(Group& into, const Group& from) const {
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
  for (const PostRead& read : from.post_reads) remember(into, read);
  into.more_post_reads = into.more_post_reads || from.more_post_reads;
  for (TensorIndex tensor : from.live) name_live(into, tensor);
  if (into.self_map.first == kNoSlot) into.self_map = from.self_map;
  first(into.cut_inside, from.cut_inside);
  first(into.index_of_inner, from.index_of_inner);
  first(into.resize_of_inner, from.resize_of_inner);
  first(into.mixed, from.mixed);
  if (into.outer_read.op == kNone) into.outer_read = from.outer_read;
  into.unconnected = into.unconnected || from.unconnected;
  into.overfull = into.overfull || from.overfull;
  into.all_welford = into.all_welford && from.all_welford;
  into.outer_results += from.outer_results;
  if (into.max_elements == from.max_elements) {
    into.live_bytes += from.live_bytes;
  } else if (into.max_elements < from.max_elements) {
    into.max_elements = from.max_elements;
    into.live_bytes = from.live_bytes;
  }
}

std::optional<int64_t> KernelGroups::live_bytes_in(uint32_t root, TensorIndex tensor) const {
  const Home& side = home(root);
  if (side.group.max_elements != question_elements_) return std::nullopt;
  const auto place = live_bytes_.find(key(side.live_set, tensor));
  if (place == live_bytes_.end()) return std::nullopt;
  return place->second;
}

/// What two groups count twice if the smaller count of each shared tensor stays.
int64_t KernelGroups::shared_live_bytes(uint32_t a, uint32_t b) const {
  if (home(a).live.size() < home(b).live.size()) std::swap(a, b);
  int64_t shared = 0;
  for (TensorIndex tensor : home(b).live) {
    const std::optional<int64_t> here = live_bytes_in(b, tensor);
    const std::optional<int64_t> there = live_bytes_in(a, tensor);
    if (here && there) shared += std::max(*here, *there);
  }
  return shared;
}

std::vector<TensorIndex> KernelGroups::live_tensors() const {
  std::vector<TensorIndex> out;
  const auto add = [&](uint32_t root) {
    for (TensorIndex tensor : home(root).live) {
      if (live_bytes_in(root, tensor)) out.push_back(tensor);
    }
  };
  if (!asked_all_) add(asked_a_);
  if (!asked_all_ && asked_b_ != asked_a_) add(asked_b_);
  for (const LiveTensor& live : newly_live_) out.push_back(live.tensor);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
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
    const auto follow = [&](const auto& readers) {
      for (OpIndex reader : readers) {
        if (inside(reader)) open.emplace_back(reader, fresh);
      }
    };
    for (const TensorUse& use : table_.ops[op].results) {
      follow(table_.users[use.tensor]);
      const auto copies = copy_readers_.find(use.tensor);
      if (copies != copy_readers_.end()) follow(copies->second);
    }
  }
}

void KernelGroups::note_live(Group& joined, TensorIndex tensor) {
  if (live_stamp_[tensor] == question_) return;
  if (!asked_all_ && (live_bytes_in(asked_a_, tensor) || live_bytes_in(asked_b_, tensor))) return;
  live_stamp_[tensor] = question_;
  newly_live_.push_back({tensor, narrow_bytes(tensor)});
  joined.live_bytes += newly_live_.back().bytes;
  name_live(joined, tensor);
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
    const OpIndex maker = maker_inside(use.tensor);
    if (maker != kNone && post_[maker] != 0) continue;
    const OpIndex producer = table_.producer[use.tensor];
    if (producer != kNone && table_.has(producer, kFlagFactory)) continue;
    if ((post_[op] & kPostOuter) != 0 && joined.outer_read.op == kNone) joined.outer_read = {op, use.tensor};
    if (table_.elements[use.tensor] == joined.max_elements) {
      note_live(joined, use.tensor);
    } else {
      remember(joined, {op, use.tensor});
    }
  }
}

/// The tensor is made in one part and read in the other.
void KernelGroups::internalise(Group& joined, TensorIndex tensor, OpIndex maker, const Border& reading) {
  if (table_.user_cut[tensor] && joined.cut_inside == kNone) joined.cut_inside = tensor;
  if (reading.indexed_by != kNone && joined.index_of_inner == kNone) joined.index_of_inner = reading.indexed_by;
  if (reading.resized_by != kNone && joined.resize_of_inner == kNone) joined.resize_of_inner = reading.resized_by;
  if (!asked_all_) {
    // Kept as it came from outside; now it may be kept as the narrower value it is made of.
    const std::optional<int64_t> in_a = live_bytes_in(asked_a_, tensor);
    const std::optional<int64_t> in_b = live_bytes_in(asked_b_, tensor);
    if (in_a || in_b) {
      const int64_t counted = std::min(in_a.value_or(INT64_MAX), in_b.value_or(INT64_MAX));
      live_stamp_[tensor] = question_;
      newly_live_.push_back({tensor, std::min(counted, narrow_bytes(tensor))});
      joined.live_bytes += newly_live_.back().bytes - counted;
    }
  }
  const uint8_t mask = post_[maker];
  if (mask == 0) return;
  for (OpIndex reader : reading.readers) flood(joined, reader, mask);
}

/// The axes of a tensor that both parts have are the same.
void KernelGroups::meet(TensorUse a, TensorUse b) {
  const auto slots_a = table_.slots_of(a);
  const auto slots_b = table_.slots_of(b);
  for (size_t i = 0; i < std::min(slots_a.size(), slots_b.size()); ++i) table_.classes.unite(slots_a[i], slots_b[i]);
  table_.classes.finish_tensor();
}

void KernelGroups::thin_extremes(Group& joined) {
  AxisSets sets;
  sets.slots = std::move(scratch_);
  sets.slots.clear();
  for (size_t i = 0; i < joined.extremes.size(); ++i) {
    const size_t begin = sets.slots.size();
    if (!append_axis_set(joined.extremes[i], sets.slots)) joined.overfull = true;
    const AxisSets::Place place{begin, sets.slots.size(), i};
    // Most tensors of a group have one of a few sets: those that were met last.
    const size_t recent = std::min<size_t>(sets.places.size(), kNamedLive);
    const bool known = std::any_of(sets.places.end() - static_cast<std::ptrdiff_t>(recent), sets.places.end(),
                                   [&](const AxisSets::Place& other) { return sets.same(other, place); });
    if (known) {
      sets.slots.resize(begin);
    } else {
      sets.places.push_back(place);
    }
  }
  sets.sort();
  std::vector<AxisSets::Place> kept;
  for (const AxisSets::Place& place : sets.places) {
    const bool covered =
        std::any_of(kept.begin(), kept.end(), [&](const AxisSets::Place& other) { return sets.covers(other, place); });
    if (covered) continue;
    if (kept.size() == kMaxDistinct) {
      joined.overfull = true;
      break;
    }
    kept.push_back(place);
  }
  std::vector<TensorUse> extremes;
  for (const AxisSets::Place& place : kept) extremes.push_back(joined.extremes[place.extreme]);
  joined.extremes = std::move(extremes);
  scratch_ = std::move(sets.slots);
}

/// One op for each pattern.
void KernelGroups::thin_patterns(Group& joined, std::vector<OpIndex>& ops) {
  if (ops.size() <= 1) return;
  std::sort(ops.begin(), ops.end());
  std::vector<std::tuple<std::vector<AxisSlot>, std::vector<AxisSlot>, bool>> seen;
  std::erase_if(ops, [&](OpIndex op) {
    auto axes = pattern(op);
    std::tuple found{std::move(axes.first), std::move(axes.second), table_.has(op, kFlagInner)};
    if (std::find(seen.begin(), seen.end(), found) != seen.end()) return true;
    if (seen.size() == kMaxDistinct) {
      joined.overfull = true;
      return true;
    }
    seen.push_back(std::move(found));
    return false;
  });
}

/// Of expanded axes one for each that is still open and one for each loop that some were resolved to; of reads those
/// that nothing inside computes behind a reduction.
void KernelGroups::thin_post(Group& joined) {
  const AxisClasses& classes = table_.classes;
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
  std::erase_if(joined.post_reads, [&](const PostRead& read) {
    const OpIndex maker = maker_inside(read.tensor);
    return maker != kNone && post_[maker] != 0;
  });
}

void KernelGroups::compress(Group& joined) {
  AxisClasses& classes = table_.classes;
  classes.settle();
  joined.conflicts = classes.conflicts();
  joined.two_sizes = classes.two_sizes();
  if (joined.self_map.first == kNoSlot && !classes.self_maps().empty()) joined.self_map = classes.self_maps().front();
  thin_extremes(joined);
  thin_patterns(joined, joined.reductions);
  thin_patterns(joined, joined.ordered);
  thin_post(joined);
}

/// Each tensor once: the use that says most stands for it. What its readers see is known when all have met.
void KernelGroups::meet_all(Group& joined, const std::vector<OpIndex>& ops) {
  // By tensor: its place among the extremes.
  std::unordered_map<TensorIndex, size_t> place_of;
  for (OpIndex op : ops) {
    for (const auto* uses : {&table_.ops[op].operands, &table_.ops[op].results}) {
      for (const TensorUse& use : *uses) {
        const auto [known, is_new] = place_of.emplace(use.tensor, joined.extremes.size());
        if (is_new) {
          joined.extremes.push_back(use);
          continue;
        }
        TensorUse& best = joined.extremes[known->second];
        meet(best, use);
        TensorUse less = use;
        if (says_more(use, best)) std::swap(less, best);
        // What a lookup does not walk over, another may.
        if (less.indexed) joined.extremes.push_back(less);
      }
    }
  }
}

Group KernelGroups::join_all(const std::vector<OpIndex>& ops) {
  begin_question();
  asked_all_ = true;
  table_.classes.begin({}, {});
  Group joined;
  for (OpIndex op : ops) {
    asked_stamp_[op] = question_;
    count_op(joined, op);
  }
  question_elements_ = joined.max_elements;
  meet_all(joined, ops);
  for (OpIndex op : ops) {
    for (const TensorUse& use : table_.ops[op].operands) {
      const OpIndex maker = maker_inside(use.tensor);
      if (maker == kNone) continue;
      Border reading;
      reading.readers.push_back(op);
      if (use.indexed) reading.indexed_by = op;
      if (use.resized) reading.resized_by = op;
      internalise(joined, use.tensor, maker, reading);
    }
  }
  for (OpIndex op : ops) {
    const uint8_t own = !table_.has(op, kFlagReduction) ? 0 : table_.has(op, kFlagInner) ? kPostInner : kPostOuter;
    if ((post_[op] & ~own) != 0) note_post_op(joined, op);
    if (post_[op] == (kPostInner | kPostOuter)) joined.mixed = std::min(joined.mixed, op);
  }
  compress(joined);
  return joined;
}

}  // namespace cleave

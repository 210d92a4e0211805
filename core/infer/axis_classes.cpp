// Union-find by size without path compression, so that a rollback restores parents exactly; sibling lists are linked
// lists in one pool, which grows at its end and is cut back.
#include "core/infer/axis_classes.h"

#include <algorithm>

#include "core/base/check.h"

namespace cleave {

void AxisClasses::reserve(size_t slots) { slots_.reserve(slots); }

AxisSlot AxisClasses::add_slot(SlotKind kind, int64_t extent) {
  const auto slot = static_cast<AxisSlot>(slots_.size());
  Slot fresh;
  fresh.parent = slot;
  fresh.linked = slot;
  fresh.kind = kind;
  fresh.extent = extent;
  slots_.push_back(std::move(fresh));
  return slot;
}

void AxisClasses::add_transform(const AxisTransform& transform) {
  const auto index = static_cast<uint32_t>(transforms_.size());
  transforms_.push_back(transform);
  const bool merge = transform.kind == AxisTransform::Kind::kMerge;
  for (int i = 0; i < (merge ? 2 : 1); ++i) {
    const AxisSlot root = find(transform.source[i]);
    // A reshape walks over every element of its operand: a repeated axis that it consumes is a loop from here on.
    if (slots_[root].kind == SlotKind::kWild) set(root, Field::kKind, static_cast<uint32_t>(SlotKind::kConcrete));
    if (slots_[root].consumer == kNoSlot) {
      set(root, Field::kConsumer, index);
    } else {
      conflicts_.emplace_back(slots_[root].consumer, index);
    }
    for (int j = 0; j < (merge ? 1 : 2); ++j) link(transform.source[i], transform.result[j]);
  }
}

void AxisClasses::add_siblings(AxisSlot a, AxisSlot b) {
  prepend_sibling(find(a), b);
  prepend_sibling(find(b), a);
}

void AxisClasses::prepend_sibling(AxisSlot slot, AxisSlot sibling) {
  sibling_pool_.push_back({sibling, slots_[slot].siblings});
  slots_[slot].siblings = static_cast<uint32_t>(sibling_pool_.size() - 1);
}

AxisSlot AxisClasses::find(AxisSlot slot) const {
  while (slots_[slot].parent != slot) slot = slots_[slot].parent;
  return slot;
}

AxisSlot AxisClasses::find_linked(AxisSlot slot) const {
  while (slots_[slot].linked != slot) slot = slots_[slot].linked;
  return slot;
}

AxisSlot AxisClasses::resolved(AxisSlot slot) const {
  const AxisSlot root = find(slot);
  return slots_[root].resolved == kNoSlot ? kNoSlot : find(slots_[root].resolved);
}

uint32_t& AxisClasses::place(AxisSlot slot, Field field) {
  Slot& s = slots_[slot];
  switch (field) {
    case Field::kParent: return s.parent;
    case Field::kLinked: return s.linked;
    case Field::kSize: return s.size;
    case Field::kLinkedSize: return s.linked_size;
    case Field::kResolved: return s.resolved;
    case Field::kConsumer: return s.consumer;
    case Field::kSiblings: return s.siblings;
    case Field::kKind:
    case Field::kPoolSize: break;
  }
  CHECK(false, "the field has a place of its own");
  return s.parent;
}

void AxisClasses::set(AxisSlot slot, Field field, uint32_t value) {
  if (field == Field::kKind) {
    journal_.push_back({field, slot, static_cast<uint32_t>(slots_[slot].kind)});
    slots_[slot].kind = static_cast<SlotKind>(value);
    return;
  }
  uint32_t& target = place(slot, field);
  journal_.push_back({field, slot, target});
  target = value;
}

void AxisClasses::rollback(size_t mark) {
  to_absorb_.clear();
  while (journal_.size() > mark) {
    const Change change = journal_.back();
    journal_.pop_back();
    if (change.field == Field::kPoolSize) {
      sibling_pool_.resize(change.old);
    } else if (change.field == Field::kKind) {
      slots_[change.slot].kind = static_cast<SlotKind>(change.old);
    } else {
      place(change.slot, change.field) = change.old;
    }
  }
}

void AxisClasses::begin(std::vector<std::pair<uint32_t, uint32_t>> conflicts,
                        std::vector<std::pair<AxisSlot, AxisSlot>> two_sizes) {
  conflicts_ = std::move(conflicts);
  two_sizes_ = std::move(two_sizes);
  self_maps_.clear();
}

void AxisClasses::link(AxisSlot a, AxisSlot b) {
  a = find_linked(a);
  b = find_linked(b);
  if (a == b) return;
  if (slots_[a].linked_size < slots_[b].linked_size) std::swap(a, b);
  set(b, Field::kLinked, a);
  set(a, Field::kLinkedSize, slots_[a].linked_size + slots_[b].linked_size);
}

void AxisClasses::absorb_siblings(AxisSlot into, AxisSlot from) {
  std::vector<AxisSlot>& known = known_;
  known.clear();
  for (uint32_t i = slots_[into].siblings; i != kNoSlot; i = sibling_pool_[i].next) {
    known.push_back(find(sibling_pool_[i].slot));
  }
  journal_.push_back({Field::kPoolSize, into, static_cast<uint32_t>(sibling_pool_.size())});
  journal_.push_back({Field::kSiblings, into, slots_[into].siblings});
  for (uint32_t i = slots_[from].siblings; i != kNoSlot; i = sibling_pool_[i].next) {
    const AxisSlot sibling = sibling_pool_[i].slot;
    const AxisSlot root = find(sibling);
    if (root == into) self_maps_.emplace_back(into, sibling);
    if (root == into || std::find(known.begin(), known.end(), root) != known.end()) continue;
    known.push_back(root);
    prepend_sibling(into, sibling);
  }
}

void AxisClasses::finish_tensor() {
  for (const auto& [into, from] : to_absorb_) absorb_siblings(find(into), from);
  to_absorb_.clear();
}

void AxisClasses::unite_roots(AxisSlot a, AxisSlot b) {
  for (uint32_t i = slots_[a].siblings; i != kNoSlot; i = sibling_pool_[i].next) {
    if (find(sibling_pool_[i].slot) == b) {
      self_maps_.emplace_back(a, sibling_pool_[i].slot);
      break;
    }
  }
  if (slots_[a].size < slots_[b].size) std::swap(a, b);
  to_absorb_.emplace_back(a, b);
  set(b, Field::kParent, a);
  set(a, Field::kSize, slots_[a].size + slots_[b].size);
  link(a, b);
  if (slots_[b].resolved != kNoSlot) {
    if (slots_[a].resolved == kNoSlot) {
      set(a, Field::kResolved, slots_[b].resolved);
    } else if (find(slots_[a].resolved) != find(slots_[b].resolved) ||
               extent(slots_[a].resolved) != extent(slots_[b].resolved)) {
      two_sizes_.emplace_back(slots_[a].resolved, slots_[b].resolved);
    }
  }
  if (slots_[b].consumer != kNoSlot) {
    if (slots_[a].consumer == kNoSlot) {
      set(a, Field::kConsumer, slots_[b].consumer);
    } else if (slots_[a].consumer != slots_[b].consumer) {
      conflicts_.emplace_back(slots_[a].consumer, slots_[b].consumer);
    }
  }
}

void AxisClasses::resolve(AxisSlot wild, AxisSlot concrete) {
  const AxisSlot root = find(wild);
  if (slots_[root].resolved == kNoSlot) {
    set(root, Field::kResolved, concrete);
  } else if (find(slots_[root].resolved) != find(concrete) || extent(slots_[root].resolved) != extent(concrete)) {
    two_sizes_.emplace_back(slots_[root].resolved, concrete);
  }
}

void AxisClasses::unite(AxisSlot a, AxisSlot b) {
  const AxisSlot root_a = find(a);
  const AxisSlot root_b = find(b);
  if (root_a == root_b) return;
  const SlotKind kind_a = slots_[root_a].kind;
  const SlotKind kind_b = slots_[root_b].kind;
  if (slots_[a].kind == SlotKind::kIndexed || slots_[b].kind == SlotKind::kIndexed) return;
  if (kind_a == kind_b) {
    unite_roots(root_a, root_b);
  } else if (kind_a == SlotKind::kWild) {
    resolve(a, b);
  } else {
    resolve(b, a);
  }
}

bool AxisClasses::agree(const AxisTransform& a, const AxisTransform& b) const {
  if (a.kind != b.kind || a.factor != b.factor) return false;
  return find(a.source[0]) == find(b.source[0]) && find(a.source[1]) == find(b.source[1]);
}

void AxisClasses::settle() {
  finish_tensor();
  bool changed = true;
  while (changed) {
    changed = false;
    // Uniting results can append; the list is read by index and rebuilt.
    std::vector<std::pair<uint32_t, uint32_t>> remaining;
    for (size_t i = 0; i < conflicts_.size(); ++i) {
      const auto pair = conflicts_[i];
      const AxisTransform& a = transforms_[pair.first];
      const AxisTransform& b = transforms_[pair.second];
      if (!agree(a, b)) {
        remaining.push_back(pair);
        continue;
      }
      changed = true;
      unite(a.result[0], b.result[0]);
      unite(a.result[1], b.result[1]);
      finish_tensor();
    }
    conflicts_ = std::move(remaining);
  }
  std::erase_if(two_sizes_, [&](const auto& pair) {
    return find(pair.first) == find(pair.second) && extent(pair.first) == extent(pair.second);
  });
}

bool AxisClasses::final_classes(AxisSlot slot, std::vector<AxisSlot>& out) const {
  const AxisSlot first = find(slot);
  if (slots_[first].consumer == kNoSlot) {
    out.push_back(first);
    return true;
  }
  const auto begin = static_cast<std::ptrdiff_t>(out.size());
  std::vector<AxisSlot> open{first};
  std::vector<AxisSlot> passed;
  bool ends = false;
  while (!open.empty()) {
    const AxisSlot root = find(open.back());
    open.pop_back();
    const uint32_t consumer = slots_[root].consumer;
    if (consumer == kNoSlot) {
      ends = true;
      if (std::find(out.begin() + begin, out.end(), root) == out.end()) out.push_back(root);
    } else if (std::find(passed.begin(), passed.end(), root) == passed.end()) {
      if (passed.size() == kMaxReshapes) return false;
      passed.push_back(root);
      const AxisTransform& transform = transforms_[consumer];
      open.push_back(transform.result[1]);
      if (transform.result[0] != transform.result[1]) open.push_back(transform.result[0]);
    }
  }
  if (!ends) out.push_back(*std::min_element(passed.begin(), passed.end()));
  return true;
}

}  // namespace cleave

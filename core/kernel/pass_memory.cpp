// See pass_memory.h.
#include "core/kernel/pass_memory.h"

#include <algorithm>
#include <set>

namespace cleave {
namespace {

struct PassMemory {
  std::set<uint32_t> read;
  std::set<uint32_t> written;
};

PassMemory memory_of(const KernelPass& pass) {
  PassMemory out;
  const LoopNest* nest = pass.loops();
  if (nest == nullptr) {
    out.read.insert(pass.schedule.domain.reference.index);
    for (const TensorStore& store : pass.schedule.stores) out.written.insert(store.target.index);
    return out;
  }
  for (const Element& element : nest->elements) {
    if (element.kind == Element::Kind::kLoad) out.read.insert(element.state.index);
  }
  for (const NestStore& store : nest->stores) {
    out.written.insert(store.target.index);
    if (store.adds) out.read.insert(store.target.index);
  }
  for (const ColumnSum& sum : nest->column_sums) out.written.insert(sum.target.index);
  return out;
}

bool share_one(const std::set<uint32_t>& a, const std::set<uint32_t>& b) {
  return std::any_of(a.begin(), a.end(), [&](uint32_t state) { return b.count(state) > 0; });
}

/// Every point of the loops that stores has an element of its own.
bool is_one_to_one(const KernelInput& input, const KernelPass& pass, const LoopNest& nest, const NestStore& store) {
  const LoopDomain& domain = pass.schedule.domain;
  const bool is_of_row = pass.schedule.variant != Variant::kTile && !nest.is_per_step(store.depends);
  return input.types.tensor(store.target).element_count() == (is_of_row ? domain.rows : domain.rows * domain.columns);
}

/// A walk over the tile behind the one that stores loads what was there.
bool is_loaded_behind(const TileNest& tile, size_t store, StateId target) {
  bool is_stored = false;
  for (const TileWalk& walk : tile.walks) {
    for (const auto* list : {&walk.once, &walk.vector_loads, &walk.lanes}) {
      for (const ElementId id : *list) {
        const Element& element = tile.loops.elements[id];
        if (is_stored && element.kind == Element::Kind::kLoad && element.state == target) return true;
      }
    }
    is_stored = is_stored || std::find(walk.stores.begin(), walk.stores.end(), store) != walk.stores.end();
  }
  return false;
}

bool is_safe(const KernelInput& input, const KernelPass& pass, const LoopNest& nest, size_t number) {
  const NestStore& store = nest.stores[number];
  for (const Element& element : nest.elements) {
    if (element.kind != Element::Kind::kLoad || !(element.state == store.target)) continue;
    if (!(element.place == store.place) || !is_one_to_one(input, pass, nest, store)) return false;
  }
  const auto* tile = std::get_if<TileNest>(&pass.nest);
  return tile == nullptr || !is_loaded_behind(*tile, number, store.target);
}

}  // namespace

std::vector<bool> waits_before(const std::vector<KernelPass>& passes) {
  std::vector<bool> out;
  PassMemory since;
  for (const KernelPass& pass : passes) {
    PassMemory here = memory_of(pass);
    const bool waits = share_one(here.read, since.written) || share_one(here.written, since.written) ||
                       share_one(here.written, since.read);
    if (waits) since = {};
    since.read.merge(here.read);
    since.written.merge(here.written);
    out.push_back(waits);
  }
  return out;
}

bool overwrites_too_early(const KernelInput& input, const std::vector<KernelPass>& passes) {
  std::set<uint32_t> updated;
  for (const KernelPass& pass : passes) {
    if (share_one(memory_of(pass).read, updated)) return true;
    const LoopNest* nest = pass.loops();
    for (size_t i = 0; nest != nullptr && i < nest->stores.size(); ++i) {
      if (!nest->stores[i].is_update) continue;
      if (!is_safe(input, pass, *nest, i)) return true;
      updated.insert(nest->stores[i].target.index);
    }
  }
  return false;
}

}  // namespace cleave

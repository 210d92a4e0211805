// A level with its ranks, as what is ordered and placed: every rank holds slots, and links lead from slots of one rank
// to slots of the next. A slot is a node, or a place where the trunk of a net passes: a net has one trunk, from its
// source to its last target, and targets hang on it. Where trunks would fill the drawing with such places, the longest
// run outside instead, in lanes beside everything (Layers::is_outside).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/layout/level.h"

namespace cleave {

inline constexpr uint32_t kNoSlot = UINT32_MAX;

struct Layers {
  struct Slot {
    uint32_t rank = 0;
    /// A node, or kNoSlot: the trunk of `net`.
    uint32_t node = kNoSlot;
    uint32_t net = kNoSlot;
    int64_t width = 0;

    bool is_trunk() const { return node == kNoSlot; }
  };
  /// A line between two ranks. Offsets are from the slots' middles.
  struct Link {
    uint32_t upper = 0;
    uint32_t lower = 0;
    int64_t upper_offset = 0;
    int64_t lower_offset = 0;
  };

  std::vector<Slot> slots;
  /// By rank, from left to right.
  std::vector<std::vector<uint32_t>> ranks;
  std::vector<Link> links;
  /// By slot: links to the rank before and to the rank after.
  std::vector<std::vector<uint32_t>> up;
  std::vector<std::vector<uint32_t>> down;
  /// By node.
  std::vector<uint32_t> rank_of_node;
  /// By net: its first trunk slot, which the others follow; the rank of that; the rank of its last target.
  std::vector<uint32_t> trunk;
  std::vector<uint32_t> last_rank;
  std::vector<bool> is_outside;

  size_t rank_count() const { return ranks.size(); }
  /// The slot in which the net passes through `rank`: its source's, or its trunk's. It does not run outside.
  uint32_t slot_of(const LevelNet& net, uint32_t number, uint32_t rank) const {
    const uint32_t source_rank = rank_of_node[net.source.node];
    return rank == source_rank ? net.source.node : trunk[number] + (rank - source_rank - 1);
  }
};

/// Slots stand in the order of the nodes and nets.
Layers make_layers(const Level& level, std::vector<uint32_t> rank);

}  // namespace cleave

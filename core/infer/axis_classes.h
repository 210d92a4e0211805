// Which axes of which tensors are the same loop: union-find over slots, one slot an axis of a tensor as one op sees it.
// Slots are united when ops are put into one kernel and only then, so a value that crosses between kernels forgets its
// history, and the same tensor can have unrelated axes in two kernels. Every change is journalled and can be rolled
// back: asking "what if these two were one" costs what the smaller of them costs.
//
// A class is concrete (a loop) or wild (a broadcast axis, which meets any extent and is then resolved to a concrete
// class). Axes related by a slice or pad share a class and keep their own extents. Reshapes are transforms between
// classes: each class is consumed by at most one, equal transforms of equal classes have equal results, and two that do
// not agree are a pending conflict. Classes never touch tensors or ops; callers own the meaning of slots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace cleave {

using AxisSlot = uint32_t;
inline constexpr uint32_t kNoSlot = UINT32_MAX;

/// One step of a reshape.
struct AxisTransform {
  enum class Kind : uint8_t { kMerge, kSplit };
  Kind kind = Kind::kMerge;
  /// Split: extent of the outer result.
  int64_t factor = 0;
  /// Merge: two sources, one result; split: one source, two results. Unused ones repeat the first.
  AxisSlot source[2] = {0, 0};
  AxisSlot result[2] = {0, 0};
};

class AxisClasses {
 public:
  enum class SlotKind : uint8_t {
    kConcrete,
    /// A broadcast axis.
    kWild,
    /// Read at places that data names: matches nothing and needs no loop.
    kIndexed,
  };

  void reserve(size_t slots);
  AxisSlot add_slot(SlotKind kind, int64_t extent);
  /// Registers a reshape step; its sources are consumed by it from now on.
  void add_transform(const AxisTransform& transform);
  /// Says that two slots are axes of one tensor, so that uniting them is a self-map.
  void add_siblings(AxisSlot a, AxisSlot b);

  AxisSlot find(AxisSlot slot) const;
  /// Representative of everything connected with the slot by equality or by reshapes.
  AxisSlot find_linked(AxisSlot slot) const;
  SlotKind kind(AxisSlot slot) const { return slots_[slot].kind; }
  int64_t extent(AxisSlot slot) const { return slots_[slot].extent; }
  bool is_wild(AxisSlot slot) const { return slots_[find(slot)].kind == SlotKind::kWild; }
  /// The concrete class that a wild slot was resolved to, or kNoSlot.
  AxisSlot resolved(AxisSlot slot) const;

  /// The same axis: unites two concrete or two wild classes, resolves a wild one to a concrete one.
  void unite(AxisSlot a, AxisSlot b);

  /// All axes of one tensor have been united: puts their neighbours together. Later than each axis, or every step would
  /// see the neighbours as different.
  void finish_tensor();

  /// Applies pending equalities of reshapes until nothing changes. Afterwards pending conflicts are real.
  void settle();
  /// Pairs of transforms (indices) that consume one class and do not agree.
  const std::vector<std::pair<uint32_t, uint32_t>>& conflicts() const { return conflicts_; }
  /// Pairs of slots to which one wild class was resolved and that have not (yet) become one class.
  const std::vector<std::pair<AxisSlot, AxisSlot>>& two_sizes() const { return two_sizes_; }
  /// Pairs of axes of one tensor that became one class.
  const std::vector<std::pair<AxisSlot, AxisSlot>>& self_maps() const { return self_maps_; }
  const AxisTransform& transform(uint32_t index) const { return transforms_[index]; }

  /// Appends to `out` the classes at the end of all reshapes that `slot` goes through, each once. Classes that reshapes
  /// lead round in a circle have no end: the smallest of them stands for all. False if there are more reshapes than
  /// kMaxReshapes on the way: then `out` does not have them all.
  bool final_classes(AxisSlot slot, std::vector<AxisSlot>& out) const;
  static constexpr size_t kMaxReshapes = 64;

  /// Conflicts, two sizes and self-maps found since `mark` belong to the caller, who takes them out before the next
  /// question.
  size_t mark() const { return journal_.size(); }
  void rollback(size_t mark);
  /// Forgets how to go back: what was done is kept.
  void commit() { journal_.clear(); }
  /// Starts a question: the found pairs are those given (of the groups concerned) plus what unite() adds.
  void begin(std::vector<std::pair<uint32_t, uint32_t>> conflicts,
             std::vector<std::pair<AxisSlot, AxisSlot>> two_sizes);

 private:
  struct Slot {
    AxisSlot parent;
    AxisSlot linked;
    uint32_t size = 1;
    uint32_t linked_size = 1;
    AxisSlot resolved = kNoSlot;
    uint32_t consumer = kNoSlot;
    SlotKind kind = SlotKind::kConcrete;
    /// First of the list of siblings, in sibling_pool_.
    uint32_t siblings = kNoSlot;
    int64_t extent = 1;
  };
  struct Sibling {
    AxisSlot slot;
    uint32_t next;
  };
  enum class Field : uint8_t {
    kParent,
    kLinked,
    kSize,
    kLinkedSize,
    kResolved,
    kConsumer,
    kKind,
    kSiblings,
    kPoolSize
  };
  struct Change {
    Field field;
    AxisSlot slot;
    uint32_t old;
  };

  void set(AxisSlot slot, Field field, uint32_t value);
  uint32_t& place(AxisSlot slot, Field field);
  void link(AxisSlot a, AxisSlot b);
  void unite_roots(AxisSlot a, AxisSlot b);
  void resolve(AxisSlot wild, AxisSlot concrete);
  void absorb_siblings(AxisSlot into, AxisSlot from);
  void prepend_sibling(AxisSlot slot, AxisSlot sibling);
  bool agree(const AxisTransform& a, const AxisTransform& b) const;

  std::vector<Slot> slots_;
  /// Lists of siblings; grows at its end and is cut back by a rollback.
  std::vector<Sibling> sibling_pool_;
  std::vector<AxisTransform> transforms_;
  std::vector<Change> journal_;
  std::vector<std::pair<AxisSlot, AxisSlot>> to_absorb_;
  /// Scratch of absorb_siblings().
  std::vector<AxisSlot> known_;
  std::vector<std::pair<uint32_t, uint32_t>> conflicts_;
  std::vector<std::pair<AxisSlot, AxisSlot>> two_sizes_;
  std::vector<std::pair<AxisSlot, AxisSlot>> self_maps_;
};

}  // namespace cleave

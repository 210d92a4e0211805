// The values that one point of a kernel's loops needs: every output is followed back to what it is computed from, and
// views, slices, pads, broadcasts and gathers become places of the loads instead of work. A state that is needed at two
// places of the loops (two slices of one sum) is two elements, each computed on its own; a state that is needed at one
// place is one element however many read it.
//
// What is known of an element is which loop variables it depends on and in which phase it can be computed: phase n
// needs the results of n reductions, one after the other. Elements stand operands first.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/kernel/placement.h"
#include "core/schedule/schedule.h"

namespace cleave {

struct Element;
using ElementId = Id<Element>;

/// `low <= place < high` must hold for what is read there to be meant.
struct IndexGuard {
  IndexSum place;
  int64_t low = 0;
  int64_t high = 0;
  friend bool operator==(const IndexGuard&, const IndexGuard&) = default;
  friend bool operator<(const IndexGuard& a, const IndexGuard& b) {
    if (a.low != b.low) return a.low < b.low;
    return a.high != b.high ? a.high < b.high : a.place < b.place;
  }
};

struct Element {
  enum class Kind : uint8_t {
    /// Reads the tensor input `state` at `place`.
    kLoad,
    /// The scalar input `state`.
    kArgument,
    /// A number known when the kernel is made.
    kConstant,
    /// The op of `record` on `operands`: element-wise ops and casts.
    kCompute,
    /// start + place * step: operands are start and step.
    kSequence,
    /// operands[0] where `guard` holds, else operands[1].
    kSelect,
    /// operands[0] where it is not 0, else operands[1].
    kEither,
    /// operands[0] times operands[1].
    kProduct,
    /// operands[0] plus operands[1].
    kTotal,
    /// Component `component` of the random words numbered `place`; operands are the op's own.
    kRandom,
    /// operands[0] combined with those of all earlier columns.
    kScan,
    /// operands[0] combined over the reduced loop; a welford's mean, squares and count together.
    kReduce,
    /// Number `result` of operands[0], a kReduce of several.
    kResult,
  };
  Kind kind = Kind::kCompute;
  StateId state{0U};
  /// Nothing for loads and arguments.
  std::optional<RecordId> record;
  DType dtype = DType::kFloat;
  /// Of a load the elements that its place is computed from.
  std::vector<ElementId> operands;
  /// Loads: the place in memory, in elements.
  IndexSum place;
  IndexSum component;
  /// Loads and selects: when the place is meant at all.
  std::vector<IndexGuard> guard;
  ScalarValue constant = 0.0;
  uint32_t result = 0;
  /// Bits of the loop variables.
  uint64_t depends = 0;
  /// Reductions: the phase they accumulate in; what reads them is one later.
  uint32_t phase = 0;
};

/// What the elements of one nest are followed through.
struct ElementScope {
  const KernelInput& input;
  /// Of every state that is in memory: inputs, and what earlier passes have made. Empty for all others.
  const IdMap<StateId, std::optional<Strides>>& memory;
  /// Where reductions read their operands.
  const Placement& placement;
  LoopWork work = LoopWork::kReduce;
  /// The place in the loop that reductions run over, its variables as bits, and how many places it has.
  IndexSum column;
  uint64_t reduced = 0;
  int64_t columns = 1;
};

class ElementGraph {
 public:
  ElementGraph(const ElementScope& scope, IndexExpressions& expressions)
      : scope_(scope), input_(scope.input), expressions_(expressions) {}

  /// The element that holds `state` at `position`; nothing where a record on the way is none that these loops can hold:
  /// refused() says which.
  std::optional<ElementId> element_at(StateId state, const Position& position);

  const Arena<ElementId, Element>& elements() const { return elements_; }
  std::optional<RecordId> refused() const { return refused_; }

 private:
  /// A state, a position and a guard, the last two by number.
  struct Wanted {
    StateId state{0U};
    uint32_t position = 0;
    uint32_t guard = 0;
    friend auto operator<=>(const Wanted&, const Wanted&) = default;
  };
  using Needs = std::optional<std::vector<Wanted>>;

  uint32_t number_of(const Position& position);
  uint32_t number_of(const std::vector<IndexGuard>& guard);
  Wanted at(StateId state, const Position& position, uint32_t guard);
  const Position& position(const Wanted& wanted) const { return positions_[wanted.position]; }

  Needs needs(const Wanted& wanted);
  Needs moved_needs(const Wanted& wanted, const Record& record);
  Needs reduced_needs(const Wanted& wanted, const Record& record);
  Needs padded_needs(const Wanted& wanted, const Record& record);
  Needs joined_needs(const Wanted& wanted, const Record& record);
  Needs indexed_needs(const Wanted& wanted, const Record& record);
  Needs scanned_needs(const Wanted& wanted, const Record& record);
  Needs product_needs(const Wanted& wanted, const Record& record);
  std::vector<Position> product_places(const Record& record, const Position& result) const;
  Needs scalar_needs(const Wanted& wanted, const Record& record);
  Needs refuse(const Wanted& wanted);

  ElementId make(const Wanted& wanted, const std::vector<ElementId>& operands);
  ElementId make_load(const Wanted& wanted, Element element);
  ElementId make_scalar(const Wanted& wanted, Element element);
  ElementId make_reduction(Element element);
  ElementId make_padded(const Wanted& wanted, Element element);
  ElementId make_joined(const Wanted& wanted, Element element);
  ElementId make_merged(Element element);
  ElementId make_numbered(const Wanted& wanted, Element element);
  ElementId make_random(const Wanted& wanted, Element element);
  ElementId make_product(Element element);
  ElementId add(Element element);
  std::vector<IndexGuard> inside_pad(const Wanted& wanted, const Record& record);

  const ElementScope& scope_;
  const KernelInput& input_;
  IndexExpressions& expressions_;
  Arena<ElementId, Element> elements_;
  std::vector<Position> positions_;
  std::map<Position, uint32_t> position_numbers_;
  std::vector<std::vector<IndexGuard>> guards_;
  std::map<std::vector<IndexGuard>, uint32_t> guard_numbers_;
  std::map<Wanted, ElementId> made_;
  std::map<std::pair<uint32_t, uint32_t>, ElementId> reductions_;
  std::optional<RecordId> refused_;
};

}  // namespace cleave

// Emits the definition of one segment, record by record in program order: inputs, then every record with the constants,
// sizes and vectors it needs right before it, then outputs. Constants are records of their own, so indices differ from
// what a person would have written; the index map undoes that. A copy is not emitted where its value can stand for both
// sides; it stays where it makes an output out of an input or a second output out of one value.
#include "core/translate/translate.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/base/text.h"
#include "core/ir/builder.h"
#include "core/ops/op_table.h"
#include "core/translate/boundary.h"
#include "core/translate/input_record.h"
#include "core/translate/segment_types.h"
#include "core/translate/whole.h"

namespace cleave {
namespace {

class SegmentTranslator {
 public:
  SegmentTranslator(const Whole& whole, const Segment& segment, SegmentUpdates updates)
      : whole_(whole),
        definition_(whole.definition()),
        segment_(segment),
        updates_(std::move(updates)),
        boundary_(whole, segment, updates_.inside) {
    for (StateId output : segment.outputs) is_output_.insert(output.index);
    for (const InPlaceUpdate& update : updates_.inside) updated_by_[update.value.index].push_back(update.input);
    for (StateId value : updates_.unread) is_unread_.insert(value.index);
    for (RecordId record : segment.recomputed) {
      for (StateId result : definition_.records[record].results) recomputed_.insert(result.index);
    }
  }

  Translation run() {
    for (const BoundaryInput& input : boundary_.inputs()) emit_input(input);
    for (RecordId record : segment_.records) emit_record(definition_.records[record]);
    for (StateId output : segment_.outputs) emit_output(output);
    return finish();
  }

 private:
  /// Notes that `made` holds the primitive state `state`.
  StateId note(StateId made, StateId state, IndexRole role) {
    here_.emplace(state.index, made);
    entries_.resize(std::max<size_t>(entries_.size(), made.index + 1));
    entries_[made.index] = {.state = state, .extent = std::nullopt, .role = role, .stood_for = std::nullopt};
    return made;
  }
  std::optional<StateId> here(StateId state) const {
    const auto found = here_.find(state.index);
    if (found == here_.end()) return std::nullopt;
    return found->second;
  }
  StateId present(StateId state) const {
    const std::optional<StateId> found = here(state);
    CHECK(found.has_value(), "everything a segment's record reads is made before it or is an input of the segment");
    return *found;
  }

  void emit_input(const BoundaryInput& input) {
    if (input.extent) return emit_extent_input(*input.extent);
    const StateId state = *input.state;
    if (definition_.is_tensor(state)) {
      const StateId made = builder_.value(op("define_tensor"), {}, input_record(whole_, state));
      note(made, state, IndexRole::kIn);
      arguments_.push_back({.state = state, .extent_tensor = std::nullopt, .extent_dim = 0});
      return;
    }
    const bool own = whole_.input_position(state).has_value();
    const DType dtype = whole_.types().scalar(state).dtype;
    const StateId made = builder_.scalar_input(dtype == DType::kIndex ? DType::kInt : dtype);
    note(made, state, own ? IndexRole::kIn : IndexRole::kExtent);
    arguments_.push_back({.state = state, .extent_tensor = std::nullopt, .extent_dim = 0});
  }

  void emit_extent_input(ExtentId extent) {
    const std::optional<InputExtent> place = whole_.input_extent(extent);
    CHECK(place.has_value(), "an extent of an input has a place among the inputs' extents");
    const StateId made = builder_.scalar_input(DType::kInt);
    extents_.emplace(extent.index, made);
    entries_.resize(made.index + 1);
    entries_[made.index] = {
        .state = std::nullopt, .extent = extent, .role = IndexRole::kExtent, .stood_for = std::nullopt};
    arguments_.push_back({.state = std::nullopt, .extent_tensor = place->tensor, .extent_dim = place->dim});
  }

  /// Makes the scalar and everything it is computed from.
  void emit_scalar(StateId scalar) {
    std::vector<StateId> waiting{scalar};
    while (!waiting.empty()) {
      const StateId state = waiting.back();
      if (here(state)) {
        waiting.pop_back();
        continue;
      }
      const ScalarSource source = boundary_.source_of(state);
      if (source.extent && extents_.count(source.extent->index) > 0) {
        here_.emplace(state.index, extents_.at(source.extent->index));
      } else if (source.kind != ScalarSource::Kind::kExpression) {
        emit_leaf(state, source);
      } else if (source.state != state) {
        // An extent that is a computed scalar: the scalar itself stands for it.
        if (const auto made = here(source.state))
          here_.emplace(state.index, *made);
        else
          waiting.push_back(source.state);
      } else {
        push_missing_operands(definition_.producer(state), waiting);
        if (waiting.back() == state) emit_expression(state);
      }
    }
  }

  void push_missing_operands(const Record& record, std::vector<StateId>& waiting) const {
    for (size_t slot = record.operands.size(); slot-- > 0;) {
      const std::optional<StateId>& operand = record.operands[slot];
      if (operand && !here(*operand)) waiting.push_back(*operand);
    }
  }

  void emit_leaf(StateId state, const ScalarSource& source) {
    switch (source.kind) {
      case ScalarSource::Kind::kConstant: {
        const DType dtype = whole_.types().scalar(state).dtype;
        note(builder_.constant(source.value, dtype == DType::kIndex ? DType::kInt : dtype), state, IndexRole::kConst);
        return;
      }
      case ScalarSource::Kind::kSize: {
        const StateId made = builder_.value(op("size"), {present(source.state)}, DimAttributes{.dim = source.dim});
        note(made, state, IndexRole::kInner);
        if (source.extent) extents_.emplace(source.extent->index, made);
        return;
      }
      case ScalarSource::Kind::kScalar: here_.emplace(state.index, present(source.state)); return;
      case ScalarSource::Kind::kExtent:
      case ScalarSource::Kind::kExpression:
        CHECK(false, "extents are inputs and expressions are records by now");
        return;
    }
  }

  void emit_expression(StateId state) {
    const Record& record = definition_.producer(state);
    if (family(record.op) == OpFamily::kCopy) {
      here_.emplace(state.index, present(record.operand(0)));
      return;
    }
    note(builder_.value(record.op, mapped_operands(record), record.attributes), state, IndexRole::kInner);
  }

  std::vector<std::optional<StateId>> mapped_operands(const Record& record) const {
    std::vector<std::optional<StateId>> out;
    out.reserve(record.operands.size());
    for (const std::optional<StateId>& operand : record.operands)
      out.push_back(operand ? std::optional(present(*operand)) : std::nullopt);
    return out;
  }

  void emit_vector(StateId vector) {
    if (here(vector)) return;
    std::vector<StateId> items;
    for (StateId item : vector_items(definition_, vector)) items.push_back(present(item));
    note(builder_.vector(items), vector, IndexRole::kInner);
  }

  /// Scalars of `vectors` and of the record in the order in which the language's translation makes them, then the
  /// vectors.
  void emit_scalar_operands(const Record& record) {
    for (StateId scalar : scalar_operands(definition_, record)) emit_scalar(scalar);
    for (const std::optional<StateId>& operand : record.operands) {
      if (operand && definition_.states[*operand].kind == StateKind::kVector) emit_vector(*operand);
    }
  }

  void emit_record(const Record& record) {
    if (is_declaration(record)) return;
    if (family(record.op) == OpFamily::kCopy && elide(record)) return;
    emit_scalar_operands(record);
    std::vector<StateKind> kinds;
    for (StateId result : record.results) kinds.push_back(definition_.states[result].kind);
    const bool plain_copy = record.op == op("segment_set");
    const RecordId made = builder_.add_with_results(plain_copy ? op("set") : record.op, mapped_operands(record),
                                                    segment_attributes(whole_, record), kinds);
    const std::vector<StateId> results = builder_.definition().records[made].results;
    for (size_t i = 0; i < results.size(); ++i) {
      const StateId state = record.results[i];
      const bool out = is_output_.count(state.index) > 0;
      note(results[i], state,
           out                                  ? IndexRole::kOut
           : recomputed_.count(state.index) > 0 ? IndexRole::kCopy
                                                : IndexRole::kInner);
    }
  }

  /// Lets a copy's operand stand for the copy, where no two outputs, and no input and output, would become one.
  bool elide(const Record& copy) {
    const StateId state = copy.result();
    const StateId stand_in = present(copy.operand(0));
    Entry& entry = entries_[stand_in.index];
    if (is_output_.count(state.index) > 0) {
      const bool is_taken =
          entry.role == IndexRole::kIn || entry.role == IndexRole::kOut || entry.role == IndexRole::kExtent;
      if (is_taken) return false;
      entry.role = IndexRole::kOut;
      entry.stood_for = entry.state;
      entry.state = state;
    }
    here_.emplace(state.index, stand_in);
    return true;
  }

  void emit_output(StateId state) {
    const StateId made = present(state);
    std::vector<int64_t> stride_order;
    const auto updated = updated_by_.find(state.index);
    if (updated != updated_by_.end()) {
      for (StateId input : updated->second) {
        builder_.output(made, present(input));
        results_.push_back(state);
      }
    }
    if (is_unread_.count(state.index) > 0) return;
    for (const Output* call : whole_.outputs_of(state)) {
      if (!call->alias && stride_order.empty()) stride_order = call->stride_order;
    }
    if (stride_order.empty()) stride_order = elided_order(made, state);
    builder_.output(made, std::nullopt, std::move(stride_order));
    results_.push_back(state);
  }

  /// The memory order that an elided copy asked for; empty where nothing is lost.
  std::vector<int64_t> elided_order(StateId made, StateId state) const {
    const std::optional<StateId>& source = entries_[made.index].stood_for;
    if (!source || !whole_.types().is_known(state) || !whole_.types().is_known(*source)) return {};
    const TensorType& wanted = whole_.types().tensor(state);
    if (wanted.allocation_order == whole_.types().tensor(*source).allocation_order) return {};
    return wanted.stride_order();
  }

  Translation finish() {
    Translation out{.definition = std::move(builder_).finish(),
                    .types = {},
                    .to_primitive = {},
                    .arguments = std::move(arguments_),
                    .results = std::move(results_),
                    .updates = std::move(updates_),
                    .index_map = {}};
    std::vector<SegmentState> states;
    states.reserve(entries_.size());
    for (size_t i = 0; i < entries_.size(); ++i) {
      const Entry& entry = entries_[i];
      const StateId made(i);
      if (entry.state) out.to_primitive.set(made, *entry.state);
      out.index_map.push_back(index_map_entry(made, entry));
      states.push_back({.state = entry.state, .extent = entry.extent});
    }
    out.types = segment_types(whole_, out.definition, states);
    return out;
  }

  struct Entry {
    /// The primitive state the segment's state holds: for an output, the output.
    std::optional<StateId> state;
    std::optional<ExtentId> extent;
    IndexRole role = IndexRole::kInner;
    /// Where an elided copy took over `state`: the value that was copied.
    std::optional<StateId> stood_for;
  };

  IndexMapEntry index_map_entry(StateId made, const Entry& entry) const {
    IndexMapEntry out{.segment = made, .original = std::nullopt, .role = entry.role, .label = {}};
    if (entry.extent) {
      const InputExtent place = *whole_.input_extent(*entry.extent);
      out.original = place.original();
      out.label = concat(whole_.label(place.tensor), ".size(", place.dim, ")");
    } else {
      const std::optional<StateId> source = whole_.primitive().to_source.origin(*entry.state);
      if (source) out.original = source->index;
      out.label = whole_.label(*entry.state);
    }
    return out;
  }

  const Whole& whole_;
  const Definition& definition_;
  const Segment& segment_;
  SegmentUpdates updates_;
  SegmentBoundary boundary_;
  Builder builder_;
  std::unordered_map<uint32_t, StateId> here_;
  std::unordered_map<uint32_t, StateId> extents_;
  std::vector<Entry> entries_;
  std::vector<SegmentArgument> arguments_;
  std::vector<StateId> results_;
  /// By value: the inputs that it is written into.
  std::unordered_map<uint32_t, std::vector<StateId>> updated_by_;
  /// Values that stand only in the inputs that they are written into.
  std::unordered_set<uint32_t> is_unread_;
  std::unordered_set<uint32_t> is_output_;
  std::unordered_set<uint32_t> recomputed_;
};

}  // namespace

Translation translate(const Primitive& primitive, const Segment& segment) {
  const Whole whole(primitive);
  Arena<SegmentId, Segment> alone;
  const SegmentId id = alone.add(segment);
  SegmentUpdates updates = place_updates(primitive.definition, alone)[id];
  // Who reads the values of a segment alone is not known.
  updates.after.clear();
  updates.unread.clear();
  return SegmentTranslator(whole, segment, std::move(updates)).run();
}

Arena<SegmentId, Translation> translate(const Primitive& primitive, const Segmentation& segmentation,
                                        const std::function<void(SegmentId)>& before) {
  const Whole whole(primitive);
  Arena<SegmentId, SegmentUpdates> updates = place_updates(primitive.definition, segmentation.segments);
  Arena<SegmentId, Translation> out;
  for (SegmentId id : segmentation.segments.ids()) {
    if (before) before(id);
    out.add(SegmentTranslator(whole, segmentation.segments[id], std::move(updates[id])).run());
  }
  return out;
}

}  // namespace cleave

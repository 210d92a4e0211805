// Three passes: forward over what an op reads, backward over who reads it, and forward once more, so that two inputs
// that are used differently are told apart and so is everything that reads them. Hashes of readers are added up: their
// order is not to matter.
#include "core/segment/structural_order.h"

#include <algorithm>
#include <numeric>

namespace cleave {

namespace {

uint64_t mixed(uint64_t seed, uint64_t value) {
  uint64_t x = seed * 0x9E3779B97F4A7C15U + value + 0x7F4A7C15U;
  x ^= x >> 32;
  x *= 0xD6E8FEB86659FD93U;
  x ^= x >> 29;
  return x;
}

class StructuralHash {
 public:
  StructuralHash(const Primitive& primitive, const OpTable& table, const SegmentOptions& options)
      : primitive_(primitive), table_(table), options_(options) {}

  std::vector<uint64_t> run();

 private:
  void hash_tensors();
  uint64_t own_hash(const OpFacts& op) const;
  uint64_t slots_hash(const OpFacts& op, const TensorUse& use) const;
  void forward();
  void backward();

  const Primitive& primitive_;
  const OpTable& table_;
  const SegmentOptions& options_;
  std::vector<uint64_t> tensors_;
  std::vector<uint64_t> ops_;
  /// By tensor: the sum over its readers.
  std::vector<uint64_t> readers_;
};

void StructuralHash::hash_tensors() {
  const size_t count = table_.producer.size();
  tensors_.assign(count, 0);
  readers_.assign(count, 0);
  for (TensorIndex tensor = 0; tensor < count; ++tensor) {
    const StateId state(tensor);
    if (!primitive_.definition.is_tensor(state) || !primitive_.types.is_known(state)) continue;
    const TensorType& type = primitive_.types.tensor(state);
    uint64_t hash = mixed(static_cast<uint64_t>(type.dtype), type.rank());
    for (const Axis& axis : type.axes) {
      hash = mixed(hash, static_cast<uint64_t>(axis.extent) * 2 + (axis.is_broadcast() ? 1 : 0));
    }
    for (uint32_t axis : type.allocation_order) hash = mixed(hash, axis);
    const uint64_t marks = (table_.is_output[tensor] ? 1U : 0U) + (table_.user_cut[tensor] ? 2U : 0U) +
                           (table_.is_update[tensor] ? 4U : 0U);
    tensors_[tensor] = mixed(hash, marks);
  }
  for (StateId state : options_.keep) tensors_[state.index] = mixed(tensors_[state.index], 1);
}

/// How the axes of a use relate to those of the op's first result and first operand.
uint64_t StructuralHash::slots_hash(const OpFacts& op, const TensorUse& use) const {
  uint64_t hash = use.rank;
  for (AxisSlot slot : table_.slots_of(use)) {
    uint64_t place = 1;
    for (const auto* uses : {&op.results, &op.operands}) {
      if (uses->empty()) continue;
      const auto known = table_.slots_of(uses->front());
      place = place * 67 + static_cast<uint64_t>(std::find(known.begin(), known.end(), slot) - known.begin());
    }
    hash = mixed(hash, place);
  }
  return hash;
}

uint64_t StructuralHash::own_hash(const OpFacts& op) const {
  uint64_t hash = static_cast<uint64_t>(primitive_.definition.records[op.record].op);
  hash = mixed(mixed(mixed(hash, op.flags), op.dims), op.new_axes);
  for (const TensorUse& use : op.results) hash = mixed(mixed(hash, tensors_[use.tensor]), slots_hash(op, use));
  for (const TensorUse& use : op.operands) hash = mixed(hash, slots_hash(op, use));
  return hash;
}

/// Mixes in what each op reads: the hash of the op that makes it, or of the input and its readers.
void StructuralHash::forward() {
  for (OpIndex op = 0; op < ops_.size(); ++op) {
    for (const TensorUse& use : table_.ops[op].operands) {
      const OpIndex producer = table_.producer[use.tensor];
      const uint64_t source = producer == kNone ? mixed(tensors_[use.tensor], readers_[use.tensor]) : ops_[producer];
      ops_[op] = mixed(mixed(ops_[op], source), tensors_[use.tensor]);
    }
  }
}

void StructuralHash::backward() {
  for (OpIndex op = static_cast<OpIndex>(ops_.size()); op-- > 0;) {
    for (const TensorUse& use : table_.ops[op].results) ops_[op] = mixed(ops_[op], readers_[use.tensor]);
    uint64_t slot = 1;
    for (const TensorUse& use : table_.ops[op].operands) readers_[use.tensor] += mixed(ops_[op], slot++);
  }
}

std::vector<uint64_t> StructuralHash::run() {
  hash_tensors();
  for (const OpFacts& op : table_.ops) ops_.push_back(own_hash(op));
  forward();
  backward();
  forward();
  return std::move(ops_);
}

}  // namespace

std::vector<uint32_t> structural_places(const Primitive& primitive, const OpTable& table,
                                        const SegmentOptions& options) {
  const size_t count = table.ops.size();
  const std::vector<uint64_t> hashes = StructuralHash(primitive, table, options).run();
  std::vector<uint32_t> depth(count, 0);
  for (OpIndex op = 0; op < count; ++op) {
    for (const TensorUse& use : table.ops[op].operands) {
      const OpIndex producer = table.producer[use.tensor];
      if (producer != kNone) depth[op] = std::max(depth[op], depth[producer] + 1);
    }
  }
  std::vector<OpIndex> order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](OpIndex a, OpIndex b) {
    if (depth[a] != depth[b]) return depth[a] < depth[b];
    return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : a < b;
  });
  std::vector<uint32_t> places(count);
  for (uint32_t i = 0; i < count; ++i) places[order[i]] = i;
  return places;
}

}  // namespace cleave

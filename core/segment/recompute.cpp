// One crossing value at a time, in the structural order; a copy that a rule refuses is left out and the value stays
// stored.
#include "core/segment/recompute.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "core/segment/rules.h"

namespace cleave {

namespace {

constexpr size_t kMaxChain = 8;
constexpr size_t kMaxReaders = 16;

struct Chain {
  /// First the op that makes the value, then what it reads, up to the source.
  std::vector<OpIndex> ops;
  /// Bytes moved if every reader computes these ops itself.
  int64_t cost = 0;
};

/// Bytes of all traffic of a value that `readers` kernels read.
int64_t traffic(const OpTable& table, TensorIndex tensor, int64_t readers, bool stored_anyway) {
  if (tensor == kNone) return 0;
  return table.bytes[tensor] * (readers + (stored_anyway ? 0 : 1));
}

class Recompute {
 public:
  Recompute(const Primitive& primitive, OpTable& table, KernelGroups& groups, const SegmentOptions& options)
      : primitive_(primitive), table_(table), groups_(groups), options_(options) {}

  void visit(TensorIndex tensor) {
    const OpIndex producer = table_.producer[tensor];
    if (producer == kNone) return;
    const std::vector<uint32_t> readers = readers_of(tensor);
    if (readers.empty() || readers.size() > kMaxReaders) return;
    const std::vector<Chain> chains = saving_chains(tensor, static_cast<int64_t>(readers.size()));
    for (uint32_t reader : readers) {
      for (const Chain& chain : chains) {
        if (copy_into(chain, reader)) break;
      }
    }
  }

 private:
  std::vector<uint32_t> readers_of(TensorIndex tensor) const {
    const uint32_t home = groups_.root(table_.producer[tensor]);
    std::vector<uint32_t> readers;
    for (OpIndex user : table_.users[tensor]) {
      const uint32_t group = groups_.root(user);
      if (group == home || std::find(readers.begin(), readers.end(), group) != readers.end()) continue;
      readers.push_back(group);
      if (readers.size() > kMaxReaders) break;
    }
    return readers;
  }

  bool crosses(TensorIndex tensor) const {
    const OpIndex producer = table_.producer[tensor];
    return producer == kNone || table_.is_output[tensor] || !readers_of(tensor).empty();
  }

  /// The chains that move fewer bytes than the value itself, cheapest first.
  std::vector<Chain> saving_chains(TensorIndex tensor, int64_t readers) const {
    const int64_t stored = traffic(table_, tensor, readers, table_.is_output[tensor]);
    std::vector<Chain> found;
    Chain chain;
    TensorIndex current = tensor;
    bool cheap = true;
    while (chain.ops.size() < kMaxChain) {
      const OpIndex producer = table_.producer[current];
      if (producer == kNone || !table_.has(producer, kFlagCheap | kFlagUnary) || table_.user_cut[current]) break;
      const OpFacts& facts = table_.ops[producer];
      if (facts.operands.size() > 1) break;
      cheap = cheap && table_.has(producer, kFlagCheap);
      chain.ops.push_back(producer);
      current = facts.operands.empty() ? kNone : facts.operands[0].tensor;
      chain.cost = current == kNone ? 0 : traffic(table_, current, readers, crosses(current));
      const bool from_input = current != kNone && table_.producer[current] == kNone;
      if (chain.cost < stored && (cheap || from_input)) found.push_back(chain);
      if (current == kNone) break;
    }
    std::stable_sort(found.begin(), found.end(), [](const Chain& a, const Chain& b) { return a.cost < b.cost; });
    return found;
  }

  /// Joins two groups where a rule allows it; gives the joined group.
  std::optional<uint32_t> joined(uint32_t a, uint32_t b) {
    Group group = groups_.join(a, b);
    const std::span<const OpIndex> parts[2] = {groups_.members(a), groups_.members(b)};
    if (judge(primitive_, groups_, group, parts, options_).accepted) return groups_.commit(std::move(group));
    groups_.rollback();
    return std::nullopt;
  }

  /// All of the chain or nothing: the copies become one kernel before the reader takes them in. Copies that it does not
  /// take are read by nobody and go nowhere.
  bool copy_into(const Chain& chain, uint32_t reader) {
    std::optional<uint32_t> copies;
    std::vector<OpIndex> copied;
    for (OpIndex op : chain.ops) {
      // What it reads is there as well.
      if (groups_.has_copy(reader, op)) break;
      const uint32_t single = groups_.add_single(add_copy(primitive_, options_, table_, op));
      copies = copies ? joined(*copies, single) : single;
      if (!copies) return false;
      copied.push_back(op);
    }
    if (!copies) return true;
    const std::optional<uint32_t> target = joined(reader, *copies);
    if (!target) return false;
    for (OpIndex op : copied) groups_.note_copy(*target, op);
    return true;
  }

  const Primitive& primitive_;
  OpTable& table_;
  KernelGroups& groups_;
  const SegmentOptions& options_;
};

}  // namespace

void recompute_cheap_values(const Primitive& primitive, OpTable& table, KernelGroups& groups,
                            const SegmentOptions& options) {
  Recompute recompute(primitive, table, groups, options);
  std::vector<OpIndex> order(table.ops.size());
  for (OpIndex op = 0; op < order.size(); ++op) order[table.place[op]] = op;
  for (OpIndex op : order) {
    // By value: copies are added to the table meanwhile.
    const TensorUses results = table.ops[op].results;
    for (const TensorUse& use : results) recompute.visit(use.tensor);
  }
}

}  // namespace cleave

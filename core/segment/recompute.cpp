// One crossing value at a time, in program order; a copy that a rule refuses is left out and the value stays stored.
#include "core/segment/recompute.h"

#include <algorithm>
#include <span>

#include "core/segment/rules.h"

namespace cleave {

namespace {

constexpr size_t kMaxChain = 8;
constexpr size_t kMaxReaders = 16;

struct Chain {
  /// First the op that makes the value, then what it reads, up to the source.
  std::vector<OpIndex> ops;
  /// Nothing: made from no tensor.
  TensorIndex source = kNone;
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
    const Chain chain = best_chain(tensor, static_cast<int64_t>(readers.size()));
    if (chain.ops.empty()) return;
    for (uint32_t reader : readers) copy_into(chain, reader);
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

  Chain best_chain(TensorIndex tensor, int64_t readers) const {
    int64_t best = traffic(table_, tensor, readers, table_.is_output[tensor]);
    Chain chain;
    Chain found;
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
      chain.source = current;
      const int64_t cost = current == kNone ? 0 : traffic(table_, current, readers, crosses(current));
      const bool from_input = current != kNone && table_.producer[current] == kNone;
      if (cost < best && (cheap || from_input)) {
        best = cost;
        found = chain;
      }
      if (current == kNone) break;
    }
    return found;
  }

  void copy_into(const Chain& chain, uint32_t reader) {
    uint32_t target = reader;
    for (OpIndex op : chain.ops) {
      if (groups_.has_copy(target, op)) continue;
      const OpIndex copy = add_copy(primitive_, options_, table_, op);
      const uint32_t single = groups_.add_single(copy);
      Group joined = groups_.join(target, single);
      const std::span<const OpIndex> parts[2] = {groups_.members(target), groups_.members(single)};
      const Verdict verdict = judge(primitive_, groups_, joined, parts, options_);
      if (!verdict.accepted) {
        groups_.rollback();
        return;
      }
      target = groups_.commit(std::move(joined));
      groups_.note_copy(target, op);
    }
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
  for (TensorIndex tensor = 0; tensor < table.users.size(); ++tensor) recompute.visit(tensor);
}

}  // namespace cleave

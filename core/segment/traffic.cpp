// Where a group holds an op and a copy of it, the copy is the one that nothing needs.
#include "core/segment/traffic.h"

#include <algorithm>
#include <unordered_map>

namespace cleave {
namespace {

class Finder {
 public:
  Finder(const Primitive& primitive, const KernelGroups& groups)
      : primitive_(primitive), groups_(groups), table_(groups.table()) {}

  Traffic find() {
    find_copies();
    find_live();
    for (OpIndex op = 0; op < table_.ops.size(); ++op) {
      if (live_[op]) add(op);
    }
    for (auto* lists : {&out_.reads, &out_.leaves}) {
      for (auto& [group, tensors] : *lists) tidy(tensors);
    }
    for (auto& [edge, tensors] : out_.crossing) tidy(tensors);
    return std::move(out_);
  }

 private:
  void find_copies() {
    for (OpIndex op = 0; op < table_.ops.size(); ++op) {
      for (const TensorUse& use : table_.ops[op].results) {
        if (table_.producer[use.tensor] != op) copies_.emplace(uint64_t{groups_.root(op)} << 32 | use.tensor, op);
      }
    }
  }

  /// The op of `group` that computes the tensor, if it does.
  OpIndex local_maker(uint32_t group, TensorIndex tensor) const {
    const OpIndex producer = table_.producer[tensor];
    if (producer != kNone && groups_.root(producer) == group) return producer;
    const auto copy = copies_.find(uint64_t{group} << 32 | tensor);
    return copy != copies_.end() ? copy->second : kNone;
  }

  void find_live() {
    live_.assign(table_.ops.size(), false);
    std::vector<OpIndex> open;
    const auto need = [&](OpIndex op) {
      if (op == kNone || live_[op]) return;
      live_[op] = true;
      open.push_back(op);
    };
    for (const Output& output : primitive_.definition.outputs) need(table_.producer[output.value.index]);
    while (!open.empty()) {
      const OpIndex op = open.back();
      open.pop_back();
      const uint32_t group = groups_.root(op);
      for (const TensorUse& use : table_.ops[op].operands) {
        const OpIndex local = local_maker(group, use.tensor);
        need(local != kNone ? local : table_.producer[use.tensor]);
      }
    }
  }

  void add(OpIndex op) {
    const uint32_t group = groups_.root(op);
    out_.ops[group].push_back(op);
    for (const TensorUse& use : table_.ops[op].operands) {
      if (local_maker(group, use.tensor) != kNone) continue;
      out_.reads[group].push_back(use.tensor);
      const OpIndex producer = table_.producer[use.tensor];
      if (producer == kNone) continue;
      const uint32_t from = groups_.root(producer);
      out_.leaves[from].push_back(use.tensor);
      out_.crossing[{from, group}].push_back(use.tensor);
    }
  }

  static void tidy(std::vector<TensorIndex>& tensors) {
    std::sort(tensors.begin(), tensors.end());
    tensors.erase(std::unique(tensors.begin(), tensors.end()), tensors.end());
  }

  const Primitive& primitive_;
  const KernelGroups& groups_;
  const OpTable& table_;
  /// By group and tensor: the first copy of the op that makes it.
  std::unordered_map<uint64_t, OpIndex> copies_;
  std::vector<bool> live_;
  Traffic out_;
};

}  // namespace

Traffic find_traffic(const Primitive& primitive, const KernelGroups& groups) {
  return Finder(primitive, groups).find();
}

}  // namespace cleave

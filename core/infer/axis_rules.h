// What each op of the source language says about its axes, in terms of the extent solver: which are the same, which are
// sums, products or numbers. Covers composite ops too, since sizes are assumed before anything is decomposed.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/infer/extent_solver.h"
#include "core/ir/definition.h"

namespace cleave {

class AxisRules {
 public:
  AxisRules(const Definition& definition, ExtentSolver& solver) : definition_(definition), solver_(solver) {}

  /// Takes in one record; records come in program order.
  void apply(const Record& record);

  /// The axes of a tensor; null where its shape is not known.
  const std::vector<ExtentNode>* axes(StateId tensor) const;
  /// The node of a scalar that something used as an extent.
  std::optional<ExtentNode> scalar_if_used(StateId scalar) const;
  /// Inputs that name places along an axis, and the axis.
  const std::unordered_map<uint32_t, ExtentNode>& index_bounds() const { return index_bounds_; }

 private:
  using Axes = std::vector<ExtentNode>;

  const Axes* operand_axes(const Record& record, size_t slot) const;
  void set(const Record& record, size_t result, Axes axes);
  ExtentNode scalar(StateId state);
  /// The items of a vector operand as extents; nothing where it has no known items.
  std::optional<Axes> vector(const Record& record, size_t slot);
  std::optional<int64_t> number(StateId scalar) const;
  std::optional<std::vector<std::optional<int64_t>>> numbers(const Record& record, size_t slot) const;
  std::vector<StateId> items(StateId vector) const;
  ExtentNode merged(ExtentNode a, ExtentNode b);
  Axes merged(const Axes& a, const Axes& b);

  void declare(const Record& record);
  void in_place(const Record& record);
  void pointwise(const Record& record);
  void same(const Record& record, size_t slot);
  void reduce(const Record& record, std::vector<int64_t> dims, bool keepdim);
  void broadcast(const Record& record);
  void broadcast_in_dim(const Record& record);
  void expand(const Record& record);
  void squeeze(const Record& record);
  void reshape(const Record& record);
  void permute(const Record& record);
  void slice(const Record& record);
  void pad(const Record& record);
  void cat(const Record& record);
  void factory(const Record& record);
  void index(const Record& record);
  void scatter(const Record& record);
  void topk(const Record& record);
  void matmul(const Record& record);
  void linear(const Record& record);
  void sizes(const Record& record);
  void composite(const Record& record);
  void note_index(StateId index, ExtentNode axis);

  const Definition& definition_;
  ExtentSolver& solver_;
  std::unordered_map<uint32_t, Axes> axes_;
  std::unordered_map<uint32_t, ExtentNode> scalars_;
  /// Vectors that shape() made: one extent an axis.
  std::unordered_map<uint32_t, Axes> shapes_;
  std::unordered_map<uint32_t, ExtentNode> index_bounds_;
};

}  // namespace cleave

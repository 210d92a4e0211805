// See structured_definitions.h.
#include "tests/support/structured_definitions.h"

#include <array>
#include <vector>

#include "core/ir/builder.h"
#include "core/ops/op_table.h"
#include "tests/support/choices.h"

namespace cleave {
namespace {

constexpr int64_t kExtent = 256;
/// How far back an edge of random_dag reaches.
constexpr size_t kWindow = 40;

StateId square_input(Builder& builder, DType dtype = DType::kFloat) {
  return builder.value(
      op("define_tensor"), {},
      TensorAttributes{.shape = {kExtent, kExtent}, .contiguity = {true, true}, .dtype = dtype, .stride_order = {}});
}

StateId row_input(Builder& builder) {
  return builder.value(op("define_tensor"), {},
                       TensorAttributes{.shape = {kExtent}, .contiguity = {true}, .stride_order = {}});
}

}  // namespace

Definition random_dag(size_t ops) {
  Builder builder;
  Choices choices(uint64_t{7});
  std::vector<StateId> values;
  for (int i = 0; i < 4; ++i) values.push_back(square_input(builder));
  const std::vector<OpCode> unary{op("neg"), op("exp"), op("tanh"), op("relu")};
  const std::vector<OpCode> binary{op("add"), op("mul"), op("sub")};
  const auto recent = [&] {
    return values[values.size() - 1 - choices.below(values.size() < kWindow ? values.size() : kWindow)];
  };
  for (size_t i = 0; i < ops; ++i) {
    const size_t kind = choices.below(100);
    if (kind < 60) {
      const StateId left = recent();
      values.push_back(builder.value(choices.pick(binary), {left, recent()}));
    } else if (kind < 85) {
      values.push_back(builder.value(choices.pick(unary), {recent()}));
    } else if (kind < 95) {
      const StateId read = recent();
      const StateId sum = builder.value(op("sum"), {read}, ReduceAttributes{.dims = {1}, .keepdim = true});
      values.push_back(builder.value(op("add"), {read, sum}));
      ++i;
    } else {
      values.push_back(builder.value(op("permute"), {recent()}, DimsAttributes{.dims = {1, 0}}));
    }
  }
  const auto readers = users(builder.definition());
  for (StateId value : values) {
    if (readers[value].empty()) builder.output(value);
  }
  return std::move(builder).finish();
}

Definition norm_blocks(size_t ops) {
  Builder builder;
  StateId x = square_input(builder);
  const StateId weight = row_input(builder);
  const StateId count = builder.constant(static_cast<double>(kExtent), DType::kDouble);
  const StateId epsilon = builder.constant(1e-5, DType::kDouble);
  // 9 ops a block.
  for (size_t made = 0; made < ops; made += 9) {
    const StateId square = builder.value(op("mul"), {x, x});
    const StateId sum = builder.value(op("sum"), {square}, ReduceAttributes{.dims = {1}});
    const StateId column =
        builder.value(op("broadcast"), {sum}, BroadcastAttributes{.is_broadcast_dim = {false, true}});
    const StateId mean = builder.value(op("div"), {column, count});
    const StateId shifted = builder.value(op("add"), {mean, epsilon});
    const StateId scale = builder.value(op("rsqrt"), {shifted});
    const StateId normal = builder.value(op("mul"), {x, scale});
    const StateId weighted = builder.value(op("mul"), {normal, weight});
    x = builder.value(op("add"), {x, weighted});
  }
  builder.output(x);
  return std::move(builder).finish();
}

Definition chain(size_t ops) {
  Builder builder;
  StateId x = square_input(builder);
  const std::array<OpCode, 4> links{op("sin"), op("neg"), op("exp"), op("tanh")};
  for (size_t i = 0; i < ops; ++i) x = builder.value(links[i % links.size()], {x});
  builder.output(x);
  return std::move(builder).finish();
}

Definition hub(size_t ops) {
  Builder builder;
  const StateId input = square_input(builder);
  const StateId centre = builder.value(op("exp"), {input});
  const std::array<OpCode, 3> readers{op("sin"), op("tanh"), op("neg")};
  StateId total = centre;
  for (size_t i = 0; 2 * i < ops; ++i) {
    const StateId read = builder.value(readers[i % readers.size()], {centre});
    total = builder.value(op("add"), {total, read});
  }
  builder.output(total);
  return std::move(builder).finish();
}

Definition linear_relu(size_t ops) {
  Builder builder;
  StateId x = square_input(builder, DType::kBFloat16);
  std::vector<StateId> weights;
  for (size_t i = 0; 2 * i < ops; ++i) weights.push_back(square_input(builder, DType::kBFloat16));
  for (StateId weight : weights) {
    const StateId product = builder.value(op("linear"), {x, weight, std::nullopt});
    x = builder.value(op("relu"), {product});
  }
  builder.output(x);
  return std::move(builder).finish();
}

std::span<const StructuredDefinition> structured_definitions() {
  static constexpr std::array kAll{
      StructuredDefinition{"random_dag", &random_dag},
      StructuredDefinition{"norm_blocks", &norm_blocks},
      StructuredDefinition{"chain", &chain},
      StructuredDefinition{"hub", &hub},
      StructuredDefinition{"linear_relu", &linear_relu},
  };
  return kAll;
}

}  // namespace cleave

// Extents scaled down: the same everywhere, strides dense in the old order, indices inside.
#include "core/api/shrink.h"

#include <gtest/gtest.h>

#include "core/ir/builder.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

TEST(ScaledInput, KeepsTheMemoryOrderAndExpandedDims) {
  TensorInput input;
  input.sizes = {64, 8, 4096};
  input.strides = {1, 0, 64};
  const auto scaled = std::get<TensorInput>(scaled_input(input, {{4096, 32}, {64, 16}}));
  EXPECT_EQ(scaled.sizes, (std::vector<int64_t>{16, 8, 32}));
  EXPECT_EQ(scaled.strides, (std::vector<int64_t>{1, 0, 16}));
}

TEST(ScaledInput, StaysAsItIsWhereNoExtentChanges) {
  TensorInput input;
  input.sizes = {3, 3};
  input.strides = {7, 2};
  const auto scaled = std::get<TensorInput>(scaled_input(input, {{4096, 32}}));
  EXPECT_EQ(scaled.strides, (std::vector<int64_t>{7, 2}));
}

TEST(ScaledInput, IndicesStayInsideAnExtentThatShrinks) {
  TensorInput input;
  input.sizes = {8};
  input.strides = {1};
  input.dtype = DType::kInt;
  input.fill = {.kind = Fill::Kind::kIntegers, .low = 0, .high = 32064, .values = {}};
  const auto scaled = std::get<TensorInput>(scaled_input(input, {{32064, 501}}));
  EXPECT_EQ(scaled.fill.high, 501);
}

TEST(ScaledDefinition, ReplacesStaticShapesAndIntegerConstants) {
  Builder builder;
  TensorAttributes tensor;
  tensor.shape = {4096, -1};
  tensor.contiguity = {true, true};
  const StateId input = builder.value(op("define_tensor"), {}, tensor);
  const std::vector<int64_t> shape{2, 2048, -1};
  const StateId vector = builder.literal_vector(shape);
  builder.output(builder.value(op("reshape"), {input, vector}));
  const Definition scaled = scaled_definition(builder.definition(), {{4096, 64}, {2048, 32}});
  EXPECT_EQ(attributes<TensorAttributes>(scaled.producer(input)).shape, (std::vector<int64_t>{64, -1}));
  const std::vector<StateId> items = vector_items(scaled, vector);
  EXPECT_EQ(constant_value(scaled, items[1]), ScalarValue(int64_t{32}));
  EXPECT_EQ(constant_value(scaled, items[0]), ScalarValue(int64_t{2}));
}

}  // namespace
}  // namespace cleave

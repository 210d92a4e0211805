// Ranks as the records alone say them.
#include "core/ir/rank.h"

#include <gtest/gtest.h>

#include "core/ir/builder.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

StateId tensor(Builder& builder, size_t rank) {
  return builder.value(op("define_tensor"), {},
                       TensorAttributes{.shape = std::vector<int64_t>(rank, -1),
                                        .contiguity = std::vector<Contiguity>(rank, Contiguity(true))});
}

std::optional<size_t> rank(const Builder& builder, StateId state) { return ranks_of(builder.definition()).rank(state); }

TEST(Rank, FollowsTheRecords) {
  Builder builder;
  const StateId a = tensor(builder, 3), b = tensor(builder, 0), m = tensor(builder, 2);
  EXPECT_EQ(rank(builder, builder.value(op("add"), {b, a})), 3U) << "the broadcast rank, not the first operand's";
  EXPECT_EQ(rank(builder, builder.value(op("sum"), {a}, ReduceAttributes{.dims = {0, -3, 1}})), 1U)
      << "a dim twice counts once";
  EXPECT_EQ(rank(builder, builder.value(op("sum"), {a}, ReduceAttributes{.dims = {0}, .keepdim = true})), 3U);
  EXPECT_EQ(rank(builder, builder.value(op("reshape"), {a, builder.literal_vector(std::vector<int64_t>{2, 2})})), 2U);
  EXPECT_EQ(rank(builder, builder.value(op("select"), {a, builder.constant(int64_t{0}, DType::kInt)}, DimAttributes{})),
            2U);
  EXPECT_EQ(rank(builder, builder.value(op("matmul"), {a, m})), 3U);
  EXPECT_EQ(rank(builder, builder.value(op("linear"), {a, m, std::nullopt})), 3U);
  EXPECT_EQ(rank(builder, builder.value(op("squeeze"), {a}, SqueezeAttributes{.dims = {1}})), 2U);
  EXPECT_EQ(rank(builder, builder.value(op("index_put_accumulate"), {a, m, a}, OpaqueAttributes{})), std::nullopt);
  EXPECT_EQ(ranks_of(builder.definition()).length(builder.value(op("shape"), {a})), std::nullopt)
      << "made after the table";
  const StateId shape = builder.value(op("shape"), {a});
  EXPECT_EQ(rank(builder, shape), 3U);
}

}  // namespace
}  // namespace cleave

// Values as options name them.
#include "core/api/state_name.h"

#include <gtest/gtest.h>

#include "core/ir/builder.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

/// x = tensor (T0), S1 = symbolic scalar, y = neg(x) (T2).
class NamedValues : public ::testing::Test {
 protected:
  NamedValues() {
    Builder builder;
    TensorAttributes tensor;
    tensor.shape = {-1, -1};
    tensor.contiguity = {true, true};
    tensor.dtype = DType::kBFloat16;
    const StateId x = builder.value(op("define_tensor"), {}, tensor);
    builder.scalar_input(DType::kDouble);
    const StateId y = builder.value(op("neg"), {x});
    builder.output(y);
    definition_ = std::move(builder).finish();
    map_.names.set(StateId(0U), "x");
    map_.names.set(StateId(1U), "");
    map_.names.set(StateId(2U), "y");
  }

  Definition definition_;
  SourceMap map_;
};

TEST_F(NamedValues, AreFoundByNameByLetterAndByIndex) {
  EXPECT_EQ(find_state(definition_, map_, "x"), StateId(0U));
  EXPECT_EQ(find_state(definition_, map_, "T0"), StateId(0U));
  EXPECT_EQ(find_state(definition_, map_, "#2"), StateId(2U));
  EXPECT_EQ(find_state(definition_, map_, "S1"), StateId(1U));
  EXPECT_FALSE(find_state(definition_, map_, "T1").has_value());
  EXPECT_FALSE(find_state(definition_, map_, "#3").has_value());
  EXPECT_FALSE(find_state(definition_, map_, "").has_value());
  EXPECT_FALSE(find_state(definition_, map_, "#").has_value());
  EXPECT_FALSE(find_state(definition_, map_, "#99999999999").has_value());
}

TEST_F(NamedValues, AUsersNameGoesBeforeAnIndex) {
  map_.names.set(StateId(2U), "T0");
  EXPECT_EQ(find_state(definition_, map_, "T0"), StateId(2U));
  EXPECT_EQ(find_state(definition_, map_, "#0"), StateId(0U));
}

TEST_F(NamedValues, AMisspeltNameHasASuggestion) {
  map_.names.set(StateId(2U), "layer_norm");
  EXPECT_EQ(closest_state_name(map_, "layer_nrom"), std::optional<std::string_view>("layer_norm"));
  EXPECT_FALSE(closest_state_name(map_, "softmax").has_value());
}

}  // namespace
}  // namespace cleave

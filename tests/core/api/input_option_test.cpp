// Inputs and values as options name them.
#include "core/api/input_option.h"

#include <gtest/gtest.h>

#include "core/api/state_name.h"
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

  std::optional<InputOption> read(const std::string& text) { return read_input_option(text, definition_, map_, diagnostics_); }
  std::string message() const { return diagnostics_.all().empty() ? "none" : message_text(diagnostics_.all().back()); }

  Definition definition_;
  SourceMap map_;
  Diagnostics diagnostics_;
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

TEST_F(NamedValues, SizesTakeTheDeclaredTypeAndRowMajorStrides) {
  const auto option = read("x=2048x1024");
  ASSERT_TRUE(option.has_value());
  EXPECT_EQ(option->name, "#0");
  const auto& tensor = std::get<TensorInput>(option->value);
  EXPECT_EQ(tensor.sizes, (std::vector<int64_t>{2048, 1024}));
  EXPECT_EQ(tensor.strides, (std::vector<int64_t>{1024, 1}));
  EXPECT_EQ(tensor.dtype, DType::kBFloat16);
}

TEST_F(NamedValues, TypeAndStridesMayBeGiven) {
  const auto option = read("#0=8x4:Float@1x8");
  ASSERT_TRUE(option.has_value());
  const auto& tensor = std::get<TensorInput>(option->value);
  EXPECT_EQ(tensor.strides, (std::vector<int64_t>{1, 8}));
  EXPECT_EQ(tensor.dtype, DType::kFloat);
  const auto rank_0 = read("x=:Double");
  ASSERT_TRUE(rank_0.has_value());
  EXPECT_TRUE(std::get<TensorInput>(rank_0->value).sizes.empty());
}

TEST_F(NamedValues, ScalarsAreNumbers) {
  EXPECT_EQ(std::get<ScalarValue>(read("S1=0.5")->value), ScalarValue(0.5));
  EXPECT_EQ(std::get<ScalarValue>(read("S1=-3")->value), ScalarValue(int64_t{-3}));
  EXPECT_EQ(std::get<ScalarValue>(read("S1=true")->value), ScalarValue(true));
}

TEST_F(NamedValues, EveryMistakeIsSaid) {
  EXPECT_FALSE(read("x").has_value());
  EXPECT_NE(message().find("it has the form `T0=2048x1024:BFloat16`"), std::string::npos) << message();
  EXPECT_FALSE(read("y=2").has_value());
  EXPECT_NE(message().find("no input `y`, it has `x (T0)`, `S1`"), std::string::npos) << message();
  EXPECT_FALSE(read("x=2x").has_value());
  EXPECT_NE(message().find("`2x` is not a list of sizes"), std::string::npos) << message();
  EXPECT_FALSE(read("x=-2").has_value());
  EXPECT_FALSE(read("x=2x99999999999999999999").has_value());
  EXPECT_FALSE(read("x=2x3:Flaot").has_value());
  EXPECT_NE(message().find("there is no dtype `Flaot`"), std::string::npos) << message();
  EXPECT_FALSE(read("x=2x3@1").has_value());
  EXPECT_NE(message().find("it has 2 sizes and 1 strides"), std::string::npos) << message();
  EXPECT_FALSE(read("S1=half").has_value());
  EXPECT_NE(message().find("`half` is not a number"), std::string::npos) << message();
}

}  // namespace
}  // namespace cleave

// What messages call a value, and which place in the text they point to when the operand itself has none.
#include "core/ir/source_map.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "core/ir/builder.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

/// T0 = define_tensor, S1 = a constant, T2 = mul(T0, S1).
Definition scaled_input() {
  Builder builder;
  const StateId input = builder.value(op("define_tensor"), {}, TensorAttributes{.shape = {-1}, .contiguity = {true}});
  const StateId two = builder.constant(2.0, DType::kDouble);
  builder.output(builder.value(op("mul"), {input, two}));
  return std::move(builder).finish();
}

TEST(DisplayName, AddsTheIndexWhereTheUsersNameDoesNotShowIt) {
  SourceMap map;
  map.names.set(StateId(0U), "x");
  map.names.set(StateId(2U), "T2");
  const Definition definition = scaled_input();
  EXPECT_EQ(display_name(definition, map, StateId(0U)), "x (T0)");
  EXPECT_EQ(display_name(definition, map, StateId(2U)), "T2") << "the name shows the index already";
}

TEST(DisplayName, ANameOfAnotherIndexIsNotTrusted) {
  SourceMap map;
  map.names.set(StateId(2U), "T1");
  EXPECT_EQ(display_name(scaled_input(), map, StateId(2U)), "T1 (T2)");
}

TEST(DisplayName, AValueWithoutANameIsItsKindAndIndex) {
  SourceMap map;
  EXPECT_EQ(display_name(scaled_input(), map, StateId(1U)), "S1") << "the map has not heard of it";
  map.names.set(StateId(2U), "product");
  EXPECT_EQ(display_name(scaled_input(), map, StateId(1U)), "S1") << "its name is empty";
}

TEST(SourceMap, AnOperandWithoutAPlaceHasThatOfItsRecord) {
  SourceMap map;
  map.records.set(RecordId(2U), SourceSpan{.begin = 10, .end = 30});
  map.operands.set(RecordId(2U), std::vector<SourceSpan>{{.begin = 20, .end = 22}});
  EXPECT_EQ(map.operand_span(RecordId(2U), 0)->begin, 20U);
  EXPECT_EQ(map.operand_span(RecordId(2U), 1)->begin, 10U);
  EXPECT_FALSE(map.operand_span(RecordId(7U), 0).has_value());
}

}  // namespace
}  // namespace cleave

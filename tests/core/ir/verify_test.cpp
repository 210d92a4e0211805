// A good definition breaks no promise; each promise, broken alone, is named.
#include "core/ir/verify.h"

#include <gtest/gtest.h>

#include "core/ir/builder.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

constexpr RecordId kInput{0U}, kSum{1U}, kOutput{2U};

/// T0 = define_tensor([-1]); T1 = sum(T0); add_output(T1).
Definition good() {
  Builder builder;
  const StateId input = builder.value(op("define_tensor"), {}, TensorAttributes{.shape = {-1}, .contiguity = {true}});
  builder.output(builder.value(op("sum"), {input}, ReduceAttributes{.dims = {0}}));
  return std::move(builder).finish();
}

std::string broken(const Definition& definition, Level level = Level::kPrimitive) {
  std::string out;
  for (const std::string& promise : verify(definition, level)) out += promise + "\n";
  return out;
}

template <class Change>
std::string broken_by(Change change) {
  Definition definition = good();
  change(definition);
  return broken(definition);
}

TEST(Verify, AGoodDefinitionBreaksNothing) {
  EXPECT_EQ(broken(good(), Level::kSource), "");
  EXPECT_EQ(broken(good(), Level::kPrimitive), "");
  EXPECT_EQ(broken({}), "");
}

TEST(Verify, NamesWhatIsBroken) {
  EXPECT_NE(broken_by([](Definition& d) { d.records[kSum].operands[0] = StateId(1U); }).find("made by earlier records"),
            std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) { d.records[kSum].operands[0] = StateId(9U); }).find("made by earlier records"),
            std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) { d.states[StateId(1U)].producer = kInput; }).find("producer"),
            std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) { d.records[kSum].operands.clear(); }).find("one slot for each operand"),
            std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) { d.records[kSum].operands[0].reset(); }).find("operand arg is present"),
            std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) {
              d.states[StateId(1U)].kind = StateKind::kScalar;
            }).find("results are of the kinds"),
            std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) { d.records[kSum].attributes = NoAttributes{}; }).find("row's attributes"),
            std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) { d.inputs.clear(); }).find("the inputs are"), std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) { d.outputs[0].value = StateId(0U); }).find("the outputs are"),
            std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) {
              std::get<TensorAttributes>(d.records[kInput].attributes).contiguity.clear();
            }).find("as long as the shape"),
            std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) {
              std::get<TensorAttributes>(d.records[kInput].attributes).stride_order = {3};
            }).find("permutation"),
            std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) {
              std::get<TensorAttributes>(d.records[kInput].attributes).shape = {1};
            }).find("extent of 1 is None"),
            std::string::npos);
  EXPECT_NE(broken_by([](Definition& d) { d.records[kOutput].form = RecordForm::kInline; }).find("hidden"),
            std::string::npos);
}

TEST(Verify, StatesAreCountedInTheOrderOfTheirRecords) {
  Builder builder;
  const StateId input = builder.value(op("define_tensor"), {}, TensorAttributes{.shape = {-1}, .contiguity = {true}});
  builder.value(op("neg"), {input});
  builder.value(op("abs"), {input});
  Definition swapped = builder.definition();
  swapped.records[RecordId(1U)].results = {StateId(2U)};
  swapped.records[RecordId(2U)].results = {StateId(1U)};
  swapped.states[StateId(1U)].producer = RecordId(2U);
  swapped.states[StateId(2U)].producer = RecordId(1U);
  EXPECT_EQ(broken(swapped),
            "record 1 (neg): its states have the next indices\n"
            "record 2 (abs): its states have the next indices\n");
}

TEST(Verify, OnlyTheSourceHoldsCompositesAndShapeQueries) {
  Builder builder;
  const StateId input = builder.value(op("define_tensor"), {}, TensorAttributes{.shape = {-1}, .contiguity = {true}});
  builder.value(op("shape"), {input});
  builder.value(op("sign"), {input});
  EXPECT_EQ(broken(builder.definition(), Level::kSource), "");
  EXPECT_EQ(broken(builder.definition()),
            "record 1 (shape): a primitive definition holds no shape query\n"
            "record 2 (sign): a primitive definition holds no composite op\n");
}

TEST(Verify, HiddenStatesStandWhereTheirLiteralsAreRead) {
  Builder builder;
  const StateId input = builder.value(op("define_tensor"), {}, TensorAttributes{.shape = {-1}, .contiguity = {true}});
  const StateId literal = builder.constant(2.0, DType::kDouble, RecordForm::kInline);
  const StateId product = builder.value(op("mul"), {input, literal});
  EXPECT_EQ(broken(builder.definition()), "");
  builder.value(op("mul"), {product, literal});
  EXPECT_NE(broken(builder.definition()).find("literals, in order"), std::string::npos) << "a literal is read once";
}

TEST(Verify, AHiddenConstantHasTheTypeOfItsLiteral) {
  Builder builder;
  const StateId input = builder.value(op("define_tensor"), {}, TensorAttributes{.shape = {-1}, .contiguity = {true}});
  builder.value(op("mul"), {input, builder.constant(2.0, DType::kFloat, RecordForm::kInline)});
  EXPECT_NE(broken(builder.definition()).find("only literals"), std::string::npos);
}

TEST(Verify, ConstantsAreOfTheirDTypesCategory) {
  Builder builder;
  builder.constant(int64_t{2}, DType::kDouble);
  EXPECT_NE(broken(builder.definition()).find("category"), std::string::npos);
}

TEST(Verify, TriuMayCountItsResultBeforeItsLiteral) {
  Builder builder;
  const StateId input =
      builder.value(op("define_tensor"), {}, TensorAttributes{.shape = {-1, -1}, .contiguity = {true, true}});
  const StateId result = builder.value_before_literal(op("triu"), {input}, NoAttributes{}, int64_t{-1});
  EXPECT_EQ(result, StateId(1U));
  builder.output(result);
  EXPECT_EQ(broken(builder.definition(), Level::kSource), "");
}

}  // namespace
}  // namespace cleave

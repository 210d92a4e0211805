// Shows what the evaluator does around the ops: which records run, what they hand on, what is kept and for how long,
// and what is reported. The values of the ops themselves are judged by vectors_test.cpp.
#include "core/evaluate/evaluate.h"

#include <gtest/gtest.h>

#include "core/ir/builder.h"
#include "core/ops/op_table.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// A definition being built together with the types of its states.
class Scene {
 public:
  StateId input(DType dtype, const std::vector<int64_t>& extents) {
    const StateId state = builder_.value(
        op("define_tensor"), {},
        TensorAttributes{.shape = extents, .contiguity = {}, .dtype = dtype, .is_cpu = false, .stride_order = {}});
    return typed(state, dtype, extents);
  }
  StateId value(OpCode code, std::vector<std::optional<StateId>> operands, Attributes attributes, DType dtype,
                const std::vector<int64_t>& extents) {
    return typed(builder_.value(code, std::move(operands), std::move(attributes)), dtype, extents);
  }
  StateId constant(ScalarValue number, DType dtype) {
    const StateId state = builder_.constant(number, dtype);
    types_.states.set(state, ScalarType{.dtype = dtype, .value = number, .extent = std::nullopt});
    return state;
  }
  StateId typed(StateId state, DType dtype, const std::vector<int64_t>& extents) {
    std::vector<Axis> axes;
    for (int64_t extent : extents)
      axes.push_back({extent == 1 ? AxisKind::kBroadcast : AxisKind::kIteration, extent, ExtentId(0U)});
    types_.states.set(state, row_major(dtype, axes));
    return state;
  }
  Builder& builder() { return builder_; }
  Types& types() { return types_; }

  Evaluation run(const std::vector<Value>& inputs, const EvaluateOptions& options = {}) {
    return evaluate(builder_.definition(), types_, inputs, options, diagnostics_);
  }
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  Builder builder_;
  Types types_;
  Diagnostics diagnostics_;
};

TensorPointer tensor(DType dtype, std::vector<int64_t> extents, const std::vector<double>& values) {
  auto out = std::make_shared<Tensor>(dtype, std::move(extents));
  for (size_t i = 0; i < values.size(); ++i) out->set_real(static_cast<int64_t>(i), values[i]);
  return out;
}

std::vector<double> reals(const Value& value) {
  const auto& pointer = std::get<TensorPointer>(value);
  std::vector<double> out;
  for (int64_t i = 0; i < pointer->element_count(); ++i) out.push_back(pointer->real(i));
  return out;
}

TEST(Evaluate, RunsRecordsInOrder) {
  Scene scene;
  const StateId x = scene.input(DType::kFloat, {3});
  const StateId y =
      scene.value(op("mul"), {x, scene.constant(2.0, DType::kDouble)}, NoAttributes{}, DType::kFloat, {3});
  const StateId z = scene.value(op("add"), {y, x}, NoAttributes{}, DType::kFloat, {3});
  scene.builder().output(z);
  const Evaluation result = scene.run({tensor(DType::kFloat, {3}, {1, 2, 3})});
  EXPECT_EQ(reals(result.outputs[0]), (std::vector<double>{3, 6, 9}));
}

TEST(Evaluate, GivesAnInputThatIsAnOutputAsThatVeryTensor) {
  Scene scene;
  const StateId x = scene.input(DType::kFloat, {1});
  const StateId copy = scene.value(op("set"), {x}, NoAttributes{}, DType::kFloat, {1});
  scene.builder().output(x);
  scene.builder().output(copy);
  const TensorPointer given = tensor(DType::kFloat, {1}, {5});
  const Evaluation result = scene.run({given});
  EXPECT_EQ(std::get<TensorPointer>(result.outputs[0]), given);
  EXPECT_NE(std::get<TensorPointer>(result.outputs[1]), given);
}

TEST(Evaluate, DropsAValueAfterItsLastUse) {
  Scene scene;
  StateId value = scene.input(DType::kFloat, {256});
  for (int i = 0; i < 50; ++i) value = scene.value(op("neg"), {value}, NoAttributes{}, DType::kFloat, {256});
  scene.builder().output(value);
  const Evaluation result = scene.run({tensor(DType::kFloat, {256}, {})});
  // The input, an operand and its result.
  EXPECT_EQ(result.peak_bytes, 3 * 256 * 4);
}

TEST(Evaluate, DoesNotRunWhatNoOutputNeeds) {
  Scene scene;
  const StateId x = scene.input(DType::kFloat, {2});
  const StateId index = scene.constant(int64_t{7}, DType::kInt);
  scene.value(op("select"), {x, index}, DimAttributes{.dim = 0}, DType::kFloat, {});
  scene.builder().output(x);
  scene.run({tensor(DType::kFloat, {2}, {1, 2})});
  EXPECT_FALSE(scene.diagnostics().has_errors());
}

TEST(Evaluate, RoundsScalarsToTheirType) {
  Scene scene;
  const StateId x = scene.input(DType::kDouble, {1});
  const StateId tenth = scene.constant(0.1, DType::kFloat);
  scene.builder().output(scene.value(op("add"), {x, tenth}, NoAttributes{}, DType::kDouble, {1}));
  EXPECT_EQ(reals(scene.run({tensor(DType::kDouble, {1}, {0})}).outputs[0]),
            std::vector<double>{static_cast<double>(0.1F)});
}

TEST(Evaluate, ReportsAnOpWithoutMeaningOnce) {
  Scene scene;
  const StateId x = scene.input(DType::kFloat, {2, 2});
  const StateId y = scene.value(op("scaled_mm"), {x, x, x, x, std::nullopt, std::nullopt, std::nullopt},
                                OpaqueAttributes{}, DType::kFloat, {2, 2});
  const StateId z = scene.value(op("neg"), {y}, NoAttributes{}, DType::kFloat, {2, 2});
  scene.builder().output(z);
  const Evaluation result = scene.run({tensor(DType::kFloat, {2, 2}, {})});
  EXPECT_TRUE(std::holds_alternative<std::monostate>(result.outputs[0]));
  ASSERT_EQ(scene.diagnostics().all().size(), 1U);
  EXPECT_EQ(scene.diagnostics().all()[0].code, code("op_without_meaning"));
  EXPECT_EQ(message_text(scene.diagnostics().all()[0]), "`scaled_mm` has no meaning yet, so `T1` cannot be computed");
}

TEST(Evaluate, SaysNothingMoreOfWhatDependsOnAMissingValue) {
  Scene scene;
  const StateId x = scene.input(DType::kFloat, {4, 4});
  const StateId y = scene.value(op("scaled_mm"), {x, x, x, x, std::nullopt, std::nullopt, std::nullopt},
                                OpaqueAttributes{}, DType::kFloat, {4, 4});
  Builder& builder = scene.builder();
  const StateId extent = builder.value(op("size"), {y}, DimAttributes{.dim = 0});
  scene.types().states.set(extent, ScalarType{.dtype = DType::kInt, .value = std::nullopt, .extent = std::nullopt});
  const StateId widths = builder.vector(std::vector<StateId>{extent, extent});
  scene.builder().output(scene.value(op("pad"), {x, widths, std::nullopt}, NoAttributes{}, DType::kFloat, {4, 12}));
  const Evaluation result = scene.run({tensor(DType::kFloat, {4, 4}, {})});
  EXPECT_TRUE(std::holds_alternative<std::monostate>(result.outputs[0]));
  EXPECT_EQ(scene.diagnostics().all().size(), 1U);
}

TEST(Evaluate, ReportsOperandsAnOpIsNotDefinedFor) {
  Scene scene;
  const StateId x = scene.input(DType::kComplexFloat, {2});
  scene.builder().output(scene.value(op("floor"), {x}, NoAttributes{}, DType::kComplexFloat, {2}));
  scene.run({tensor(DType::kComplexFloat, {2}, {1, 2})});
  ASSERT_EQ(scene.diagnostics().all().size(), 1U);
  EXPECT_EQ(scene.diagnostics().all()[0].code, code("operands_without_meaning"));
  EXPECT_EQ(message_text(scene.diagnostics().all()[0]),
            "`floor` is not defined for complex operands, so `T1` cannot be computed");
}

TEST(Evaluate, ReportsIndicesOutsideOfTheirAxis) {
  for (const OpCode code : {op("gather"), op("take_along_axis"), op("index_select")}) {
    Scene scene;
    const StateId x = scene.input(DType::kFloat, {3});
    const StateId index = scene.input(DType::kInt, {4});
    scene.builder().output(scene.value(code, {x, index}, DimAttributes{.dim = 0}, DType::kFloat, {4}));
    const Evaluation result =
        scene.run({tensor(DType::kFloat, {3}, {1, 2, 3}), tensor(DType::kInt, {4}, {0, 3, -1, 2})});
    EXPECT_TRUE(std::holds_alternative<std::monostate>(result.outputs[0]));
    ASSERT_EQ(scene.diagnostics().all().size(), 1U) << info(code).name;
    const Diagnostic& diagnostic = scene.diagnostics().all()[0];
    EXPECT_EQ(message_text(diagnostic),
              "index 3 of `" + std::string(info(code).name) + "` for `T2` is outside of axis 0, whose extent is 3");
    EXPECT_EQ(diagnostic.notes, std::vector<std::string>{"1 more indices are outside as well"});
  }
}

TEST(Evaluate, ReportsAScatterOutsideOfItsAxis) {
  Scene scene;
  const StateId x = scene.input(DType::kFloat, {3});
  const StateId index = scene.input(DType::kInt32, {1});
  const StateId y = scene.value(op("scatter"), {x, index, scene.constant(1.0, DType::kDouble)}, DimAttributes{.dim = 0},
                                DType::kFloat, {3});
  scene.builder().output(y);
  scene.run({tensor(DType::kFloat, {3}, {1, 2, 3}), tensor(DType::kInt32, {1}, {1LL << 31})});
  ASSERT_EQ(scene.diagnostics().all().size(), 1U);
  EXPECT_EQ(scene.diagnostics().all()[0].code, code("index_value_out_of_range"));
  EXPECT_EQ(scene.diagnostics().all()[0].arguments[0], "2147483647");
}

TEST(Evaluate, NamesAndPlacesComeFromTheCaller) {
  Scene scene;
  const StateId x = scene.input(DType::kFloat, {2});
  scene.builder().output(scene.value(op("select"), {x, scene.constant(int64_t{2}, DType::kInt)},
                                     DimAttributes{.dim = 0}, DType::kFloat, {}));
  EvaluateOptions options;
  options.name_of = [](StateId) { return std::string("row"); };
  options.span_of = [](RecordId) { return std::optional<SourceSpan>({3, 9}); };
  scene.run({tensor(DType::kFloat, {2}, {1, 2})}, options);
  ASSERT_EQ(scene.diagnostics().all().size(), 1U);
  EXPECT_EQ(message_text(scene.diagnostics().all()[0]),
            "index 2 of `select` for `row` is outside of axis 0, whose extent is 2");
  EXPECT_EQ(scene.diagnostics().all()[0].span, (SourceSpan{3, 9}));
}

TEST(Evaluate, ComputesScalarsFromScalars) {
  Scene scene;
  const StateId x = scene.input(DType::kFloat, {2, 3});
  Builder& builder = scene.builder();
  const StateId extent = builder.value(op("size"), {x}, DimAttributes{.dim = -1});
  scene.types().states.set(extent, ScalarType{.dtype = DType::kInt, .value = std::nullopt, .extent = std::nullopt});
  const StateId minus_half = scene.constant(-0.5, DType::kDouble);
  const StateId product = builder.value(op("mul"), {extent, minus_half});
  scene.types().states.set(product, ScalarType{.dtype = DType::kDouble, .value = std::nullopt, .extent = std::nullopt});
  scene.builder().output(scene.value(op("full"), {builder.literal_vector(std::vector<int64_t>{1}), product},
                                     DTypeAttributes{.dtype = DType::kFloat}, DType::kFloat, {1}));
  EXPECT_EQ(reals(scene.run({tensor(DType::kFloat, {2, 3}, {})}).outputs[0]), std::vector<double>{-1.5});
}

}  // namespace
}  // namespace cleave

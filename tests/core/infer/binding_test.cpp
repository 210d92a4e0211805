// Inputs: matched by position and name, judged against their declarations, and assumed where nothing is given.
#include "core/infer/binding.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/base/text.h"
#include "core/ir/builder.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

TensorAttributes declared(std::vector<int64_t> shape, std::vector<Contiguity> contiguity, DType dtype = DType::kFloat,
                          std::vector<int64_t> stride_order = {}) {
  return {.shape = std::move(shape),
          .contiguity = std::move(contiguity),
          .dtype = dtype,
          .is_cpu = false,
          .stride_order = std::move(stride_order)};
}
TensorAttributes contiguous(std::vector<int64_t> shape, DType dtype = DType::kFloat) {
  std::vector<Contiguity> contiguity;
  for (int64_t extent : shape) contiguity.push_back(extent == 1 ? Contiguity{} : Contiguity{true});
  return declared(std::move(shape), std::move(contiguity), dtype);
}
TensorInput given(std::vector<int64_t> sizes, std::vector<int64_t> strides, DType dtype = DType::kFloat) {
  return {.sizes = std::move(sizes), .strides = std::move(strides), .dtype = dtype, .is_cpu = false, .fill = {}};
}

/// A definition, its names and the list of inputs of its script.
struct Script {
  StateId tensor(TensorAttributes attributes, std::string name = {}) {
    const StateId made = builder.value(op("define_tensor"), {}, std::move(attributes));
    map.names.set(made, std::move(name));
    return made;
  }
  void give(InputValue value) {
    const auto place = static_cast<uint32_t>(10 * list.items.size());
    list.items.push_back({.value = std::move(value), .span = SourceSpan{place, place + 5}});
  }
  Binding bind(const std::vector<InputOption>& options = {}) {
    return bind_inputs(builder.definition(), map, list.items.empty() ? nullptr : &list, options, diagnostics);
  }
  /// Code, span and message of every diagnostic, one a line.
  std::string said() const {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
      out += concat(info(diagnostic.code).code, diagnostic.span ? concat(" @", diagnostic.span->begin) : std::string(),
                    ": ", message_text(diagnostic), "\n");
    }
    return out;
  }
  /// Sizes of all tensor inputs: `2x3 4`.
  static std::string sizes(const Binding& binding) {
    return join(binding.inputs, " ", [](const BoundInput& input) {
      const auto* tensor = std::get_if<TensorInput>(&input.value);
      return tensor ? join(tensor->sizes, "x", [](int64_t size) { return size; })
                    : concat(to_int(std::get<ScalarValue>(input.value)));
    });
  }
  StateId vector(std::vector<int64_t> values) { return builder.literal_vector(values); }

  Builder builder;
  SourceMap map;
  InputList list{.name = "inputs", .items = {}, .span = {100, 200}};
  Diagnostics diagnostics;
};

TEST(Binding, ScriptInputsGoByPosition) {
  Script script;
  script.tensor(contiguous({-1, -1}));
  script.builder.scalar_input(DType::kDouble);
  script.give(given({2, 3}, {3, 1}));
  script.give(ScalarValue(2.5));
  const Binding binding = script.bind();
  EXPECT_EQ(script.said(), "");
  ASSERT_EQ(binding.inputs.size(), 2u);
  EXPECT_EQ(binding.inputs[0].origin, InputOrigin::kScript);
  EXPECT_EQ(std::get<TensorInput>(binding.inputs[0].value).sizes, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(std::get<double>(std::get<ScalarValue>(binding.inputs[1].value)), 2.5);
}

TEST(Binding, AViewMustLieInItsStorage) {
  Script script;
  script.tensor(declared({-1, -1}, {false, true}));
  script.tensor(declared({-1, -1}, {false, true}));
  TensorInput fits = given({2, 4}, {64, 1});
  fits.storage = 68;
  TensorInput sticks_out = fits;
  sticks_out.storage = 67;
  script.give(fits);
  script.give(sticks_out);
  script.bind();
  EXPECT_EQ(script.said(),
            "E0314 @10: input `T1` needs 68 elements of storage, the tensor that it is a view of has 67\n");
}

TEST(Binding, RandomNumbersNeedARange) {
  const auto said = [](Fill::Kind kind, DType dtype, double low, double high) {
    Script script;
    script.tensor(contiguous({-1}, dtype));
    TensorInput input = given({4}, {1}, dtype);
    input.fill = {.kind = kind, .low = low, .high = high, .values = {}};
    script.give(input);
    script.bind();
    return script.said();
  };
  EXPECT_EQ(said(Fill::Kind::kIntegers, DType::kInt, 5, 2),
            "E0315 @0: the random numbers of input `T0` have no range: low is 5, high is 2\n");
  EXPECT_NE(said(Fill::Kind::kIntegers, DType::kInt, 5, 5), "");
  EXPECT_EQ(said(Fill::Kind::kIntegers, DType::kInt, 5, 6), "");
  EXPECT_NE(said(Fill::Kind::kMakeTensor, DType::kFloat, 5, 2), "");
  EXPECT_EQ(said(Fill::Kind::kMakeTensor, DType::kFloat, 5, 5), "");
  EXPECT_NE(said(Fill::Kind::kMakeTensor, DType::kInt, 5, 5), "");
  EXPECT_EQ(said(Fill::Kind::kMakeTensor, DType::kFloat, NAN, 5), "");
  EXPECT_EQ(said(Fill::Kind::kNormal, DType::kFloat, 1, 0), "");
}

TEST(Binding, WhatIsUpdatedInPlaceHasEachElementOnce) {
  const auto said = [](TensorInput value, std::vector<Contiguity> contiguity) {
    Script script;
    const StateId input = script.tensor(declared({-1, -1}, std::move(contiguity)));
    const StateId changed = script.builder.value(op("neg"), {input}, NoAttributes{});
    script.builder.add(op("add_output"), {changed, input}, OutputAttributes{}, RecordForm::kExplicit);
    script.give(std::move(value));
    script.bind();
    return script.said();
  };
  EXPECT_EQ(said(given({3, 4}, {4, 1}), {true, true}), "");
  EXPECT_EQ(said(given({3, 1}, {1, 0}), {true, std::nullopt}), "");
  EXPECT_EQ(said(given({3, 0}, {0, 0}), {false, false}), "");
  EXPECT_EQ(said(given({3, 4}, {0, 1}), {std::nullopt, true}),
            "E0316 @0: input `T0` is updated in place, but dim 0 repeats its elements with stride 0\n");
  EXPECT_EQ(said(given({3, 4}, {2, 1}), {false, true}),
            "E0316 @0: input `T0` is updated in place, but dims 0 and 1 share elements\n");
  EXPECT_EQ(said(given({3, 2}, {2, 3}), {false, false}), "");
}

TEST(Binding, OptionsGoByTheUsersNameThenByIndex) {
  Script script;
  script.tensor(contiguous({-1}), "x");
  script.tensor(contiguous({-1}), "T0");
  script.tensor(contiguous({-1}), "y");
  const Binding binding = script.bind({{"x", given({1}, {1})}, {"T0", given({2}, {1})}, {"#2", given({3}, {1})}});
  EXPECT_EQ(script.said(), "");
  EXPECT_EQ(Script::sizes(binding), "1 2 3");
  EXPECT_EQ(binding.inputs[0].origin, InputOrigin::kOption);
}

TEST(Binding, OptionReplacesTheScriptsInput) {
  Script script;
  script.tensor(contiguous({-1}));
  script.give(given({4}, {1}));
  EXPECT_EQ(Script::sizes(script.bind({{"T0", given({8}, {1})}})), "8");
  EXPECT_EQ(script.said(), "");
}

TEST(Binding, OptionWithoutStridesAndTypeTakesTheDeclared) {
  Script script;
  script.tensor(declared({-1, -1, -1}, {true, std::nullopt, true}, DType::kHalf, {0, 2, 1}));
  const Binding binding = script.bind({{"T0", given({2, 3, 4}, {}, DType::kNull)}});
  EXPECT_EQ(script.said(), "");
  const auto& bound = std::get<TensorInput>(binding.inputs[0].value);
  EXPECT_EQ(bound.dtype, DType::kHalf);
  // In memory: dim 1, then dim 2 without storage, then dim 0.
  EXPECT_EQ(bound.strides, (std::vector<int64_t>{1, 2, 0}));
}

TEST(Binding, RankTypeAndKindAreChecked) {
  Script script;
  script.tensor(contiguous({-1, -1}), "x");
  script.tensor(contiguous({-1}), "y");
  script.tensor(contiguous({-1}), "z");
  script.builder.scalar_input(DType::kInt);
  script.give(given({2}, {1}));
  script.give(given({2}, {1}, DType::kHalf));
  script.give(ScalarValue(int64_t{2}));
  script.give(given({}, {}));
  const Binding binding = script.bind();
  EXPECT_EQ(script.said(),
            "E0301 @0: input `x (T0)` has 1 dimension, its tensor is declared with 2\n"
            "E0302 @10: input `y (T1)` is Half, its tensor is declared Float\n"
            "E0306 @20: input `z (T2)` is a scalar, the definition declares a tensor\n"
            "E0306 @30: input `S3` is a tensor, the definition declares a scalar\n");
  // What follows finds values of the declared rank and type all the same.
  EXPECT_EQ(std::get<TensorInput>(binding.inputs[0].value).sizes.size(), 2u);
  EXPECT_EQ(std::get<TensorInput>(binding.inputs[1].value).dtype, DType::kFloat);
}

TEST(Binding, StaticEmptyAndBroadcastSizesAreChecked) {
  Script script;
  script.tensor(declared({4, 1, 0}, {true, std::nullopt, true}));
  script.give(given({5, 2, 1}, {2, 1, 1}));
  script.bind();
  EXPECT_EQ(script.said(),
            "E0303 @0: dim 0 of input `T0` has size 5, its tensor is declared with 4 there\n"
            "E0303 @0: dim 1 of input `T0` has size 2, its tensor is declared with 1 there\n"
            "E0303 @0: dim 2 of input `T0` has size 1, its tensor is declared with 0 there\n");
}

TEST(Binding, StridesAreCheckedAgainstContiguity) {
  Script script;
  script.tensor(contiguous({-1, -1}));
  script.tensor(declared({-1, -1}, {false, true}));
  script.tensor(declared({-1, -1}, {true, true}, DType::kFloat, {0, 1}));
  script.tensor(declared({-1, -1}, {std::nullopt, true}));
  script.tensor(declared({-1, -1}, {true, false}));
  script.give(given({3, 3}, {0, 0}));
  script.give(given({3, 3}, {7, 1}));
  script.give(given({2, 3}, {3, 1}));
  script.give(given({3, 3}, {3, 1}));
  script.give(given({3, 1}, {2, 2}));
  script.bind();
  EXPECT_EQ(
      script.said(),
      "E0304 @0: dim 1 of input `T0` has stride 0, but is declared contiguous, which needs stride 1\n"
      "E0304 @20: dim 0 of input `T2` has stride 3, but is declared contiguous, which needs stride 1\n"
      "E0305 @30: dim 0 of input `T3` has size 3 and stride 3, but is declared without storage, which needs stride 0\n"
      "E0304 @40: dim 0 of input `T4` has stride 2, but is declared contiguous, which needs stride 1\n");
}

TEST(Binding, StridesOfExtentOneAndOfEmptyTensorsDoNotMatter) {
  Script script;
  script.tensor(contiguous({-1, -1, -1}));
  script.tensor(contiguous({-1, -1}));
  script.give(given({2, 1, 4}, {4, 99, 1}));
  script.give(given({0, 4}, {17, 5}));
  script.bind();
  EXPECT_EQ(script.said(), "");
}

TEST(Binding, AssumesTheMemoryOrderThatTheContiguityListFits) {
  Script script;
  script.tensor(declared({-1, -1, -1}, {true, false, true}));
  script.give(given({28, 32, 2}, {2, 56, 1}));
  script.bind();
  EXPECT_EQ(
      script.said(),
      "W0320 @0: the contiguity of input `T0` fits its strides only with stride_order=[1, 2, 0], which is assumed\n");
}

TEST(Binding, RefusesStridesThatFitInNoOrder) {
  Script script;
  script.tensor(declared({-1, -1, -1}, {true, true, true}));
  script.give(given({28, 32, 2}, {2, 57, 1}));
  script.bind();
  EXPECT_EQ(script.said(),
            "E0304 @0: dim 1 of input `T0` has stride 57, but is declared contiguous, which needs stride 2\n");
}

TEST(Binding, EmptyTensorMayHaveAnyOtherSize) {
  Script script;
  script.tensor(declared({0, -1}, {false, false}));
  script.tensor(declared({0, -1, -1}, {false, false, false}));
  script.give(given({0, INT64_MAX}, {INT64_MAX, 1}));
  script.give(given({0, INT64_MAX, 2}, {1, 1, 1}));
  script.bind();
  EXPECT_EQ(script.said(), "E0310 @10: input `T1` would have more elements than can be addressed\n");
}

TEST(Binding, NegativeAndOverflowingSizesAreChecked) {
  Script script;
  script.tensor(contiguous({-1}));
  script.tensor(declared({-1}, {false}));
  script.tensor(declared({-1, -1, -1}, {false, false, false}));
  script.tensor(declared({-1}, {false}));
  script.give(given({-3}, {1}));
  script.give(given({3}, {-1}));
  script.give(given({INT64_MAX, INT64_MAX, 5}, {1, 1, 1}));
  script.give(given({1000}, {INT64_MAX}));
  script.bind();
  EXPECT_EQ(script.said(),
            "E0309 @0: dim 0 of input `T0` has the negative size -3\n"
            "E0309 @10: dim 0 of input `T1` has the negative stride -1\n"
            "E0310 @20: input `T2` would have more elements than can be addressed\n"
            "E0310 @30: input `T3` would have more elements than can be addressed\n");
}

TEST(Binding, ScalarsKeepTheirCategory) {
  Script script;
  script.builder.scalar_input(DType::kDouble);
  script.builder.scalar_input(DType::kInt32);
  script.builder.scalar_input(DType::kFloat);
  script.builder.scalar_input(DType::kBool);
  script.give(ScalarValue(int64_t{2}));
  script.give(ScalarValue(int64_t{2}));
  script.give(ScalarValue(1.5));
  script.give(ScalarValue(1.0));
  script.bind();
  EXPECT_EQ(
      script.said(),
      "E0307 @0: scalar input `S0` is an integer number, the definition declares a floating; did you mean `2.0`?\n"
      "E0307 @30: scalar input `S3` is a floating number, the definition declares a bool\n");
}

TEST(Binding, TheCountIsChecked) {
  Script more;
  more.tensor(contiguous({-1}));
  more.give(given({2}, {1}));
  more.give(given({3}, {1}));
  more.bind();
  EXPECT_EQ(more.said(), "E0308 @10: `inputs` has 2 inputs, the definition takes 1 input\n");

  Script fewer;
  fewer.tensor(contiguous({-1}));
  fewer.tensor(contiguous({-1}));
  fewer.give(given({2}, {1}));
  fewer.bind();
  EXPECT_EQ(fewer.said(), "E0308 @100: `inputs` has 1 input, the definition takes 2 inputs\n");

  Script completed;
  completed.tensor(contiguous({-1}));
  completed.tensor(contiguous({-1}));
  completed.give(given({2}, {1}));
  completed.bind({{"T1", given({5}, {1})}});
  EXPECT_EQ(completed.said(), "");
}

TEST(Binding, OptionsForNoInputOrTwiceForOneAreErrors) {
  Script script;
  script.tensor(contiguous({-1}), "hidden");
  script.bind({{"hiden", given({2}, {1})}, {"hidden", given({2}, {1})}, {"T0", given({3}, {1})}});
  EXPECT_EQ(script.said(),
            "E0311: no input is called `hiden`; did you mean `hidden`?\n"
            "E0313: input `hidden (T0)` is given by two options\n");
}

TEST(Binding, AssumptionsAreSaidInOneNote) {
  Script script;
  script.tensor(contiguous({-1, 4}), "x");
  script.builder.scalar_input(DType::kDouble);
  script.builder.scalar_input(DType::kBool);
  const Binding binding = script.bind();
  EXPECT_EQ(script.said(),
            "N0301: no sizes are given for `x (T0)`, `S1`, `S2`; assumed: x=128x4:Float, S1=1.0, S2=True\n");
  EXPECT_EQ(binding.inputs[0].origin, InputOrigin::kAssumed);
  EXPECT_EQ(std::get<TensorInput>(binding.inputs[0].value).strides, (std::vector<int64_t>{4, 1}));
}

TEST(Binding, AxesThatMeetAreAssumedEqual) {
  Script script;
  const StateId t0 = script.tensor(contiguous({-1, -1, -1}));
  const StateId t1 = script.tensor(contiguous({-1}));
  const StateId t2 = script.tensor(contiguous({-1, 1, 6}));
  script.builder.value(op("add"), {t0, t1});
  script.builder.value(op("mul"), {t0, t2});
  EXPECT_EQ(Script::sizes(script.bind()), "8x128x6 6 8x1x6");
}

TEST(Binding, GivenSizesDecideTheOthers) {
  Script script;
  const StateId t0 = script.tensor(contiguous({-1, -1}));
  const StateId t1 = script.tensor(contiguous({-1, -1}));
  const StateId t2 = script.tensor(contiguous({-1}));
  const StateId t3 = script.builder.value(op("linear"), {t0, t1, t2});
  const StateId t4 = script.tensor(contiguous({-1, -1}));
  script.builder.value(op("add"), {t3, t4});
  EXPECT_EQ(Script::sizes(script.bind({{"T0", given({5, 7}, {7, 1})}, {"T2", given({11}, {1})}})), "5x7 11x7 11 5x11");
}

TEST(Binding, BroadcastInDimAndExpandFixExtents) {
  Script script;
  const StateId t0 = script.tensor(contiguous({-1}));
  script.builder.value(op("broadcast_in_dim"), {t0, script.vector({512, 1024})},
                       BroadcastInDimAttributes{.broadcast_dims = {1}});
  const StateId t1 = script.tensor(contiguous({-1, 1}));
  script.builder.value(op("expand"), {t1, script.vector({33, 44})});
  EXPECT_EQ(Script::sizes(script.bind()), "1024 33x1");
}

TEST(Binding, ReshapeIsMet) {
  Script script;
  const StateId t0 = script.tensor(contiguous({-1, -1}));
  script.builder.value(op("reshape"), {t0, script.vector({6, 4, 16})});
  const StateId t1 = script.tensor(contiguous({-1, -1, -1}));
  const StateId s1 = script.builder.value(op("size"), {t1}, DimAttributes{.dim = 0});
  const StateId s2 = script.builder.constant(int64_t{-1}, DType::kInt);
  const StateId s3 = script.builder.constant(int64_t{12}, DType::kInt);
  script.builder.value(op("reshape"), {t1, script.builder.vector(std::array{s1, s2, s3})});
  const StateId t2 = script.tensor(contiguous({-1, 32}));
  script.builder.value(op("reshape"), {t2, script.vector({5, 64})});
  EXPECT_EQ(Script::sizes(script.bind()), "6x64 8x128x252 10x32");
}

TEST(Binding, SlicesPadsAndCatsAreMet) {
  Script script;
  const StateId t0 = script.tensor(contiguous({-1}));
  script.builder.value(op("slice"), {t0, script.vector({0}), script.vector({64}), script.vector({1})},
                       SliceAttributes{});
  script.builder.value(op("slice"), {t0, script.vector({64}), script.vector({96}), script.vector({1})},
                       SliceAttributes{});
  const StateId t1 = script.tensor(contiguous({-1}));
  const StateId padded = script.builder.value(op("pad"), {t1, script.vector({1, 2}), std::nullopt});
  const StateId t2 = script.tensor(contiguous({-1}));
  script.builder.value(op("add"), {padded, t2});
  const StateId t3 = script.tensor(contiguous({-1}));
  const StateId t4 = script.tensor(contiguous({10}));
  const StateId joined = script.builder.value(op("cat"), {t3, t4}, CatAttributes{.dim = 0, .manual_padding = false});
  const StateId t5 = script.tensor(contiguous({25}));
  script.builder.value(op("add"), {joined, t5});
  EXPECT_EQ(Script::sizes(script.bind()), "96 256 259 15 10 25");
}

TEST(Binding, AnOutputInPlaceHasTheShapeOfItsInput) {
  Script script;
  const StateId t0 = script.tensor(contiguous({-1, -1}));
  const StateId t1 = script.builder.value(op("permute"), {t0}, DimsAttributes{.dims = {1, 0}});
  const StateId t2 = script.builder.value(op("reshape"), {t1, script.vector({4, 8})});
  script.builder.add(op("add_output"), {t2, t0}, OutputAttributes{});
  EXPECT_EQ(Script::sizes(script.bind()), "4x8");
}

TEST(Binding, ConstantsReachThroughSumsOfOneExtent) {
  Script script;
  const CatAttributes along{.dim = 0, .manual_padding = false};
  const StateId t0 = script.tensor(contiguous({-1}));
  const StateId twice = script.builder.value(op("cat"), {t0, t0}, along);
  script.builder.value(op("expand"), {twice, script.vector({10})});
  const StateId t1 = script.tensor(contiguous({-1}));
  const StateId padded = script.builder.value(op("pad"), {t1, script.vector({1, 2}), std::nullopt});
  script.builder.value(op("slice"), {padded, script.vector({0}), script.vector({400}), script.vector({1})},
                       SliceAttributes{});
  const StateId t2 = script.tensor(contiguous({12}));
  const StateId fixed = script.builder.value(op("pad"), {t2, script.vector({1, 2}), std::nullopt});
  const StateId part = script.builder.value(
      op("slice"), {fixed, script.vector({0}), script.vector({99}), script.vector({1})}, SliceAttributes{});
  const StateId t3 = script.tensor(contiguous({-1}));
  script.builder.value(op("add"), {part, t3});
  EXPECT_EQ(Script::sizes(script.bind()), "5 397 12 15");
}

TEST(Binding, TensorsOfManyDimensionsAreAssumedSmall) {
  for (const size_t rank : {5U, 6U, 7U, 8U, 11U, 12U, 20U, 64U}) {
    Script script;
    script.tensor(contiguous(std::vector<int64_t>(rank, -1)));
    const Binding binding = script.bind();
    const std::string said = Script::sizes(binding);
    int64_t elements = 1;
    for (int64_t size : std::get<TensorInput>(binding.inputs[0].value).sizes) elements *= size;
    EXPECT_LE(elements, int64_t{1} << 24) << said;
    EXPECT_GE(elements, int64_t{1} << 20) << said;
  }
}

TEST(Binding, HalvesOfAnOddLengthAreAssumedLargeEnough) {
  Script script;
  const StateId half = script.tensor(contiguous({-1}));
  const StateId twice = script.builder.value(op("cat"), {half, half}, CatAttributes{.dim = 0, .manual_padding = false});
  script.builder.value(op("slice"), {twice, script.vector({0}), script.vector({1001}), script.vector({1})},
                       SliceAttributes{});
  EXPECT_EQ(Script::sizes(script.bind()), "501");
}

TEST(Binding, StridesReachLessThanTwoToThe58) {
  Script script;
  for (int i = 0; i < 2; ++i) script.tensor(declared({-1}, {false}));
  script.give(given({2}, {(int64_t{1} << 58) - 2}));
  script.give(given({2}, {(int64_t{1} << 58) - 1}));
  script.bind();
  EXPECT_EQ(script.said(), "E0310 @10: input `T1` would have more elements than can be addressed\n");
}

TEST(Binding, AssumedSizesAreCheckedAsGivenOnes) {
  Script script;
  script.tensor(contiguous({-1, INT64_MAX}));
  script.bind();
  EXPECT_EQ(script.said(), "E0310: input `T0` would have more elements than can be addressed\n");
  EXPECT_EQ(script.diagnostics.all()[0].notes[0], "no sizes are given; assumed: T0=128x9223372036854775807:Float");
}

TEST(Binding, NumbersThatOverflowAreNoExtents) {
  Script script;
  const StateId t0 = script.tensor(contiguous({-1}));
  script.builder.value(op("pad"), {t0, script.vector({INT64_MAX, INT64_MAX}), std::nullopt});
  script.builder.value(op("pad"), {t0, script.vector({INT64_MIN, 0}), std::nullopt});
  const StateId t1 = script.tensor(contiguous({INT64_MAX}));
  script.builder.value(op("cat"), {t1, t1}, CatAttributes{.dim = 0, .manual_padding = false});
  script.bind();
  EXPECT_EQ(script.said(), "E0310: input `T9` would have more elements than can be addressed\n");
}

TEST(Binding, IndicesAreAssumedInsideTheirAxis) {
  Script script;
  const StateId t0 = script.tensor(contiguous({-1, 7}));
  const StateId t1 = script.tensor(contiguous({-1}, DType::kInt));
  script.builder.value(op("index_select"), {t0, t1}, DimAttributes{.dim = 1});
  const Binding binding = script.bind();
  const auto& index = std::get<TensorInput>(binding.inputs[1].value);
  EXPECT_EQ(index.fill.kind, Fill::Kind::kIntegers);
  EXPECT_EQ(index.fill.low, 0);
  EXPECT_EQ(index.fill.high, 7);
}

TEST(Binding, ScalarsThatAreExtentsFollowThem) {
  Script script;
  const StateId s0 = script.builder.scalar_input(DType::kInt);
  const StateId t1 = script.tensor(contiguous({-1}));
  const StateId s2 = script.builder.constant(1.0, DType::kDouble);
  const StateId t3 = script.builder.value(op("full"), {script.builder.vector(std::array{s0}), s2},
                                          DTypeAttributes{.dtype = DType::kFloat});
  script.builder.value(op("add"), {t1, t3});
  EXPECT_EQ(Script::sizes(script.bind({{"T1", given({9}, {1})}})), "9 9");
}

TEST(Binding, MistakesInTheDefinitionStopNothing) {
  Script script;
  const StateId t0 = script.tensor(declared({-1, -1}, {true}, DType::kFloat, {5, 5}));
  script.builder.value(op("sum"), {t0}, ReduceAttributes{.dims = {7}, .keepdim = false, .dtype = DType::kNull});
  script.builder.value(op("permute"), {t0}, DimsAttributes{.dims = {-9, 4}});
  script.builder.value(op("reshape"), {t0, script.vector({0, -5})});
  script.builder.value(op("cat"), {t0, script.tensor(contiguous({-1}))},
                       CatAttributes{.dim = 3, .manual_padding = false});
  EXPECT_EQ(script.bind().inputs.size(), 2u);
  EXPECT_FALSE(script.diagnostics.has_errors());
}

/// What an option reads as, or what is said about it.
std::string read(std::string_view text) {
  Diagnostics diagnostics;
  const std::optional<InputOption> option = parse_input_option(text, diagnostics);
  if (!option) return message_text(diagnostics.all().at(0));
  if (const auto* tensor = std::get_if<TensorInput>(&option->value)) {
    return concat(option->name, " ", list_text(tensor->sizes), " ", list_text(tensor->strides), " ",
                  name(tensor->dtype));
  }
  const ScalarValue& value = std::get<ScalarValue>(option->value);
  if (const auto* number = std::get_if<Complex>(&value))
    return concat(option->name, " ", shortest_double(number->real()), " ", shortest_double(number->imag()), "j");
  return concat(option->name, " ", name(literal_dtype(value)), " ", shortest_double(to_double(value)));
}

TEST(InputOption, TensorsAndScalarsAreRead) {
  EXPECT_EQ(read("T0=2048x1024:BFloat16"), "T0 [2048, 1024] [] BFloat16");
  EXPECT_EQ(read("T0=4x8@8,1:Float"), "T0 [4, 8] [8, 1] Float");
  EXPECT_EQ(read("T0=4x8:float16@1x4"), "T0 [4, 8] [1, 4] Half");
  EXPECT_EQ(read("#3=:Float"), "#3 [] [] Float");
  EXPECT_EQ(read("S1=3.5"), "S1 Double 3.5");
  EXPECT_EQ(read("S1=-3"), "S1 Int -3");
  EXPECT_EQ(read("S1=True"), "S1 Bool 1");
  EXPECT_EQ(read("S1=1e-2-2j"), "S1 0.01 -2j");
}

TEST(InputOption, LoneNumberIsATensorOfRankOneWhereOneIsDeclared) {
  Script script;
  script.tensor(contiguous({-1}));
  Diagnostics diagnostics;
  EXPECT_EQ(Script::sizes(script.bind({*parse_input_option("T0=12", diagnostics)})), "12");
}

TEST(InputOption, WhatCannotBeReadIsSaid) {
  EXPECT_EQ(read("2048x1024"), "cannot read the input option `2048x1024`: a name and `=` come first");
  EXPECT_EQ(read("T0=axb"), "cannot read the input option `T0=axb`: `axb` is not a list of sizes");
  EXPECT_EQ(read("T0=4x"), "cannot read the input option `T0=4x`: `4x` is not a list of sizes");
  EXPECT_EQ(read("T0=4:Flout"), "cannot read the input option `T0=4:Flout`: there is no type `Flout`");
  EXPECT_EQ(read("T0=4x8@8"), "cannot read the input option `T0=4x8@8`: it has 2 sizes and 1 strides");
  EXPECT_EQ(read("T0=4x8@8,z"), "cannot read the input option `T0=4x8@8,z`: `8,z` is not a list of strides");
}

}  // namespace
}  // namespace cleave

// Running segments: the same values as the whole, lifetimes, identity of outputs, and in-place updates that everyone
// who reads the old value has seen.
#include "core/plan/run.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <set>

#include "core/base/text.h"
#include "core/evaluate/input_fill.h"
#include "core/plan/environment.h"
#include "core/plan/live_bytes.h"
#include "core/plan/run_work.h"
#include "core/translate/translate.h"
#include "tests/core/plan/segments_alone.h"
#include "tests/core/translate/primitive_fixture.h"

namespace cleave {
namespace {

struct Split {
  Primitive primitive;
  Segmentation segmentation;
  Arena<SegmentId, Translation> translations;
  Plan plan;
};

Split split(Primitive primitive, std::vector<Segment> segments) {
  Split out;
  out.primitive = std::move(primitive);
  for (Segment& segment : segments) out.segmentation.segments.add(std::move(segment));
  out.translations = translate(out.primitive, out.segmentation);
  out.plan = make_plan(out.primitive, out.segmentation, out.translations);
  return out;
}

std::vector<Value> inputs_of(const Primitive& primitive) {
  std::vector<Value> out;
  for (size_t i = 0; i < primitive.definition.inputs.size(); ++i) {
    const StateId input = primitive.definition.inputs[i];
    if (!primitive.definition.is_tensor(input)) {
      out.emplace_back(*primitive.types.scalar(input).value);
      continue;
    }
    const TensorType& type = primitive.types.tensor(input);
    const TensorInput made{.sizes = type.extents(),
                           .strides = row_major_strides(type.extents()),
                           .dtype = type.dtype,
                           .is_cpu = false,
                           .fill = {}};
    out.push_back(make_value(made, type.dtype, 1, i));
  }
  return out;
}

/// The segments run as printed, one by one, leave the same inputs and give the same values as the whole.
void expect_same_alone(const Split& split, const RunResult& whole, const std::vector<Value>& inputs_of_whole) {
  Diagnostics diagnostics;
  const std::vector<Value> inputs = inputs_of(split.primitive);
  SegmentsAlone alone(split.primitive, inputs);
  ASSERT_TRUE(alone.run(split.translations, {}, diagnostics));
  if (split.translations.size() == 0) return;
  for (size_t i = 0; i < whole.states.size(); ++i) {
    const auto& there = *std::get<TensorPointer>(whole.outputs[i]);
    EXPECT_TRUE(compare(*std::get<TensorPointer>(alone.value(whole.states[i])), there, 1).is_equal) << "output " << i;
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto* here = std::get_if<TensorPointer>(&inputs[i]);
    if (here == nullptr) continue;
    EXPECT_TRUE(compare(**here, *std::get<TensorPointer>(inputs_of_whole[i]), 1).is_equal) << "input " << i;
  }
}

struct BothRuns {
  std::vector<Value> inputs;
  std::vector<Value> inputs_of_whole;
  RunResult segments;
  RunResult whole;
};

BothRuns run_both(const Split& split) {
  BothRuns out;
  Diagnostics diagnostics;
  out.inputs = inputs_of(split.primitive);
  out.inputs_of_whole = clone_inputs(out.inputs);
  out.segments = run_segments(split.primitive, split.plan, split.translations, out.inputs, {}, diagnostics);
  out.whole = run_whole(split.primitive, out.inputs_of_whole, {}, diagnostics);
  EXPECT_TRUE(out.segments.is_complete);
  EXPECT_TRUE(out.whole.is_complete);
  EXPECT_TRUE(diagnostics.all().empty());
  EXPECT_TRUE(compare_runs(split.primitive, out.segments, out.whole).is_equal);
  for (size_t i = 0; i < out.inputs.size(); ++i) {
    const auto* here = std::get_if<TensorPointer>(&out.inputs[i]);
    if (here == nullptr) continue;
    EXPECT_TRUE(compare(**here, *std::get<TensorPointer>(out.inputs_of_whole[i]), 1).is_equal) << "input " << i;
  }
  expect_same_alone(split, out.whole, out.inputs_of_whole);
  return out;
}

Tensor& tensor(const Value& value) { return *std::get<TensorPointer>(value); }

/// The values that are alive before the first segment and after each.
std::string live_text(const Split& split) {
  std::set<uint32_t> alive;
  for (StateId input : split.primitive.definition.inputs) alive.insert(input.index);
  std::string out = "{" + join(alive, ", ", [](uint32_t state) { return concat(state); }) + "}\n";
  for (const PlanStep& step : split.plan.steps) {
    for (StateId result : split.translations[step.segment].results) alive.insert(result.index);
    for (StateId state : step.frees) EXPECT_EQ(alive.erase(state.index), 1u) << state.index;
    out += "{" + join(alive, ", ", [](uint32_t state) { return concat(state); }) + "}\n";
  }
  return out;
}

StateId sum(PrimitiveFixture& fixture, StateId of) {
  return fixture.value(op("sum"), {of}, ReduceAttributes{.dims = {1}, .keepdim = false, .dtype = DType::kNull});
}

/// sum, broadcast | add.
Split reduction_broadcast_add() {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1, -1}, {2, 32});
  const StateId t1 = fixture.tensor({-1, -1}, {2, 128});
  const StateId t2 = sum(fixture, t0);
  const StateId t3 = fixture.value(op("broadcast"), {t2}, BroadcastAttributes{.is_broadcast_dim = {false, true}});
  const StateId t4 = fixture.value(op("add"), {t1, t3});
  fixture.output(t4);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t2, t3}, {t0}, {t3}),
                                segment_of(primitive, {t4}, {t1, t3}, {t4})};
  return split(std::move(primitive), std::move(segments));
}

TEST(Run, SegmentsGiveWhatTheWholeGives) {
  const Split made = reduction_broadcast_add();
  const BothRuns runs = run_both(made);
  ASSERT_EQ(runs.segments.outputs.size(), 1u);
  EXPECT_EQ(tensor(runs.segments.outputs[0]).extents(), (std::vector<int64_t>{2, 128}));
  // By hand: element (1, 5) is its input plus the sum of row 1 of the other.
  double expected = 0;
  for (int64_t i = 0; i < 32; ++i) expected += tensor(runs.inputs[0]).real(32 + i);
  expected = static_cast<float>(expected);
  expected = static_cast<float>(expected + tensor(runs.inputs[1]).real(128 + 5));
  EXPECT_EQ(tensor(runs.segments.outputs[0]).real(128 + 5), expected);
  EXPECT_EQ(runs.segments.segments.size(), 2u);
}

TEST(Plan, ValuesAreFreedAfterTheirLastUse) {
  const Split made = reduction_broadcast_add();
  EXPECT_EQ(live_text(made),
            "{0, 1}\n"
            "{1, 3}\n"
            "{4}\n");
  EXPECT_EQ(made.plan.peak_bytes, 4 * (64 + 256 + 2 + 256));
  EXPECT_EQ(made.plan.total_bytes, 4 * (64 + 256 + 2 + 256));
  EXPECT_GE(estimate_run_bytes(made.primitive, made.plan), made.plan.peak_bytes);
}

TEST(Plan, AnExtentOutlivesItsTensor) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1, -1}, {2, 3});
  const StateId t1 = sum(fixture, t0);
  const StateId s2 = fixture.value(op("size"), {t0}, DimAttributes{.dim = 0});
  const StateId s3 = fixture.value(op("size"), {t0}, DimAttributes{.dim = 1});
  const StateId v4 = fixture.builder.vector(std::array{s2, s3});
  const StateId t5 = fixture.value(op("broadcast"), {t1}, BroadcastAttributes{.is_broadcast_dim = {false, true}});
  const StateId t6 = fixture.value(op("expand"), {t5, v4});
  fixture.output(t6);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t1}, {t0}, {t1}), segment_of(primitive, {t5, t6}, {t1}, {t6})};
  const Split made = split(std::move(primitive), std::move(segments));
  // The tensor itself goes after the first; the second asks for its extent alone.
  EXPECT_EQ(live_text(made),
            "{0}\n"
            "{1}\n"
            "{6}\n");
  run_both(made);
}

TEST(Run, OneSegmentRunsAfterTheSegmentsItNeeds) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId t1 = fixture.value(op("neg"), {t0});
  const StateId t2 = fixture.value(op("exp"), {t0});
  const StateId t3 = fixture.value(op("relu"), {t1});
  fixture.output(t2);
  fixture.output(t3);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t1}, {t0}, {t1}), segment_of(primitive, {t2}, {t0}, {t2}),
                                segment_of(primitive, {t3}, {t1}, {t3})};
  const Split made = split(std::move(primitive), std::move(segments));
  Diagnostics diagnostics;
  std::vector<uint32_t> seen;
  RunOptions options;
  options.only = SegmentId(2U);
  options.after_segment = [&](SegmentId segment) { seen.push_back(segment.index); };
  const RunResult result =
      run_segments(made.primitive, made.plan, made.translations, inputs_of(made.primitive), options, diagnostics);
  EXPECT_EQ(seen, (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(result.states, std::vector<StateId>{t3});
  EXPECT_EQ(result.outputs.size(), 1u);
}

TEST(Run, DuplicateOutputsAndReturnedInputsAreTheSameObjects) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId t1 = fixture.value(op("neg"), {t0});
  fixture.output(t1);
  fixture.output(t0);
  fixture.output(t1);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t1}, {t0}, {t1})};
  const BothRuns runs = run_both(split(std::move(primitive), std::move(segments)));
  ASSERT_EQ(runs.segments.outputs.size(), 3u);
  EXPECT_EQ(&tensor(runs.segments.outputs[0]), &tensor(runs.segments.outputs[2]));
  EXPECT_EQ(&tensor(runs.segments.outputs[1]), &tensor(runs.inputs[0]));
}

TEST(Run, UpdatedInputIsTheVisibleOutput) {
  // add_output(T4); add_output(T4, T0); add_output(T4); add_output(T0): three results, all the storage of the input.
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId t1 = fixture.tensor({-1}, {4});
  const StateId t2 = fixture.value(op("add"), {t0, t1});
  fixture.output(t2);
  fixture.output(t2, t0);
  fixture.output(t2);
  fixture.output(t0);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t2}, {t0, t1}, {t2})};
  const Split made = split(std::move(primitive), std::move(segments));
  const double before = tensor(inputs_of(made.primitive)[0]).real(3);
  const BothRuns runs = run_both(made);
  ASSERT_EQ(runs.segments.outputs.size(), 3u);
  for (const Value& output : runs.segments.outputs) EXPECT_EQ(&tensor(output), &tensor(runs.inputs[0]));
  EXPECT_EQ(tensor(runs.inputs[0]).real(3), static_cast<float>(before + tensor(runs.inputs[1]).real(3)));
}

TEST(Run, HiddenOutputUpdatesItsInputAndIsNoResult) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId t1 = fixture.value(op("neg"), {t0});
  const StateId t2 = fixture.value(op("relu"), {t1});
  fixture.output(t1, t0);
  fixture.output(t2);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t1, t2}, {t0}, {t1, t2})};
  const Split made = split(std::move(primitive), std::move(segments));
  EXPECT_EQ(made.plan.results, std::vector<StateId>{t2});
  const double before = tensor(inputs_of(made.primitive)[0]).real(2);
  EXPECT_EQ(tensor(run_both(made).inputs[0]).real(2), -before);
}

/// T1 = neg(T0) updates T0; a later segment reads T0, before or after the update by the order of the segments.
TEST(Run, SegmentAfterTheUpdateReadsTheOldValue) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId t1 = fixture.value(op("neg"), {t0});
  const StateId t2 = fixture.value(op("exp"), {t0});
  const StateId t3 = fixture.value(op("mul"), {t1, t2});
  fixture.output(t1, t0);
  fixture.output(t3);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t1}, {t0}, {t1}), segment_of(primitive, {t2}, {t0}, {t2}),
                                segment_of(primitive, {t3}, {t1, t2}, {t3})};
  const Split made = split(std::move(primitive), std::move(segments));
  EXPECT_TRUE(made.plan.steps[0].updates.empty());
  ASSERT_EQ(made.plan.steps[1].updates.size(), 1u);
  EXPECT_TRUE(made.plan.steps[2].updates.empty());
  // The definition that makes the value leaves the input alone.
  EXPECT_FALSE(made.translations[SegmentId(0U)].definition.outputs[0].alias.has_value());
  EXPECT_TRUE(made.translations[SegmentId(0U)].updates.inside.empty());
  EXPECT_EQ(made.translations[SegmentId(1U)].updates.after, (std::vector<InPlaceUpdate>{{.value = t1, .input = t0}}));
  const double old = tensor(inputs_of(made.primitive)[0]).real(1);
  const BothRuns runs = run_both(made);
  EXPECT_EQ(tensor(runs.inputs[0]).real(1), -old);
  const double exponential = static_cast<float>(std::exp(old));
  EXPECT_EQ(tensor(runs.segments.outputs[0]).real(1), static_cast<float>(-old * exponential));
}

/// One segment updates an input twice over: by its alias and as a result.
TEST(Run, OneSegmentWithAnUpdateGivesItsResultOnce) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId t1 = fixture.value(op("neg"), {t0});
  fixture.output(t1, t0);
  fixture.output(t1);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t1}, {t0}, {t1})};
  const Split made = split(std::move(primitive), std::move(segments));
  EXPECT_EQ(made.translations[SegmentId(0U)].results, (std::vector<StateId>{t1, t1}));
  RunOptions options;
  options.only = SegmentId(0U);
  Diagnostics diagnostics;
  const RunResult result =
      run_segments(made.primitive, made.plan, made.translations, inputs_of(made.primitive), options, diagnostics);
  EXPECT_EQ(result.states, std::vector<StateId>{t1});
  EXPECT_EQ(results_of_one(made.translations[SegmentId(0U)]), std::vector<StateId>{t1});
}

/// n independent ops, each updating an input of its own.
int64_t touched_by_updates(size_t count) {
  PrimitiveFixture fixture;
  std::vector<StateId> inputs;
  std::vector<StateId> values;
  for (size_t i = 0; i < count; ++i) inputs.push_back(fixture.tensor({-1}, {2}));
  for (StateId input : inputs) values.push_back(fixture.value(op("neg"), {input}));
  for (size_t i = 0; i < count; ++i) fixture.output(values[i], inputs[i]);
  const Primitive primitive = fixture.finish();
  // The caller holds its inputs, so that no later tensor gets the place of one.
  const auto held = inputs_of(primitive);
  Environment environment(primitive, held);
  const int64_t bytes = environment.bytes();
  EXPECT_EQ(bytes, static_cast<int64_t>(8 * count));
  for (size_t i = 0; i < count; ++i) {
    environment.keep(values[i], std::make_shared<Tensor>(DType::kFloat, std::vector<int64_t>{2}));
    EXPECT_EQ(environment.bytes(), bytes + 8);
    environment.update({{.value = values[i], .input = inputs[i]}});
    EXPECT_EQ(environment.bytes(), bytes);
    environment.free(values[i]);
    environment.free(inputs[i]);
    EXPECT_EQ(environment.bytes(), bytes);
  }
  return environment.touched();
}

/// Bytes of one record's reading for a moment: the reference copies operands of products, and sorts keys and places.
TEST(Plan, EstimateCountsWhatTheReferenceWritesOut) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {1000});
  const StateId t1 =
      fixture.value(op("argsort"), {t0}, ArgsortAttributes{.dim = 0, .descending = false, .stable = false});
  fixture.output(t1);
  Primitive primitive = fixture.finish();
  EXPECT_EQ(scratch_bytes(primitive.types, primitive.definition.producer(t1)), 24 * 1000);
  EXPECT_EQ(scratch_bytes(primitive.types, primitive.definition.producer(t0)), 0);
  const Split made = split(std::move(primitive), {});
  EXPECT_GE(estimate_run_bytes(made.primitive, made.plan), 2 * 4000 + 8000 + 24 * 1000);

  PrimitiveFixture wide;
  const StateId u0 = wide.tensor({-1, 1}, {10, 1}, DType::kFloat4E2M1FN);
  const StateId n = wide.constant(int64_t{10}, DType::kInt);
  const StateId m = wide.constant(int64_t{500}, DType::kInt);
  const StateId v = wide.builder.vector(std::array{n, m});
  const StateId u1 = wide.value(op("expand"), {u0, v});
  wide.output(u1);
  const Primitive expanded = wide.finish();
  // An expanded axis in full, a byte for each 4-bit number.
  EXPECT_EQ(value_bytes(expanded.types, u1), 5000);
}

TEST(Environment, WorkGrowsWithTheValuesTouched) {
  const int64_t one = touched_by_updates(50);
  EXPECT_EQ(touched_by_updates(100), 2 * one);
  EXPECT_LE(one, 50 * 12);
}

TEST(Environment, CallersInputsAreCountedThoughFreedAndSharedValuesOnce) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId t1 = fixture.value(op("neg"), {t0});
  const StateId t2 = fixture.value(op("neg"), {t1});
  fixture.output(t2);
  const Primitive primitive = fixture.finish();
  Environment environment(primitive, inputs_of(primitive));
  environment.free(t0);
  EXPECT_EQ(environment.bytes(), 16);
  const auto shared = std::make_shared<Tensor>(DType::kFloat, std::vector<int64_t>{4});
  environment.keep(t1, shared);
  environment.keep(t2, shared);
  environment.keep(t2, shared);
  EXPECT_EQ(environment.bytes(), 32);
  environment.free(t1);
  EXPECT_EQ(environment.bytes(), 32);
  environment.free(t2);
  EXPECT_EQ(environment.bytes(), 16);
}

TEST(Run, CopyOfAnUpdatedInputKeepsTheOldValue) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId t1 = fixture.value(op("set"), {t0});
  const StateId t2 = fixture.value(op("neg"), {t0});
  fixture.output(t1);
  fixture.output(t2, t0);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t1}, {t0}, {t1}), segment_of(primitive, {t2}, {t0}, {t2})};
  const Split made = split(std::move(primitive), std::move(segments));
  const double old = tensor(inputs_of(made.primitive)[0]).real(0);
  const BothRuns runs = run_both(made);
  EXPECT_EQ(tensor(runs.segments.outputs[0]).real(0), old);
  EXPECT_EQ(tensor(runs.inputs[0]).real(0), -old);
}

TEST(Run, TwoInputsUpdatedWithEachOtherAreSwapped) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId t1 = fixture.tensor({-1}, {4});
  fixture.output(t1, t0);
  fixture.output(t0, t1);
  const Split made = split(fixture.finish(), {});
  EXPECT_EQ(made.plan.lone_updates.size(), 2u);
  const std::vector<Value> before = inputs_of(made.primitive);
  const BothRuns runs = run_both(made);
  EXPECT_EQ(tensor(runs.inputs[0]).real(2), tensor(before[1]).real(2));
  EXPECT_EQ(tensor(runs.inputs[1]).real(2), tensor(before[0]).real(2));
}

TEST(Run, ChainOfUpdatesReadsOldValues) {
  // T0 takes T1, T1 takes neg(T0): both from before.
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId t1 = fixture.tensor({-1}, {4});
  const StateId t2 = fixture.value(op("neg"), {t0});
  const StateId t3 = fixture.value(op("exp"), {t0});
  fixture.output(t1, t0);
  fixture.output(t2, t1);
  fixture.output(t3);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t2}, {t0}, {t2}), segment_of(primitive, {t3}, {t0}, {t3})};
  const Split made = split(std::move(primitive), std::move(segments));
  const std::vector<Value> before = inputs_of(made.primitive);
  const BothRuns runs = run_both(made);
  EXPECT_EQ(tensor(runs.inputs[0]).real(1), tensor(before[1]).real(1));
  EXPECT_EQ(tensor(runs.inputs[1]).real(1), -tensor(before[0]).real(1));
}

TEST(Run, LastUpdateOfAnInputIsTheOneThatIsSeen) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId t1 = fixture.value(op("neg"), {t0});
  const StateId t2 = fixture.value(op("exp"), {t0});
  fixture.output(t1, t0);
  fixture.output(t2, t0);
  fixture.output(t1);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t1, t2}, {t0}, {t1, t2})};
  const Split made = split(std::move(primitive), std::move(segments));
  const double old = tensor(inputs_of(made.primitive)[0]).real(0);
  const BothRuns runs = run_both(made);
  EXPECT_EQ(tensor(runs.inputs[0]).real(0), static_cast<float>(std::exp(old)));
  EXPECT_EQ(tensor(runs.segments.outputs[0]).real(0), -old);
}

TEST(Run, ScalarInputsAndOutputsReadByLaterSegments) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {4});
  const StateId s1 = fixture.scalar_input(DType::kDouble, 2.5);
  const StateId t2 = fixture.value(op("mul"), {t0, s1});
  const StateId t3 = fixture.value(op("add"), {t2, s1});
  fixture.output(t2);
  fixture.output(t3);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t2}, {t0}, {t2}), segment_of(primitive, {t3}, {t2}, {t3})};
  const Split made = split(std::move(primitive), std::move(segments));
  EXPECT_EQ(made.plan.results, (std::vector<StateId>{t2, t3}));
  for (const PlanStep& step : made.plan.steps) EXPECT_EQ(std::count(step.frees.begin(), step.frees.end(), t2), 0);
  run_both(made);
}

TEST(Run, RandomValuesDoNotDependOnTheSplit) {
  PrimitiveFixture fixture;
  const StateId s0 = fixture.constant(0.0, DType::kDouble);
  const StateId s1 = fixture.constant(1.0, DType::kDouble);
  const StateId v2 = fixture.builder.literal_vector(std::array<int64_t, 1>{16});
  const StateId t3 = fixture.value(op("uniform"), {s0, s1, v2, std::nullopt, std::nullopt},
                                   RandomAttributes{.dtype = DType::kFloat, .ordinal = 0});
  const StateId t4 = fixture.value(op("uniform"), {s0, s1, v2, std::nullopt, std::nullopt},
                                   RandomAttributes{.dtype = DType::kFloat, .ordinal = 1});
  fixture.output(t3);
  fixture.output(t4);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t4}, {}, {t4}), segment_of(primitive, {t3}, {}, {t3})};
  const BothRuns runs = run_both(split(std::move(primitive), std::move(segments)));
  EXPECT_FALSE(compare(tensor(runs.segments.outputs[0]), tensor(runs.segments.outputs[1]), 1).is_equal);
}

TEST(Run, WhatCannotBeComputedStopsTheRunWithADiagnostic) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {8});
  const StateId t1 = fixture.value(op("index_put_accumulate"), {t0, t0, t0}, OpaqueAttributes{});
  const StateId t2 = fixture.value(op("neg"), {t1});
  fixture.output(t2);
  Primitive primitive = fixture.finish();
  std::vector<Segment> segments{segment_of(primitive, {t1}, {t0}, {t1}), segment_of(primitive, {t2}, {t1}, {t2})};
  const Split made = split(std::move(primitive), std::move(segments));
  Diagnostics diagnostics;
  EXPECT_FALSE(run_segments(made.primitive, made.plan, made.translations, inputs_of(made.primitive), {}, diagnostics)
                   .is_complete);
  EXPECT_TRUE(diagnostics.has_errors());
}

TEST(Run, DifferencesAreFoundAndMeasured) {
  const Split made = reduction_broadcast_add();
  BothRuns runs = run_both(made);
  tensor(runs.segments.outputs[0]).set_real(7, tensor(runs.whole.outputs[0]).real(7) + 0.5);
  const RunComparison comparison = compare_runs(made.primitive, runs.segments, runs.whole);
  EXPECT_FALSE(comparison.is_within);
  EXPECT_NEAR(comparison.outputs[0].comparison.max_abs_error, 0.5, 1e-6);
  EXPECT_EQ(comparison.outputs[0].comparison.worst, 7);
}

TEST(Plan, LengthsOfReductionsAreFoundThroughTheOpsAfterThem) {
  const Split made = reduction_broadcast_add();
  const IdMap<StateId, int64_t> lengths = accumulated_lengths(made.primitive.definition, made.primitive.types);
  EXPECT_EQ(lengths[StateId(1U)], 1);
  EXPECT_EQ(lengths[StateId(4U)], 32);
}

TEST(RunWork, CountsElementsAndTheTermsOfProducts) {
  PrimitiveFixture f;
  const StateId a = f.tensor({-1, -1}, {3, 5});
  const StateId b = f.tensor({-1, -1}, {5, 7});
  const StateId negated = f.value(op("neg"), {a});
  f.output(f.value(op("matmul"), {negated, b}));
  f.output(f.value(op("sum"), {b}, ReduceAttributes{.dims = {0, 1}, .keepdim = false, .dtype = DType::kFloat}));
  const Primitive primitive = f.finish();
  EXPECT_EQ(definition_work(primitive.definition, primitive.types), 3 * 5 + 3 * 7 * 5 + 5 * 7);
}

TEST(RunWork, SaturatesWhereNoNumberIsLargeEnough) {
  PrimitiveFixture f;
  const int64_t wide = int64_t{1} << 20;
  StateId a = f.tensor({-1, -1}, {wide, wide});
  for (int i = 0; i < 3; ++i) a = f.value(op("matmul"), {a, a});
  f.output(a);
  const Primitive primitive = f.finish();
  EXPECT_GE(definition_work(primitive.definition, primitive.types), int64_t{1} << 60);
}

}  // namespace
}  // namespace cleave

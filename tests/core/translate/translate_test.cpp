// The definitions and index maps of segments, as text, and what holds for every one of them.
#include "core/translate/translate.h"

#include <gtest/gtest.h>

#include "tests/core/translate/definition_text.h"
#include "tests/core/translate/primitive_fixture.h"

namespace cleave {
namespace {

/// What must hold of any translation: types are the primitive's through the map, everything on the boundary is mapped,
/// and a definition inferred from its own text has the same extents and dtypes.
void expect_laws(const Primitive& primitive, const Segment& segment, const Translation& translation) {
  const Definition& definition = translation.definition;
  EXPECT_EQ(translation.arguments.size(), definition.inputs.size());
  EXPECT_EQ(translation.results.size(), definition.outputs.size());
  EXPECT_EQ(translation.index_map.size(), definition.states.size());
  EXPECT_EQ(translation.types.states.size(), definition.states.size());
  for (StateId state : definition.states.ids()) {
    const std::optional<StateId> whole = translation.to_primitive.origin(state);
    if (!whole || !definition.is_tensor(state)) continue;
    ASSERT_EQ(translation.types.is_known(state), primitive.types.is_known(*whole));
    if (!primitive.types.is_known(*whole)) continue;
    const TensorType& here = translation.types.tensor(state);
    const TensorType& there = primitive.types.tensor(*whole);
    EXPECT_EQ(here.dtype, there.dtype);
    EXPECT_EQ(here.extents(), there.extents());
    EXPECT_EQ(here.contiguity, there.contiguity);
    EXPECT_EQ(here.allocation_order, there.allocation_order);
  }
  for (size_t i = 0; i < definition.outputs.size(); ++i) {
    EXPECT_EQ(translation.to_primitive.origin(definition.outputs[i].value), translation.results[i]);
  }
  for (StateId output : segment.outputs) {
    EXPECT_NE(std::find(translation.results.begin(), translation.results.end(), output), translation.results.end());
  }

  TypeInference again;
  for (RecordId id : definition.records.ids()) {
    const Record& record = definition.records[id];
    if (record.op == op("define_tensor")) {
      again.declare_tensor(definition, record.result(), translation.types.tensor(record.result()).extents());
    } else if (record.op == op("define_scalar")) {
      again.declare_scalar(definition, record.result(), translation.types.scalar(record.result()).value);
    } else if (record.op == op("add_output")) {
      const std::vector<int64_t>& order = attributes<OutputAttributes>(record).stride_order;
      if (!order.empty()) again.set_allocation(record.operand(0), order);
    } else {
      again.infer(definition, id);
    }
  }
  for (StateId state : definition.states.ids()) {
    if (!definition.is_tensor(state) || !translation.types.is_known(state)) continue;
    const TensorType& inferred = again.types().tensor(state);
    EXPECT_EQ(inferred.dtype, translation.types.tensor(state).dtype) << state.index;
    EXPECT_EQ(inferred.extents(), translation.types.tensor(state).extents()) << state.index;
    EXPECT_EQ(inferred.contiguity, translation.types.tensor(state).contiguity) << state.index;
  }
}

Translation translated(const Primitive& primitive, const Segment& segment) {
  Translation out = translate(primitive, segment);
  expect_laws(primitive, segment, out);
  return out;
}

StateId sum(PrimitiveFixture& fixture, StateId of, std::vector<int64_t> dims) {
  return fixture.value(op("sum"), {of},
                       ReduceAttributes{.dims = std::move(dims), .keepdim = false, .dtype = DType::kNull});
}
StateId broadcast(PrimitiveFixture& fixture, StateId of, std::vector<bool> flags) {
  return fixture.value(op("broadcast"), {of}, BroadcastAttributes{.is_broadcast_dim = std::move(flags)});
}

TEST(Translate, ReductionBroadcastAdd) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1, -1}, {2, 32});
  const StateId t1 = fixture.tensor({-1, -1}, {2, 128});
  const StateId t2 = sum(fixture, t0, {1});
  const StateId t3 = broadcast(fixture, t2, {false, true});
  const StateId t4 = fixture.value(op("add"), {t1, t3});
  fixture.output(t4);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t2, t3}, {t0}, {t3}))),
            "{0: 0, 2: 3}\n"
            "T0 = define_tensor([-1, -1], [True, True], Float)\n"
            "T1 = sum(T0, dims=[1], dtype=Float)\n"
            "T2 = broadcast(T1, [False, True])\n"
            "add_output(T2)\n");
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t4}, {t1, t3}, {t4}))),
            "{0: 1, 1: 3, 2: 4}\n"
            "T0 = define_tensor([-1, -1], [True, True], Float)\n"
            "T1 = define_tensor([-1, 1], [True, None], Float)\n"
            "T2 = add(T0, T1)\n"
            "add_output(T2)\n");
}

TEST(Translate, WholeFusionIsOneSegmentWithItsMap) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1, 4}, {3, 4});
  const StateId t1 = fixture.value(op("neg"), {t0});
  fixture.output(t1);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t1}, {t0}, {t1}))),
            "{0: 0, 1: 1}\n"
            "T0 = define_tensor([-1, 4], [True, True], Float)\n"
            "T1 = neg(T0)\n"
            "add_output(T1)\n");
}

TEST(Translate, TwoSequencesKeepTheirConstants) {
  PrimitiveFixture fixture;
  std::vector<StateId> made;
  for (auto [length, start, step, dtype] : {std::tuple(2, 0, 2, DType::kInt), std::tuple(3, 100, 1, DType::kInt32)}) {
    const StateId s0 = fixture.constant(int64_t{length}, DType::kInt);
    const StateId s1 = fixture.constant(int64_t{start}, dtype);
    const StateId s2 = fixture.constant(int64_t{step}, dtype);
    made.push_back(fixture.value(op("iota"), {s0, s1, s2}, IntegerAttributes{.dtype = dtype}));
  }
  for (StateId tensor : made) fixture.output(tensor);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {made[0]}, {}, {made[0]}))),
            "{3: 3}\n"
            "S0 = define_scalar(2, Int)\n"
            "S1 = define_scalar(0, Int)\n"
            "S2 = define_scalar(2, Int)\n"
            "T3 = iota(S0, S1, S2)\n"
            "add_output(T3)\n");
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {made[1]}, {}, {made[1]}))),
            "{3: 7}\n"
            "S0 = define_scalar(3, Int)\n"
            "S1 = define_scalar(100, Int32)\n"
            "S2 = define_scalar(1, Int32)\n"
            "T3 = iota(S0, S1, S2)\n"
            "add_output(T3)\n");
}

TEST(Translate, ForcedCutLeavesNoCopy) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {8});
  const StateId t1 = fixture.value(op("neg"), {t0});
  const StateId t2 = fixture.value(op("segment_set"), {t1});
  const StateId t3 = fixture.value(op("relu"), {t2});
  fixture.output(t3);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t1, t2}, {t0}, {t2}))),
            "{0: 0, 1: 2}\n"
            "T0 = define_tensor([-1], [True], Float)\n"
            "T1 = neg(T0)\n"
            "add_output(T1)\n");
  EXPECT_EQ(map_text(translated(primitive, segment_of(primitive, {t3}, {t2}, {t3})).boundary()), "{0: 2, 1: 3}");
}

TEST(Translate, ExtentThatNoTensorCarriesIsAnInputAheadOfTheEdge) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1, -1}, {2, 3});
  const StateId t1 = sum(fixture, t0, {1});
  const StateId t2 = fixture.value(op("segment_set"), {t1});
  const StateId s3 = fixture.value(op("size"), {t0}, DimAttributes{.dim = 0});
  const StateId s4 = fixture.value(op("size"), {t0}, DimAttributes{.dim = 1});
  const StateId v5 = fixture.builder.vector(std::array{s3, s4});
  const StateId t6 = broadcast(fixture, t2, {false, true});
  const StateId t7 = fixture.value(op("expand"), {t6, v5});
  fixture.output(t7);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(map_text(translated(primitive, segment_of(primitive, {t1, t2}, {t0}, {t2})).boundary()), "{0: 0, 1: 2}");
  const Translation second = translated(primitive, segment_of(primitive, {t6, t7}, {t2}, {t7}));
  EXPECT_EQ(text(second),
            "{0: -2, 1: 2, 5: 7}\n"
            "S0 = define_scalar(None, Int)\n"
            "T1 = define_tensor([-1], [True], Float)\n"
            "T2 = broadcast(T1, [False, True])\n"
            "S3 = size(T1, dim=0)\n"
            "V4 = define_vector(S3, S0)\n"
            "T5 = expand(T2, V4)\n"
            "add_output(T5)\n");
  EXPECT_EQ(second.index_map[0].role, IndexRole::kExtent);
  EXPECT_EQ(second.index_map[0].label, "T0.size(1)");
  EXPECT_EQ(second.arguments[0].extent_tensor, t0);
  EXPECT_EQ(second.arguments[0].extent_dim, 1);
  // With the tensor that owns the extent among the inputs, it is read from there.
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t1, t2, t6, t7}, {t0}, {t7}))),
            "{0: 0, 6: 7}\n"
            "T0 = define_tensor([-1, -1], [True, True], Float)\n"
            "T1 = sum(T0, dims=[1], dtype=Float)\n"
            "T2 = broadcast(T1, [False, True])\n"
            "S3 = size(T0, dim=0)\n"
            "S4 = size(T0, dim=1)\n"
            "V5 = define_vector(S3, S4)\n"
            "T6 = expand(T2, V5)\n"
            "add_output(T6)\n");
}

TEST(Translate, LastPositionOfASharedExtentWins) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1, -1}, {2, 3});
  const StateId t1 = fixture.tensor({-1, -1}, {2, 3});
  const StateId s2 = fixture.value(op("size"), {t0}, DimAttributes{.dim = 1});
  const StateId v3 = fixture.builder.vector(std::array{s2});
  const StateId s4 = fixture.constant(1.0, DType::kDouble);
  const StateId t5 = fixture.value(op("full"), {v3, s4}, DTypeAttributes{.dtype = DType::kFloat});
  fixture.output(t5);
  Primitive primitive = fixture.finish();
  const auto extent_of_t0 = primitive.types.tensor(t0).axes[1].origin;
  std::get<TensorType>(primitive.types.states[t1]).axes[0].origin = extent_of_t0;
  const Translation made = translate(primitive, segment_of(primitive, {t5}, {}, {t5}));
  EXPECT_EQ(map_text(made.boundary()), "{0: -3, 3: 5}");
  EXPECT_EQ(made.arguments[0].extent_tensor, t1);
}

TEST(Translate, SliceMakesItsNumbersAxisByAxisAndThreeVectors) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({4, 6}, {4, 6});
  const StateId v1 = fixture.builder.literal_vector(std::array<int64_t, 2>{1, 2});
  const StateId v2 = fixture.builder.literal_vector(std::array<int64_t, 2>{3, 6});
  const StateId v3 = fixture.builder.literal_vector(std::array<int64_t, 2>{1, 1});
  const StateId t4 = fixture.value(op("slice"), {t0, v1, v2, v3}, SliceAttributes{});
  fixture.output(t4);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t4}, {t0}, {t4}))),
            concat("{0: 0, 10: ", t4.index,
                   "}\n"
                   "T0 = define_tensor([4, 6], [True, True], Float)\n"
                   "S1 = define_scalar(1, Int)\n"
                   "S2 = define_scalar(3, Int)\n"
                   "S3 = define_scalar(1, Int)\n"
                   "S4 = define_scalar(2, Int)\n"
                   "S5 = define_scalar(6, Int)\n"
                   "S6 = define_scalar(1, Int)\n"
                   "V7 = define_vector(S1, S4)\n"
                   "V8 = define_vector(S2, S5)\n"
                   "V9 = define_vector(S3, S6)\n"
                   "T10 = slice(T0, V7, V8, V9)\n"
                   "add_output(T10)\n"));
}

TEST(Translate, PadMakesItsValueThenWidthsFromTheFirstAxisOn) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({4, 6}, {4, 6});
  const StateId v1 = fixture.builder.literal_vector(std::array<int64_t, 4>{1, 2, 3, 4});
  const StateId s2 = fixture.constant(9.0, DType::kDouble);
  const StateId t3 = fixture.value(op("pad"), {t0, v1, s2});
  fixture.output(t3);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(definition_text(translated(primitive, segment_of(primitive, {t3}, {t0}, {t3})).definition),
            "T0 = define_tensor([4, 6], [True, True], Float)\n"
            "S1 = define_scalar(9, Double)\n"
            "S2 = define_scalar(3, Int)\n"
            "S3 = define_scalar(4, Int)\n"
            "S4 = define_scalar(1, Int)\n"
            "S5 = define_scalar(2, Int)\n"
            "V6 = define_vector(S4, S5, S2, S3)\n"
            "T7 = pad(T0, V6, S1)\n"
            "add_output(T7)\n");
}

TEST(Translate, OutputThatUpdatesAnInputIsAlsoReturned) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {8});
  const StateId t1 = fixture.tensor({-1}, {8});
  const StateId t2 = fixture.value(op("neg"), {t1});
  fixture.output(t2, t0);
  const Primitive primitive = fixture.finish();
  const Translation made = translated(primitive, segment_of(primitive, {t2}, {t1}, {t2}));
  EXPECT_EQ(text(made),
            "{0: 1, 1: 0, 2: 2}\n"
            "T0 = define_tensor([-1], [True], Float)\n"
            "T1 = define_tensor([-1], [True], Float)\n"
            "T2 = neg(T0)\n"
            "add_output(T2, T1)\n"
            "add_output(T2)\n");
  EXPECT_EQ(made.definition.outputs[0].alias, StateId(1U));
}

TEST(Translate, ValueThatOnlyUpdatesAnInputHasNoMemoryOfItsOwn) {
  const auto first_segment = [](bool is_read_later, bool is_result) {
    PrimitiveFixture fixture;
    const StateId t0 = fixture.tensor({-1}, {8});
    const StateId t1 = fixture.value(op("neg"), {t0});
    const StateId t2 = fixture.value(op("relu"), {is_read_later ? t1 : t0});
    fixture.output(t1, t0);
    if (is_result) fixture.output(t1);
    fixture.output(t2);
    const Primitive primitive = fixture.finish();
    Segmentation segmentation;
    if (!is_read_later) {
      segmentation.segments.add(segment_of(primitive, {t2}, {t0}, {t2}));
      segmentation.segments.add(segment_of(primitive, {t1}, {t0}, {t1}));
      return definition_text(translate(primitive, segmentation)[SegmentId(1U)].definition);
    }
    segmentation.segments.add(segment_of(primitive, {t1}, {t0}, {t1}));
    segmentation.segments.add(segment_of(primitive, {t2}, {t1}, {t2}));
    return definition_text(translate(primitive, segmentation)[SegmentId(0U)].definition);
  };
  const std::string update =
      "T0 = define_tensor([-1], [True], Float)\n"
      "T1 = neg(T0)\n"
      "add_output(T1, T0)\n";
  EXPECT_EQ(first_segment(false, false), update);
  EXPECT_EQ(first_segment(true, false), update + "add_output(T1)\n");
  EXPECT_EQ(first_segment(false, true), update + "add_output(T1)\n");
}

TEST(Translate, CopyOfAnInputStaysACopy) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {8});
  const StateId t1 = fixture.value(op("segment_set"), {t0});
  fixture.output(t1);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t1}, {t0}, {t1}))),
            "{0: 0, 1: 1}\n"
            "T0 = define_tensor([-1], [True], Float)\n"
            "T1 = set(T0)\n"
            "add_output(T1)\n");
}

TEST(Translate, CopyBesideItsSourceStaysASecondOutput) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {8});
  const StateId t1 = fixture.value(op("neg"), {t0});
  const StateId t2 = fixture.value(op("set"), {t1});
  const StateId t3 = fixture.value(op("set"), {t1});
  fixture.output(t1);
  fixture.output(t2);
  fixture.output(t3);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t1, t2, t3}, {t0}, {t1, t2, t3}))),
            "{0: 0, 1: 1, 2: 2, 3: 3}\n"
            "T0 = define_tensor([-1], [True], Float)\n"
            "T1 = neg(T0)\n"
            "T2 = set(T1)\n"
            "T3 = set(T1)\n"
            "add_output(T1)\n"
            "add_output(T2)\n"
            "add_output(T3)\n");
}

TEST(Translate, MemoryOrderOfACopySurvivesInTheOutputAndTheEdge) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1, -1}, {2, 3});
  const StateId t1 = fixture.value(op("neg"), {t0});
  const StateId t2 = fixture.value(op("stride_order"), {t1}, StrideOrderAttributes{.stride_order = {0, 1}});
  const StateId t3 = fixture.value(op("relu"), {t2});
  fixture.output(t3, std::nullopt, {0, 1});
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t1, t2}, {t0}, {t2}))),
            "{0: 0, 1: 2}\n"
            "T0 = define_tensor([-1, -1], [True, True], Float)\n"
            "T1 = neg(T0)\n"
            "add_output(T1, stride_order=[0, 1])\n");
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t3}, {t2}, {t3}))),
            "{0: 2, 1: 3}\n"
            "T0 = define_tensor([-1, -1], [True, True], Float, stride_order=[0, 1])\n"
            "T1 = relu(T0)\n"
            "add_output(T1, stride_order=[0, 1])\n");
}

TEST(Translate, OutputAddedTwiceStandsOnce) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {8});
  const StateId t1 = fixture.value(op("neg"), {t0});
  fixture.output(t1);
  fixture.output(t1);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(map_text(translated(primitive, segment_of(primitive, {t1}, {t0}, {t1})).boundary()), "{0: 0, 1: 1}");
}

TEST(Translate, ScalarsAreComputedAgainWhereTheyAreNeeded) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {8});
  const StateId s1 = fixture.scalar_input(DType::kDouble, 2.5);
  const StateId s2 = fixture.constant(3.0, DType::kDouble);
  const StateId s3 = fixture.value(op("mul"), {s1, s2});
  const StateId t4 = fixture.value(op("mul"), {t0, s3});
  const StateId t5 = fixture.value(op("segment_set"), {t4});
  const StateId t6 = fixture.value(op("add"), {t5, s3});
  fixture.output(t6);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t6}, {t5}, {t6}))),
            "{0: 1, 1: 5, 4: 6}\n"
            "S0 = define_scalar(None, Double)\n"
            "T1 = define_tensor([-1], [True], Float)\n"
            "S2 = define_scalar(3, Double)\n"
            "S3 = mul(S0, S2)\n"
            "T4 = add(T1, S3)\n"
            "add_output(T4)\n");
}

TEST(Translate, RandomOpKeepsItsOrdinal) {
  PrimitiveFixture fixture;
  const StateId s0 = fixture.constant(0.0, DType::kDouble);
  const StateId s1 = fixture.constant(1.0, DType::kDouble);
  const StateId v2 = fixture.builder.literal_vector(std::array<int64_t, 1>{4});
  const StateId t3 = fixture.value(op("uniform"), {s0, s1, v2, std::nullopt, std::nullopt},
                                   RandomAttributes{.dtype = DType::kFloat, .ordinal = 7});
  fixture.output(t3);
  const Primitive primitive = fixture.finish();
  EXPECT_EQ(definition_text(translated(primitive, segment_of(primitive, {t3}, {}, {t3})).definition),
            "S0 = define_scalar(4, Int)\n"
            "S1 = define_scalar(0, Double)\n"
            "S2 = define_scalar(1, Double)\n"
            "V3 = define_vector(S0)\n"
            "T4 = uniform(S1, S2, V3, ordinal=7)\n"
            "add_output(T4)\n");
}

TEST(Translate, SizeOfASlicedAxisCrossesAsAScalar) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {8});
  const StateId v1 = fixture.builder.literal_vector(std::array<int64_t, 1>{0});
  const StateId v2 = fixture.builder.literal_vector(std::array<int64_t, 1>{5});
  const StateId t3 = fixture.value(op("slice"), {t0, v1, v2}, SliceAttributes{});
  const StateId s4 = fixture.value(op("size"), {t3}, DimAttributes{.dim = 0});
  const StateId t5 = fixture.value(op("add"), {t3, s4});
  const StateId t6 = fixture.value(op("mul"), {t0, s4});
  fixture.output(t5);
  fixture.output(t6);
  const Primitive primitive = fixture.finish();
  const Translation inside = translated(primitive, segment_of(primitive, {t3, t5}, {t0}, {t5}));
  EXPECT_NE(definition_text(inside.definition).find("= size(T"), std::string::npos);
  EXPECT_EQ(text(translated(primitive, segment_of(primitive, {t6}, {t0}, {t6}))),
            concat("{0: 0, 1: ", s4.index, ", 2: ", t6.index,
                   "}\n"
                   "T0 = define_tensor([-1], [True], Float)\n"
                   "S1 = define_scalar(None, Int)\n"
                   "T2 = mul(T0, S1)\n"
                   "add_output(T2)\n"));
}

TEST(Translate, TemporaryHasNoSourceIndexButALabel) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {8});
  const StateId t1 = fixture.value(op("neg"), {t0});
  const StateId t2 = fixture.value(op("relu"), {t1});
  fixture.output(t2);
  Primitive primitive = fixture.finish();
  primitive.to_source = IndexMap();
  primitive.to_source.set(t0, StateId(0U));
  primitive.to_source.set(t2, StateId(1U));
  primitive.labels[t1] = "T1.silu.1";
  const Translation made = translated(primitive, segment_of(primitive, {t1}, {t0}, {t1}));
  EXPECT_EQ(map_text(made.boundary()), "{0: 0, 1: -}");
  EXPECT_EQ(made.index_map[1].label, "T1.silu.1");
}

TEST(Translate, OpThatIsNotBuiltIsASegmentWithNeighbours) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {8});
  const OpCode unbuilt = op("preprocess_grouped_matmul_input_sf");
  const StateId t1 = fixture.value(op("neg"), {t0});
  const StateId t2 = fixture.value(unbuilt, {t1, t0, t0}, OpaqueAttributes{});
  const StateId t3 = fixture.value(unbuilt, {t2, t2, t2}, OpaqueAttributes{});
  fixture.output(t3);
  const Primitive primitive = fixture.finish();
  ASSERT_FALSE(primitive.types.is_known(t2));
  EXPECT_EQ(text(translate(primitive, segment_of(primitive, {t2}, {t0, t1}, {t2}))),
            "{0: 0, 1: 1, 2: 2}\n"
            "T0 = define_tensor([-1], [True], Float)\n"
            "T1 = define_tensor([-1], [True], Float)\n"
            "T2 = preprocess_grouped_matmul_input_sf(T1, T0, T0)\n"
            "add_output(T2)\n");
  // A value whose shape is not known can be shown, as a tensor without dimensions, and its type stays unknown.
  const Translation after = translate(primitive, segment_of(primitive, {t3}, {t2}, {t3}));
  EXPECT_EQ(text(after),
            "{0: 2, 1: 3}\n"
            "T0 = define_tensor([], [], Float)\n"
            "T1 = preprocess_grouped_matmul_input_sf(T0, T0, T0)\n"
            "add_output(T1)\n");
  EXPECT_FALSE(after.types.is_known(StateId(0U)));
}

TEST(Translate, RolesOfAllStates) {
  PrimitiveFixture fixture;
  const StateId t0 = fixture.tensor({-1}, {8});
  const StateId s1 = fixture.constant(2.0, DType::kDouble);
  const StateId t2 = fixture.value(op("mul"), {t0, s1});
  const StateId t3 = fixture.value(op("neg"), {t2});
  const StateId t4 = fixture.value(op("relu"), {t3});
  fixture.output(t4);
  const Primitive primitive = fixture.finish();
  Segment segment = segment_of(primitive, {t2, t3, t4}, {t0}, {t4});
  segment.recomputed = {primitive.definition.states[t2].producer};
  const Translation made = translated(primitive, segment);
  EXPECT_EQ(join(made.index_map, " ", [](const IndexMapEntry& entry) { return name(entry.role); }),
            "in const copy inner out");
}

}  // namespace
}  // namespace cleave

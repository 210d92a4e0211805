// What an emitter builds for the source record in hand, and what prune makes of it: inputs stay, what no output needs
// goes, and every literal stands right before its reader.
#include "core/rewrite/emitter.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/ir/verify.h"
#include "core/ops/op_table.h"
#include "core/rewrite/prune.h"

namespace cleave {
namespace {

/// Two inputs, the second read by nobody, and `y = sum(x, [1])`.
class EmitterTest : public ::testing::Test {
 protected:
  EmitterTest() {
    Builder builder;
    const TensorAttributes declared{.shape = {-1, 6}, .contiguity = {true, true}};
    const StateId x = builder.value(op("define_tensor"), {}, declared);
    builder.value(op("define_tensor"), {}, declared);
    builder.output(builder.value(op("sum"), {x}, ReduceAttributes{.dims = {1}}));
    source = std::move(builder).finish();
    map.names.set(StateId(0U), "x");
    map.names.set(StateId(1U), "unread");
    map.names.set(StateId(2U), "y");
    for (uint32_t input = 0; input < 2; ++input) {
      emitter.begin(RecordId(input));
      emitter.bind(StateId(input), emitter.declare_tensor(declared, {4, 6}));
    }
    emitter.begin(RecordId(2U));
  }

  StateId x() const { return *emitter.value_of(StateId(0U)); }

  StateId sum(StateId value) { return emitter.emit(op("sum"), {value}, ReduceAttributes{.dims = {1}}); }

  Primitive finished(StateId y) {
    emitter.bind(StateId(2U), y);
    emitter.begin(RecordId(3U));
    emitter.output(y, {});
    return std::move(emitter).finish();
  }

  Definition source;
  SourceMap map;
  Diagnostics diagnostics;
  Emitter emitter{source, map, diagnostics};
};

/// All records, hidden ones as `literal` and declarations as `input`.
std::string shape_of(const Primitive& primitive) {
  std::string text;
  for (RecordId id : primitive.definition.records.ids()) {
    const Record& record = primitive.definition.records[id];
    const bool is_input = family(record.op) == OpFamily::kDefineTensor;
    text += concat(record.form == RecordForm::kInline ? "literal" : is_input ? "input" : info(record.op).name, "\n");
  }
  return text;
}

TEST_F(EmitterTest, ACastToTheSameTypeIsTheValueItself) {
  EXPECT_EQ(emitter.cast(x(), DType::kFloat), x());
  const StateId half = emitter.cast(x(), DType::kHalf);
  EXPECT_NE(half, x());
  EXPECT_EQ(emitter.dtype(half), DType::kHalf);
}

TEST_F(EmitterTest, AValueOfTheRankIsAligned) {
  EXPECT_EQ(emitter.aligned(x(), 2), x());
  EXPECT_EQ(emitter.tensor(emitter.aligned(x(), 4)).extents(), (std::vector<int64_t>{1, 1, 4, 6}));
}

TEST_F(EmitterTest, TheSizeOfAnInputIsAskedOfTheInputOnce) {
  const StateId doubled = emitter.emit(op("neg"), {x()});
  const StateId rows = emitter.extent_scalar(doubled, 0);
  EXPECT_EQ(emitter.extent_scalar(x(), 0), rows);
  EXPECT_EQ(record_text(emitter.definition(), emitter.definition().states[rows].producer),
            "S3 = fd.ops.size(T0, dim=0)");
}

TEST_F(EmitterTest, AConstantExtentIsALiteral) {
  const StateId columns = emitter.extent_scalar(x(), 1);
  EXPECT_EQ(emitter.definition().producer(columns).form, RecordForm::kInline);
  EXPECT_EQ(emitter.known_int(columns), 6);
}

TEST_F(EmitterTest, TheElementCountMultipliesWhatIsSymbolic) {
  EXPECT_EQ(emitter.definition().producer(emitter.element_count(x(), {1})).form, RecordForm::kInline);
  EXPECT_EQ(emitter.definition().producer(emitter.element_count(x(), {0, 1})).op, op("mul"));
}

TEST_F(EmitterTest, AnExtentThatIsNotKnownIsReported) {
  const StateId symbolic =
      emitter.declare_scalar({.value = std::nullopt, .dtype = DType::kInt}, std::nullopt, RecordForm::kExplicit);
  EXPECT_EQ(emitter.known_int(symbolic), std::nullopt);
  EXPECT_TRUE(diagnostics.has_errors());
}

TEST_F(EmitterTest, ValuesWithoutASourceAreNamedForTheRecordTheyComeFrom) {
  const StateId negated = emitter.emit(op("neg"), {x()});
  const StateId again = emitter.emit(op("neg"), {negated});
  const StateId y = sum(again);
  const Primitive primitive = finished(y);
  EXPECT_EQ(primitive.labels[negated], "y (T2).neg");
  EXPECT_EQ(primitive.labels[again], "y (T2).neg.1");
  EXPECT_EQ(primitive.labels[y], "y (T2)");
  EXPECT_EQ(primitive.to_source.origin(negated), std::nullopt);
  EXPECT_EQ(primitive.to_source.origin(y), StateId(2U));
  EXPECT_EQ(primitive.record_origin[primitive.definition.states[negated].producer], RecordId(2U));
}

TEST_F(EmitterTest, PruneDropsWhatNoOutputNeedsAndKeepsInputs) {
  emitter.emit(op("neg"), {emitter.emit(op("exp"), {x()})});
  const Primitive whole = finished(sum(x()));
  const Primitive pruned = prune(whole);
  EXPECT_EQ(shape_of(whole), "input\ninput\nexp\nneg\nsum\nadd_output\n");
  EXPECT_EQ(shape_of(pruned), "input\ninput\nsum\nadd_output\n");
  EXPECT_EQ(pruned.definition.inputs.size(), 2U);
}

TEST_F(EmitterTest, PruneMovesMapsTypesAndLabelsAlong) {
  emitter.emit(op("exp"), {x()});
  const Primitive pruned = prune(finished(sum(x())));
  const StateId y = pruned.definition.outputs[0].value;
  EXPECT_EQ(y, StateId(2U)) << "the number that the dropped value had";
  EXPECT_EQ(pruned.from_source.origin(StateId(2U)), y);
  EXPECT_EQ(pruned.to_source.origin(y), StateId(2U));
  EXPECT_EQ(pruned.labels[y], "y (T2)");
  EXPECT_EQ(pruned.types.tensor(y).extents(), (std::vector<int64_t>{4}));
  EXPECT_EQ(pruned.record_origin[pruned.definition.states[y].producer], RecordId(2U));
}

TEST_F(EmitterTest, PrunePutsEachLiteralBeforeEachOfItsReaders) {
  const StateId two = emitter.constant(2.0);
  const StateId negated = emitter.emit(op("neg"), {x()});
  const StateId doubled = emitter.emit(op("mul"), {negated, two});
  const StateId y = sum(emitter.emit(op("add"), {doubled, two}));
  const Primitive pruned = prune(finished(y));
  EXPECT_EQ(shape_of(pruned), "input\ninput\nneg\nliteral\nmul\nliteral\nadd\nsum\nadd_output\n");
  EXPECT_TRUE(verify(pruned.definition, Level::kPrimitive).empty());
}

TEST_F(EmitterTest, PruneOfWhatIsPrunedChangesNothing) {
  const StateId y = sum(emitter.emit(op("mul"), {x(), emitter.constant(2.0)}));
  const Primitive once = prune(finished(y));
  const Primitive twice = prune(once);
  EXPECT_EQ(twice.definition, once.definition);
  EXPECT_EQ(twice.to_source, once.to_source);
  EXPECT_EQ(twice.labels, once.labels);
}

}  // namespace
}  // namespace cleave

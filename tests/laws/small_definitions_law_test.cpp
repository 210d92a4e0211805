// Every definition of up to three records over a small set of ops, not only random ones: segments give the whole.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/ir/builder.h"
#include "core/ops/op_table.h"
#include "core/segment/segment.h"
#include "core/translate/translate.h"
#include "tests/support/law.h"
#include "tests/support/pipeline.h"

namespace cleave {
namespace {

using Step = std::function<void(Builder&, std::vector<StateId>&, StateId, StateId)>;

struct SmallOp {
  bool reads_two = false;
  Step append;
};

Step unary(OpCode code, Attributes attributes = NoAttributes{}) {
  return [=](Builder& builder, std::vector<StateId>& values, StateId a, StateId) {
    values.push_back(builder.value(code, {a}, attributes));
  };
}

Step with_vector(OpCode code, std::vector<int64_t> numbers) {
  return [=](Builder& builder, std::vector<StateId>& values, StateId a, StateId) {
    const StateId vector = builder.literal_vector(numbers);
    values.push_back(builder.value(code, {a, vector}));
  };
}

Step slice(std::vector<int64_t> starts, std::vector<int64_t> ends) {
  return [=](Builder& builder, std::vector<StateId>& values, StateId a, StateId) {
    const StateId from = builder.literal_vector(starts);
    const StateId to = builder.literal_vector(ends);
    const StateId strides = builder.literal_vector(std::vector<int64_t>(starts.size(), 1));
    values.push_back(builder.value(op("slice"), {a, from, to, strides}, SliceAttributes{}));
  };
}

Step pad(std::vector<int64_t> widths) {
  return [=](Builder& builder, std::vector<StateId>& values, StateId a, StateId) {
    const StateId vector = builder.literal_vector(widths);
    values.push_back(builder.value(op("pad"), {a, vector, std::nullopt}));
  };
}

Step binary(OpCode code) {
  return [=](Builder& builder, std::vector<StateId>& values, StateId a, StateId b) {
    values.push_back(builder.value(code, {a, b}));
  };
}

const std::vector<SmallOp>& few_ops() {
  static const std::vector<SmallOp> kOps{
      {.append = unary(op("neg"))},
      {.append = unary(op("sum"), ReduceAttributes{.dims = {1}, .keepdim = true})},
      {.append = unary(op("max"), ReduceAttributes{.dims = {0}, .keepdim = true})},
      {.append = unary(op("permute"), DimsAttributes{.dims = {1, 0}})},
      {.reads_two = true, .append = binary(op("add"))},
  };
  return kOps;
}

const std::vector<SmallOp>& many_ops() {
  static const std::vector<SmallOp> kOps = [] {
    std::vector<SmallOp> ops = few_ops();
    ops.push_back({.append = unary(op("sum"), ReduceAttributes{.dims = {0, 1}})});
    ops.push_back({.append = unary(op("sum"), ReduceAttributes{.dims = {1}})});
    ops.push_back({.append = unary(op("broadcast"), BroadcastAttributes{.is_broadcast_dim = {false, false, true}})});
    ops.push_back({.append = unary(op("cumsum"), DimAttributes{.dim = 1})});
    ops.push_back({.append = unary(op("argsort"), ArgsortAttributes{.dim = 0})});
    ops.push_back({.append = unary(op("set"))});
    ops.push_back({.append = unary(op("segment_set"))});
    ops.push_back({.append = unary(op("cast"), DTypeAttributes{.dtype = DType::kBFloat16})});
    ops.push_back({.append = slice({0, 1}, {4, 3})});
    ops.push_back({.append = pad({1, 0})});
    ops.push_back({.append = with_vector(op("reshape"), {16})});
    ops.push_back({.append = with_vector(op("reshape"), {2, 8})});
    ops.push_back({.append = [](Builder& builder, std::vector<StateId>& values, StateId a, StateId) {
      const RecordId record = builder.add(op("var_mean"), {a}, VarianceAttributes{.dims = {1}, .keepdim = true});
      for (StateId result : builder.definition().records[record].results) values.push_back(result);
    }});
    ops.push_back({.append = [](Builder& builder, std::vector<StateId>& values, StateId a, StateId) {
      const RecordId record = builder.add(op("welford"), {a}, DimsAttributes{.dims = {0}});
      for (StateId result : builder.definition().records[record].results) values.push_back(result);
    }});
    ops.push_back(
        {.reads_two = true, .append = [](Builder& builder, std::vector<StateId>& values, StateId a, StateId b) {
           values.push_back(builder.value(op("cat"), {a, b}, CatAttributes{.dim = 0}));
         }});
    ops.push_back({.reads_two = true, .append = binary(op("matmul"))});
    return ops;
  }();
  return kOps;
}

/// Calls `visit` with every definition of `length` steps.
void each_definition(const std::vector<SmallOp>& ops, size_t length,
                     const std::function<void(const DefinitionCase&)>& visit) {
  struct Frame {
    Builder builder;
    std::vector<StateId> values;
    size_t steps = 0;
  };
  Frame start;
  std::vector<InputItem> inputs;
  for (int i = 0; i < 2; ++i) {
    start.values.push_back(start.builder.value(
        op("define_tensor"), {}, TensorAttributes{.shape = {4, 4}, .contiguity = {true, true}, .stride_order = {}}));
    inputs.push_back({.value = TensorInput{.sizes = {4, 4}, .strides = {4, 1}, .dtype = DType::kFloat, .fill = {}},
                      .span = std::nullopt});
  }
  std::vector<Frame> stack{start};
  while (!stack.empty()) {
    Frame frame = std::move(stack.back());
    stack.pop_back();
    if (frame.steps == length) {
      const auto readers = users(frame.builder.definition());
      for (StateId value : frame.values) {
        if (readers[value].empty()) frame.builder.output(value);
      }
      visit({std::move(frame.builder).finish(), inputs});
      continue;
    }
    for (const SmallOp& small : ops) {
      for (StateId a : frame.values) {
        for (StateId b : small.reads_two ? frame.values : std::vector<StateId>{a}) {
          Frame next = frame;
          ++next.steps;
          small.append(next.builder, next.values, a, b);
          stack.push_back(std::move(next));
        }
      }
    }
  }
}

std::optional<std::string> segments_give_the_whole(const FrontEnd& front_end) {
  const std::vector<Value> inputs = input_values(front_end, 5);
  Diagnostics diagnostics;
  const std::vector<Value> whole = evaluate_whole(front_end, inputs, diagnostics);
  if (whole.empty()) return "nothing is compared";
  for (const RuleSet rules : {RuleSet::kNvfuser, RuleSet::kExtended}) {
    SegmentOptions options;
    options.rules = rules;
    const Segmentation segmentation = segment(front_end.primitive, options);
    const std::vector<Value> parts =
        evaluate_segments(front_end, translate(front_end.primitive, segmentation), inputs, diagnostics);
    if (const auto found = difference(parts, whole)) return found;
  }
  return std::nullopt;
}

void expect_of_all(const std::vector<SmallOp>& ops, size_t length) {
  size_t accepted = 0;
  size_t failures = 0;
  each_definition(ops, length, [&](const DefinitionCase& made) {
    const FrontEnd front_end(script_of(made));
    if (!front_end.ok) return;
    ++accepted;
    const std::optional<std::string> broken = segments_give_the_whole(front_end);
    if (broken && failures++ < 3) ADD_FAILURE() << *broken << "\n" << script_of(made);
  });
  EXPECT_GT(accepted, 0U);
  EXPECT_EQ(failures, 0U);
}

TEST(SmallDefinitionsLaw, OneRecordOfMany) { expect_of_all(many_ops(), 1); }
TEST(SmallDefinitionsLaw, TwoRecordsOfMany) { expect_of_all(many_ops(), 2); }
TEST(SmallDefinitionsLaw, ThreeRecordsOfFew) { expect_of_all(few_ops(), 3); }

}  // namespace
}  // namespace cleave

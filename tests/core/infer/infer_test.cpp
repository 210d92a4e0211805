// Types of primitive records: shapes, memory order, and above all where extents come from, because a segment's
// definition asks for them by origin.
#include "core/infer/infer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/ir/builder.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

// Builds and types at once. An axis is written as extent and origin: `8=T0.1` (an input's), `8` (constant), `8~`
// (derived), with `b` for broadcast.
class Typed {
 public:
  StateId input(std::vector<int64_t> shape, std::vector<int64_t> sizes, DType dtype = DType::kFloat,
                std::vector<int64_t> order = {}) {
    std::vector<Contiguity> contiguity(shape.size(), true);
    for (size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == 1) contiguity[i] = std::nullopt;
    }
    const RecordId id = builder_.add(
        op("define_tensor"), {},
        TensorAttributes{
            .shape = shape, .contiguity = contiguity, .dtype = dtype, .is_cpu = false, .stride_order = order});
    const StateId state = builder_.definition().records[id].result();
    inference_.declare_tensor(builder_.definition(), state, sizes);
    return state;
  }
  StateId emit(OpCode code, std::vector<std::optional<StateId>> operands, Attributes attributes = NoAttributes{}) {
    const RecordId id = builder_.add(code, std::move(operands), std::move(attributes));
    inference_.infer(builder_.definition(), id);
    return builder_.definition().records[id].results[0];
  }
  StateId constant(int64_t value) {
    return emit(op("define_scalar"), {}, ScalarAttributes{.value = value, .dtype = DType::kInt});
  }
  StateId list(std::vector<int64_t> values) {
    std::vector<std::optional<StateId>> items;
    for (int64_t value : values) items.push_back(constant(value));
    return emit(op("define_vector"), items, IntegerAttributes{});
  }
  std::string axes(StateId state) const {
    const TensorType& type = inference_.types().tensor(state);
    return join(type.axes, " ", [&](const Axis& axis) {
      const ExtentOrigin& origin = inference_.types().extents[axis.origin];
      std::string out = concat(axis.is_broadcast() ? "b" : "", axis.extent);
      if (origin.kind == ExtentOrigin::Kind::kInput) out += concat("=T", origin.state->index, '.', origin.dim);
      if (origin.kind == ExtentOrigin::Kind::kScalar) out += concat("=S", origin.state->index);
      if (origin.kind == ExtentOrigin::Kind::kDerived) out += "~";
      return out;
    });
  }
  const TensorType& type(StateId state) const { return inference_.types().tensor(state); }
  const ScalarType& scalar(StateId state) const { return inference_.types().scalar(state); }

 private:
  Builder builder_;
  TypeInference inference_;
};

TEST(Infer, NamesTheInputThatAnExtentComesFrom) {
  Typed typed;
  const StateId x = typed.input({-1, 8, 1}, {4, 8, 1});
  EXPECT_EQ(typed.axes(x), "4=T0.0 8 b1");
  EXPECT_EQ(typed.axes(typed.emit(op("neg"), {x})), "4=T0.0 8 b1");
}

TEST(Infer, LetsIterationWinOverBroadcast) {
  Typed typed;
  const StateId x = typed.input({1, -1}, {1, 8});
  const StateId y = typed.input({-1, 1}, {4, 1});
  EXPECT_EQ(typed.axes(typed.emit(op("add"), {x, y})), "4=T1.0 8=T0.1");
}

TEST(Infer, ReducesAndBroadcasts) {
  Typed typed;
  const StateId x = typed.input({-1, -1, -1}, {2, 3, 4});
  const StateId sum =
      typed.emit(op("sum"), {x}, ReduceAttributes{.dims = {0, 2}, .keepdim = false, .dtype = DType::kFloat});
  EXPECT_EQ(typed.axes(sum), "3=T0.1");
  const StateId kept = typed.emit(op("broadcast"), {sum}, BroadcastAttributes{.is_broadcast_dim = {true, false, true}});
  EXPECT_EQ(typed.axes(kept), "b1 3=T0.1 b1");
  EXPECT_EQ(typed.axes(typed.emit(op("expand"), {kept, typed.list({5, -1, 1})})), "b5 3=T0.1 b1");
}

TEST(Infer, KeepsTheAxesThatAReshapeLeavesAlone) {
  Typed typed;
  const StateId x = typed.input({-1, -1, -1}, {2, 6, 5});
  EXPECT_EQ(typed.axes(typed.emit(op("reshape"), {x, typed.list({2, 2, 3, 5})})), "2=T0.0 2 3 5=T0.2");
  EXPECT_EQ(typed.axes(typed.emit(op("reshape"), {x, typed.list({2, -1})})), "2=T0.0 30~");
  EXPECT_EQ(typed.axes(typed.emit(op("reshape"), {x, typed.list({12, 5})})), "12 5=T0.2");
}

TEST(Infer, DerivesWhatASliceOrPadChanges) {
  Typed typed;
  const StateId x = typed.input({-1, 6}, {4, 6});
  EXPECT_EQ(typed.axes(typed.emit(op("slice"), {x, typed.list({0, 1}), typed.list({3, 2}), typed.list({1, 1})},
                                  SliceAttributes{})),
            "3~ b1");
  EXPECT_EQ(typed.axes(typed.emit(op("slice"), {x, typed.list({0, 0}), typed.list({4, 6}), typed.list({1, 1})},
                                  SliceAttributes{})),
            "4=T0.0 6");
  EXPECT_EQ(typed.axes(typed.emit(op("pad"), {x, typed.list({1, 1, 0, 0}), typed.constant(0)})), "4=T0.0 8");
  EXPECT_EQ(typed.axes(typed.emit(op("cat"), {x, x}, CatAttributes{.dim = 1, .manual_padding = false})), "4=T0.0 12");
}

TEST(Infer, FollowsMemoryOrder) {
  Typed typed;
  const StateId x = typed.input({-1, -1, -1}, {2, 3, 4}, DType::kHalf, {0, 2, 1});
  EXPECT_EQ(typed.type(x).allocation_order, (std::vector<uint32_t>{1, 2, 0}));
  EXPECT_EQ(typed.type(x).stride_order(), (std::vector<int64_t>{0, 2, 1}));
  EXPECT_TRUE(typed.type(typed.emit(op("relu"), {x})).is_row_major());
  const StateId ordered = typed.emit(op("stride_order"), {x}, StrideOrderAttributes{.stride_order = {0, 1, 2}});
  EXPECT_EQ(typed.type(ordered).stride_order(), (std::vector<int64_t>{0, 1, 2}));
}

TEST(Infer, FollowsSizesThroughScalars) {
  Typed typed;
  const StateId x = typed.input({-1, -1}, {4, 6});
  const StateId rows = typed.emit(op("size"), {x}, DimAttributes{.dim = 0});
  EXPECT_EQ(to_int(*typed.scalar(rows).value), 4);
  const StateId twice = typed.emit(op("mul"), {rows, typed.constant(2)});
  EXPECT_EQ(to_int(*typed.scalar(twice).value), 8);
  const StateId shape = typed.emit(op("define_vector"), {rows, twice}, IntegerAttributes{});
  const StateId full = typed.emit(op("full"), {shape, typed.constant(0)}, DTypeAttributes{.dtype = DType::kInt});
  EXPECT_EQ(typed.axes(full), concat("4=T0.0 8=S", twice.index));
}

// A repeated axis (e4: extent 4 without storage) stays one only where the results along it are equal.
TEST(Infer, GivesStorageToAxesAlongWhichResultsDiffer) {
  Typed typed;
  const StateId row = typed.input({1, -1}, {1, 3});
  const StateId x = typed.emit(op("expand"), {row, typed.list({4, 3})});
  ASSERT_EQ(typed.axes(x), concat("b4 3=T0.1"));
  const StateId index = typed.input({4, 3}, {4, 3}, DType::kInt);
  EXPECT_EQ(typed.axes(typed.emit(op("scatter"), {x, index, typed.constant(7)}, DimAttributes{.dim = 0})), "4 3=T0.1");
  EXPECT_EQ(typed.axes(typed.emit(op("argsort"), {x}, ArgsortAttributes{.dim = 0})), "4 3=T0.1");
  EXPECT_EQ(typed.axes(typed.emit(op("argsort"), {x}, ArgsortAttributes{.dim = 1})), "b4 3=T0.1");
  EXPECT_EQ(typed.axes(typed.emit(op("cumsum"), {x}, DimAttributes{.dim = 1})), "b4 3=T0.1");
  const StateId index_row = typed.input({1, 3}, {1, 3}, DType::kInt);
  const StateId repeated = typed.emit(op("expand"), {index_row, typed.list({4, 3})});
  EXPECT_EQ(typed.axes(typed.emit(op("gather"), {index, repeated}, DimAttributes{.dim = 1})), "4 3");
  EXPECT_EQ(typed.axes(typed.emit(op("gather"), {index, repeated}, DimAttributes{.dim = 0})), "b4 3");
  const StateId bias = typed.input({4}, {4});
  const StateId a = typed.input({2, 3}, {2, 3});
  EXPECT_EQ(typed.axes(typed.emit(op("linear"), {a, x, bias})), "2 4");
  EXPECT_EQ(typed.axes(typed.emit(op("linear"), {a, x, std::nullopt})), "2 b4");
}

TEST(Infer, GivesProductsTheirShapes) {
  Typed typed;
  const StateId a = typed.input({-1, -1, -1}, {5, 2, 3});
  const StateId b = typed.input({-1, -1}, {3, 4});
  const StateId v = typed.input({-1}, {3});
  EXPECT_EQ(typed.axes(typed.emit(op("matmul"), {a, b})), "5=T0.0 2=T0.1 4=T1.1");
  EXPECT_EQ(typed.axes(typed.emit(op("matmul"), {a, v})), "5=T0.0 2=T0.1");
  EXPECT_EQ(typed.axes(typed.emit(op("matmul"), {v, b})), "4=T1.1");
  EXPECT_EQ(typed.axes(typed.emit(op("matmul"), {v, v})), "");
  const StateId w = typed.input({-1, -1}, {7, 3});
  EXPECT_EQ(typed.axes(typed.emit(op("linear"), {a, w, std::nullopt})), concat("5=T0.0 2=T0.1 7=T", w.index, ".0"));
}

}  // namespace
}  // namespace cleave

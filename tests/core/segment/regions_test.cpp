// What no pair of groups may be and all groups between two ops that run alone can.
#include "core/segment/regions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/segment/groups.h"
#include "core/segment/planner.h"
#include "tests/core/segment/definition_fixture.h"

namespace cleave {
namespace {

const Sizes kFull{64, 128};
const Sizes kColumn{64, 1};

TEST(Regions, AForcedCutPartsThem) {
  DefinitionFixture f;
  const StateId x = f.exp(f.input(kFull), kFull);
  const StateId cut = f.apply(op("segment_set"), {x}, kFull);
  f.output(f.neg(f.exp(cut, kFull), kFull));
  const Primitive p = f.finish();
  OpTable table = make_op_table(p, {});
  KernelGroups groups(table);
  groups.open_all();
  const GroupOrder order(groups);
  const Regions found = find_regions(groups, order, {0, 1, 2, 3});
  EXPECT_EQ(found.regions, (std::vector<std::vector<uint32_t>>{{0, 1}, {2, 3}}));
}

/// A normalization of y by maxima of x and y, beside products that keep the whole from being one kernel. Pair by pair
/// the small ops behind the maxima take each other away from the rows that they belong to.
TEST(Regions, AreOneKernelWhereNoPairLeadsThere) {
  DefinitionFixture f;
  const StateId weight = f.input({128, 128});
  const StateId x = f.input(kFull);
  const StateId y = f.cast(f.input(kFull, DType::kBFloat16), DType::kFloat, kFull);
  const StateId of_y = f.max(y, {1}, {64});
  const StateId of_x = f.max(x, {1}, {64});
  const StateId product = f.mul(of_y, of_x, {64});
  const StateId column = f.broadcast(product, {false, true}, kColumn);
  const StateId gate = f.exp(y, kFull);
  f.output(f.add(y, column, kFull));
  const StateId square = f.mul(of_x, product, {64});
  for (StateId value : {of_y, of_x, product, square, column}) f.output(value);
  f.output(f.broadcast(square, {false, true}, kColumn));
  f.output(f.linear(x, weight, kFull));
  f.output(f.mul(f.linear(f.exp(x, kFull), weight, kFull), gate, kFull));
  const Primitive p = f.finish();
  const std::string found = shape_of(p);
  EXPECT_NE(found.find("inner_persistent: cast max mul broadcast exp add mul broadcast mul"), std::string::npos)
      << found;
}

}  // namespace
}  // namespace cleave

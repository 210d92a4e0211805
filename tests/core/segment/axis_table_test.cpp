// The loops that both sides of a cut would need in one kernel.
#include "core/segment/axis_table.h"

#include <gtest/gtest.h>

#include <string>

#include "core/base/text.h"
#include "core/segment/segment.h"
#include "tests/core/segment/definition_fixture.h"

namespace cleave {
namespace {

/// `axes 2 32 128 | g0 S0 ## . | …`: `#` has the axis, `+` reduces it, `1` a broadcast, `.` does not have it.
std::string shown(const Primitive& p) {
  SegmentOptions options;
  const Segmentation s = segment(p, options);
  AxisTables tables(p, options, s);
  std::string out;
  for (const Cut& cut : s.cuts) {
    const auto table = tables.of(cut);
    if (!table) return "none";
    out += "axes" + join(table->extents, "", [](int64_t extent) { return concat(' ', extent); });
    for (const AxisTable::Row& row : table->rows) {
      out += concat(" | g", row.segment.index, ' ',
                    row.record ? info(p.definition.records[*row.record].op).name : std::string_view("in"), ' ');
      for (const AxisTable::Cell cell : row.cells) out += ".#+1"[static_cast<size_t>(cell)];
    }
  }
  return out;
}

TEST(AxisTable, ASumAndWhatReadsItAlongAnotherAxis) {
  DefinitionFixture f;
  const StateId sum = f.broadcast(f.sum(f.input({2, 32}), {1}, {2}), {false, true}, {2, 1});
  f.output(f.add(f.input({2, 128}), sum, {2, 128}));
  EXPECT_EQ(shown(f.finish()), "axes 2 32 128 | g0 in ##. | g0 sum #+. | g0 broadcast #.1 | g1 in #.# | g1 add #.#");
}

TEST(AxisTable, MoreThanPeopleReadIsLeftOut) {
  DefinitionFixture f;
  StateId value = f.input({2, 32});
  for (int i = 0; i < 12; ++i) value = f.exp(value, {2, 32});
  const StateId sum = f.broadcast(f.sum(value, {1}, {2}), {false, true}, {2, 1});
  f.output(f.add(f.input({2, 128}), sum, {2, 128}));
  EXPECT_EQ(shown(f.finish()), "none");
}

}  // namespace
}  // namespace cleave

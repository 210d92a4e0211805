// What is said of the cuts of every shown definition is true of them: nothing is left unnamed, no template is blamed
// that was not asked, and an axis that is called uncovered is an axis that the reference tensor does not have.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/api/compile.h"
#include "core/ops/op_table.h"
#include "tests/golden/script_set.h"

namespace cleave {
namespace {

/// Axes of tensors that element-wise ops and ops that keep, move or add whole axes make the same. Knows nothing of the
/// axis classes of the segmentation.
class SameAxes {
 public:
  void add(const Primitive& primitive, RecordId id) {
    const Record& record = primitive.definition.records[id];
    if (record.results.empty() || !primitive.types.is_known(record.results[0])) return;
    const StateId result = record.results[0];
    for (const auto& operand : record.operands) {
      if (!operand || !primitive.definition.is_tensor(*operand) || !primitive.types.is_known(*operand)) continue;
      const OpFamily kind = family(record.op);
      if (kind == OpFamily::kPointwise || kind == OpFamily::kCast || kind == OpFamily::kCopy) {
        unite_in_place(primitive, *operand, result);
      } else if (kind == OpFamily::kReduction) {
        const auto& dims = std::get<ReduceAttributes>(record.attributes).dims;
        unite_kept(primitive, *operand, result, std::set<int64_t>(dims.begin(), dims.end()));
      }
    }
  }

  bool same(StateId a, size_t i, StateId b, size_t j) { return find({a.index, i}) == find({b.index, j}); }

 private:
  using Key = std::pair<uint32_t, size_t>;

  Key find(Key key) {
    while (parent_.count(key) != 0) key = parent_[key];
    return key;
  }
  void unite(Key a, Key b) {
    a = find(a);
    b = find(b);
    if (a != b) parent_[a] = b;
  }
  void unite_in_place(const Primitive& primitive, StateId operand, StateId result) {
    const TensorType& from = primitive.types.tensor(operand);
    const TensorType& to = primitive.types.tensor(result);
    for (size_t i = 0; from.rank() == to.rank() && i < from.rank(); ++i) {
      if (!from.axes[i].is_broadcast() && !to.axes[i].is_broadcast()) unite({operand.index, i}, {result.index, i});
    }
  }
  void unite_kept(const Primitive& primitive, StateId operand, StateId result, const std::set<int64_t>& dims) {
    const size_t rank = primitive.types.tensor(operand).rank();
    for (size_t i = 0, out = 0; i < rank; ++i) {
      const auto axis = static_cast<int64_t>(i);
      if (dims.count(axis) != 0 || dims.count(axis - static_cast<int64_t>(rank)) != 0) continue;
      unite({operand.index, i}, {result.index, out++});
    }
  }

  std::map<Key, Key> parent_;
};

void expect_uncovered(const Compilation& made, const Cut& cut, const Reason& given) {
  const Primitive& primitive = made.primitive;
  ASSERT_EQ(given.states.size(), 2U);
  ASSERT_EQ(given.numbers.size(), 2U);
  const auto axis = static_cast<size_t>(given.numbers[0].value);
  const TensorType& type = primitive.types.tensor(given.states[0]);
  ASSERT_LT(axis, type.rank());
  EXPECT_EQ(given.numbers[1].value, static_cast<double>(type.axes[axis].extent));
  EXPECT_FALSE(type.axes[axis].is_broadcast() && !type.axes[axis].is_expanded()) << given.message;
  SameAxes same;
  for (const SegmentId id : {cut.from, cut.to}) {
    for (const RecordId record : made.segmentation.segments[id].records) same.add(primitive, record);
  }
  for (size_t i = 0; i < primitive.types.tensor(given.states[1]).rank(); ++i) {
    EXPECT_FALSE(same.same(given.states[0], axis, given.states[1], i)) << given.message;
  }
}

class EveryReason : public ::testing::TestWithParam<ShownDefinition> {};

TEST_P(EveryReason, IsTrueOfItsCut) {
  Request request = GetParam().request;
  request.command = Command::kExplain;
  const Compilation made = compile(request, {});
  ASSERT_FALSE(made.diagnostics.has_errors());
  for (const Cut& cut : made.segmentation.cuts) {
    ASSERT_FALSE(cut.reasons.empty());
    for (const Reason& given : cut.reasons) {
      for (const char* unnamed : {"an op", "a value", "?", "{", "}"}) {
        EXPECT_EQ(given.message.find(unnamed), std::string::npos) << given.message;
      }
      const bool of_no_template = given.code == reason("R.USER_BOUNDARY") || given.code == reason("R.PASS_BOUNDARY") ||
                                  given.code == reason("R.CYCLE") || given.code == reason("R.SEARCH_LIMIT");
      EXPECT_EQ(!given.refused_template, of_no_template) << info(given.code).code;
      if (given.code == reason("R.AXIS_UNCOVERED")) expect_uncovered(made, cut, given);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryReason, ::testing::ValuesIn(shown_definitions()),
                         [](const auto& named) { return named.param.test_name(); });

}  // namespace
}  // namespace cleave

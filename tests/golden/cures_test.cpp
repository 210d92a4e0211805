// What the project shows keeps what it promises: every cure that is offered for a cut of any shown definition makes the
// cut go, both as the segmentation applies it and, where it is an option, as a user gives it.
#include "core/segment/cures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/api/call.h"
#include "core/api/compile.h"
#include "core/api/view.h"
#include "core/segment/segment.h"
#include "tests/golden/script_set.h"

namespace cleave {
namespace {

Compilation segmented(Request request) {
  request.command = Command::kExplain;
  return compile(request, {});
}

class EveryCure : public ::testing::TestWithParam<ShownDefinition> {};

TEST_P(EveryCure, MakesItsCutGo) {
  const Compilation made = segmented(GetParam().request);
  ASSERT_FALSE(made.diagnostics.has_errors());
  for (const Cut& cut : made.segmentation.cuts) {
    if (!cut.cure) continue;
    const auto [changed, options] = apply_cure(made.primitive, made.segment_options, *cut.cure);
    EXPECT_TRUE(cut_is_gone(made.primitive, made.segmentation, cut, segment(changed, options))) << cut.cure->text;
  }
}

/// `request` as the cure changes it; false where the definition is to change.
bool follow(const CureView& cure, Request& request) {
  if (!cure.segment_sets.empty()) return false;
  if (cure.field == "rules") request.rules = find_enum<RuleSet>(cure.value.value()).value();
  if (cure.field == "gpu") request.gpu = cure.value.value();
  for (const std::string& name : cure.cuts) EXPECT_EQ(std::erase(request.cut, name), 1U) << name;
  return true;
}

TEST_P(EveryCure, WorksAsAnOptionOfTheUser) {
  const Compilation made = segmented(GetParam().request);
  const std::vector<CutView> views = cut_views(made);
  for (size_t i = 0; i < views.size(); ++i) {
    const Cut& cut = made.segmentation.cuts[i];
    Request request = GetParam().request;
    if (!cut.cure || !follow(*views[i].cure.value, request)) continue;
    const Compilation cured = segmented(request);
    ASSERT_EQ(cured.primitive.definition, made.primitive.definition);
    EXPECT_TRUE(cut_is_gone(made.primitive, made.segmentation, cut, cured.segmentation)) << cut.cure->text;
    for (const Cut& left : cured.segmentation.cuts) {
      EXPECT_FALSE(left.values == cut.values) << cut.cure->text << " and the same values still cross";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryCure, ::testing::ValuesIn(shown_definitions()),
                         [](const auto& named) { return named.param.test_name(); });

TEST(Cures, AsOptionsAndAsRemovedCutsAreOffered) {
  bool option = false;
  bool removal_of_option = false;
  bool removal_of_record = false;
  for (const ShownDefinition& shown : shown_definitions()) {
    for (const Cut& cut : segmented(shown.request).segmentation.cuts) {
      if (!cut.cure) continue;
      option = option || cut.cure->kind == Cure::Kind::kRules || cut.cure->kind == Cure::Kind::kDevice;
      removal_of_option = removal_of_option || !cut.cure->cut_after.empty();
      removal_of_record = removal_of_record || !cut.cure->segment_sets.empty();
    }
  }
  EXPECT_TRUE(option);
  EXPECT_TRUE(removal_of_option);
  EXPECT_TRUE(removal_of_record);
}

}  // namespace
}  // namespace cleave

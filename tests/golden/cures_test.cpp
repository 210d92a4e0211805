// What the project shows keeps what it promises: every cure that is offered for a cut of any shown definition makes the
// cut go, both as the segmentation applies it and, where it is an option, as a user gives it.
#include "core/segment/cures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/api/call.h"
#include "core/api/compile.h"
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

/// `request` with the option that `cure` names given, or the `--cut` it names left out; false where it names none.
bool follow(const Cure& cure, Request& request) {
  const std::string gpu = "--gpu ";
  if (cure.argument == "--rules extended") {
    request.rules = RuleSet::kExtended;
  } else if (cure.argument.compare(0, gpu.size(), gpu) == 0) {
    request.gpu = cure.argument.substr(gpu.size());
  } else if (cure.kind == Cure::Kind::kRemoveCut && !cure.record) {
    return std::erase_if(request.cut, [&](const std::string& name) {
             return cure.argument == name || cure.argument.compare(0, name.size() + 1, name + " ") == 0;
           }) == 1;
  } else {
    return false;
  }
  return true;
}

TEST_P(EveryCure, WorksAsAnOptionOfTheUser) {
  const Compilation made = segmented(GetParam().request);
  for (const Cut& cut : made.segmentation.cuts) {
    if (!cut.cure || cut.cure->kind == Cure::Kind::kReplaceOperand || cut.cure->record) continue;
    Request request = GetParam().request;
    ASSERT_TRUE(follow(*cut.cure, request)) << "`" << cut.cure->argument << "` is an option";
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
      option = option || cut.cure->kind == Cure::Kind::kOption;
      removal_of_option = removal_of_option || (cut.cure->kind == Cure::Kind::kRemoveCut && !cut.cure->record);
      removal_of_record = removal_of_record || (cut.cure->kind == Cure::Kind::kRemoveCut && cut.cure->record);
    }
  }
  EXPECT_TRUE(option);
  EXPECT_TRUE(removal_of_option);
  EXPECT_TRUE(removal_of_record);
}

}  // namespace
}  // namespace cleave

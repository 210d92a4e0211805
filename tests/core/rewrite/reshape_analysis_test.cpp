// Reshapes taken apart. Axes are written as extents, `b` for an axis declared 1 or made by broadcast, `e4` for one
// expanded to 4; the result as: axes squeezed | what the reshape proper makes, if anything | with `+` where an axis is
// inserted.
#include "core/rewrite/reshape_analysis.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/text.h"

namespace cleave {
namespace {

std::vector<Axis> axes_of(const std::string& text) {
  std::vector<Axis> out;
  for (size_t i = 0; i < text.size();) {
    const size_t end = std::min(text.find(' ', i), text.size());
    const std::string word = text.substr(i, end - i);
    i = end + 1;
    const bool wild = word[0] == 'b' || word[0] == 'e';
    const int64_t extent = word == "b" ? 1 : std::stoll(wild ? word.substr(1) : word);
    out.push_back(
        {.kind = wild ? AxisKind::kBroadcast : AxisKind::kIteration, .extent = extent, .origin = ExtentId(0U)});
  }
  return out;
}

std::string analysed(const std::string& from, const std::vector<int64_t>& to) {
  const ReshapeSteps steps = analyse_reshape(axes_of(from), to);
  std::string out = concat("squeeze ", list_text(steps.squeezed), steps.merges_or_splits ? " | reshape |" : " | - |");
  for (size_t i = 0; i < to.size(); ++i) out += concat(' ', steps.inserted[i] ? "+" : "", to[i]);
  return out;
}

TEST(ReshapeAnalysis, KeepsWhatIsEqual) {
  EXPECT_EQ(analysed("2 3", {2, 3}), "squeeze [] | - | 2 3");
  EXPECT_EQ(analysed("2 b 3", {2, 1, 3}), "squeeze [] | - | 2 1 3");
  EXPECT_EQ(analysed("", {}), "squeeze [] | - |");
}

TEST(ReshapeAnalysis, MergesAndSplits) {
  EXPECT_EQ(analysed("2 3", {6}), "squeeze [] | reshape | 6");
  EXPECT_EQ(analysed("6", {2, 3}), "squeeze [] | reshape | 2 3");
  EXPECT_EQ(analysed("4 6", {2, 12}), "squeeze [] | reshape | 2 12");
  EXPECT_EQ(analysed("4 6 5", {8, 3, 5}), "squeeze [] | reshape | 8 3 5");
}

TEST(ReshapeAnalysis, SqueezesAxesWithoutStorage) {
  EXPECT_EQ(analysed("2 b 3", {2, 3}), "squeeze [1] | - | 2 3");
  EXPECT_EQ(analysed("b 2 3", {6}), "squeeze [0] | reshape | 6");
  EXPECT_EQ(analysed("2 b 3", {6}), "squeeze [1] | reshape | 6");
  EXPECT_EQ(analysed("6 b", {6}), "squeeze [1] | - | 6");
  EXPECT_EQ(analysed("b b", {}), "squeeze [0, 1] | - |");
}

TEST(ReshapeAnalysis, MergesSymbolicAxesOfExtentOne) {
  EXPECT_EQ(analysed("6 1", {6}), "squeeze [] | reshape | 6");
  EXPECT_EQ(analysed("1 6", {6}), "squeeze [] | reshape | 6");
  EXPECT_EQ(analysed("1", {}), "squeeze [] | reshape |");
  EXPECT_EQ(analysed("6 1", {6, 1}), "squeeze [] | - | 6 1");
}

TEST(ReshapeAnalysis, InsertsNewAxes) {
  EXPECT_EQ(analysed("6", {6, 1}), "squeeze [] | - | 6 +1");
  EXPECT_EQ(analysed("6", {1, 2, 1, 3}), "squeeze [] | reshape | +1 2 +1 3");
  EXPECT_EQ(analysed("", {1, 1}), "squeeze [] | - | +1 +1");
}

TEST(ReshapeAnalysis, TreatsExpandedAxesAsTheirExtent) {
  EXPECT_EQ(analysed("2 e4", {8}), "squeeze [] | reshape | 8");
  EXPECT_EQ(analysed("2 e4", {2, 4}), "squeeze [] | - | 2 4");
}

// Whatever is kept, made and inserted has the shape asked for, for all small shapes.
TEST(ReshapeAnalysis, AccountsForEveryElement) {
  const std::vector<std::string> words{"1", "2", "3", "b", "4", "6"};
  for (const std::string& a : words) {
    for (const std::string& b : words) {
      for (const std::string& c : words) {
        const std::vector<Axis> axes = axes_of(a + " " + b + " " + c);
        int64_t count = 1;
        for (const Axis& axis : axes) count *= axis.extent;
        for (int64_t first = 1; first <= count; ++first) {
          if (count % first != 0) continue;
          for (int64_t second = 1; second <= count / first; ++second) {
            if (count / first % second != 0) continue;
            const std::vector<int64_t> to{first, second, count / first / second};
            const ReshapeSteps steps = analyse_reshape(axes, to);
            int64_t made = 1;
            for (size_t i = 0; i < to.size(); ++i) {
              if (steps.inserted[i]) EXPECT_EQ(to[i], 1);
              if (!steps.inserted[i]) made *= to[i];
            }
            EXPECT_EQ(made, count);
            if (steps.merges_or_splits) continue;
            // Nothing merges: the axes that are left are the axes that are made.
            std::vector<int64_t> left;
            for (size_t i = 0; i < axes.size(); ++i) {
              const bool gone = std::find(steps.squeezed.begin(), steps.squeezed.end(), static_cast<int64_t>(i)) !=
                                steps.squeezed.end();
              if (!gone) left.push_back(axes[i].extent);
            }
            std::vector<int64_t> kept;
            for (size_t i = 0; i < to.size(); ++i) {
              if (!steps.inserted[i]) kept.push_back(to[i]);
            }
            EXPECT_EQ(left, kept) << a << ' ' << b << ' ' << c << " -> " << list_text(to);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace cleave

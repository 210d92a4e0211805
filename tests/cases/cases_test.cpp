// Definitions from public reports and the examples that define the index map: each file says in its last comments what
// must hold, one `# expect: …` a line, and this test checks every line. `# later: …` is about kernels and time, which a
// CPU reference cannot show. Large cases are segmented at their full size and shrunk to be run.
//
// The words: `segments = N` · `kernels <= N` (segments that are not views) · `extended segments = N` · `map gK = {a: b,
// …}` · `maps in any order = …` · `members gK = op …` (in order) · `line gK = TEXT` (a line of its definition) ·
// `template gK = …` · `scheduler gK = …` · `together Ta Tb` · `apart Ta Tb` (computed in one segment, in none together)
// · `crossing never = DTYPE [extents]` · `outputs = N` · `error NAME` (of the table of diagnostics) · `run equal`, `run
// equal in N MiB` · `values NAME` (case_values.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/call.h"
#include "core/base/text.h"
#include "core/segment/segment.h"
#include "core/translate/translate.h"
#include "tests/cases/case_values.h"
#include "tests/support/pipeline.h"

namespace cleave {
namespace {

/// Runs of large cases are shrunk below this, so that the reference is quick under sanitizers.
constexpr int64_t kRunBytes = int64_t{12} << 20;
constexpr std::string_view kExpect = "# expect: ";

/// Prints as its name, which is what a failing test shows.
struct CaseFile {
  std::filesystem::path path;
  friend void PrintTo(const CaseFile& file, std::ostream* out) { *out << file.path.filename().string(); }
};

std::vector<CaseFile> all_cases() {
  std::vector<CaseFile> out;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(CLEAVE_SOURCE_DIR) / "tests" / "cases")) {
    if (entry.path().extension() == ".py") out.push_back({entry.path()});
  }
  std::sort(out.begin(), out.end(), [](const CaseFile& a, const CaseFile& b) { return a.path < b.path; });
  return out;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

/// What is left of `line` after `word` and blanks, if it begins with it.
std::optional<std::string> after(std::string_view line, std::string_view word) {
  if (line.substr(0, word.size()) != word) return std::nullopt;
  line.remove_prefix(word.size());
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  return std::string(line);
}

/// `g1 = rest` → 1 and rest.
struct OfSegment {
  size_t segment = 0;
  std::string rest;
};
OfSegment of_segment(std::string_view text) {
  const size_t equals = text.find(" = ");
  CHECK(text[0] == 'g' && equals != std::string_view::npos, "an expectation names a segment, as `g0 = …`");
  return {.segment = static_cast<size_t>(std::stoul(std::string(text.substr(1, equals - 1)))),
          .rest = std::string(text.substr(equals + 3))};
}

std::vector<std::string> words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

bool is_boundary(IndexRole role) {
  return role == IndexRole::kIn || role == IndexRole::kOut || role == IndexRole::kExtent;
}

std::string map_text(const SegmentView& segment) {
  std::vector<std::string> pairs;
  for (const IndexMapView& entry : segment.index_map) {
    if (!is_boundary(entry.role)) continue;
    pairs.push_back(concat(entry.segment, ": ", entry.original.value ? std::to_string(*entry.original.value) : "-"));
  }
  return concat("{", join(pairs, ", "), "}");
}

std::string members_text(const SegmentView& segment) {
  std::vector<std::string> names;
  const std::string_view text = segment.definition;
  constexpr std::string_view kMark = "fd.ops.";
  for (size_t at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark, at)) {
    at += kMark.size();
    names.emplace_back(text.substr(at, text.find('(', at) - at));
  }
  return join(names, " ");
}

/// One case and what is asked of it.
class Case {
 public:
  explicit Case(std::string text) : text_(std::move(text)) { segmented_ = respond(request(Command::kSegment)); }

  void check(const std::string& expectation) {
    SCOPED_TRACE(expectation);
    using Handler = void (Case::*)(const std::string&);
    static const std::vector<std::pair<std::string_view, Handler>> kHandlers{
        {"segments = ", &Case::segments_are},
        {"kernels <= ", &Case::kernels_at_most},
        {"extended segments = ", &Case::extended_segments_are},
        {"map ", &Case::map_is},
        {"maps in any order = ", &Case::maps_are},
        {"members ", &Case::members_are},
        {"line ", &Case::has_line},
        {"template ", &Case::template_is},
        {"scheduler ", &Case::scheduler_is},
        {"together ", &Case::are_together},
        {"apart ", &Case::are_apart},
        {"crossing never = ", &Case::never_crosses},
        {"outputs = ", &Case::outputs_are},
        {"error ", &Case::has_error},
        {"run equal", &Case::run_is_equal},
        {"values ", &Case::values_are},
    };
    for (const auto& [word, handler] : kHandlers) {
      if (const std::optional<std::string> rest = after(expectation, word)) return (this->*handler)(*rest);
    }
    ADD_FAILURE() << "no such expectation";
  }

 private:
  Request request(Command command) const {
    Request out;
    out.command = command;
    out.text = text_;
    out.all_states = true;
    return out;
  }

  const std::vector<SegmentView>& segments() const {
    static const std::vector<SegmentView> kNone;
    return segmented_.segments ? *segmented_.segments : kNone;
  }

  std::string shown() const {
    std::string out;
    for (const SegmentView& segment : segments()) {
      out += concat("g", segment.id, " ", segment.scheduler.value.value_or("none"), "/", segment.template_name, " ",
                    map_text(segment), "\n", segment.definition);
    }
    if (segmented_.cuts) {
      for (const CutView& cut : *segmented_.cuts) {
        out += concat("cut g", cut.from, " g", cut.to, ": ",
                      join(cut.reasons, " | ",
                           [](const ReasonView& reason) {
                             return concat(reason.scheduler.value.value_or("none"), " ", reason.message);
                           }),
                      "\n");
      }
    }
    for (const DiagnosticView& diagnostic : segmented_.diagnostics) out += diagnostic.rendered + "\n";
    return out;
  }

  const SegmentView* segment_at(size_t place) const {
    if (place < segments().size()) return &segments()[place];
    ADD_FAILURE() << "there is no g" << place << "\n" << shown();
    return nullptr;
  }

  void segments_are(const std::string& count) { EXPECT_EQ(std::to_string(segments().size()), count) << shown(); }
  void kernels_at_most(const std::string& count) {
    size_t kernels = 0;
    for (const SegmentView& segment : segments())
      kernels += segment.template_name == "alias" || segment.template_name == "no_op" ? 0 : 1;
    EXPECT_GT(segments().size(), 0U) << shown();
    EXPECT_LE(kernels, std::stoul(count)) << shown();
  }
  void extended_segments_are(const std::string& count) {
    Request extended = request(Command::kSegment);
    extended.rules = RuleSet::kExtended;
    const Response response = respond(extended);
    ASSERT_TRUE(response.segments.has_value()) << shown();
    EXPECT_EQ(std::to_string(response.segments->size()), count);
  }
  void map_is(const std::string& text) {
    const OfSegment wanted = of_segment(text);
    if (const SegmentView* segment = segment_at(wanted.segment)) {
      EXPECT_EQ(map_text(*segment), wanted.rest) << shown();
    }
  }
  void maps_are(const std::string& text) {
    std::vector<std::string> found;
    for (const SegmentView& segment : segments()) found.push_back(map_text(segment));
    std::sort(found.begin(), found.end());
    EXPECT_EQ(join(found, " "), text) << shown();
  }
  void members_are(const std::string& text) {
    const OfSegment wanted = of_segment(text);
    if (const SegmentView* segment = segment_at(wanted.segment)) {
      EXPECT_EQ(members_text(*segment), wanted.rest) << shown();
    }
  }
  void has_line(const std::string& text) {
    const OfSegment wanted = of_segment(text);
    const SegmentView* segment = segment_at(wanted.segment);
    if (segment == nullptr) return;
    EXPECT_NE(concat("\n", segment->definition).find(concat("\n    ", wanted.rest, "\n")), std::string::npos)
        << shown();
  }
  void template_is(const std::string& text) {
    const OfSegment wanted = of_segment(text);
    if (const SegmentView* segment = segment_at(wanted.segment)) {
      EXPECT_EQ(segment->template_name, wanted.rest) << shown();
    }
  }
  void scheduler_is(const std::string& text) {
    const OfSegment wanted = of_segment(text);
    if (const SegmentView* segment = segment_at(wanted.segment)) {
      EXPECT_EQ(segment->scheduler.value.value_or("none"), wanted.rest) << shown();
    }
  }

  /// Segments that compute the value which the text calls `state`.
  std::set<int64_t> computed_in(const std::string& state) const {
    std::set<int64_t> out;
    for (const SegmentView& segment : segments()) {
      for (const IndexMapView& entry : segment.index_map) {
        const bool is_meant = entry.label == state || after(entry.label, concat(state, " ("));
        if (is_meant && entry.role != IndexRole::kIn) out.insert(segment.id);
      }
    }
    EXPECT_FALSE(out.empty()) << state << " is computed nowhere\n" << shown();
    return out;
  }
  bool share_a_segment(const std::string& text) const {
    const std::vector<std::string> states = words(text);
    const std::set<int64_t> first = computed_in(states.at(0));
    const std::set<int64_t> second = computed_in(states.at(1));
    return std::any_of(first.begin(), first.end(), [&](int64_t segment) { return second.count(segment) > 0; });
  }
  void are_together(const std::string& text) { EXPECT_TRUE(share_a_segment(text)) << shown(); }
  void are_apart(const std::string& text) { EXPECT_FALSE(share_a_segment(text)) << shown(); }

  void never_crosses(const std::string& text) {
    ASSERT_TRUE(segmented_.cuts.has_value()) << shown();
    for (const CutView& cut : *segmented_.cuts) {
      for (const CrossingView& value : cut.crossings)
        EXPECT_NE(concat(value.dtype, " ", list_text(value.shape)), text) << shown();
    }
  }

  void has_error(const std::string& name) {
    const auto found = std::find_if(segmented_.diagnostics.begin(), segmented_.diagnostics.end(),
                                    [&](const DiagnosticView& diagnostic) { return diagnostic.name == name; });
    ASSERT_NE(found, segmented_.diagnostics.end()) << shown();
    EXPECT_TRUE(found->line.has_value()) << "the message points at no line";
    EXPECT_FALSE(segmented_.ok);
  }

  const Response& run(int64_t memory = kRunBytes) {
    if (!run_) {
      Request run_request = request(Command::kRun);
      run_request.memory = memory;
      run_request.shrink = true;
      run_ = respond(run_request);
    }
    return *run_;
  }
  void run_is_equal(const std::string& text) {
    const std::optional<std::string> mebibytes = after(text, "in ");
    const Response& done = run(mebibytes ? std::stoll(*mebibytes) << 20 : kRunBytes);
    ASSERT_TRUE(done.run.has_value()) << join(done.diagnostics, "\n", [](const DiagnosticView& diagnostic) {
      return diagnostic.rendered;
    }) << shown();
    EXPECT_TRUE(run().run->matches) << run().run->verdict << "\n" << shown();
    ASSERT_TRUE(run().outputs.has_value());
    for (const OutputView& output : *run().outputs) EXPECT_TRUE(output.equal) << output.label << "\n" << shown();
    EXPECT_TRUE(run().ok) << shown();
  }
  void outputs_are(const std::string& count) {
    ASSERT_TRUE(run().outputs.has_value()) << shown();
    EXPECT_EQ(std::to_string(run().outputs->size()), count);
  }
  void values_are(const std::string& name) {
    const FrontEnd front_end(text_);
    ASSERT_TRUE(front_end.ok) << front_end.messages();
    const ValueCheck check = value_check(name, kRandomSeed);
    ASSERT_TRUE(check) << "no such check";
    const std::vector<Value> inputs = input_values(front_end, 1);
    Diagnostics diagnostics;
    const Segmentation segmentation = segment(front_end.primitive, {});
    const std::vector<Value> outputs =
        evaluate_segments(front_end, translate(front_end.primitive, segmentation), inputs, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors());
    const std::optional<std::string> wrong = check(inputs, outputs);
    EXPECT_FALSE(wrong.has_value()) << *wrong;
  }

  std::string text_;
  Response segmented_;
  std::optional<Response> run_;
};

class CaseTest : public testing::TestWithParam<CaseFile> {};

TEST_P(CaseTest, HoldsWhatItSays) {
  const std::string text = text_of(GetParam().path);
  Case found(text);
  std::istringstream lines(text);
  size_t expectations = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::optional<std::string> expectation = after(line, kExpect);
    if (!expectation) continue;
    ++expectations;
    found.check(*expectation);
  }
  EXPECT_GT(expectations, 0U);
}

std::string test_name(const testing::TestParamInfo<CaseFile>& info) { return info.param.path.stem().string(); }

INSTANTIATE_TEST_SUITE_P(Cases, CaseTest, testing::ValuesIn(all_cases()), test_name);

}  // namespace
}  // namespace cleave

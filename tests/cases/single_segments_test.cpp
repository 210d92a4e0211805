// `run --segment k` for every segment of every definition of tests/cases and docs/examples: each runs alone, after the
// segments that it needs, and gives what the whole gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/api/call.h"
#include "core/parse/parse.h"

namespace cleave {
namespace {

namespace fs = std::filesystem;

struct Script {
  fs::path path;
  friend void PrintTo(const Script& script, std::ostream* out) { *out << script.path.filename().string(); }
};

std::vector<Script> all_scripts() {
  std::vector<Script> out;
  for (const char* folder : {"tests/cases", "docs/examples"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(CLEAVE_SOURCE_DIR) / folder)) {
      if (entry.path().extension() == ".py") out.push_back({entry.path()});
    }
  }
  std::sort(out.begin(), out.end(), [](const Script& a, const Script& b) { return a.path < b.path; });
  return out;
}

class SingleSegmentsTest : public testing::TestWithParam<Script> {};

TEST_P(SingleSegmentsTest, EachGivesWhatTheWholeGives) {
  std::ostringstream text;
  text << std::ifstream(GetParam().path).rdbuf();
  Diagnostics diagnostics;
  const size_t definitions = parse(SourceText("script", text.str()), diagnostics).definitions.size();
  for (size_t definition = 0; definition < definitions; ++definition) {
    Request request;
    request.text = text.str();
    request.definition = std::to_string(definition);
    request.memory = int64_t{12} << 20;
    request.shrink = true;
    request.command = Command::kRun;
    const Response whole = respond(request);
    if (!whole.run || !whole.segments) continue;
    for (size_t segment = 0; segment < whole.segments->size(); ++segment) {
      request.segment = static_cast<int64_t>(segment);
      const Response response = respond(request);
      ASSERT_TRUE(response.run.has_value()) << "definition " << definition << ", segment " << segment;
      EXPECT_TRUE(response.run->matches) << "definition " << definition << ", segment " << segment << ": "
                                         << response.run->verdict;
    }
  }
}

std::string script_name(const testing::TestParamInfo<Script>& info) {
  return info.param.path.parent_path().filename().string() + "_" + info.param.path.stem().string();
}

INSTANTIATE_TEST_SUITE_P(All, SingleSegmentsTest, testing::ValuesIn(all_scripts()), script_name);

}  // namespace
}  // namespace cleave

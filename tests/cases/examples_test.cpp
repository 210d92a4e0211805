// The scripts of docs/examples do what a reader expects of them: each begins with a comment that says what it shows,
// and each of its definitions runs on its own inputs, the segments giving what the whole gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/api/call.h"
#include "core/base/text.h"
#include "core/parse/parse.h"

namespace cleave {
namespace {

struct Example {
  std::filesystem::path path;
  friend void PrintTo(const Example& example, std::ostream* out) { *out << example.path.filename().string(); }
};

std::vector<Example> all_examples() {
  std::vector<Example> out;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(CLEAVE_SOURCE_DIR) / "docs" / "examples")) {
    if (entry.path().extension() == ".py") out.push_back({entry.path()});
  }
  std::sort(out.begin(), out.end(), [](const Example& a, const Example& b) { return a.path < b.path; });
  return out;
}

class ExampleTest : public testing::TestWithParam<Example> {};

TEST_P(ExampleTest, EachDefinitionRunsOnItsInputs) {
  std::ostringstream text;
  text << std::ifstream(GetParam().path).rdbuf();
  EXPECT_EQ(text.str().substr(0, 2), "# ");
  Diagnostics diagnostics;
  const Parsed parsed = parse(SourceText("example", text.str()), diagnostics);
  ASSERT_FALSE(parsed.definitions.empty());
  ASSERT_EQ(parsed.definitions.size(), parsed.input_lists.size());
  for (size_t i = 0; i < parsed.definitions.size(); ++i) {
    Request request;
    request.command = Command::kRun;
    request.text = text.str();
    request.definition = std::to_string(i);
    request.inputs = parsed.input_lists[i].name;
    const Response response = respond(request);
    EXPECT_TRUE(response.diagnostics.empty()) << response.diagnostics[0].rendered;
    ASSERT_TRUE(response.run.has_value());
    EXPECT_TRUE(response.run->matches) << response.run->verdict;
    EXPECT_TRUE(response.ok);
  }
}

std::string test_name(const testing::TestParamInfo<Example>& info) { return info.param.path.stem().string(); }

INSTANTIATE_TEST_SUITE_P(Examples, ExampleTest, testing::ValuesIn(all_examples()), test_name);

TEST(Examples, ThereAreTwentyAndBothDialectsAreShown) {
  EXPECT_EQ(all_examples().size(), 20U);
  bool seen[2] = {false, false};
  for (const Example& example : all_examples()) {
    std::ostringstream text;
    text << std::ifstream(example.path).rdbuf();
    seen[text.str().find("from nvfuser_direct import") != std::string::npos ? 1 : 0] = true;
  }
  EXPECT_TRUE(seen[0] && seen[1]);
}

}  // namespace
}  // namespace cleave

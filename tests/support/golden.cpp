// See golden.h. The diff is the textbook longest common subsequence on lines; golden files are short.
#include "tests/support/golden.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace cleave {
namespace {

namespace fs = std::filesystem;

bool is_set(const char* variable, std::string_view value) {
  const char* found = std::getenv(variable);
  return found != nullptr && value == found;
}

fs::path golden_root() { return fs::path(CLEAVE_SOURCE_DIR) / "tests" / "golden"; }

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return lines;
}

/// ' ' kept, '-' only before, '+' only after.
struct DiffLine {
  char mark;
  std::string_view text;
};

std::vector<DiffLine> diff_lines(const std::vector<std::string_view>& before,
                                 const std::vector<std::string_view>& after) {
  // common[i][j]: length of the longest common subsequence of before[i..] and after[j..].
  std::vector<std::vector<unsigned>> common(before.size() + 1, std::vector<unsigned>(after.size() + 1, 0));
  for (size_t i = before.size(); i-- > 0;) {
    for (size_t j = after.size(); j-- > 0;) {
      common[i][j] = before[i] == after[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    }
  }
  std::vector<DiffLine> lines;
  size_t i = 0;
  size_t j = 0;
  while (i < before.size() || j < after.size()) {
    if (i < before.size() && j < after.size() && before[i] == after[j]) {
      lines.push_back({' ', before[i]});
      ++i;
      ++j;
    } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
      lines.push_back({'-', before[i++]});
    } else {
      lines.push_back({'+', after[j++]});
    }
  }
  return lines;
}

}  // namespace

std::string GoldenCase::expected_path(std::string_view stage) const { return stem + "." + std::string(stage) + ".txt"; }

bool GoldenCase::must_fail() const { return fs::path(stem).filename().string().compare(0, 5, "fail_") == 0; }

std::string GoldenCase::test_name() const {
  std::string text = name;
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return text;
}

std::vector<GoldenCase> find_golden_cases() {
  std::vector<GoldenCase> cases;
  for (const auto& entry : fs::recursive_directory_iterator(golden_root())) {
    if (!entry.is_regular_file() || entry.path().extension() != ".py") continue;
    GoldenCase found;
    found.stem = fs::path(entry.path()).replace_extension().string();
    found.name = fs::relative(found.stem, golden_root()).generic_string();
    const std::string prefix = fs::path(found.stem).filename().string() + ".";
    for (const auto& beside : fs::directory_iterator(entry.path().parent_path())) {
      const std::string file = beside.path().filename().string();
      const size_t dot = file.rfind(".txt");
      if (file.compare(0, prefix.size(), prefix) != 0 || dot == std::string::npos || dot < prefix.size()) continue;
      found.stages.push_back(file.substr(prefix.size(), dot - prefix.size()));
    }
    std::sort(found.stages.begin(), found.stages.end());
    cases.push_back(std::move(found));
  }
  std::sort(cases.begin(), cases.end(), [](const GoldenCase& a, const GoldenCase& b) { return a.name < b.name; });
  return cases;
}

std::vector<std::string> stray_golden_files(const std::vector<std::string>& stages) {
  std::vector<std::string> stray;
  for (const auto& entry : fs::recursive_directory_iterator(golden_root())) {
    if (!entry.is_regular_file() || entry.path().extension() != ".txt") continue;
    // softmax.print.txt: the stage, then the case.
    const fs::path without_txt = fs::path(entry.path()).replace_extension();
    const std::string stage = without_txt.extension().string();
    const bool known = !stage.empty() && std::find(stages.begin(), stages.end(), stage.substr(1)) != stages.end();
    if (!known || !fs::exists(fs::path(without_txt).replace_extension(".py"))) stray.push_back(entry.path().string());
  }
  std::sort(stray.begin(), stray.end());
  return stray;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream content;
  content << in.rdbuf();
  return content.str();
}

::testing::AssertionResult matches_golden(const std::string& path, const std::string& actual,
                                          const std::string& rerun) {
  const std::string expected = read_file(path);
  if (expected == actual) return ::testing::AssertionSuccess();
  if (is_set("UPDATE_GOLDEN", "1") && !is_set("CI", "true")) {
    std::ofstream(path, std::ios::binary) << actual;
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "differs from " << fs::relative(path, CLEAVE_SOURCE_DIR).generic_string()
                                       << "\n"
                                       << unified_diff(expected, actual) << "run it again: " << rerun
                                       << "\naccept the new text: UPDATE_GOLDEN=1 " << rerun;
}

std::string unified_diff(std::string_view before, std::string_view after) {
  constexpr size_t kContext = 3;
  const std::vector<DiffLine> lines = diff_lines(lines_of(before), lines_of(after));
  std::vector<bool> shown(lines.size(), false);
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].mark == ' ') continue;
    const size_t end = std::min(lines.size(), i + kContext + 1);
    for (size_t k = i > kContext ? i - kContext : 0; k < end; ++k) shown[k] = true;
  }
  std::string diff;
  size_t before_line = 1;
  size_t after_line = 1;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (shown[i] && (i == 0 || !shown[i - 1])) {
      diff += "@@ -" + std::to_string(before_line) + " +" + std::to_string(after_line) + " @@\n";
    }
    if (shown[i]) {
      diff += lines[i].mark + std::string(lines[i].text);
      if (lines[i].text.back() != '\n') diff += "\n\\ no newline at the end\n";
    }
    if (lines[i].mark != '+') ++before_line;
    if (lines[i].mark != '-') ++after_line;
  }
  return diff;
}

}  // namespace cleave

// The rules of the project as programs: who may include whom, no cycle, what a file begins with, which names say
// nothing, what the portable core does without, and that nothing stands untested. Each failure names the file and the
// rule.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/ops/op_table.h"
#include "core/segment/reason_codes.h"
#include "core/source/diagnostic_codes.h"
#include "tests/structure/source_tree.h"

namespace cleave {
namespace {

const std::vector<SourceFile>& tree() {
  static const std::vector<SourceFile> files = read_source_tree();
  return files;
}

/// Folder → folders whose headers it may include, besides its own. The closure is taken: what those may include, it may
/// too.
const std::map<std::string, std::vector<std::string>, std::less<>> kMayInclude = {
    {"core/base", {}},
    {"core/ops", {"core/base"}},
    {"core/source", {"core/base"}},
    {"core/ir", {"core/ops", "core/source"}},
    {"core/parse", {"core/ir"}},
    {"core/infer", {"core/ir"}},
    {"core/rewrite", {"core/infer"}},
    {"core/rewrite/passes", {"core/rewrite"}},
    {"core/evaluate", {"core/infer"}},
    {"core/segment", {"core/rewrite"}},
    {"core/translate", {"core/segment"}},
    {"core/schedule", {"core/translate"}},
    {"core/kernel", {"core/schedule"}},
    {"core/plan", {"core/kernel", "core/evaluate"}},
    {"core/layout", {"core/base"}},
    {"core/api", {"core/parse", "core/plan", "core/rewrite/passes", "core/layout"}},
    {"native/cli", {"core/api", "native/execute", "native/serve"}},
    {"native/cuda", {"core/kernel", "core/plan"}},
    {"native/execute", {"core/api", "native/cuda"}},
    {"native/serve", {}},
    {"wasm", {"core/api"}},
};

bool may_include(std::string_view from, std::string_view to) {
  if (from == to) return true;
  const auto row = kMayInclude.find(from);
  if (row == kMayInclude.end()) return false;
  for (const std::string& next : row->second) {
    if (may_include(next, to)) return true;
  }
  return false;
}

std::string_view folder_of(std::string_view include) {
  const size_t slash = include.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : include.substr(0, slash);
}

TEST(Structure, IncludesFollowTheDirectionOfDependencies) {
  for (const SourceFile& file : tree()) {
    if (!file.is_cpp()) continue;
    const bool is_test = file.path.compare(0, 6, "tests/") == 0;
    EXPECT_TRUE(is_test || kMayInclude.count(file.folder()) == 1)
        << file.path << ": a folder without a row in kMayInclude";
    for (const std::string& include : file.own_includes) {
      EXPECT_NE(include.find('/'), std::string::npos) << file.path << " includes " << include << " by a relative path";
      const bool includes_test = include.compare(0, 6, "tests/") == 0;
      EXPECT_TRUE(is_test || may_include(file.folder(), folder_of(include)))
          << file.path << " may not include " << include;
      EXPECT_TRUE(is_test || !includes_test) << file.path << " includes a test: " << include;
    }
  }
}

TEST(Structure, NoIncludeCycle) {
  std::map<std::string, std::vector<std::string>, std::less<>> edges;
  for (const SourceFile& file : tree()) {
    if (file.is_cpp()) edges[file.path] = file.own_includes;
  }
  // Files that include nothing of those that are left are peeled off; what never comes off is on a cycle or includes
  // one.
  bool peeled = true;
  while (peeled) {
    peeled = false;
    for (auto file = edges.begin(); file != edges.end();) {
      bool free = true;
      for (const std::string& target : file->second) free = free && edges.count(target) == 0;
      peeled = peeled || free;
      file = free ? edges.erase(file) : std::next(file);
    }
  }
  for (const auto& [path, targets] : edges) ADD_FAILURE() << path << " is on an include cycle, or includes one";
}

TEST(Structure, EveryFileSaysFirstWhatItIs) {
  const std::set<std::string_view> spoken = {".h", ".cpp", ".ts", ".mjs", ".sh", ".cmake", ".py"};
  for (const SourceFile& file : tree()) {
    const bool is_cmake = file.path.size() >= 14 && file.path.rfind("CMakeLists.txt") == file.path.size() - 14;
    if (spoken.count(file.extension()) == 0 && !is_cmake) continue;
    EXPECT_FALSE(opening_paragraph(file).empty()) << file.path << " does not begin with a paragraph of comment";
  }
}

TEST(Structure, NamesSayWhatIsInside) {
  const std::set<std::string> nothing_said = {"utils",  "util", "helpers", "helper",
                                              "common", "misc", "manager", "impl"};
  for (const SourceFile& file : tree()) {
    std::string word;
    for (const char c : file.path + "/") {
      if (c != '/' && c != '_' && c != '.') {
        word += c;
        continue;
      }
      EXPECT_EQ(nothing_said.count(word), 0U) << file.path << ": `" << word << "` says nothing about what is inside";
      word.clear();
    }
  }
}

TEST(Structure, CoreNeedsNoMachine) {
  const std::set<std::string> banned_headers = {"iostream", "fstream",  "sstream", "thread", "mutex",
                                                "atomic",   "chrono",   "random",  "ctime",  "format",
                                                "ranges",   "expected", "regex",   "future", "filesystem"};
  const std::vector<std::string> banned_calls = {"getenv", "time",  "clock_gettime", "fopen",
                                                 "rand",   "srand", "printf",        "exit"};
  const std::vector<std::string> banned_words = {"throw", "goto", "thread_local"};
  for (const SourceFile* file : files_under(tree(), "core/")) {
    if (!file->is_cpp()) continue;
    for (const std::string& header : file->system_includes) {
      EXPECT_EQ(banned_headers.count(header), 0U) << file->path << " includes <" << header << ">";
    }
    const std::string code = code_only(file->text);
    for (const std::string& name : banned_calls)
      EXPECT_FALSE(contains_call(code, name)) << file->path << " calls " << name;
    for (const std::string& word : banned_words)
      EXPECT_FALSE(contains_word(code, word)) << file->path << " uses " << word;
  }
}

TEST(Structure, NoDirectiveOpensAWholeNamespaceInAHeader) {
  for (const SourceFile& file : tree()) {
    if (file.extension() != ".h") continue;
    EXPECT_EQ(code_only(file.text).find("using namespace"), std::string::npos) << file.path;
    EXPECT_NE(file.text.find("#pragma once"), std::string::npos) << file.path << " has no #pragma once";
  }
}

/// Modules whose header a test includes, and those that such a module includes of its own folder: the parts of a folder
/// are tested through its door.
std::set<std::string, std::less<>> tested_modules() {
  std::set<std::string, std::less<>> tested;
  for (const SourceFile* file : files_under(tree(), "tests/")) {
    for (const std::string& include : file->own_includes) tested.insert(include.substr(0, include.rfind('.')));
  }
  for (size_t before = 0; before != tested.size();) {
    before = tested.size();
    for (const SourceFile* file : files_under(tree(), "core/")) {
      if (tested.count(file->module()) == 0) continue;
      for (const std::string& include : file->own_includes) {
        if (folder_of(include) == file->folder()) tested.insert(include.substr(0, include.rfind('.')));
      }
    }
  }
  return tested;
}

TEST(Structure, EverySourceIsReachedByATestOfItsFolder) {
  const auto tested = tested_modules();
  for (const SourceFile* file : files_under(tree(), "core/")) {
    if (file->extension() != ".cpp") continue;
    // A file without a header of its own holds a part of what the first header that it includes declares.
    std::string module(file->module());
    if (files_under(tree(), module + ".h").empty() && !file->own_includes.empty()) {
      module = file->own_includes.front().substr(0, file->own_includes.front().rfind('.'));
    }
    EXPECT_EQ(tested.count(module), 1U) << file->path << ": no test includes its header or that of a file that uses it";
  }
}

/// All text of the tests except this folder's.
const std::string& test_text() {
  static const std::string text = [] {
    std::string all;
    for (const SourceFile* file : files_under(tree(), "tests/")) {
      if (file->folder() != "tests/structure") all += file->text + "\n";
    }
    return all;
  }();
  return text;
}

TEST(Structure, EveryDiagnosticCodeIsProvokedByATest) {
  for (const DiagnosticCodeInfo& row : kDiagnosticCodes) {
    EXPECT_TRUE(contains_word(test_text(), row.code) || contains_word(test_text(), row.name))
        << row.code << " (" << row.name << ") is in no test";
    EXPECT_FALSE(row.help.empty()) << row.code << " has no help";
    EXPECT_NE(row.message.back(), '.') << row.code << ": a message has no final period";
    const char level = row.severity == Severity::kError ? 'E' : row.severity == Severity::kWarning ? 'W' : 'N';
    EXPECT_EQ(row.code.front(), level) << row.code << ": the letter is the severity";
  }
}

TEST(Structure, EveryReasonIsShownByATest) {
  for (const ReasonCodeInfo& row : all_reasons()) {
    EXPECT_NE(test_text().find(row.code), std::string::npos) << row.code << " is in no test";
  }
}

TEST(Structure, EveryOpIsUsedByATest) {
  for (const OpInfo& row : kOpTable) {
    EXPECT_TRUE(contains_word(test_text(), row.name)) << "op `" << row.name << "` is in no test";
    EXPECT_FALSE(row.doc.empty()) << "op `" << row.name << "` has no doc";
  }
}

TEST(Structure, NothingOutsideTheProjectIsNamed) {
  const std::string outside = std::string("../") + "shared";
  const std::string absolute = std::string("/work") + "/";
  for (const SourceFile& file : tree()) {
    EXPECT_EQ(file.text.find(outside), std::string::npos) << file.path;
    EXPECT_EQ(file.text.find(absolute), std::string::npos) << file.path;
  }
}

TEST(Structure, LinesEndCleanlyAndFilesWithANewline) {
  for (const SourceFile& file : tree()) {
    if (file.text.empty() || file.path.compare(0, 13, "tests/golden/") == 0 ||
        file.path.compare(0, 11, "tests/fuzz/") == 0)
      continue;
    EXPECT_EQ(file.text.back(), '\n') << file.path << " does not end with a newline";
    EXPECT_EQ(file.text.find('\r'), std::string::npos) << file.path << " has carriage returns";
    if (file.extension() == ".md") continue;
    EXPECT_EQ(file.text.find(" \n"), std::string::npos) << file.path << " has blanks at the end of a line";
  }
}

}  // namespace
}  // namespace cleave

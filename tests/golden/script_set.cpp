// See script_set.h.
#include "tests/golden/script_set.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "core/api/json.h"
#include "core/base/text.h"
#include "core/parse/parse.h"
#include "tests/golden/stage_text.h"
#include "tests/support/golden.h"

namespace cleave {
namespace {

namespace fs = std::filesystem;

/// A script's definitions. The n-th list of inputs belongs to the n-th definition where there are as many of both.
void add_script(const std::string& name, const std::string& text, std::vector<ShownDefinition>& out) {
  Diagnostics diagnostics;
  const Parsed parsed = parse(SourceText(name, text), diagnostics);
  Request request = read_request(request_options(text)).request;
  request.text = text;
  request.file_name = name + ".py";
  if (request.definition || parsed.definitions.size() < 2) {
    out.push_back({.name = name, .request = request});
    return;
  }
  for (size_t i = 0; i < parsed.definitions.size(); ++i) {
    request.definition = std::to_string(i);
    if (parsed.input_lists.size() == parsed.definitions.size()) request.inputs = parsed.input_lists[i].name;
    out.push_back({.name = concat(name, " ", i), .request = request});
  }
}

void add_folder(const std::string& folder, std::vector<ShownDefinition>& out) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(CLEAVE_SOURCE_DIR) / folder)) {
    if (entry.path().extension() == ".py") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    const std::string text = read_file(path.string());
    // A case that is about a refusal has no segments.
    if (text.find("\n# expect: error ") != std::string::npos) continue;
    add_script(concat(folder, "/", path.stem().string()), text, out);
  }
}

}  // namespace

std::string ShownDefinition::test_name() const {
  std::string text = name;
  for (char& c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return text;
}

std::vector<ShownDefinition> example_definitions() {
  std::vector<ShownDefinition> out;
  add_folder("docs/examples", out);
  return out;
}

std::vector<ShownDefinition> shown_definitions() {
  std::vector<ShownDefinition> out = example_definitions();
  add_folder("tests/cases", out);
  for (const GoldenCase& golden : find_golden_cases()) {
    if (!golden.must_fail()) add_script("tests/golden/" + golden.name, read_file(golden.script_path()), out);
  }
  return out;
}

}  // namespace cleave

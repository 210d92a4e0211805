// See source_tree.h.
#include "tests/structure/source_tree.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace cleave {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream content;
  content << in.rdbuf();
  return content.str();
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  return line;
}

/// What stands between `open` and the next `close`, or nothing.
std::string between(std::string_view line, char open, char close) {
  const size_t begin = line.find(open);
  if (begin == std::string_view::npos) return {};
  const size_t end = line.find(close, begin + 1);
  return end == std::string_view::npos ? std::string() : std::string(line.substr(begin + 1, end - begin - 1));
}

void find_includes(SourceFile& file) {
  std::istringstream lines(file.text);
  for (std::string line; std::getline(lines, line);) {
    const std::string_view text = trimmed(line);
    if (text.substr(0, 8) == "#include") {
      if (std::string name = between(text, '"', '"'); !name.empty()) file.own_includes.push_back(std::move(name));
      if (std::string name = between(text, '<', '>'); !name.empty()) file.system_includes.push_back(std::move(name));
    } else if (text.substr(0, 7) == "import " && file.extension() != ".py") {
      if (std::string name = between(text, '\'', '\''); !name.empty()) file.own_includes.push_back(std::move(name));
    }
  }
}

bool is_read(const fs::path& path) {
  // A second checkout of one repository has a file of this name, which is none of the tree.
  if (path.filename() == ".git") return false;
  static constexpr std::string_view kExtensions[] = {".h",   ".cpp", ".ts",   ".mjs", ".sh",  ".cmake",
                                                     ".txt", ".py",  ".json", ".md",  ".svg", ""};
  const std::string extension = path.extension().string();
  return std::find(std::begin(kExtensions), std::end(kExtensions), extension) != std::end(kExtensions);
}

}  // namespace

std::string_view SourceFile::extension() const {
  const size_t slash = path.rfind('/');
  const size_t dot = path.rfind('.');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return {};
  return std::string_view(path).substr(dot);
}

std::string_view SourceFile::module() const {
  return std::string_view(path).substr(0, path.size() - extension().size());
}

std::string_view SourceFile::folder() const {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string_view() : std::string_view(path).substr(0, slash);
}

bool SourceFile::is_cpp() const { return extension() == ".cpp" || extension() == ".h"; }

std::vector<SourceFile> read_source_tree() {
  const fs::path root = CLEAVE_SOURCE_DIR;
  std::vector<SourceFile> files;
  const auto add = [&](const fs::path& path) {
    if (!is_read(path)) return;
    SourceFile file{.path = fs::relative(path, root).generic_string(),
                    .text = read(path),
                    .own_includes = {},
                    .system_includes = {}};
    find_includes(file);
    files.push_back(std::move(file));
  };
  for (const auto& entry : fs::directory_iterator(root)) {
    if (entry.is_regular_file()) add(entry.path());
  }
  for (const char* folder : {"core", "native", "wasm", "tests", "cmake", "docs", ".ci"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.is_regular_file()) add(entry.path());
    }
  }
  std::sort(files.begin(), files.end(), [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

std::vector<const SourceFile*> files_under(const std::vector<SourceFile>& files, std::string_view prefix) {
  std::vector<const SourceFile*> found;
  for (const SourceFile& file : files) {
    if (file.path.compare(0, prefix.size(), prefix) == 0) found.push_back(&file);
  }
  return found;
}

std::string opening_paragraph(const SourceFile& file) {
  const std::string_view mark = file.is_cpp() || file.extension() == ".ts" || file.extension() == ".mjs" ? "//" : "#";
  const size_t begin = file.text.compare(0, 2, "#!") == 0 ? file.text.find('\n') + 1 : 0;
  if (file.text.compare(begin, 3, R"(""")") == 0) {
    return file.text.substr(begin + 3, file.text.find(R"(""")", begin + 3) - begin - 3);
  }
  std::istringstream lines(file.text);
  std::string paragraph;
  for (std::string line; std::getline(lines, line);) {
    if (paragraph.empty() && line.compare(0, 2, "#!") == 0) continue;
    if (line.compare(0, mark.size(), mark) != 0) break;
    paragraph += std::string(trimmed(std::string_view(line).substr(mark.size()))) + " ";
  }
  return paragraph;
}

bool contains_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    const bool ends = at + word.size() == text.size() || !is_word(text[at + word.size()]);
    if (begins && ends) return true;
  }
  return false;
}

bool contains_call(std::string_view code, std::string_view name) {
  for (size_t at = code.find(name); at != std::string_view::npos; at = code.find(name, at + 1)) {
    const bool begins = at == 0 || (!is_word(code[at - 1]) && code[at - 1] != '.' && code[at - 1] != '>');
    const size_t end = at + name.size();
    if (begins && end < code.size() && code[end] == '(') return true;
  }
  return false;
}

std::string code_only(std::string_view text) {
  std::string code;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size() - 1);
      code += '\n';
    } else if (text.substr(i, 2) == "/*") {
      const size_t end = text.find("*/", i);
      i = end == std::string_view::npos ? text.size() : end + 1;
    } else if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\') ++i;
      }
      code += "\"\"";
    } else {
      code += text[i];
    }
  }
  return code;
}

}  // namespace cleave

// The project's own files as text: what each file is called, what it says and what it includes. It knows no rule; the
// rules are in structure_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cleave {

struct SourceFile {
  /// Relative to the project, with slashes: `core/parse/parse.h`.
  std::string path;
  std::string text;
  /// What stands in quotes after #include or import, as it is written.
  std::vector<std::string> own_includes;
  /// What stands in angle brackets after #include.
  std::vector<std::string> system_includes;

  /// `.cpp`, `.h`, `.ts`; empty where the name has no dot.
  std::string_view extension() const;
  /// The path without its extension: the same for the two files of a module.
  std::string_view module() const;
  /// `core/parse` of `core/parse/parse.h`.
  std::string_view folder() const;
  bool is_cpp() const;
};

/// Every file of ours under the folders that hold code (core, native, wasm, tests, cmake) and at the root, sorted by
/// path.
std::vector<SourceFile> read_source_tree();

/// Those for which `path` begins with `prefix`.
std::vector<const SourceFile*> files_under(const std::vector<SourceFile>& files, std::string_view prefix);

/// The paragraph of comments at the top of a file (after a `#!` line), without the comment marks; empty where there is
/// none.
std::string opening_paragraph(const SourceFile& file);

/// Whether `word` occurs in `text` with no letter, digit or underscore on either side.
bool contains_word(std::string_view text, std::string_view word);

/// Whether `code` calls a free function `name`: the word, then `(`.
bool contains_call(std::string_view code, std::string_view name);

/// C++ text without comments and without the contents of string literals.
std::string code_only(std::string_view text);

}  // namespace cleave

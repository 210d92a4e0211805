// The files under docs/ that are written by the program from its own tables. Tested by tests/structure (they are
// fresh).
#pragma once

#include <string>
#include <vector>

namespace cleave::cli {

struct GeneratedFile {
  /// Below docs/.
  std::string path;
  std::string text;
};

std::vector<GeneratedFile> generated_files();

}  // namespace cleave::cli

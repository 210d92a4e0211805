// Reading scripts and writing output. Nothing here trusts a file: folders, devices without end and files that vanish
// are answered with a reason. Tested by tests/native/cli.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace cleave::cli {

struct FileTooLarge {};
/// In words, as the system says it.
struct FileUnreadable {
  std::string why;
};

/// The whole file, `-` for the standard input, up to `limit` bytes.
std::variant<std::string, FileUnreadable, FileTooLarge> read_file(const std::string& path, size_t limit);

/// False where the folder or the file could not be written.
bool write_file(const std::string& path, std::string_view text);

/// Writes to the standard output. A reader that went away is no mistake; anything else that fails is said and gives
/// false.
bool write_output(std::string_view text);
/// Writes to the error stream.
void write_errors(std::string_view text);

}  // namespace cleave::cli

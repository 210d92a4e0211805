// See files.h.
#include "native/cli/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace cleave::cli {
namespace {

/// Closes what it opened, never the standard input.
class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : file_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)), owned_(path != "-") {}
  ~OpenFile() {
    if (owned_ && file_ >= 0) close(file_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int number() const { return file_; }

 private:
  int file_;
  bool owned_;
};

std::string last_error() {
  std::string text = std::strerror(errno);
  if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z')
    text.front() = static_cast<char>(text.front() - 'A' + 'a');
  return text;
}

}  // namespace

std::variant<std::string, FileUnreadable, FileTooLarge> read_file(const std::string& path, size_t limit) {
  const OpenFile file(path);
  if (file.number() < 0) return FileUnreadable{last_error()};
  struct stat what {};
  if (fstat(file.number(), &what) == 0 && S_ISDIR(what.st_mode)) return FileUnreadable{"it is a folder"};
  std::string out;
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t count = read(file.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileUnreadable{last_error()};
    if (count == 0) return out;
    if (out.size() + static_cast<size_t>(count) > limit) return FileTooLarge{};
    out.append(buffer.data(), static_cast<size_t>(count));
  }
}

bool write_file(const std::string& path, std::string_view text) {
  std::error_code failure;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), failure);
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

bool write_output(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (written || errno == EPIPE) return true;
  write_errors("cleave: cannot write the output: " + last_error() + "\n");
  return false;
}

void write_errors(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace cleave::cli

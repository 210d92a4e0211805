// See page_files.h.
#include "native/serve/page_files.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace cleave::serve {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kUnknown = "application/octet-stream";

struct MediaType {
  std::string_view ending;
  std::string_view type;
};

constexpr std::array kTypes{
    MediaType{".html", "text/html; charset=utf-8"},
    MediaType{".js", "text/javascript; charset=utf-8"},
    MediaType{".mjs", "text/javascript; charset=utf-8"},
    MediaType{".css", "text/css; charset=utf-8"},
    MediaType{".wasm", "application/wasm"},
    MediaType{".json", "application/json"},
    MediaType{".webmanifest", "application/manifest+json"},
    MediaType{".svg", "image/svg+xml"},
    MediaType{".png", "image/png"},
    MediaType{".ico", "image/x-icon"},
    MediaType{".woff2", "font/woff2"},
    MediaType{".txt", "text/plain; charset=utf-8"},
    MediaType{".py", "text/plain; charset=utf-8"},
    MediaType{".map", "application/json"},
};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// `%41` → `A`; nothing where a `%` is not followed by two digits.
std::optional<std::string> without_escapes(std::string_view path) {
  std::string out;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '%') {
      out += path[i];
      continue;
    }
    if (i + 2 >= path.size()) return std::nullopt;
    const int high = hex_digit(path[i + 1]);
    const int low = hex_digit(path[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

/// The regular file of the folder that is called `name`, by its path from there.
std::optional<fs::path> find_file(const std::string& folder, std::string_view name) {
  std::error_code failure;
  fs::recursive_directory_iterator files(folder, failure);
  for (; !failure && files != fs::recursive_directory_iterator(); files.increment(failure)) {
    if (!files->is_regular_file(failure) || files->is_symlink(failure)) continue;
    if (files->path().lexically_relative(folder).generic_string() == name) return files->path();
  }
  return std::nullopt;
}

}  // namespace

bool holds_page(const std::string& folder) { return find_file(folder, kIndex).has_value(); }

std::string_view media_type(std::string_view name) {
  for (const MediaType& row : kTypes) {
    if (name.ends_with(row.ending)) return row.type;
  }
  return kUnknown;
}

std::optional<Reply> page_file(const std::string& folder, std::string_view path) {
  const std::optional<std::string> plain = without_escapes(path);
  if (!plain || plain->empty() || plain->front() != '/') return std::nullopt;
  const std::string name = *plain == "/" ? std::string(kIndex) : plain->substr(1);
  const std::optional<fs::path> file = find_file(folder, name);
  if (!file) return std::nullopt;
  std::ifstream in(*file, std::ios::binary);
  if (!in) return std::nullopt;
  return Reply{200, media_type(name), {std::istreambuf_iterator<char>(in), {}}};
}

}  // namespace cleave::serve

// See terminal.h.
#include "native/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

namespace cleave::cli {
namespace {

constexpr size_t kUsualWidth = 80;
constexpr size_t kLeastWidth = 40;
constexpr size_t kMostWidth = 140;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

bool locale_is_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = environment(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != std::string_view::npos || value.find("utf8") != std::string_view::npos ||
           value.find("UTF8") != std::string_view::npos || value.find("utf-8") != std::string_view::npos;
  }
  return false;
}

size_t width_of(int file) {
  winsize size{};
  size_t width = 0;
  if (ioctl(file, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  if (width == 0)
    width = static_cast<size_t>(std::max(0L, std::strtol(std::string(environment("COLUMNS")).c_str(), nullptr, 10)));
  return std::clamp(width == 0 ? kUsualWidth : width, kLeastWidth, kMostWidth);
}

Terminal terminal_of(int file, ColorMode mode) {
  Terminal out;
  out.is_terminal = isatty(file) == 1;
  out.width = width_of(file);
  out.utf8 = locale_is_utf8();
  const bool can = out.is_terminal && environment("TERM") != "dumb";
  out.color = environment("NO_COLOR").empty() && (mode == ColorMode::kAlways || (mode == ColorMode::kAuto && can));
  return out;
}

}  // namespace

Terminal terminal_of_output(ColorMode mode) { return terminal_of(STDOUT_FILENO, mode); }
Terminal terminal_of_errors(ColorMode mode) { return terminal_of(STDERR_FILENO, mode); }

}  // namespace cleave::cli

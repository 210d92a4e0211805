// See memory.h.
#include "native/cli/memory.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "native/cli/files.h"

namespace cleave::cli {
namespace {

constexpr size_t kMostOfProc = size_t{1} << 20;

std::optional<std::string> small_file(const char* path) {
  auto read = read_file(path, kMostOfProc);
  if (auto* text = std::get_if<std::string>(&read)) return std::move(*text);
  return std::nullopt;
}

std::optional<int64_t> leading_number(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 0) return std::nullopt;
  return value;
}

/// What this container may still use (control groups, version 2).
std::optional<int64_t> available_in_container() {
  const auto most = small_file("/sys/fs/cgroup/memory.max");
  const auto used = small_file("/sys/fs/cgroup/memory.current");
  if (!most || !used) return std::nullopt;
  const auto limit = leading_number(*most);
  const auto current = leading_number(*used);
  if (!limit || !current) return std::nullopt;
  return std::max<int64_t>(0, *limit - *current);
}

}  // namespace

std::optional<int64_t> available_memory(std::string_view meminfo) {
  constexpr std::string_view kName = "MemAvailable:";
  constexpr int64_t kKibibyte = 1024;
  const size_t place = meminfo.find(kName);
  if (place == std::string_view::npos) return std::nullopt;
  const auto kibibytes = leading_number(meminfo.substr(place + kName.size()));
  if (!kibibytes) return std::nullopt;
  return *kibibytes * kKibibyte;
}

std::optional<int64_t> default_memory_limit() {
  std::optional<int64_t> free;
  if (const auto text = small_file("/proc/meminfo")) free = available_memory(*text);
  if (const auto container = available_in_container()) free = free ? std::min(*free, *container) : *container;
  if (!free) return std::nullopt;
  return *free / 4 * 3;
}

}  // namespace cleave::cli

// See assembler_log.h. Tested by tests/native/cuda.
#include "native/cuda/assembler_log.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace cleave::cuda {
namespace {

constexpr std::string_view kEntry = "Compiling entry function '";

/// Calls `use` with every line of `text`.
template <class Use>
void for_each_line(std::string_view text, Use use) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    use(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::optional<int64_t> number(std::string_view text) {
  int64_t out = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return out;
}

/// The number in front of `what`: 128 of `…, 128 bytes smem` for ` bytes smem`. 0 where the line does not say it.
int64_t number_before(std::string_view line, std::string_view what) {
  const size_t end = line.find(what);
  if (end == std::string_view::npos) return 0;
  size_t begin = end;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  return number(line.substr(begin, end - begin)).value_or(0);
}

}  // namespace

std::vector<KernelResources> read_resources(std::string_view log) {
  std::vector<KernelResources> out;
  for_each_line(log, [&](std::string_view line) {
    if (const size_t begin = line.find(kEntry); begin != std::string_view::npos) {
      const std::string_view rest = line.substr(begin + kEntry.size());
      out.emplace_back().entry = rest.substr(0, rest.find('\''));
      return;
    }
    if (out.empty()) return;
    KernelResources& kernel = out.back();
    if (line.find(" bytes stack frame") != std::string_view::npos) {
      kernel.stack_bytes = number_before(line, " bytes stack frame");
      kernel.spill_store_bytes = number_before(line, " bytes spill stores");
      kernel.spill_load_bytes = number_before(line, " bytes spill loads");
    } else if (line.find(" registers") != std::string_view::npos) {
      kernel.registers = number_before(line, " registers");
      kernel.shared_bytes = number_before(line, " bytes smem");
    }
  });
  return out;
}

std::vector<CompilerMessage> read_messages(std::string_view log) {
  std::vector<CompilerMessage> out;
  for_each_line(log, [&](std::string_view line) {
    const size_t close = line.find("): ");
    const size_t open = line.substr(0, close).rfind('(');
    if (close == std::string_view::npos || open == std::string_view::npos) return;
    const std::optional<int64_t> place = number(line.substr(open + 1, close - open - 1));
    if (!place) return;
    std::string_view text = line.substr(close + 3);
    const std::string_view kind = text.substr(0, text.find(':'));
    const bool is_error = kind.find("error") != std::string_view::npos;
    if (is_error || kind.find("warning") != std::string_view::npos) {
      text.remove_prefix(std::min(kind.size() + 2, text.size()));
      out.push_back({.line = *place, .is_error = is_error, .text = std::string(text)});
    }
  });
  return out;
}

std::string first_line(std::string_view log) {
  log.remove_prefix(std::min(log.find_first_not_of("\n "), log.size()));
  return std::string(log.substr(0, log.find('\n')));
}

}  // namespace cleave::cuda

// See text.h. Numbers go through snprintf and strtod in the "C" locale, which no part of Cleave ever changes.
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace cleave {

std::string join(std::span<const std::string> items, std::string_view separator) {
  return join(items, separator, [](const std::string& item) { return std::string_view(item); });
}

std::string list_text(std::span<const int64_t> values) {
  return concat('[', join(values, ", ", [](int64_t value) { return std::to_string(value); }), ']');
}

std::string shortest_double(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::array<char, 40> buffer{};
  int digits = 1;
  for (; digits < 17; ++digits) {
    std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, value);
    if (std::strtod(buffer.data(), nullptr) == value) break;
  }
  // Whole numbers that people would write out keep their zeros: 100, not 1e+02.
  const double magnitude = std::fabs(value);
  if (magnitude >= 1 && magnitude < 1e16) digits = std::max(digits, static_cast<int>(std::log10(magnitude)) + 1);
  std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, value);
  return buffer.data();
}

std::string showpoint_double(double value, int digits) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%#.*g", digits, value);
  return buffer.data();
}

std::optional<double> parse_double(std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  // strtod takes hexadecimal as well, which `0x32`, a list of sizes, is not.
  const bool hexadecimal = copy.find_first_of("xX") != std::string::npos;
  if (copy.empty() || hexadecimal || end != copy.c_str() + copy.size()) return std::nullopt;
  return value;
}

std::string bytes_text(double bytes) {
  constexpr std::array<const char*, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < kUnits.size()) {
    bytes /= 1024;
    ++unit;
  }
  std::array<char, 40> buffer{};
  const bool whole = bytes == std::floor(bytes) || unit == 0;
  std::snprintf(buffer.data(), buffer.size(), whole ? "%.0f %s" : "%.1f %s", bytes, kUnits[unit]);
  return buffer.data();
}

std::string counted(size_t count, std::string_view one, std::string_view many) {
  return concat(count, ' ', count == 1 ? one : many);
}

std::string grouped_number(int64_t value) {
  std::string digits = std::to_string(value);
  const size_t first = value < 0 ? 1 : 0;
  for (size_t place = digits.size(); place > first + 3;) {
    place -= 3;
    digits.insert(place, 1, ',');
  }
  return digits;
}

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({change, previous[j] + 1, current[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

std::optional<std::string_view> closest_word(std::string_view word, std::span<const std::string_view> candidates) {
  constexpr size_t kShort = 2;
  const bool is_short = word.size() == kShort;
  std::optional<std::string_view> best;
  // Twice the distance, and one more where the first letters differ: people seldom mistype the first one.
  size_t best_score = 2 * (is_short ? kShort : word.size() / 3 + 1);
  for (std::string_view candidate : candidates) {
    const size_t longer = std::max(candidate.size(), word.size());
    if (2 * (longer - std::min(candidate.size(), word.size())) >= best_score) continue;
    // Of two letters one that is another says nothing about what was meant.
    const bool exchanged =
        is_short && candidate.size() == kShort && (candidate[0] != word[1] || candidate[1] != word[0]);
    if (exchanged) continue;
    const bool same_start = !candidate.empty() && !word.empty() && candidate[0] == word[0];
    const size_t score = 2 * edit_distance(word, candidate) + (same_start ? 0 : 1);
    if (score < best_score) {
      best_score = score;
      best = candidate;
    }
  }
  return best;
}

}  // namespace cleave

// See unicode.h.
#include "core/base/unicode.h"

#include <array>
#include <cstdio>

namespace cleave {
namespace {

constexpr uint32_t kLeastOfLength[] = {0, 0, 0x80, 0x800, 0x10000};

size_t length_by_lead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  return lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
}

void append_escape(uint32_t value, bool is_byte, std::string& out) {
  if (is_byte && value == '\n') {
    out += "\\n";
  } else if (is_byte && value == '\t') {
    out += "\\t";
  } else if (is_byte && value == '\r') {
    out += "\\r";
  } else {
    std::array<char, 16> buffer{};
    std::snprintf(buffer.data(), buffer.size(), is_byte ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(value));
    out += buffer.data();
  }
}

}  // namespace

CodePoint decode_code_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const size_t bytes = length_by_lead(lead);
  if (bytes == 1) return {lead, 1, true};
  if (bytes == 0 || text.size() < bytes) return {};
  uint32_t value = lead & (0xFFU >> (bytes + 1));
  for (size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80U) return {};
    value = (value << 6U) | (next & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kLeastOfLength[bytes] || value > 0x10FFFF || surrogate) return {};
  return {value, bytes, true};
}

bool is_control(uint32_t point) {
  return point < 0x20 || (point >= 0x7F && point <= 0x9F) || point == 0x61C || point == 0x200E || point == 0x200F ||
         (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

std::string visible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = decode_code_point(text);
    if (point.valid && !is_control(point.value)) {
      out += text.substr(0, point.bytes);
    } else {
      const bool is_byte = point.bytes == 1;
      append_escape(is_byte ? static_cast<unsigned char>(text[0]) : point.value, is_byte, out);
    }
    text.remove_prefix(point.bytes);
  }
  return out;
}

std::string clipped(std::string_view text, size_t most) {
  if (text.size() <= most) return std::string(text);
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return std::string(text.substr(0, most)) + "…";
}

}  // namespace cleave

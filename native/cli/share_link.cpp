// See share_link.h. The form is that of the page (web/src/share): base64url of a version byte and the raw deflate of
// JSON `{text, name, options}`.
#include "native/cli/share_link.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/text.h"
#include "native/cli/options.h"

namespace cleave::cli {
namespace {

using Json = nlohmann::json;

constexpr unsigned char kVersion = 1;
/// Characters behind the `#`, and bytes that they may become.
constexpr size_t kMostPacked = 4'000'000;
constexpr size_t kMostUnpacked = 16'000'000;
constexpr size_t kMostName = 200;

constexpr std::string_view kDamaged = "it was cut short or changed on the way";

/// Where values stand alone, and where they stand in a list; each is an option of the command line of the same name.
constexpr std::array<std::string_view, 4> kSingle{"rules", "order", "gpu", "passes"};
constexpr std::array<std::string_view, 3> kListed{"cut", "keep", "input"};

int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '-') return 62;
  if (c == '_') return 63;
  return -1;
}

std::optional<std::string> from_base64url(std::string_view text) {
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const int value = value_of(c);
    if (value < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<unsigned>(value)) & 0xFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFFU);
  }
  return out;
}

enum class Unpacking { kDone, kBroken, kTooLong };

/// Raw deflate, all of `packed` and no byte more than allowed.
Unpacking inflate_all(std::string_view packed, std::string& out) {
  z_stream stream{};
  constexpr int kRaw = -15;
  if (inflateInit2(&stream, kRaw) != Z_OK) return Unpacking::kBroken;
  // zlib reads through this pointer only.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::array<char, 65536> piece{};
  int state = Z_OK;
  while (state == Z_OK && out.size() <= kMostUnpacked) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    state = inflate(&stream, Z_NO_FLUSH);
    out.append(piece.data(), piece.size() - stream.avail_out);
  }
  const bool is_whole = state == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  if (out.size() > kMostUnpacked) return Unpacking::kTooLong;
  return is_whole ? Unpacking::kDone : Unpacking::kBroken;
}

std::string plain_name(const Json& json) {
  std::string out = json.is_string() ? json.get<std::string>().substr(0, kMostName) : std::string();
  std::replace_if(
      out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return out.empty() ? "shared" : out;
}

/// Adds the options; in words what does not fit.
std::optional<std::string> read_options(const Json& json, SharedState& out) {
  if (!json.is_object()) return "its options are no list of names and values";
  for (const std::string_view name : kSingle) {
    const auto found = json.find(std::string(name));
    if (found == json.end()) continue;
    if (!found->is_string()) return concat("its option `", name, "` is no text");
    out.options.emplace_back(name, found->get<std::string>());
  }
  for (const std::string_view name : kListed) {
    const auto found = json.find(std::string(name));
    if (found == json.end()) continue;
    if (!found->is_array()) return concat("its option `", name, "` is no list");
    for (const Json& item : *found) {
      if (!item.is_string()) return concat("its option `", name, "` holds what is no text");
      out.options.emplace_back(name, item.get<std::string>());
    }
  }
  return std::nullopt;
}

const OptionInfo* find_option(std::string_view name) {
  for (const OptionInfo& option : all_options()) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

void append(std::string& list, const std::string& item) { list += concat(list.empty() ? "" : " ", item); }

}  // namespace

bool is_link(std::string_view file) { return file.starts_with("https://") || file.starts_with("http://"); }

std::variant<SharedState, std::string> read_link(std::string_view link) {
  const size_t mark = link.find('#');
  if (mark == std::string_view::npos || mark + 1 == link.size()) {
    return std::string("nothing stands behind a `#`; a link that holds a definition does");
  }
  const std::string_view fragment = link.substr(mark + 1);
  if (fragment.size() > kMostPacked) return concat("it is longer than ", kMostPacked, " characters");
  const std::optional<std::string> packed = from_base64url(fragment);
  if (!packed) return std::string("it holds characters that no link of the page has, or lost its end");
  return read_state(*packed);
}

std::variant<SharedState, std::string> read_state(std::string_view packed) {
  if (packed.size() < 2) return std::string(kDamaged);
  const int form = static_cast<unsigned char>(packed.front());
  if (form != kVersion) return concat("it is of form ", form, ", and this version reads form ", int{kVersion});
  std::string plain;
  const Unpacking unpacking = inflate_all(packed.substr(1), plain);
  if (unpacking == Unpacking::kTooLong) return concat("its text is longer than ", kMostUnpacked, " characters");
  if (unpacking == Unpacking::kBroken) return std::string(kDamaged);
  const Json json = Json::parse(plain, nullptr, false);
  if (json.is_discarded()) return std::string(kDamaged);
  if (!json.is_object() || !json.contains("text") || !json["text"].is_string()) {
    return std::string("it holds no definition");
  }
  SharedState out;
  out.text = json["text"].get<std::string>();
  out.name = plain_name(json.contains("name") ? json["name"] : Json());
  if (json.contains("options")) {
    if (auto problem = read_options(json["options"], out)) return *problem;
  }
  return out;
}

std::variant<LinkedSettings, std::string> with_state(const Settings& settings, SharedState state) {
  LinkedSettings out{settings, {}, {}};
  out.settings.request.text = std::move(state.text);
  out.settings.request.file_name = std::move(state.name);
  for (const auto& [name, value] : state.options) {
    const OptionInfo* option = find_option(name);
    if (option == nullptr || !option->belongs_to(settings.verb)) continue;
    const std::string spelling = concat("--", name);
    const auto& given = settings.given;
    if (std::find(given.begin(), given.end(), option->name) != given.end()) {
      if (out.replaced.find(spelling) == std::string::npos) append(out.replaced, spelling);
      continue;
    }
    if (const auto complaint = option->apply(out.settings, value)) {
      return concat("its option `", name, "` cannot be `", value, "`",
                    complaint->empty() ? "" : concat(": ", *complaint));
    }
    append(out.taken, concat(spelling, ' ', value));
  }
  return out;
}

}  // namespace cleave::cli

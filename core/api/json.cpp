// See json.h.
#include "core/api/json.h"

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>

#include "core/base/text.h"
#include "core/base/unicode.h"

namespace cleave {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

void write_control(unsigned char c, std::string& out) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += "\\u00";
  out += kHex[c >> 4];
  out += kHex[c & 15];
}

void write(std::string_view text, std::string& out) {
  out += '"';
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    const CodePoint point = decode_code_point(text.substr(i));
    if (!point.valid) {
      out += kReplacement;
    } else if (point.bytes > 1) {
      out += text.substr(i, point.bytes);
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      write_control(static_cast<unsigned char>(c), out);
    } else {
      out += c;
    }
    i += point.bytes;
  }
  out += '"';
}

void write(const std::string& text, std::string& out) { write(std::string_view(text), out); }
void write(bool value, std::string& out) { out += value ? "true" : "false"; }
void write(int64_t value, std::string& out) { out += std::to_string(value); }

void write(double value, std::string& out) { out += std::isfinite(value) ? shortest_double(value) : "null"; }

template <NamedEnum Enum>
void write(Enum value, std::string& out) {
  write(enum_name(value), out);
}

template <Described T>
void write(const T& object, std::string& out);
template <class T>
void write(const std::vector<T>& items, std::string& out);

template <class T>
void write(const Nullable<T>& value, std::string& out) {
  if (value.value) {
    write(*value.value, out);
  } else {
    out += "null";
  }
}

template <class T>
void write(const std::vector<T>& items, std::string& out) {
  out += '[';
  for (size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += ',';
    write(items[i], out);
  }
  out += ']';
}

template <class T>
constexpr bool kIsOptional = false;
template <class T>
constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
constexpr bool kIsVector = false;
template <class T>
constexpr bool kIsVector<std::vector<T>> = true;

template <class T>
void write_field(std::string_view name, const T& value, bool& first, std::string& out) {
  if constexpr (kIsOptional<T>) {
    if (value) write_field(name, *value, first, out);
  } else {
    if (!first) out += ',';
    first = false;
    write(name, out);
    out += ':';
    write(value, out);
  }
}

template <Described T>
void write(const T& object, std::string& out) {
  out += '{';
  bool first = true;
  for_each_field(object, [&](std::string_view name, const auto& value, std::string_view) {
    write_field(name, value, first, out);
  });
  out += '}';
}

// Reading.

using Json = nlohmann::json;

/// Reads one value; false where its type is wrong.
bool read(const Json& json, std::string& out) {
  if (!json.is_string()) return false;
  out = json.get<std::string>();
  return true;
}
bool read(const Json& json, bool& out) {
  if (!json.is_boolean()) return false;
  out = json.get<bool>();
  return true;
}
bool read(const Json& json, int64_t& out) {
  if (!json.is_number_integer()) return false;
  if (json.is_number_unsigned() && json.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX)) return false;
  out = json.get<int64_t>();
  return true;
}
template <NamedEnum Enum>
bool read(const Json& json, Enum& out) {
  if (!json.is_string()) return false;
  const std::optional<Enum> found = find_enum<Enum>(json.get_ref<const std::string&>());
  if (found) out = *found;
  return found.has_value();
}
template <Described T>
bool read(const Json& json, T& out);
template <class T>
bool read(const Json& json, std::vector<T>& out) {
  if (!json.is_array()) return false;
  out.clear();
  for (const Json& item : json) {
    T value{};
    if (!read(item, value)) return false;
    out.push_back(std::move(value));
  }
  return true;
}
template <class T>
bool read(const Json& json, std::optional<T>& out) {
  if (json.is_null()) {
    out.reset();
    return true;
  }
  T value{};
  if (!read(json, value)) return false;
  out = std::move(value);
  return true;
}

/// A struct in a request: all of its fields, and no others.
template <Described T>
bool read(const Json& json, T& out) {
  if (!json.is_object()) return false;
  size_t known = 0;
  bool fits = true;
  for_each_field(out, [&](std::string_view name, auto& value, std::string_view) {
    const auto found = json.find(std::string(name));
    fits = fits && found != json.end() && read(*found, value);
    ++known;
  });
  return fits && json.size() == known;
}

template <class T>
constexpr bool kIsStructList = false;
template <Described T>
constexpr bool kIsStructList<std::vector<T>> = true;

template <class T>
std::string expected(const T&) {
  if constexpr (kIsOptional<T>) {
    return expected(typename T::value_type{}) + " or null";
  } else if constexpr (kIsStructList<T>) {
    return "a list as a response gives it";
  } else if constexpr (kIsVector<T>) {
    return "a list of texts";
  } else if constexpr (NamedEnum<T>) {
    return "one of " + join(EnumNames<T>::kNames, ", ", [](const auto& row) { return concat('`', row.name, '`'); });
  } else if constexpr (std::is_same_v<T, bool>) {
    return "true or false";
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return "an integer";
  } else {
    return "a text";
  }
}

void read_fields(const Json& json, ReadRequest& out) {
  std::vector<std::string_view> known;
  for_each_field(out.request, [&](std::string_view name, auto& value, std::string_view) {
    known.push_back(name);
    const auto found = json.find(std::string(name));
    if (found == json.end() || read(*found, value)) return;
    out.problems.push_back(concat("`", name, "` must be ", expected(value)));
  });
  for (const auto& item : json.items()) {
    bool is_known = false;
    for (const std::string_view name : known) is_known = is_known || name == item.key();
    if (is_known) continue;
    std::string problem = concat("there is no field `", item.key(), "`");
    if (const auto close = closest_word(item.key(), known)) problem += concat("; did you mean `", *close, "`?");
    out.problems.push_back(std::move(problem));
  }
}

}  // namespace

std::string to_json(const Response& response) {
  std::string out;
  write(response, out);
  return out;
}

std::string to_json(const Request& request) {
  std::string out;
  write(request, out);
  return out;
}

ReadRequest read_request(std::string_view text) {
  ReadRequest out;
  const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) {
    out.problems.emplace_back("the request is not JSON");
  } else if (!json.is_object()) {
    out.problems.emplace_back("the request is not a JSON object");
  } else {
    read_fields(json, out);
  }
  return out;
}

}  // namespace cleave

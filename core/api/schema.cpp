// See schema.h.
#include "core/api/schema.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/api/api_types.h"
#include "core/base/text.h"

namespace cleave {
namespace {

/// The schema of a type, without the braces around it.
template <class T>
std::string type_schema() {
  if constexpr (FieldType<T>::kMayBeNull) {
    return concat(R"("anyOf": [{)", type_schema<typename FieldType<T>::Inner>(), R"(}, {"type": "null"}])");
  } else if constexpr (FieldType<T>::kMayBeAbsent) {
    return type_schema<typename FieldType<T>::Inner>();
  } else if constexpr (FieldType<T>::kIsList) {
    return concat(R"("type": "array", "items": {)", type_schema<typename FieldType<T>::Inner>(), '}');
  } else if constexpr (Described<T>) {
    return concat(R"("$ref": "#/$defs/)", kStructName<T>, '"');
  } else if constexpr (NamedEnum<T>) {
    return R"("enum": [)" +
           join(EnumNames<T>::kNames, ", ", [](const auto& row) { return concat('"', row.name, '"'); }) + ']';
  } else if constexpr (std::is_same_v<T, bool>) {
    return R"("type": "boolean")";
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return R"("type": "integer")";
  } else if constexpr (std::is_same_v<T, double>) {
    return R"("type": "number")";
  } else {
    static_assert(std::is_same_v<T, std::string>, "a field of a type that JSON does not know");
    return R"("type": "string")";
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

/// Fields of responses are present unless they may be absent; fields of requests have defaults.
enum class Presence : uint8_t { kDefaults, kAlways };

template <Described T>
std::string struct_schema(Presence presence) {
  std::string fields;
  std::vector<std::string> required;
  T::describe([&]<class Owner, class Member>(std::string_view field, Member Owner::*, std::string_view doc) {
    fields += concat(fields.empty() ? "" : ",\n", "        \"", field, R"(": {)", type_schema<Member>(),
                     R"(, "description": ")", escaped(doc), "\"}");
    if (presence == Presence::kAlways && !FieldType<Member>::kMayBeAbsent) required.push_back(concat('"', field, '"'));
  });
  std::string out =
      concat("    \"", kStructName<T>, "\": {\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n");
  if (!required.empty()) out += concat("      \"required\": [", join(required, ", "), "],\n");
  return concat(out, "      \"properties\": {\n", fields, "\n      }\n    }");
}

}  // namespace

std::string api_schema() {
  std::string out =
      "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
      "  \"title\": \"Requests and responses of Cleave\",\n"
      "  \"description\": \"Written by `cleave --write-generated`; the descriptions are in core/api/request.h and "
      "response.h.\",\n"
      "  \"$defs\": {\n";
  out += struct_schema<Request>(Presence::kDefaults);
  out += ",\n" + struct_schema<Response>(Presence::kAlways);
  for_each_type(ResponseStructs{}, [&]<class T>() { out += ",\n" + struct_schema<T>(Presence::kAlways); });
  return out + "\n  }\n}\n";
}

}  // namespace cleave

// See typescript.h.
#include "core/api/typescript.h"

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "core/api/api_types.h"
#include "core/base/text.h"

namespace cleave {
namespace {

/// `SegmentView`: as the struct is called here, since the plain name is often one of TypeScript's own.
template <class T>
std::string interface_name() {
  static_assert(!kStructName<T>.empty(), "a struct that has no name outside");
  const bool is_door = std::is_same_v<T, Request> || std::is_same_v<T, Response>;
  return concat(kStructName<T>, is_door ? "" : "View");
}

template <class T>
std::string type_text() {
  if constexpr (FieldType<T>::kMayBeNull) {
    return concat(type_text<typename FieldType<T>::Inner>(), " | null");
  } else if constexpr (FieldType<T>::kMayBeAbsent) {
    return type_text<typename FieldType<T>::Inner>();
  } else if constexpr (FieldType<T>::kIsList) {
    const std::string item = type_text<typename FieldType<T>::Inner>();
    return item.find(' ') == std::string::npos ? concat(item, "[]") : concat('(', item, ")[]");
  } else if constexpr (Described<T>) {
    return interface_name<T>();
  } else if constexpr (NamedEnum<T>) {
    static_assert(!kEnumName<T>.empty(), "an enum that has no name outside");
    return std::string(kEnumName<T>);
  } else if constexpr (std::is_same_v<T, bool>) {
    return "boolean";
  } else if constexpr (std::is_same_v<T, int64_t> || std::is_same_v<T, double>) {
    return "number";
  } else {
    static_assert(std::is_same_v<T, std::string>, "a field of a type that JSON does not know");
    return "string";
  }
}

/// A comment, which must not be ended from within.
std::string comment(std::string_view indentation, std::string_view text) {
  return concat(indentation, "/** ", text, " */\n");
}

template <NamedEnum T>
std::string enum_type() {
  std::string out = concat("export type ", kEnumName<T>, " =");
  for (const NamedValue<T>& row : EnumNames<T>::kNames) {
    out += concat("\n  ", "/** ", row.doc, " */\n  | '", row.name, '\'');
  }
  return out + ";\n";
}

/// `always`: fields are there unless they may be absent; else all have defaults and may be left out.
template <Described T>
std::string interface_of(bool always) {
  std::string out = concat("export interface ", interface_name<T>(), " {\n");
  T::describe([&]<class Owner, class Member>(std::string_view name, Member Owner::*, std::string_view doc) {
    const bool is_optional = !always || FieldType<Member>::kMayBeAbsent;
    out += comment("  ", doc) + concat("  ", name, is_optional ? "?: " : ": ", type_text<Member>(), ";\n");
  });
  return out + "}\n";
}

}  // namespace

std::string typescript_types() {
  std::string out =
      "// Requests and responses of the core. Written by `cleave --write-generated`; the descriptions are in "
      "core/api.\n";
  for_each_type(ApiEnums{}, [&]<class T>() { out += "\n" + enum_type<T>(); });
  out += "\n" + interface_of<Request>(false) + "\n" + interface_of<Response>(true);
  for_each_type(ResponseStructs{}, [&]<class T>() { out += "\n" + interface_of<T>(true); });
  return out;
}

}  // namespace cleave

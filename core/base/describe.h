// One description of a struct, read by everything that crosses a border: JSON, its schema, TypeScript types, keyword
// arguments of the text form and tables of the docs. A struct is described by
//
//   template <class Field> static void describe(Field&& field) {
//     field("dims", &ReduceAttributes::dims, "Axes to reduce; negative counts from the end.");
//   }
//
// and nothing else lists its fields. Order of the fields is order of the output. An enum that crosses a border has one
// name table, a specialization of EnumNames:
//
//   template <> struct EnumNames<Level> {
//     static constexpr std::array kNames{NamedValue<Level>{Level::kSource, "source", "As it was written."}, …};
//   };
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace cleave {

namespace describe_detail {
struct AnyField {
  template <class Member>
  void operator()(std::string_view, Member, std::string_view) const {}
};
}  // namespace describe_detail

/// A struct that describes its fields.
template <class T>
concept Described = requires {
  T::describe(describe_detail::AnyField{});
};

/// Calls `visit(name, value, doc)` for each field of `object`, in order.
template <Described T, class Visit>
void for_each_field(T& object, Visit&& visit) {
  std::remove_const_t<T>::describe(
      [&](std::string_view name, auto member, std::string_view doc) { visit(name, object.*member, doc); });
}

/// One enumerator as it is spelled outside, with a sentence about it.
template <class Enum>
struct NamedValue {
  Enum value;
  std::string_view name;
  std::string_view doc;
};

template <class Enum>
struct EnumNames;

/// An enum with a name table.
template <class Enum>
concept NamedEnum = std::is_enum_v<Enum> && requires {
  EnumNames<Enum>::kNames.size();
};

template <NamedEnum Enum>
std::string_view enum_name(Enum value) {
  for (const NamedValue<Enum>& row : EnumNames<Enum>::kNames) {
    if (row.value == value) return row.name;
  }
  return {};
}

template <NamedEnum Enum>
std::optional<Enum> find_enum(std::string_view name) {
  for (const NamedValue<Enum>& row : EnumNames<Enum>::kNames) {
    if (row.name == name) return row.value;
  }
  return std::nullopt;
}

}  // namespace cleave

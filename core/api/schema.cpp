// See schema.h.
#include "core/api/schema.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/api/request.h"
#include "core/api/response.h"
#include "core/base/text.h"

namespace cleave {
namespace {

/// Names of the described structs, as the schema and the TypeScript types call them.
template <class T>
constexpr std::string_view kStructName = "";
template <>
constexpr std::string_view kStructName<LabelView> = "Label";
template <>
constexpr std::string_view kStructName<DiagnosticView> = "Diagnostic";
template <>
constexpr std::string_view kStructName<SourceView> = "Source";
template <>
constexpr std::string_view kStructName<InputView> = "Input";
template <>
constexpr std::string_view kStructName<IndexMapView> = "IndexMapEntry";
template <>
constexpr std::string_view kStructName<UpdateView> = "Update";
template <>
constexpr std::string_view kStructName<SegmentView> = "Segment";
template <>
constexpr std::string_view kStructName<ReasonNumberView> = "ReasonNumber";
template <>
constexpr std::string_view kStructName<ReasonView> = "Reason";
template <>
constexpr std::string_view kStructName<CureView> = "Cure";
template <>
constexpr std::string_view kStructName<CrossingView> = "Crossing";
template <>
constexpr std::string_view kStructName<CutView> = "Cut";
template <>
constexpr std::string_view kStructName<OutputView> = "Output";
template <>
constexpr std::string_view kStructName<RunView> = "Run";
template <>
constexpr std::string_view kStructName<PassPlaceView> = "PassPlace";
template <>
constexpr std::string_view kStructName<PassMapView> = "PassMapEntry";
template <>
constexpr std::string_view kStructName<PassView> = "Pass";
template <>
constexpr std::string_view kStructName<OfferView> = "Offer";
template <>
constexpr std::string_view kStructName<OrderView> = "OrderResult";
template <>
constexpr std::string_view kStructName<DeviceView> = "Device";
template <>
constexpr std::string_view kStructName<KernelRangeView> = "KernelRange";
template <>
constexpr std::string_view kStructName<KernelArgumentView> = "KernelArgument";
template <>
constexpr std::string_view kStructName<KernelView> = "Kernel";
template <>
constexpr std::string_view kStructName<PlanBufferView> = "PlanBuffer";
template <>
constexpr std::string_view kStructName<PlanArgumentView> = "PlanArgument";
template <>
constexpr std::string_view kStructName<PlanCopyView> = "PlanCopy";
template <>
constexpr std::string_view kStructName<PlanStepView> = "PlanStep";
template <>
constexpr std::string_view kStructName<PlanView> = "Plan";

/// The type of a field without what only says whether it may be absent or null.
template <class T>
struct FieldType {
  using Inner = T;
  static constexpr bool kMayBeAbsent = false;
  static constexpr bool kMayBeNull = false;
  static constexpr bool kIsList = false;
};
template <class T>
struct FieldType<std::optional<T>> : FieldType<T> {
  using Inner = T;
  static constexpr bool kMayBeAbsent = true;
};
template <class T>
struct FieldType<Nullable<T>> : FieldType<T> {
  using Inner = T;
  static constexpr bool kMayBeNull = true;
};
template <class T>
struct FieldType<std::vector<T>> {
  using Inner = T;
  static constexpr bool kMayBeAbsent = false;
  static constexpr bool kMayBeNull = false;
  static constexpr bool kIsList = true;
};

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
std::string struct_schema(std::string_view name, Presence presence) {
  std::string fields;
  std::vector<std::string> required;
  T::describe([&]<class Owner, class Member>(std::string_view field, Member Owner::*, std::string_view doc) {
    fields += concat(fields.empty() ? "" : ",\n", "        \"", field, R"(": {)", type_schema<Member>(),
                     R"(, "description": ")", escaped(doc), "\"}");
    if (presence == Presence::kAlways && !FieldType<Member>::kMayBeAbsent) required.push_back(concat('"', field, '"'));
  });
  std::string out =
      concat("    \"", name, "\": {\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n");
  if (!required.empty()) out += concat("      \"required\": [", join(required, ", "), "],\n");
  return concat(out, "      \"properties\": {\n", fields, "\n      }\n    }");
}

template <class... Structs>
std::string struct_schemas() {
  std::string out;
  ((out += concat(",\n", struct_schema<Structs>(kStructName<Structs>, Presence::kAlways))), ...);
  return out;
}

}  // namespace

std::string api_schema() {
  std::string out =
      "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
      "  \"title\": \"Requests and responses of Cleave\",\n"
      "  \"description\": \"Written by `cleave --write-generated`; the descriptions are in core/api/request.h and "
      "response.h.\",\n"
      "  \"$defs\": {\n";
  out += struct_schema<Request>("Request", Presence::kDefaults);
  out += ",\n" + struct_schema<Response>("Response", Presence::kAlways);
  out += struct_schemas<LabelView, DiagnosticView, SourceView, InputView, IndexMapView, UpdateView, PassPlaceView,
                        PassMapView, PassView, SegmentView, ReasonNumberView, ReasonView, CureView, CrossingView,
                        CutView, OrderView, OfferView, DeviceView, KernelRangeView, KernelArgumentView, KernelView,
                        PlanBufferView, PlanArgumentView, PlanCopyView, PlanStepView, PlanView, OutputView, RunView>();
  return out + "\n  }\n}\n";
}

}  // namespace cleave

// The described structs and enums that cross the door, each with its name outside, and what the type of a field says
// beyond its values: that it may be absent, null, or a list. The JSON schema and the TypeScript types are written from
// these lists (schema.h, typescript.h); a struct that is in none of them does not compile there.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/api/nullable.h"
#include "core/api/request.h"
#include "core/api/response.h"

namespace cleave {

/// Names of the described structs, as the schema and the TypeScript types call them.
template <class T>
inline constexpr std::string_view kStructName = "";
template <>
inline constexpr std::string_view kStructName<LabelView> = "Label";
template <>
inline constexpr std::string_view kStructName<DiagnosticView> = "Diagnostic";
template <>
inline constexpr std::string_view kStructName<SourceView> = "Source";
template <>
inline constexpr std::string_view kStructName<InputView> = "Input";
template <>
inline constexpr std::string_view kStructName<IndexMapView> = "IndexMapEntry";
template <>
inline constexpr std::string_view kStructName<UpdateView> = "Update";
template <>
inline constexpr std::string_view kStructName<SegmentView> = "Segment";
template <>
inline constexpr std::string_view kStructName<ReasonNumberView> = "ReasonNumber";
template <>
inline constexpr std::string_view kStructName<ReasonView> = "Reason";
template <>
inline constexpr std::string_view kStructName<CureView> = "Cure";
template <>
inline constexpr std::string_view kStructName<CrossingView> = "Crossing";
template <>
inline constexpr std::string_view kStructName<CutView> = "Cut";
template <>
inline constexpr std::string_view kStructName<OutputView> = "Output";
template <>
inline constexpr std::string_view kStructName<RunView> = "Run";
template <>
inline constexpr std::string_view kStructName<PassPlaceView> = "PassPlace";
template <>
inline constexpr std::string_view kStructName<PassMapView> = "PassMapEntry";
template <>
inline constexpr std::string_view kStructName<PassView> = "Pass";
template <>
inline constexpr std::string_view kStructName<OfferView> = "Offer";
template <>
inline constexpr std::string_view kStructName<OrderView> = "OrderResult";
template <>
inline constexpr std::string_view kStructName<DeviceView> = "Device";
template <>
inline constexpr std::string_view kStructName<KernelRangeView> = "KernelRange";
template <>
inline constexpr std::string_view kStructName<KernelArgumentView> = "KernelArgument";
template <>
inline constexpr std::string_view kStructName<KernelView> = "Kernel";
template <>
inline constexpr std::string_view kStructName<PlanBufferView> = "PlanBuffer";
template <>
inline constexpr std::string_view kStructName<PlanArgumentView> = "PlanArgument";
template <>
inline constexpr std::string_view kStructName<PlanCopyView> = "PlanCopy";
template <>
inline constexpr std::string_view kStructName<PlanStepView> = "PlanStep";
template <>
inline constexpr std::string_view kStructName<PlanView> = "Plan";
template <>
inline constexpr std::string_view kStructName<Request> = "Request";
template <>
inline constexpr std::string_view kStructName<Response> = "Response";
template <>
inline constexpr std::string_view kStructName<SummaryView> = "Summary";
template <>
inline constexpr std::string_view kStructName<OpView> = "Op";
template <>
inline constexpr std::string_view kStructName<ValuePlaceView> = "ValuePlace";
template <>
inline constexpr std::string_view kStructName<ValueView> = "Value";
template <>
inline constexpr std::string_view kStructName<MergeView> = "Merge";
template <>
inline constexpr std::string_view kStructName<StatementView> = "Statement";
template <>
inline constexpr std::string_view kStructName<AxisView> = "Axis";
template <>
inline constexpr std::string_view kStructName<AxisRowView> = "AxisRow";
template <>
inline constexpr std::string_view kStructName<CutAxesView> = "CutAxes";
template <>
inline constexpr std::string_view kStructName<DrawnTextView> = "DrawnText";
template <>
inline constexpr std::string_view kStructName<DrawnShapeView> = "DrawnShape";
template <>
inline constexpr std::string_view kStructName<ArrowView> = "Arrow";
template <>
inline constexpr std::string_view kStructName<DotView> = "Dot";
template <>
inline constexpr std::string_view kStructName<WireView> = "Wire";
template <>
inline constexpr std::string_view kStructName<PositionView> = "Position";
template <>
inline constexpr std::string_view kStructName<DrawingView> = "Drawing";

/// Names of the enums, as the TypeScript types call them.
template <class T>
inline constexpr std::string_view kEnumName = "";
template <>
inline constexpr std::string_view kEnumName<Severity> = "Severity";
template <>
inline constexpr std::string_view kEnumName<Command> = "Command";
template <>
inline constexpr std::string_view kEnumName<PrintLevel> = "PrintLevel";
template <>
inline constexpr std::string_view kEnumName<Dialect> = "Dialect";
template <>
inline constexpr std::string_view kEnumName<RuleSet> = "RuleSet";
template <>
inline constexpr std::string_view kEnumName<Order> = "Order";
template <>
inline constexpr std::string_view kEnumName<RunDevice> = "RunDevice";
template <>
inline constexpr std::string_view kEnumName<Scheduler> = "Scheduler";
template <>
inline constexpr std::string_view kEnumName<IndexRole> = "IndexRole";
template <>
inline constexpr std::string_view kEnumName<CureKind> = "CureKind";
template <>
inline constexpr std::string_view kEnumName<StateKind> = "ValueKind";
template <>
inline constexpr std::string_view kEnumName<AxisCell> = "AxisCell";
template <>
inline constexpr std::string_view kEnumName<Orientation> = "Orientation";
template <>
inline constexpr std::string_view kEnumName<ShapeKind> = "ShapeKind";
template <>
inline constexpr std::string_view kEnumName<TextAnchor> = "TextAnchor";
template <>
inline constexpr std::string_view kEnumName<TextRole> = "TextRole";
template <>
inline constexpr std::string_view kEnumName<ArrowDirection> = "ArrowDirection";
template <>
inline constexpr std::string_view kEnumName<LaunchArgument::Role> = "ArgumentRole";
template <>
inline constexpr std::string_view kEnumName<LaunchBuffer::Kind> = "BufferKind";
template <>
inline constexpr std::string_view kEnumName<LaunchStep::Kind> = "StepKind";

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

template <class... Types>
struct TypeList {};

/// Calls `visit.template operator()<T>()` for each type.
template <class... Types, class Visit>
void for_each_type(TypeList<Types...>, Visit&& visit) {
  (visit.template operator()<Types>(), ...);
}

/// What a response is made of; Request and Response themselves come before.
using ResponseStructs =
    TypeList<LabelView, DiagnosticView, SourceView, InputView, IndexMapView, UpdateView, PassPlaceView, PassMapView,
             PassView, StatementView, SegmentView, ReasonNumberView, ReasonView, CureView, CrossingView, AxisView,
             AxisRowView, CutAxesView, CutView, OrderView, OfferView, DeviceView, KernelRangeView, KernelArgumentView,
             KernelView, PlanBufferView, PlanArgumentView, PlanCopyView, PlanStepView, PlanView, OutputView, RunView,
             SummaryView, OpView, ValuePlaceView, ValueView, MergeView, DrawnTextView, DrawnShapeView, ArrowView,
             DotView, WireView, PositionView, DrawingView>;
using ApiEnums = TypeList<Severity, Command, PrintLevel, Dialect, RuleSet, Order, RunDevice, Scheduler, IndexRole,
                          CureKind, StateKind, AxisCell, Orientation, ShapeKind, TextAnchor, TextRole, ArrowDirection,
                          LaunchArgument::Role, LaunchBuffer::Kind, LaunchStep::Kind>;

}  // namespace cleave

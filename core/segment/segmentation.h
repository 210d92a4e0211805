// The product of segmentation: which records share a kernel, what crosses between kernels, and for every crossing why
// the two sides could not be one. Segments stand in run order. A record of the primitive definition that makes a tensor
// is in exactly one segment, except cheap ones that are computed again in several (Segment::recomputed); scalars, sizes
// and vectors are in none: translate repeats them wherever they are needed.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/describe.h"
#include "core/base/id.h"
#include "core/ir/definition.h"
#include "core/segment/device_limits.h"
#include "core/segment/reason_codes.h"

namespace cleave {

struct Segment;
/// Place of a segment in run order; shown as g0, g1 …
using SegmentId = Id<Segment>;

/// Our template families: the kernel shapes a segment can take.
enum class Template : uint8_t {
  kNoOp,
  kAlias,
  kPointwise,
  kTranspose,
  kResize,
  kReduction,
  kPersistent,
  kInnerOuter,
  kRowProgram,
  kScan,
  kSort,
  kScatter,
  kLibrary,
  kSerial,
};
std::string_view name(Template value);

/// nvFuser's schedulers, for the same question asked of nvFuser.
enum class Scheduler : uint8_t {
  kNoOp,
  kExprEval,
  kMatmul,
  kReduction,
  kResize,
  kTranspose,
  kPointwise,
  kInnerPersistent,
  kOuterPersistent,
  kInnerOuterPersistent,
  kGreedy,
};
std::string_view name(Scheduler value);
/// The same; `none` for nothing.
std::string_view name(std::optional<Scheduler> value);

template <>
struct EnumNames<Scheduler> {
  static constexpr std::array kNames{
      NamedValue<Scheduler>{Scheduler::kNoOp, "no_op", "Nothing to compute, or no loop to run."},
      NamedValue<Scheduler>{Scheduler::kExprEval, "expr_eval", "The host: views, and single ops through a library."},
      NamedValue<Scheduler>{Scheduler::kMatmul, "matmul", "A generated product; off unless nvFuser is told otherwise."},
      NamedValue<Scheduler>{Scheduler::kReduction, "reduction", "Reductions whose operand is read once."},
      NamedValue<Scheduler>{Scheduler::kResize, "resize", "Slices and pads of computed values."},
      NamedValue<Scheduler>{Scheduler::kTranspose, "transpose", "Tiles between two memory orders."},
      NamedValue<Scheduler>{Scheduler::kPointwise, "pointwise", "Element-wise ops over one loop nest."},
      NamedValue<Scheduler>{Scheduler::kInnerPersistent, "inner_persistent",
                            "Rows along the fastest axis, kept on chip."},
      NamedValue<Scheduler>{Scheduler::kOuterPersistent, "outer_persistent", "Columns across it, kept on chip."},
      NamedValue<Scheduler>{Scheduler::kInnerOuterPersistent, "inner_outer_persistent", "Both, sharing an operand."},
      NamedValue<Scheduler>{Scheduler::kGreedy, "greedy", "Scans, sorts and scatters with what is beside them."},
  };
};

enum class RuleSet : uint8_t { kNvfuser, kExtended };

/// In which order pairs are tried: by bytes saved (planner.h), or as nvFuser visits them (nvfuser_order.h).
enum class Order : uint8_t { kCleave, kNvfuser };

struct SegmentOptions {
  RuleSet rules = RuleSet::kNvfuser;
  Order order = Order::kCleave;
  /// Nothing: no device limits.
  std::optional<DeviceLimits> device = named_device("h200");
  /// Primitive states after which a cut is forced, and states at which a cut is forbidden.
  std::vector<StateId> cut_after;
  std::vector<StateId> keep;
};

/// A number that a rule compared.
struct ReasonNumber {
  std::string name;
  double value = 0;
  /// `bytes`, `rows`, `elements` …; empty for a bare count.
  std::string unit;
};

/// What would remove a cut, as something that can be done and checked: one setting of another value, or forced cuts
/// taken away.
struct Cure {
  enum class Kind : uint8_t { kRules, kDevice, kRemoveCuts };
  Kind kind = Kind::kRules;
  /// kRules: the rule set to use. kDevice: the device to take the limits of, or none.
  RuleSet rules = RuleSet::kNvfuser;
  std::optional<DeviceLimits> device;
  /// kRemoveCuts: values behind which the options force a cut, and `segment_set` records that force one.
  std::vector<StateId> cut_after;
  std::vector<RecordId> segment_sets;
  /// One sentence for people; it names no command line.
  std::string text;
};

/// Why two groups are not one: the answer of one template, or what no template is asked about.
struct Reason {
  ReasonCode code{};
  /// The template that refuses; nothing where no template does: a forced cut, a cycle, a search that was given up.
  std::optional<Template> refused_template;
  /// nvFuser's scheduler for the same question; nothing where nvFuser has none either.
  std::optional<Scheduler> refused_scheduler;
  /// The states and records concerned, for highlighting.
  std::vector<StateId> states;
  std::vector<RecordId> records;
  std::vector<ReasonNumber> numbers;
  /// One sentence with names and numbers in it.
  std::string message;
};

struct Segment {
  Template kernel_template = Template::kPointwise;
  /// What nvFuser would run it with; nothing where none of nvFuser's schedulers takes it.
  std::optional<Scheduler> scheduler = Scheduler::kPointwise;
  /// Primitive records in program order, recomputed ones included.
  std::vector<RecordId> records;
  /// Of `records`, those that other segments compute too.
  std::vector<RecordId> recomputed;
  /// Tensors read from outside: definition inputs in the order of the definition first, then values of other segments.
  std::vector<StateId> inputs;
  /// Tensors that outlive the segment: definition outputs first (each once), then values that other segments read.
  std::vector<StateId> outputs;
  /// What its kernel moves; nothing where it launches_nothing().
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;
};

/// Only a kernel is launched and moves bytes: a segment that renames places in memory, or computes nothing at all, has
/// none.
bool launches_nothing(const Segment& segment);

/// One pair of segments between which values cross.
struct Cut {
  SegmentId from;
  SegmentId to;
  std::vector<StateId> values;
  /// Bytes of the values, and bytes moved because they cross: written once, read once, and nothing where one side only
  /// renames them.
  int64_t value_bytes = 0;
  int64_t traffic_bytes = 0;
  /// What no template is asked about first, then every template that refuses to hold both sides, the one that got
  /// furthest first; a cycle that comes on top of refusals last.
  std::vector<Reason> reasons;
  /// A change that was tried and makes the cut go.
  std::optional<Cure> cure;
  /// False where there were changes left to try and no room to try them.
  bool cure_searched = false;
};

/// One step of the merging, for replay: two groups of which it was asked whether they may be one. Groups are named by
/// number; two as one keep the number of the first.
struct MergeStep {
  uint32_t first_group = 0;
  uint32_t second_group = 0;
  int64_t saved_bytes = 0;
  /// Nothing: they were joined.
  std::optional<ReasonCode> refused;
};

struct Segmentation {
  /// In which its groups were joined: that of the options, but that in a small definition nvFuser's stands in for
  /// Cleave's where it moves less.
  Order order = Order::kCleave;
  Arena<SegmentId, Segment> segments;
  std::vector<Cut> cuts;
  /// To replay it: each record of `group_records` is a group at first. At the end records that only one segment
  /// computes are in one group where they are in one segment, and only there.
  std::vector<MergeStep> history;
  /// By number of a group: the record that it is at first; a record that is computed again has one more for each copy.
  std::vector<RecordId> group_records;
  /// nvFuser's order would try more pairs of reductions than are tried here.
  bool left_combinations_out = false;
};

}  // namespace cleave

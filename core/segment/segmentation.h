// The product of segmentation: which records share a kernel, what crosses between kernels, and for every crossing why
// the two sides could not be one. Segments stand in run order. A record of the primitive definition that makes a tensor
// is in exactly one segment, except cheap ones that are computed again in several (Segment::recomputed); scalars, sizes
// and vectors are in none: translate repeats them wherever they are needed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

enum class RuleSet : uint8_t { kNvfuser, kExtended };

struct SegmentOptions {
  RuleSet rules = RuleSet::kNvfuser;
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

/// What would remove a refusal, as something that can be done and checked.
struct Cure {
  enum class Kind : uint8_t {
    /// Set an option: `argument` is the option as on the command line (`--rules extended`, `--gpu none`).
    kOption,
    /// Take the forced cut away: `record` is a segment_set, or `argument` names the `--cut`.
    kRemoveCut,
    /// Let `record` read `replacement` in operand `slot` instead.
    kReplaceOperand,
  };
  Kind kind = Kind::kOption;
  std::string argument;
  std::optional<RecordId> record;
  size_t slot = 0;
  std::optional<StateId> replacement;
  /// One sentence for people.
  std::string text;
};

/// Why one template does not hold two groups together.
struct Reason {
  ReasonCode code{};
  Template refused_template = Template::kPointwise;
  Scheduler refused_scheduler = Scheduler::kPointwise;
  /// The states and records concerned, for highlighting.
  std::vector<StateId> states;
  std::vector<RecordId> records;
  std::vector<ReasonNumber> numbers;
  /// One sentence with names and numbers in it.
  std::string message;
};

struct Segment {
  Template kernel_template = Template::kPointwise;
  Scheduler scheduler = Scheduler::kPointwise;
  /// Primitive records in program order, recomputed ones included.
  std::vector<RecordId> records;
  /// Of `records`, those that other segments compute too.
  std::vector<RecordId> recomputed;
  /// Tensors read from outside: definition inputs in the order of the definition first, then values of other segments.
  std::vector<StateId> inputs;
  /// Tensors that outlive the segment: definition outputs first (each once), then values that other segments read.
  std::vector<StateId> outputs;
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;
};

/// One pair of segments between which values cross.
struct Cut {
  SegmentId from;
  SegmentId to;
  std::vector<StateId> values;
  /// Bytes of the values, and bytes moved because they cross (written once, read once).
  int64_t value_bytes = 0;
  int64_t traffic_bytes = 0;
  /// Every template that was asked to hold both sides, the one that got furthest first.
  std::vector<Reason> reasons;
  std::optional<Cure> cure;
};

/// One step of the merging, for replay.
struct MergeStep {
  uint32_t first_group = 0;
  uint32_t second_group = 0;
  int64_t saved_bytes = 0;
  /// Nothing: they were joined.
  std::optional<ReasonCode> refused;
};

struct Segmentation {
  Arena<SegmentId, Segment> segments;
  std::vector<Cut> cuts;
  std::vector<MergeStep> history;
};

}  // namespace cleave

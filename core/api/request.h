// What can be asked of Cleave through its one door (call.h). The struct is the JSON: describe() lists every field, and
// the schema, the reader and the writer follow from it. Options of the command line are these fields under the same
// names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/drawing_response.h"
#include "core/base/describe.h"
#include "core/parse/parse.h"
#include "core/segment/segmentation.h"

namespace cleave {

/// How far to go, and what to give back.
enum class Command : uint8_t { kCheck, kPrint, kSegment, kExplain, kKernel, kPlan, kRun, kView, kDraw };

template <>
struct EnumNames<Command> {
  static constexpr std::array kNames{
      NamedValue<Command>{Command::kCheck, "check", "Diagnostics only."},
      NamedValue<Command>{Command::kPrint, "print", "The definition, printed."},
      NamedValue<Command>{Command::kSegment, "segment",
                          "Segments with their definitions and index maps, and the cuts."},
      NamedValue<Command>{Command::kExplain, "explain", "The same products as `segment`; people are shown the cuts."},
      NamedValue<Command>{Command::kKernel, "kernel", "Segments, and the kernel of each."},
      NamedValue<Command>{Command::kPlan, "plan", "Segments, and how another engine runs them."},
      NamedValue<Command>{Command::kRun, "run", "Segments, then their results compared with the whole."},
      NamedValue<Command>{Command::kView, "view", "Everything that `explain` gives, and what a page needs beyond it."},
      NamedValue<Command>{Command::kDraw, "draw", "The drawing of `view`, as SVG."},
  };
};

/// Which form of the definition to print.
enum class PrintLevel : uint8_t { kSource, kPrimitive };

template <>
struct EnumNames<PrintLevel> {
  static constexpr std::array kNames{
      NamedValue<PrintLevel>{PrintLevel::kSource, "source", "As it was written."},
      NamedValue<PrintLevel>{PrintLevel::kPrimitive, "primitive", "After decomposition, as the segmentation sees it."},
  };
};

template <>
struct EnumNames<Dialect> {
  static constexpr std::array kNames{
      NamedValue<Dialect>{Dialect::kLegacy, "legacy", "`T0 = fd.define_tensor(...)`; a name shows its index."},
      NamedValue<Dialect>{Dialect::kDirect, "direct", "`tv0 = fd.define_tensor(...)`; literals stand in place."},
  };
};

template <>
struct EnumNames<RuleSet> {
  static constexpr std::array kNames{
      NamedValue<RuleSet>{RuleSet::kNvfuser, "nvfuser", "What nvFuser's schedulers accept."},
      NamedValue<RuleSet>{RuleSet::kExtended, "extended", "Also what Cleave's own kernels can do beyond it."},
  };
};

template <>
struct EnumNames<Order> {
  static constexpr std::array kNames{
      NamedValue<Order>{
          Order::kCleave, "cleave",
          "What saves most bytes first; on a small definition nvFuser's order instead, where that moves fewer bytes."},
      NamedValue<Order>{Order::kNvfuser, "nvfuser", "As nvFuser visits pairs of ops."},
  };
};

/// Where `run` executes the segments.
enum class RunDevice : uint8_t { kCpu, kCuda };

template <>
struct EnumNames<RunDevice> {
  static constexpr std::array kNames{
      NamedValue<RunDevice>{RunDevice::kCpu, "cpu", "The reference evaluator."},
      NamedValue<RunDevice>{RunDevice::kCuda, "cuda", "An NVIDIA GPU."},
  };
};

struct Request {
  Command command = Command::kSegment;
  std::string text;
  std::string file_name = "<input>";
  std::optional<std::string> definition;
  std::optional<std::string> inputs;
  std::vector<std::string> input;
  std::optional<Dialect> dialect;
  std::optional<PrintLevel> level;
  std::string passes = "none";
  RuleSet rules = RuleSet::kNvfuser;
  Order order = Order::kCleave;
  std::optional<Scheduler> scheduler;
  std::string gpu = "h200";
  std::vector<std::string> cut;
  std::vector<std::string> keep;
  bool all_states = false;
  RunDevice device = RunDevice::kCpu;
  std::optional<int64_t> memory;
  bool shrink = false;
  int64_t seed = 0;
  std::optional<int64_t> segment;
  std::string expand = "auto";
  Orientation orientation = Orientation::kTopToBottom;
  std::vector<PositionView> previous;

  template <class Field>
  static void describe(Field&& field) {
    field("command", &Request::command, "How far to go.");
    field("text", &Request::text, "The script that holds the definition.");
    field("file_name", &Request::file_name, "What diagnostics call the text.");
    field("definition", &Request::definition,
          "Which definition of the text, by place from 0 or by name; the first if absent.");
    field("inputs", &Request::inputs, "Name of the input list to take; the one after the definition if absent.");
    field("input", &Request::input,
          "Inputs given by hand, as `T0=2048x1024:BFloat16`, with strides `T0=8x4:Float@4x1`; scalars as `S1=0.5`.");
    field("dialect", &Request::dialect, "Dialect of printed definitions; legacy if absent.");
    field("level", &Request::level,
          "Which form `print` gives; if absent the source, or the primitive definition where passes are asked for.");
    field(
        "passes", &Request::passes,
        "Passes that run before segmentation: `none`, `nvfuser` (all), or names with commas between, a name after `-` "
        "taken away.");
    field("rules", &Request::rules, "Rule set of the segmentation.");
    field("order", &Request::order, "In which order pairs of ops are tried.");
    field("scheduler", &Request::scheduler,
          "`explain` offers the whole definition to this scheduler of nvFuser alone; absent: not asked.");
    field("gpu", &Request::gpu,
          "The device whose limits count: a name of the device table, or `none`; a `run` on a GPU takes the one that "
          "is there.");
    field("cut", &Request::cut, "Values after which a cut is forced, by name or as `#8`.");
    field("keep", &Request::keep, "Values at which a cut is forbidden, by name or as `#8`.");
    field("all_states", &Request::all_states, "Index maps hold inner states too, not only the boundary.");
    field("device", &Request::device, "Where `run` executes the segments.");
    field("memory", &Request::memory, "Most bytes that `run` may use; no limit if absent.");
    field("shrink", &Request::shrink, "Scale the extents down until `run` fits into `memory`.");
    field("seed", &Request::seed, "Seed of random inputs and random ops.");
    field("segment", &Request::segment, "Show or run only this segment, from 0; a plan is always whole.");
    field("expand", &Request::expand,
          "Which segments are drawn with their ops: `auto` (all up to 40 ops, else none), `all`, `none`, or segments "
          "from 0 with commas between.");
    field("orientation", &Request::orientation, "Which way values flow in the drawing.");
    field("previous", &Request::previous,
          "`drawing.positions` of the drawing before: what is the same stands at the same place across.");
  }
};

/// The form that `print` gives: what passes do shows in the primitive definition only.
inline PrintLevel print_level(const Request& request) {
  const bool has_passes = !request.passes.empty() && request.passes != "none";
  return request.level.value_or(has_passes ? PrintLevel::kPrimitive : PrintLevel::kSource);
}

}  // namespace cleave

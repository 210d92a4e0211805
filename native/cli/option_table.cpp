// The options. See options.h.
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/text.h"
#include "core/infer/binding.h"
#include "core/rewrite/passes/run_passes.h"
#include "core/segment/device_limits.h"
#include "native/cli/options.h"

namespace cleave::cli {
namespace {

using Complaint = std::optional<std::string>;

constexpr CommandSet kShowingCuts = set_of(Verb::kSegment) | set_of(Verb::kExplain) | set_of(Verb::kRun);
constexpr CommandSet kSplitting = kShowingCuts | set_of(Verb::kKernel) | set_of(Verb::kPlan) |
                                   set_of(Verb::kDraw) | set_of(Verb::kHtml);
constexpr CommandSet kShowingDefinitions = set_of(Verb::kSegment) | set_of(Verb::kPrint);
constexpr CommandSet kEvery = kSplitting | set_of(Verb::kPrint) | set_of(Verb::kCheck);
constexpr CommandSet kServing = set_of(Verb::kServe);

std::optional<int64_t> read_count(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

template <class Enum>
std::vector<std::string_view> names_of_enum() {
  std::vector<std::string_view> out;
  for (const auto& row : EnumNames<Enum>::kNames) out.push_back(row.name);
  return out;
}

std::vector<std::string_view> gpu_names() {
  std::vector<std::string_view> out;
  for (const DeviceLimits& device : all_devices()) out.push_back(device.name);
  out.emplace_back("none");
  return out;
}

std::vector<std::string_view> color_names() { return {"auto", "always", "never"}; }

template <class Enum, class Target>
Complaint take_enum(std::string_view value, Target& target) {
  const std::optional<Enum> found = find_enum<Enum>(value);
  if (!found) return "";
  target = *found;
  return std::nullopt;
}

Complaint take_color(Settings& settings, std::string_view value) {
  if (value == "auto") {
    settings.color = ColorMode::kAuto;
  } else if (value == "always") {
    settings.color = ColorMode::kAlways;
  } else if (value == "never") {
    settings.color = ColorMode::kNever;
  } else {
    return "";
  }
  return std::nullopt;
}

Complaint take_gpu(Settings& settings, std::string_view value) {
  for (const std::string_view name : gpu_names()) {
    if (name != value) continue;
    settings.request.gpu = std::string(value);
    return std::nullopt;
  }
  return "";
}

std::vector<std::string_view> pass_names() {
  std::vector<std::string_view> out{"none", "nvfuser"};
  for (const PassInfo& pass : all_passes()) out.push_back(pass.name);
  return out;
}

Complaint take_passes(Settings& settings, std::string_view value) {
  if (value.empty() || std::holds_alternative<UnknownPass>(parse_pass_choice(value))) return "";
  settings.request.passes = std::string(value);
  return std::nullopt;
}

Complaint take_scheduler(Settings& settings, std::string_view value) {
  settings.request.scheduler = find_enum<Scheduler>(value);
  if (!settings.request.scheduler) return "";
  return std::nullopt;
}

template <class Target>
Complaint take_count(std::string_view value, Target& target) {
  const std::optional<int64_t> count = read_count(value);
  if (!count) return concat("it must be a whole number from 0 to ", INT64_MAX);
  target = *count;
  return std::nullopt;
}

/// `1`, or `g1` as segments are shown.
Complaint take_segment(std::string_view value, std::optional<int64_t>& target) {
  const std::string_view digits = value.starts_with('g') ? value.substr(1) : value;
  if (take_count(digits, target)) return "it must be the number of a segment, from 0: `1` or `g1`";
  return std::nullopt;
}

template <class Target>
Complaint take_name(std::string_view value, Target& target) {
  if (value.empty()) return "it must be a name";
  target = std::string(value);
  return std::nullopt;
}

/// What cannot be read is a mistake of usage; what fits no input of the file is one of the inputs.
Complaint take_input(Settings& settings, std::string_view value) {
  Diagnostics diagnostics;
  if (parse_input_option(value, diagnostics)) {
    settings.request.input.emplace_back(value);
    return std::nullopt;
  }
  return diagnostics.all().front().arguments.at(1);
}

Complaint take_port(Settings& settings, std::string_view value) {
  constexpr int64_t kLastPort = 65535;
  const std::optional<int64_t> port = read_count(value);
  if (!port || *port > kLastPort) return concat("it must be a whole number from 0 to ", kLastPort);
  settings.port = *port;
  return std::nullopt;
}

Complaint take_memory(Settings& settings, std::string_view value) {
  const std::optional<int64_t> bytes = read_bytes(value);
  if (!bytes) return "it must be a number of bytes such as `4GiB` or `500MB`, less than 8 EiB";
  settings.request.memory = *bytes;
  return std::nullopt;
}

const std::array kOptions{
    OptionInfo{.name = "definition",
               .value_name = "N",
               .group = OptionGroup::kInput,
               .commands = kEvery,
               .doc = "which definition of the text to take: its place from 0, or its name (default: the first)",
               .apply = [](Settings& s, std::string_view v) { return take_name(v, s.request.definition); }},
    OptionInfo{.name = "inputs",
               .value_name = "NAME",
               .group = OptionGroup::kInput,
               .commands = kEvery,
               .doc = "which list of inputs to take (default: the one after the definition)",
               .apply = [](Settings& s, std::string_view v) { return take_name(v, s.request.inputs); }},
    OptionInfo{
        .name = "input",
        .value_name = "T0=2048x1024:BFloat16",
        .group = OptionGroup::kInput,
        .commands = kEvery,
        .doc = "sizes of an input, with its dtype and, after `@`, its strides where they matter; a scalar as `S1=0.5`; "
               "may be repeated; a value is named as in the text or `#0` by index",
        .apply = take_input},
    OptionInfo{.name = "passes",
               .value_name = "SET",
               .group = OptionGroup::kSegmentation,
               .commands = kSplitting | set_of(Verb::kPrint),
               .doc =
                   "passes that rewrite the definition before it is split: `none`, `nvfuser` (all of nvFuser's that a "
                   "single device needs), or names with commas between, a name after `-` taken away; alone it means "
                   "`nvfuser` (default: none)",
               .implied = "nvfuser",
               .choices = pass_names,
               .apply = take_passes},
    OptionInfo{.name = "rules",
               .value_name = "SET",
               .group = OptionGroup::kSegmentation,
               .commands = kSplitting,
               .doc = "rule set: `nvfuser` is what nvFuser accepts, `extended` what Cleave's kernels can do beyond it "
                      "(default: nvfuser)",
               .choices = names_of_enum<RuleSet>,
               .apply = [](Settings& s, std::string_view v) { return take_enum<RuleSet>(v, s.request.rules); }},
    OptionInfo{
        .name = "order",
        .value_name = "NAME",
        .group = OptionGroup::kSegmentation,
        .commands = kSplitting,
        .doc = "in which order ops are joined: `cleave`, what saves most bytes first, and on a small definition the "
               "better of both, or `nvfuser`, as nvFuser visits them (default: cleave)",
        .choices = names_of_enum<Order>,
        .apply = [](Settings& s, std::string_view v) { return take_enum<Order>(v, s.request.order); }},
    OptionInfo{
        .name = "scheduler",
        .value_name = "NAME",
        .group = OptionGroup::kSegmentation,
        .commands = set_of(Verb::kExplain),
        .doc = "offer the whole definition to this scheduler of nvFuser alone: taken, or every rule that refuses",
        .choices = names_of_enum<Scheduler>,
        .apply = take_scheduler},
    OptionInfo{.name = "gpu",
               .value_name = "NAME",
               .group = OptionGroup::kSegmentation,
               .commands = kSplitting,
               .doc = "the device whose limits count; `none` for no limits (default: h200)",
               .choices = gpu_names,
               .apply = take_gpu},
    OptionInfo{.name = "cut",
               .value_name = "T3",
               .group = OptionGroup::kSegmentation,
               .commands = kSplitting,
               .doc = "force a cut after this value; may be repeated",
               .apply = [](Settings& s, std::string_view v) { return take_name(v, s.request.cut.emplace_back()); }},
    OptionInfo{.name = "keep",
               .value_name = "T3",
               .group = OptionGroup::kSegmentation,
               .commands = kSplitting,
               .doc = "forbid a cut at this value; may be repeated",
               .apply = [](Settings& s, std::string_view v) { return take_name(v, s.request.keep.emplace_back()); }},
    OptionInfo{.name = "device",
               .value_name = "NAME",
               .group = OptionGroup::kRun,
               .commands = set_of(Verb::kRun) | kServing,
               .doc = "where the segments run (default: cpu); `cuda` is the GPU that is there, whose limits then count",
               .choices = names_of_enum<RunDevice>,
               .apply = [](Settings& s, std::string_view v) { return take_enum<RunDevice>(v, s.request.device); }},
    OptionInfo{.name = "memory",
               .value_name = "SIZE",
               .group = OptionGroup::kRun,
               .commands = set_of(Verb::kRun),
               .doc = "refuse a run that needs more, for example `4GiB` (default: three quarters of what is free)",
               .apply = take_memory},
    OptionInfo{.name = "shrink",
               .group = OptionGroup::kRun,
               .commands = set_of(Verb::kRun),
               .doc = "scale the extents down until the run fits, and say so",
               .apply = [](Settings& s, std::string_view) -> Complaint {
                 s.request.shrink = true;
                 return std::nullopt;
               }},
    OptionInfo{.name = "seed",
               .value_name = "N",
               .group = OptionGroup::kRun,
               .commands = set_of(Verb::kRun),
               .doc = "seed of random inputs and random ops (default: 0)",
               .apply = [](Settings& s, std::string_view v) { return take_count(v, s.request.seed); }},
    OptionInfo{.name = "page",
               .value_name = "FOLDER",
               .group = OptionGroup::kServe,
               .commands = kServing | set_of(Verb::kHtml),
               .doc = "the built page (default: the one that was built or installed with this program)",
               .apply = [](Settings& s, std::string_view v) { return take_name(v, s.page); }},
    OptionInfo{.name = "port",
               .value_name = "N",
               .group = OptionGroup::kServe,
               .commands = kServing,
               .doc = "port to listen on, 0 for any (default: 8117, or any where that is taken)",
               .apply = take_port},
    OptionInfo{.name = "segment",
               .value_name = "N",
               .group = OptionGroup::kOutput,
               .commands = kShowingCuts | set_of(Verb::kKernel),
               .doc = "only this segment, from 0: `1` or `g1`",
               .apply = [](Settings& s, std::string_view v) { return take_segment(v, s.request.segment); }},
    OptionInfo{.name = "expand",
               .value_name = "LIST",
               .group = OptionGroup::kOutput,
               .commands = set_of(Verb::kDraw),
               .doc =
                   "which segments show their ops: `all`, `none`, or their numbers with commas between (default: all "
                   "up to 40 ops, else none)",
               .apply = [](Settings& s, std::string_view v) { return take_name(v, s.request.expand); }},
    OptionInfo{
        .name = "orientation",
        .value_name = "NAME",
        .group = OptionGroup::kOutput,
        .commands = set_of(Verb::kDraw),
        .doc = "which way values flow: `tb` from top to bottom, `lr` from left to right (default: tb)",
        .choices = names_of_enum<Orientation>,
        .apply = [](Settings& s, std::string_view v) { return take_enum<Orientation>(v, s.request.orientation); }},
    OptionInfo{.name = "all-states",
               .group = OptionGroup::kOutput,
               .commands = kShowingCuts,
               .doc = "index maps with inner states too, not only the boundary",
               .apply = [](Settings& s, std::string_view) -> Complaint {
                 s.request.all_states = true;
                 return std::nullopt;
               }},
    OptionInfo{.name = "source",
               .group = OptionGroup::kOutput,
               .commands = set_of(Verb::kKernel),
               .doc = "only the kernels, as CUDA C++ that compiles",
               .apply = [](Settings& s, std::string_view) -> Complaint {
                 s.source_only = true;
                 return std::nullopt;
               }},
    OptionInfo{.name = "dialect",
               .value_name = "NAME",
               .group = OptionGroup::kOutput,
               .commands = kShowingDefinitions,
               .doc = "dialect of printed definitions (default: legacy)",
               .choices = names_of_enum<Dialect>,
               .apply = [](Settings& s, std::string_view v) { return take_enum<Dialect>(v, s.request.dialect); }},
    OptionInfo{.name = "level",
               .value_name = "NAME",
               .group = OptionGroup::kOutput,
               .commands = set_of(Verb::kPrint),
               .doc = "`source` as written, `primitive` after decomposition (default: source)",
               .choices = names_of_enum<PrintLevel>,
               .apply = [](Settings& s, std::string_view v) { return take_enum<PrintLevel>(v, s.request.level); }},
    OptionInfo{.name = "output",
               .letter = 'o',
               .value_name = "FILE",
               .group = OptionGroup::kOutput,
               .commands = set_of(Verb::kHtml),
               .doc = "the file to write (default: the standard output)",
               .apply = [](Settings& s, std::string_view v) { return take_name(v, s.output); }},
    OptionInfo{.name = "json",
               .group = OptionGroup::kOutput,
               .commands = kEvery & ~set_of(Verb::kHtml),
               .doc = "the whole response as JSON (its schema is docs/api.schema.json)",
               .apply = [](Settings& s, std::string_view) -> Complaint {
                 s.json = true;
                 return std::nullopt;
               }},
    OptionInfo{
        .name = "color",
        .value_name = "WHEN",
        .group = OptionGroup::kOutput,
        .commands = kEvery | kServing,
        .doc = "colors: auto, always or never (default: auto, which is on a terminal); never where NO_COLOR is set",
        .choices = color_names,
        .apply = take_color},
    OptionInfo{.name = "verbose",
               .letter = 'v',
               .group = OptionGroup::kGeneral,
               .commands = kEvery,
               .doc = "also say which inputs were bound and how long the stages took",
               .apply = [](Settings& s, std::string_view) -> Complaint {
                 s.verbose = true;
                 return std::nullopt;
               }},
    OptionInfo{.name = "help",
               .letter = 'h',
               .group = OptionGroup::kGeneral,
               .commands = kEvery | kServing,
               .doc = "this page",
               .apply = [](Settings& s, std::string_view) -> Complaint {
                 s.help = true;
                 return std::nullopt;
               }},
    OptionInfo{.name = "version",
               .letter = 'V',
               .group = OptionGroup::kGeneral,
               .commands = kEvery | kServing,
               .doc = "the version",
               .apply = [](Settings& s, std::string_view) -> Complaint {
                 s.version = true;
                 return std::nullopt;
               }},
};

}  // namespace

std::span<const OptionInfo> all_options() { return kOptions; }

std::optional<int64_t> read_bytes(std::string_view text) {
  struct Unit {
    std::string_view name;
    double factor;
  };
  constexpr double kKilo = 1024;
  constexpr std::array kUnits{Unit{"KiB", kKilo},
                              Unit{"MiB", kKilo * kKilo},
                              Unit{"GiB", kKilo * kKilo * kKilo},
                              Unit{"TiB", kKilo * kKilo * kKilo * kKilo},
                              Unit{"KB", 1e3},
                              Unit{"kB", 1e3},
                              Unit{"MB", 1e6},
                              Unit{"GB", 1e9},
                              Unit{"TB", 1e12},
                              Unit{"K", kKilo},
                              Unit{"M", kKilo * kKilo},
                              Unit{"G", kKilo * kKilo * kKilo},
                              Unit{"T", kKilo * kKilo * kKilo * kKilo},
                              Unit{"B", 1}};
  double factor = 1;
  for (const Unit& unit : kUnits) {
    if (!text.ends_with(unit.name)) continue;
    text.remove_suffix(unit.name.size());
    factor = unit.factor;
    break;
  }
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  const std::optional<double> number = parse_double(text);
  constexpr double kLargest = 0x1p63;
  if (!number || !std::isfinite(*number) || *number < 0 || *number * factor >= kLargest) return std::nullopt;
  return static_cast<int64_t>(*number * factor);
}

}  // namespace cleave::cli

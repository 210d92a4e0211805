// What a response says of kernels and of the plan that launches them (`kernel`, `plan`). The struct is the JSON, as in
// response.h. Engines outside of Cleave read it: fields are only ever added, and nothing here needs another part of the
// response to be understood.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/nullable.h"
#include "core/base/describe.h"
#include "core/plan/launch_plan.h"

namespace cleave {

template <>
struct EnumNames<LaunchArgument::Role> {
  using Role = LaunchArgument::Role;
  static constexpr std::array kNames{
      NamedValue<Role>{Role::kIn, "in", "A pointer to memory that is read."},
      NamedValue<Role>{Role::kOut, "out", "A pointer to memory that is written."},
      NamedValue<Role>{Role::kInOut, "inout", "A pointer to memory that is read and then written."},
      NamedValue<Role>{Role::kScalar, "scalar", "A number, by value."},
      NamedValue<Role>{Role::kWork, "work", "A pointer to memory that the launch needs for itself."},
      NamedValue<Role>{Role::kSeed, "seed", "The seed of random ops, 64 bits by value."},
      NamedValue<Role>{Role::kRandomOffset, "random_offset",
                       "Added to the number of each random op, 64 bits by value."},
  };
};

template <>
struct EnumNames<LaunchBuffer::Kind> {
  using Kind = LaunchBuffer::Kind;
  static constexpr std::array kNames{
      NamedValue<Kind>{Kind::kInput, "input", "Given by the caller."},
      NamedValue<Kind>{Kind::kOutput, "output", "Given back to the caller."},
      NamedValue<Kind>{Kind::kBetween, "between", "Made by one step and read by later ones."},
      NamedValue<Kind>{Kind::kWork, "work", "Needed by one launch for itself."},
  };
};

template <>
struct EnumNames<LaunchStep::Kind> {
  using Kind = LaunchStep::Kind;
  static constexpr std::array kNames{
      NamedValue<Kind>{Kind::kKernel, "kernel", "Launches its kernel."},
      NamedValue<Kind>{Kind::kLibrary, "library", "One op that a library runs; its kernel, if it has one, can too."},
      NamedValue<Kind>{Kind::kView, "view", "Its outputs are parts of its inputs; nothing is launched."},
      NamedValue<Kind>{Kind::kNothing, "nothing", "There are no elements; nothing is launched."},
      NamedValue<Kind>{Kind::kMissing, "missing", "Nothing holds it yet; a diagnostic says what."},
  };
};

/// The device that kernels are made for.
struct DeviceView {
  std::string name;
  std::string full_name;
  std::string architecture;

  template <class Field>
  static void describe(Field&& field) {
    field("name", &DeviceView::name, "Name in the device table.");
    field("full_name", &DeviceView::full_name, "Its maker's name for it.");
    field("architecture", &DeviceView::architecture, "What to compile for, as `sm_90`.");
  }
};

/// The lines of a kernel that a record became.
struct KernelRangeView {
  int64_t segment = 0;
  Nullable<int64_t> original;
  std::string label;
  std::optional<int64_t> line;
  int64_t first_line = 0;
  int64_t last_line = 0;

  template <class Field>
  static void describe(Field&& field) {
    field("segment", &KernelRangeView::segment, "Index, in the segment's definition, of what the record makes.");
    field("original", &KernelRangeView::original,
          "Its index in the original definition; null for a value with no index there.");
    field("label", &KernelRangeView::label, "Its name.");
    field("line", &KernelRangeView::line, "Line of the statement in the text; absent where it has none.");
    field("first_line", &KernelRangeView::first_line, "First line of `source`, from 1.");
    field("last_line", &KernelRangeView::last_line, "Last line of `source`.");
  }
};

/// One parameter of a kernel.
struct KernelArgumentView {
  LaunchArgument::Role role = LaunchArgument::Role::kIn;
  Nullable<int64_t> segment;
  Nullable<int64_t> original;
  std::string label;
  std::string dtype;
  std::string type;
  int64_t bytes = 0;

  template <class Field>
  static void describe(Field&& field) {
    field("role", &KernelArgumentView::role, "What the kernel does with it.");
    field("segment", &KernelArgumentView::segment,
          "Index in the segment's definition, of `work` of the value whose parts it holds; null where there is none.");
    field("original", &KernelArgumentView::original,
          "Index in the original definition; negative: that extent of the inputs; null: a value with no index there.");
    field("label", &KernelArgumentView::label, "Its name; empty where it holds no value of the definition.");
    field("dtype", &KernelArgumentView::dtype, "Element type; empty where it holds no value of the definition.");
    field("type", &KernelArgumentView::type, "Type of the parameter in C; half types are 16-bit structs in memory.");
    field("bytes", &KernelArgumentView::bytes, "Bytes of the memory behind it, or of the number.");
  }
};

/// The kernel of one segment, or why it has none.
struct KernelView {
  int64_t segment = 0;
  std::string template_name;
  Nullable<std::string> variant;
  Nullable<std::string> entry;
  std::vector<std::string> reasons;
  std::vector<int64_t> grid;
  std::vector<int64_t> block;
  std::vector<int64_t> cluster;
  bool cooperative = false;
  int64_t shared_bytes = 0;
  int64_t dynamic_shared_bytes = 0;
  Nullable<int64_t> registers;
  Nullable<int64_t> spills;
  std::vector<KernelArgumentView> arguments;
  std::vector<KernelRangeView> ranges;
  Nullable<std::string> source;

  template <class Field>
  static void describe(Field&& field) {
    field("segment", &KernelView::segment, "The segment, from 0; shown as g0.");
    field("template", &KernelView::template_name,
          "Cleave's template that it is made by: its segment's, or `serial` where that one cannot hold it.");
    field("variant", &KernelView::variant, "How its threads share the loops; null where it has no loops.");
    field("entry", &KernelView::entry, "Name of the kernel; null where none is launched.");
    field("reasons", &KernelView::reasons, "Why it looks as it does, one sentence each.");
    field("grid", &KernelView::grid, "Blocks along x, y and z; empty where nothing is launched.");
    field("block", &KernelView::block, "Threads of a block along x, y and z.");
    field("cluster", &KernelView::cluster, "Blocks that share memory, along x, y and z.");
    field("cooperative", &KernelView::cooperative,
          "All blocks must be on the device at once: they wait for each other.");
    field("shared_bytes", &KernelView::shared_bytes, "Static shared memory of a block.");
    field("dynamic_shared_bytes", &KernelView::dynamic_shared_bytes,
          "Shared memory of a block that the launch asks for beside it.");
    field("registers", &KernelView::registers, "Registers of a thread; null where nothing compiled it.");
    field("spills", &KernelView::spills, "Bytes of registers that a thread spills; null where nothing compiled it.");
    field("arguments", &KernelView::arguments,
          "In the order of the parameters; where there is no kernel inputs, then outputs.");
    field("ranges", &KernelView::ranges, "Where each record stands in `source`.");
    field("source", &KernelView::source,
          "CUDA C++ that compiles alone, without any header; null where none is launched.");
  }
};

/// A piece of device memory in a plan.
struct PlanBufferView {
  int64_t id = 0;
  LaunchBuffer::Kind kind = LaunchBuffer::Kind::kBetween;
  Nullable<int64_t> original;
  std::string label;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
  Nullable<std::string> dtype;
  int64_t bytes = 0;
  std::string memory;
  Nullable<int64_t> first_step;
  Nullable<int64_t> last_step;
  std::optional<int64_t> view_of;
  std::optional<int64_t> offset;
  std::optional<bool> zeroed;

  template <class Field>
  static void describe(Field&& field) {
    field("id", &PlanBufferView::id, "Its place in the list.");
    field("kind", &PlanBufferView::kind, "Whose it is.");
    field("original", &PlanBufferView::original,
          "Index of the value in the original definition; null for a value with no index there.");
    field("label", &PlanBufferView::label, "Name of the value; empty for `work` that holds none.");
    field("shape", &PlanBufferView::shape, "Sizes; empty for `work` and for a tensor of one element without axes.");
    field("strides", &PlanBufferView::strides, "In elements; 0 where an axis repeats.");
    field("dtype", &PlanBufferView::dtype, "Element type; null for `work`.");
    field("bytes", &PlanBufferView::bytes, "From the first element to the end of the last.");
    field("memory", &PlanBufferView::memory, "`device`, or `host` for an input that is declared there.");
    field("first_step", &PlanBufferView::first_step, "First step that uses it or a view of it; null where none does.");
    field("last_step", &PlanBufferView::last_step, "Last one.");
    field("view_of", &PlanBufferView::view_of, "The buffer whose memory it is a part of; absent where it has its own.");
    field("offset", &PlanBufferView::offset, "Of a view: elements before its first one.");
    field("zeroed", &PlanBufferView::zeroed, "Of `work`: whether it must be all zero before the launch.");
  }
};

struct PlanArgumentView {
  LaunchArgument::Role role = LaunchArgument::Role::kIn;
  Nullable<int64_t> buffer;
  std::optional<std::string> value;

  template <class Field>
  static void describe(Field&& field) {
    field("role", &PlanArgumentView::role, "What the step does with it.");
    field("buffer", &PlanArgumentView::buffer, "The buffer; null for what is passed by value.");
    field("value", &PlanArgumentView::value,
          "Of a scalar its value with these inputs, written out; its type is the kernel's argument's.");
  }
};

/// The value of one buffer written into another.
struct PlanCopyView {
  int64_t from = 0;
  int64_t to = 0;

  template <class Field>
  static void describe(Field&& field) {
    field("from", &PlanCopyView::from, "The buffer that is read.");
    field("to", &PlanCopyView::to, "The buffer that is written, element by element.");
  }
};

struct PlanStepView {
  int64_t segment = 0;
  LaunchStep::Kind kind = LaunchStep::Kind::kKernel;
  Nullable<std::string> kernel;
  std::optional<std::vector<std::string>> library;
  std::vector<int64_t> grid;
  std::vector<int64_t> block;
  std::vector<int64_t> cluster;
  bool cooperative = false;
  int64_t shared_bytes = 0;
  int64_t dynamic_shared_bytes = 0;
  std::vector<PlanArgumentView> arguments;
  std::vector<PlanCopyView> copies;
  std::vector<int64_t> frees;

  template <class Field>
  static void describe(Field&& field) {
    field("segment", &PlanStepView::segment, "The segment, from 0; its definition stands in `segments`.");
    field("kind", &PlanStepView::kind, "What the step does.");
    field("kernel", &PlanStepView::kernel, "Entry of the kernel in `kernels`; null where there is none.");
    field("library", &PlanStepView::library, "The ops that a library is asked for; absent where it is not.");
    field("grid", &PlanStepView::grid, "Blocks along x, y and z; empty where there is no kernel.");
    field("block", &PlanStepView::block, "Threads of a block along x, y and z.");
    field("cluster", &PlanStepView::cluster, "Blocks that share memory, along x, y and z.");
    field("cooperative", &PlanStepView::cooperative,
          "All blocks must be on the device at once: they wait for each other.");
    field("shared_bytes", &PlanStepView::shared_bytes, "Static shared memory of a block.");
    field("dynamic_shared_bytes", &PlanStepView::dynamic_shared_bytes,
          "Shared memory of a block that the launch asks for beside it.");
    field("arguments", &PlanStepView::arguments,
          "In the order of the kernel's parameters; where there is no kernel inputs, then outputs.");
    field("copies", &PlanStepView::copies,
          "In-place updates to do after it, all at once: everything is read before anything is written.");
    field("frees", &PlanStepView::frees, "Buffers that nobody needs after it and its copies.");
  }
};

/// All that another engine needs to run the definition.
struct PlanView {
  DeviceView device;
  std::vector<PlanBufferView> buffers;
  std::vector<PlanStepView> steps;
  std::vector<int64_t> results;
  std::optional<std::vector<PlanCopyView>> copies;
  int64_t peak_bytes = 0;
  int64_t total_bytes = 0;
  std::vector<KernelView> kernels;

  template <class Field>
  static void describe(Field&& field) {
    field("device", &PlanView::device, "The device that it is made for.");
    field("buffers", &PlanView::buffers, "Memory, by id: inputs in the order of the definition first.");
    field("steps", &PlanView::steps, "What to do, in order.");
    field("results", &PlanView::results, "The buffers that the caller gets back, in order.");
    field("copies", &PlanView::copies,
          "In-place updates of a definition that has no steps; absent where there are none.");
    field("peak_bytes", &PlanView::peak_bytes, "Most bytes alive at once, inputs and outputs too.");
    field("total_bytes", &PlanView::total_bytes, "Bytes of all buffers that have memory of their own.");
    field("kernels", &PlanView::kernels, "One for each segment, in order.");
  }
};

}  // namespace cleave

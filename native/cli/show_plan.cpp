// `cleave plan`. See show.h.
#include "core/base/text.h"
#include "native/cli/show.h"

namespace cleave::cli {
namespace {

constexpr size_t kIndent = 2;

std::string_view arrow(const Page& page) { return page.terminal().utf8 ? " \u2192 " : " -> "; }

std::string buffer_name(int64_t id) { return concat('b', id); }

/// What a step runs: a kernel, a library op, or why nothing.
std::string work_text(const PlanStepView& step) {
  switch (step.kind) {
    case LaunchStep::Kind::kKernel: return step.kernel.value.value_or("");
    case LaunchStep::Kind::kLibrary:
      return concat("library: ", step.library ? join(*step.library, ", ") : std::string());
    case LaunchStep::Kind::kView: return "a view";
    case LaunchStep::Kind::kNothing: return "nothing: no elements";
    case LaunchStep::Kind::kMissing: return "missing: no kernel";
  }
  return {};
}

/// `b0, b1 → b3; frees b2`.
std::string flow_text(const PlanStepView& step, const Page& page) {
  std::vector<std::string> from;
  std::vector<std::string> to;
  std::vector<std::string> work;
  std::vector<std::string> extra;
  for (const PlanArgumentView& argument : step.arguments) {
    using Role = LaunchArgument::Role;
    if (argument.role == Role::kSeed) extra.emplace_back("draws random numbers");
    const std::string name = argument.buffer.value ? buffer_name(*argument.buffer.value) : argument.value.value_or("?");
    if (argument.role == Role::kWork) work.push_back(name);
    if (argument.role == Role::kIn || argument.role == Role::kInOut || argument.role == Role::kScalar) {
      from.push_back(name);
    }
    if (argument.role == Role::kOut || argument.role == Role::kInOut) to.push_back(name);
  }
  std::string out = concat(join(from, ", "), arrow(page), join(to, ", "));
  if (!work.empty()) out += concat("; works in ", join(work, ", "));
  for (const PlanCopyView& copy : step.copies) {
    extra.push_back(concat("then ", buffer_name(copy.from), " into ", buffer_name(copy.to)));
  }
  if (!step.frees.empty()) extra.push_back(concat("frees ", join(step.frees, ", ", buffer_name)));
  for (const std::string& text : extra) out += concat("; ", text);
  return out;
}

void show_steps(const PlanView& plan, Page& page) {
  std::vector<std::vector<Line>> rows;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const PlanStepView& step = plan.steps[i];
    const bool is_missing = step.kind == LaunchStep::Kind::kMissing;
    rows.push_back({{{std::to_string(i), kPlain}},
                    {segment_badge(step.segment)},
                    {{work_text(step), is_missing ? kWarning : kPlain}},
                    {{step.grid.empty() ? "" : shape_of_launch(step.grid, step.block, step.cluster, page), kPlain}},
                    {{flow_text(step, page), kPlain}}});
  }
  page.blank();
  page.table({{"Step", Column::Align::kRight},
              {"Segment", Column::Align::kLeft},
              {"Runs", Column::Align::kLeft},
              {"Launch", Column::Align::kLeft},
              {"Buffers", Column::Align::kLeft}},
             rows, kIndent);
}

std::string kind_text(const PlanBufferView& buffer) {
  std::string out(enum_name(buffer.kind));
  if (buffer.view_of) out += concat(", in ", buffer_name(*buffer.view_of));
  if (buffer.view_of && buffer.offset.value_or(0) != 0) out += concat(" from ", *buffer.offset);
  if (buffer.memory == "host") out += ", on the host";
  if (buffer.zeroed.value_or(false)) out += ", zeroed";
  return out;
}

/// The steps in which a buffer is alive: `0`, `0-2`.
std::string life_text(const PlanBufferView& buffer) {
  if (!buffer.first_step.value) return "unused";
  const int64_t first = *buffer.first_step.value;
  const int64_t last = *buffer.last_step.value;
  return first == last ? std::to_string(first) : concat(first, '-', last);
}

void show_buffers(const PlanView& plan, Page& page) {
  std::vector<std::vector<Line>> rows;
  for (const PlanBufferView& buffer : plan.buffers) {
    const bool has_elements = buffer.dtype.value.has_value();
    rows.push_back({{{buffer_name(buffer.id), kPlain}},
                    {{buffer.label, kStrong}},
                    {{kind_text(buffer), kPlain}},
                    {{has_elements ? shape_text(buffer.shape) : std::string(), kPlain}},
                    {{has_elements ? shape_text(buffer.strides) : std::string(), kPlain}},
                    {{buffer.dtype.value.value_or(""), kPlain}},
                    {{bytes_of(buffer.bytes), kPlain}},
                    {{life_text(buffer), kPlain}}});
  }
  page.blank();
  page.table({{"Buffer", Column::Align::kLeft},
              {"Value", Column::Align::kLeft},
              {"Kind", Column::Align::kLeft},
              {"Shape", Column::Align::kLeft},
              {"Strides", Column::Align::kLeft},
              {"Type", Column::Align::kLeft},
              {"Bytes", Column::Align::kRight},
              {"Steps", Column::Align::kRight}},
             rows, kIndent);
}

}  // namespace

void show_plan(const Response& response, const Settings& settings, Page& page) {
  if (!response.plan) return;
  const PlanView& plan = *response.plan;
  show_taken(response, settings, page);
  page.line({{concat("for ", plan.device.full_name, " (", plan.device.architecture, ") ", dot(page), " at most ",
                     bytes_of(plan.peak_bytes), " alive, ", bytes_of(plan.total_bytes), " in all"),
              kFaint}});
  if (!plan.steps.empty()) show_steps(plan, page);
  if (!plan.buffers.empty()) show_buffers(plan, page);
  page.blank();
  for (const PlanCopyView& copy : plan.copies.value_or(std::vector<PlanCopyView>())) {
    page.line({{concat("writes ", buffer_name(copy.from), " into ", buffer_name(copy.to)), kPlain}});
  }
  page.line(
      {{concat("gives back ", plan.results.empty() ? std::string("nothing") : join(plan.results, ", ", buffer_name)),
        kPlain}});
}

}  // namespace cleave::cli

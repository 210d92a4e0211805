// See kernel.h.
#include "core/kernel/kernel.h"

#include <algorithm>
#include <span>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/kernel/c_text.h"
#include "core/kernel/pass_memory.h"
#include "core/kernel/prelude.h"
#include "core/kernel/render_cuda.h"
#include "core/schedule/passes.h"

namespace cleave {
namespace {

/// What a block may declare; more must be asked for at the launch.
constexpr int64_t kMostStaticShared = int64_t{48} << 10;

/// True where the op says nothing of complex numbers and has one.
bool lacks_complex_meaning(const KernelInput& input, const Record& record) {
  const OpFamily kind = family(record.op);
  const bool is_judged = kind == OpFamily::kPointwise || kind == OpFamily::kReduction || kind == OpFamily::kWelford ||
                         kind == OpFamily::kScan || kind == OpFamily::kSort;
  if (!is_judged || info(record.op).meaning.complex != nullptr) return false;
  return std::any_of(record.operands.begin(), record.operands.end(), [&](const std::optional<StateId>& operand) {
    if (!operand) return false;
    const bool is_tensor = input.definition.is_tensor(*operand);
    return is_complex(is_tensor ? input.types.tensor(*operand).dtype : input.types.scalar(*operand).dtype);
  });
}

/// A record of what kernels have no register for, or no meaning.
std::optional<RecordId> strange_record(const KernelInput& input) {
  for (const RecordId id : input.definition.records.ids()) {
    if (lacks_complex_meaning(input, input.definition.records[id])) return id;
  }
  for (const StateId state : input.definition.states.ids()) {
    const auto* tensor = std::get_if<TensorType>(&input.types.states[state]);
    if (tensor != nullptr && register_type(tensor->dtype).empty()) return input.definition.states[state].producer;
  }
  return std::nullopt;
}

/// The nest of one pass; what it leaves in memory is there for the passes to come. False where the loops cannot hold
/// it: `refused` is the record, if it is one alone.
bool add_pass(const KernelInput& input, const Schedule& schedule, Memory& memory, std::vector<KernelPass>& passes,
              std::optional<RecordId>& refused) {
  if (schedule.work == LoopWork::kRank || schedule.work == LoopWork::kSort) {
    passes.push_back({schedule, make_rank_nest(input, schedule, memory)});
  } else if (schedule.variant == Variant::kTile) {
    TileNestAnswer answer = make_tile_nest(input, schedule, memory);
    refused = answer.refused;
    if (!answer.nest) return false;
    passes.push_back({schedule, std::move(*answer.nest)});
  } else {
    NestAnswer answer = make_loop_nest(input, schedule, memory);
    refused = answer.refused;
    if (!answer.nest) return false;
    passes.push_back({schedule, std::move(*answer.nest)});
  }
  for (const RecordId sum : schedule.column_sums) {
    const StateId result = input.definition.records[sum].result();
    memory[result] = packed_strides(input.types.tensor(result));
  }
  for (const TensorStore& store : schedule.stores) {
    if (!memory[store.target]) memory[store.target] = packed_strides(input.types.tensor(store.target));
  }
  return true;
}

}  // namespace

KernelAnswer make_kernel(const KernelInput& input, const Schedule& schedule, const IdMap<StateId, Strides>& strides,
                         SegmentId id) {
  if (const auto refused = strange_record(input)) return {std::nullopt, refused};
  Memory memory(input.definition.states.size());
  for (const StateId state : input.definition.inputs) {
    if (input.definition.is_tensor(state)) memory[state] = strides[state];
  }
  std::vector<KernelPass> passes;
  const bool is_staged = schedule.variant == Variant::kStaged || schedule.variant == Variant::kGrid;
  for (const Schedule& pass : is_staged ? std::span(schedule.passes) : std::span(&schedule, 1)) {
    std::optional<RecordId> refused;
    if (!add_pass(input, pass, memory, passes, refused)) return {std::nullopt, refused};
  }
  if (overwrites_too_early(input, passes)) return {std::nullopt, std::nullopt};
  Kernel kernel = render_cuda(input, schedule, passes, id);
  if (kernel.shared_bytes > kMostStaticShared) return {std::nullopt, std::nullopt};
  const std::string prelude = prelude_for(kernel.text);
  const auto lines = std::count(prelude.begin(), prelude.end(), '\n');
  for (KernelRange& range : kernel.ranges) {
    range.first_line += lines;
    range.last_line += lines;
  }
  kernel.text = prelude + kernel.text;
  return {std::move(kernel), std::nullopt};
}

std::optional<RecordId> record_of_line(const Kernel& kernel, int64_t line) {
  const KernelRange* best = nullptr;
  for (const KernelRange& range : kernel.ranges) {
    if (line < range.first_line || line > range.last_line) continue;
    if (best == nullptr || range.last_line - range.first_line < best->last_line - best->first_line) best = &range;
  }
  return best == nullptr ? std::nullopt : std::optional(best->record);
}

std::string_view line_of(const Kernel& kernel, int64_t line) {
  std::string_view text = kernel.text;
  for (; line > 1 && !text.empty(); --line) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  text = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

ScheduledKernel schedule_kernel(const ScheduleInput& input, const DeviceLimits& device, SegmentId id) {
  const KernelInput kernel_input{input.definition, input.types};
  ScheduledKernel out;
  std::optional<RecordId> refused;
  std::string no_tiles;
  for (Schedule& schedule : make_schedules(input, device)) {
    if (!no_tiles.empty()) schedule.reasons.push_back(no_tiles);
    out.answer = make_kernel(kernel_input, schedule, input.strides, id);
    out.schedule = std::move(schedule);
    if (out.answer.kernel) return out;
    refused = out.answer.refused;
    if (out.schedule->variant == Variant::kTile && refused) {
      no_tiles = concat("no tiles: they do not hold ", record_text(input.definition, *refused));
    }
  }
  if (input.definition.outputs.empty()) return out;
  const std::string what = refused ? record_text(input.definition, *refused) : "the segment";
  std::optional<Schedule> staged = make_staged_schedule(input, device, concat("no other template holds ", what));
  CHECK(staged.has_value(), "there is something to store");
  out.answer = make_kernel(kernel_input, *staged, input.strides, id);
  if (out.answer.kernel) out.schedule = std::move(staged);
  return out;
}

}  // namespace cleave

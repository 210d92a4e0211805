// See schedule.h. Sources of the numbers: threads a row by its length, and the row lengths up to which a row stays in
// registers, are those of QuACK's row kernels on Hopper (Dao-AILab/quack, rmsnorm_config.py, 2025); 16-byte accesses
// are what a GPU moves in one instruction.
#include "core/schedule/schedule.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "core/base/text.h"
#include "core/schedule/inner_outer.h"
#include "core/schedule/long_rows.h"
#include "core/schedule/split.h"
#include "core/schedule/tile.h"

namespace cleave {
namespace {

constexpr int64_t kVectorBytes = 16;
constexpr int64_t kFlatThreads = 128;
constexpr int64_t kColumnThreads = 256;
/// Largest grid; what needs more goes through passes, whose blocks take the work in turns.
constexpr int64_t kMostBlocks = INT32_MAX;
/// Memory is read in sectors of this size.
constexpr int64_t kSectorBytes = 32;

struct RowThreads {
  /// Rows of up to this many elements …
  int64_t length;
  /// … take this many threads, of blocks of this many.
  int64_t threads;
  int64_t block;
};
constexpr std::array kRowThreads{
    RowThreads{64, 8, 128},    RowThreads{128, 16, 128},    RowThreads{3072, 32, 128},
    RowThreads{6144, 64, 128}, RowThreads{16384, 128, 128}, RowThreads{INT64_MAX, 256, 256},
};

/// The tensors that the kernel reads and writes.
std::vector<StateId> memory_tensors(const Definition& definition) {
  std::vector<StateId> out;
  for (const StateId input : definition.inputs) {
    if (definition.is_tensor(input)) out.push_back(input);
  }
  for (const Output& output : definition.outputs) out.push_back(output.value);
  return out;
}

void schedule_flat(Schedule& out) {
  out.variant = Variant::kFlat;
  out.threads_x = kFlatThreads;
  out.chunks = out.domain.rows / out.vector_width;
  out.blocks = divided_up(out.chunks, out.threads_x);
  out.reasons.push_back(concat("no reduction: one vector of ", out.vector_width, " for each of ", out.chunks,
                               " threads, in blocks of ", out.threads_x));
}

void schedule_row_across(Schedule& out) {
  out.variant = Variant::kRowAcross;
  const RowThreads& row = *std::find_if(kRowThreads.begin(), kRowThreads.end(), [&](const RowThreads& candidate) {
    return out.domain.columns <= candidate.length;
  });
  out.chunks = out.domain.columns / out.vector_width;
  out.threads_x = row.threads;
  out.threads_y = row.threads <= kWarp ? row.block / row.threads : 1;
  out.blocks = divided_up(out.domain.rows, out.threads_y);
  out.steps = divided_up(out.chunks, out.threads_x);
  out.reasons.push_back(concat("the fastest axis is reduced: ", row.threads, " threads a row of ", out.domain.columns,
                               " elements, ", out.threads_y, out.threads_y == 1 ? " row" : " rows", " a block"));
}

/// `threads_x` threads side by side, the others of the block above each other.
void spread_columns(Schedule& out, int64_t threads_x) {
  out.threads_x = threads_x;
  out.threads_y = std::max<int64_t>(1, kColumnThreads / out.threads_x);
  while (out.threads_y > 1 && out.threads_y / 2 >= out.domain.columns) out.threads_y /= 2;
  out.chunks = out.domain.columns;
  out.blocks = divided_up(out.domain.rows / out.vector_width, out.threads_x);
  out.steps = divided_up(out.chunks, out.threads_y);
}

void schedule_column_across(Schedule& out) {
  out.variant = Variant::kColumnAcross;
  int64_t threads_x = kWarp;
  while (threads_x > 1 && threads_x > out.domain.rows / out.vector_width) threads_x /= 2;
  spread_columns(out, threads_x);
}

std::string column_reason(const Schedule& out) {
  return concat("the fastest axis is kept: ", out.threads_x, " threads side by side along it, ", out.threads_y,
                " along the ", out.domain.columns, " elements that are reduced");
}

/// Keeps what a thread has seen in registers where it fits; columns get more threads, down to a sector of memory side
/// by side, until it does.
void keep_rows(const ScheduleInput& input, Schedule& out) {
  const int64_t sector = std::max<int64_t>(1, kSectorBytes / (out.vector_width * widest_bytes(input, out.domain)));
  while (out.variant == Variant::kColumnAcross && out.threads_x > sector &&
         held_bytes_per_thread(input, out) > kHeldBytesPerThread) {
    spread_columns(out, out.threads_x / 2);
  }
  out.held_bytes = held_bytes_per_thread(input, out);
  out.is_persistent = out.held_bytes <= kHeldBytesPerThread;
}

}  // namespace

// What is read once a row, or once a column, counts little.
int64_t widest_bytes(const ScheduleInput& input, const LoopDomain& domain) {
  int64_t out = 1;
  for (const StateId tensor : memory_tensors(input.definition)) {
    const TensorType& type = input.types.tensor(tensor);
    if (2 * type.element_count() < domain.rows * domain.columns) continue;
    out = std::max<int64_t>(out, info(type.dtype).bits / 8);
  }
  return out;
}

int64_t vector_width(const ScheduleInput& input, const LoopDomain& domain) {
  const int64_t most = std::max<int64_t>(1, kVectorBytes / widest_bytes(input, domain));
  return std::gcd(most, domain.fastest_extent);
}

int64_t held_bytes_per_thread(const ScheduleInput& input, const Schedule& schedule) {
  int64_t bytes = 0;
  for (const StateId tensor : input.definition.inputs) {
    if (!input.definition.is_tensor(tensor)) continue;
    const TensorType& type = input.types.tensor(tensor);
    if (type.element_count() < schedule.domain.rows * schedule.domain.columns) continue;
    // A register holds several elements only if they were loaded together.
    bytes += schedule.steps * std::max<int64_t>(4, schedule.vector_width * (info(type.dtype).bits / 8));
  }
  return bytes;
}

int64_t sorted_places(const LoopDomain& domain) {
  return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(std::max<int64_t>(domain.columns, 2))));
}

bool needs_wide_index(const ScheduleInput& input) {
  constexpr int64_t kMost = INT32_MAX / 2;
  for (const StateId state : input.definition.states.ids()) {
    const auto* type = std::get_if<TensorType>(&input.types.states[state]);
    if (type == nullptr) continue;
    if (type->element_count() > kMost) return true;
    const Strides& strides = input.strides[state];
    int64_t last = 0;
    for (size_t i = 0; i < strides.size(); ++i) last += strides[i] * std::max<int64_t>(type->axes[i].extent - 1, 0);
    if (last > kMost) return true;
  }
  return false;
}

std::string_view name(Variant value) {
  switch (value) {
    case Variant::kFlat: return "flat";
    case Variant::kRowAcross: return "row_across";
    case Variant::kColumnAcross: return "column_across";
    case Variant::kGrid: return "grid";
    case Variant::kStaged: return "staged";
    case Variant::kTile: return "tile";
  }
  return {};
}

Strides packed_strides(const TensorType& type) {
  Strides out(type.rank(), 0);
  int64_t stride = 1;
  for (size_t i = type.rank(); i-- > 0;) {
    const uint32_t axis = type.allocation_order[i];
    if (type.axes[axis].is_broadcast()) continue;
    out[axis] = stride;
    stride *= std::max<int64_t>(type.axes[axis].extent, 1);
  }
  return out;
}

std::optional<Schedule> make_schedule(const ScheduleInput& input, const DeviceLimits& device) {
  const std::optional<LoopDomain> domain = choose_loop_domain(input.definition, input.types);
  if (!domain) return std::nullopt;
  Schedule out;
  out.kernel_template = input.kernel_template;
  out.domain = *domain;
  out.vector_width = vector_width(input, *domain);
  out.is_wide = needs_wide_index(input);
  for (const Output& output : input.definition.outputs) {
    out.stores.push_back({output.value, output.alias.value_or(output.value)});
  }
  if (!domain->has_reduction) {
    schedule_flat(out);
  } else if (domain->is_inner) {
    schedule_row_across(out);
  } else {
    schedule_column_across(out);
  }
  if (input.kernel_template == Template::kPersistent) keep_rows(input, out);
  if (out.variant == Variant::kColumnAcross) out.reasons.push_back(column_reason(out));
  if (out.is_persistent) out.reasons.push_back(concat("a thread keeps ", out.held_bytes, " B of its row in registers"));
  if (out.blocks < device.sm_count) {
    out.reasons.push_back(concat(out.blocks, out.blocks == 1 ? " block" : " blocks", " for ", device.sm_count,
                                 " multiprocessors of ", device.full_name, ": the others have nothing to do"));
  }
  return out;
}

std::vector<Schedule> make_schedules(const ScheduleInput& input, const DeviceLimits& device) {
  std::vector<Schedule> out;
  std::optional<Schedule> plain = make_schedule(input, device);
  if (!plain) return out;
  if (auto summed = make_inner_outer_schedule(input, device)) out.push_back(std::move(*summed));
  if (auto clustered = cluster_rows(input, *plain, device)) out.push_back(std::move(*clustered));
  if (auto shared = keep_rows_in_shared(input, *plain, device)) out.push_back(std::move(*shared));
  if (auto split = split_over_blocks(*plain, device)) out.push_back(std::move(*split));
  const bool is_transpose = input.kernel_template == Template::kTranspose;
  if (is_transpose || input.kernel_template == Template::kPointwise) {
    TileAnswer tile = make_tile_schedule(input, *plain, device);
    if (tile.schedule) out.push_back(std::move(*tile.schedule));
    if (!tile.schedule && is_transpose) plain->reasons.push_back(concat("no tiles: ", tile.refusal));
  }
  out.push_back(std::move(*plain));
  std::erase_if(out, [](const Schedule& schedule) { return schedule.blocks > kMostBlocks; });
  return out;
}

}  // namespace cleave

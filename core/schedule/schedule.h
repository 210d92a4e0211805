// A segment and a device in numbers: which loops, how many threads work on a row, how many elements a thread moves at
// once, what is kept on the chip. Numbers only, with the reasons for them; the kernel stage makes loops and text of it.
// Thresholds are those that published kernels reach the memory limit with (see schedule.cpp, one source a number).
//
// What does not fit into one pair of loops is a staged schedule (passes.h): several passes, one after the other, each
// with loops of its own and all threads of the grid, values between them in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/schedule/loop_domain.h"
#include "core/segment/segmentation.h"

namespace cleave {

/// How the threads of a kernel share its loops.
enum class Variant : uint8_t {
  /// One element, or one vector of them, a thread; no reductions.
  kFlat,
  /// Threads side by side along the columns: a part of a warp, a warp or a block for one row.
  kRowAcross,
  /// Threads side by side along the rows and above each other along the columns.
  kColumnAcross,
  /// Blocks have parts of the same results, which are combined when all are there: one pass or several.
  kGrid,
  /// Passes, one after the other, for what nothing else holds.
  kStaged,
  /// Tiles through shared memory between two memory orders.
  kTile,
};
std::string_view name(Variant value);

/// What a kernel, or one pass of it, does in its loops.
enum class LoopWork : uint8_t {
  /// Element-wise work and reductions along the columns.
  kReduce,
  /// Running sums along the columns, by one thread a row or by several together.
  kScan,
  /// Sums of products along the columns.
  kProduct,
  /// Stores at places that data names, in the order of the columns; of sums in any order.
  kScatter,
  /// Every element of a row finds its place in the sorted row by counting.
  kRank,
  /// A block sorts a row in shared memory.
  kSort,
};

/// The value of a whole tensor that goes to memory: an output's own, an input's that it updates, or work memory of the
/// state `target`.
struct TensorStore {
  StateId value{0U};
  StateId target{0U};
};

/// Axes of the reference, outermost first, as the two sides of a tile, and what is left. Columns lie side by side in
/// the memory order that is read first, rows in the other.
struct TileShape {
  std::vector<uint32_t> column_axes;
  std::vector<uint32_t> row_axes;
  std::vector<uint32_t> batch_axes;
  int64_t columns = 1;
  int64_t rows = 1;
  int64_t batches = 1;
  /// Powers of two.
  int64_t column_side = 1;
  int64_t row_side = 1;
  /// Elements that a thread moves at once; divide the sides, the extents and the threads' share of the tile.
  int64_t column_width = 1;
  int64_t row_width = 1;
};

struct Schedule {
  Template kernel_template = Template::kPointwise;
  Variant variant = Variant::kFlat;
  LoopDomain domain;
  /// Elements of the fastest axis that a thread handles at once; divides its extent.
  int64_t vector_width = 1;
  int64_t threads_x = 1;
  int64_t threads_y = 1;
  int64_t blocks = 1;
  /// Steps of the column loop a thread takes; chunks of the columns in all.
  int64_t steps = 1;
  int64_t chunks = 1;
  /// Values that several phases need stay in registers; else they are read or computed again.
  bool is_persistent = false;
  /// Bytes of the inputs that a thread keeps then.
  int64_t held_bytes = 0;
  /// It keeps them in shared memory, of which a block may have this much; 0: in registers.
  int64_t shared_limit = 0;
  /// Blocks that share a row and each other's shared memory.
  int64_t cluster = 1;
  /// Indices need 64 bits.
  bool is_wide = false;
  /// What it leaves in memory.
  std::vector<TensorStore> stores;
  LoopWork work = LoopWork::kReduce;
  /// The op whose loops these are, where `work` is not kReduce.
  std::optional<RecordId> record;
  /// Blocks that share the columns of a row.
  int64_t splits = 1;
  /// Reductions over the rows beside those over the columns: a block sums the rows that it has.
  std::vector<RecordId> column_sums;
  /// kGrid, kStaged: the passes; `threads_x` threads a block in all of them.
  std::vector<Schedule> passes;
  /// Blocks that must fit on a multiprocessor at once.
  int64_t blocks_per_sm = 1;
  /// Of kTile.
  std::optional<TileShape> tile;
  /// One sentence each.
  std::vector<std::string> reasons;
};

/// Element strides of a tensor in memory, by logical axis; 0 where an axis repeats.
using Strides = std::vector<int64_t>;

/// What a schedule is made for besides the definition.
struct ScheduleInput {
  const Definition& definition;
  const Types& types;
  Template kernel_template = Template::kPointwise;
  /// Of every tensor input, by state.
  const IdMap<StateId, Strides>& strides;
};

/// The schedule of one segment on `device` in one pair of loops; nothing where it has no output.
std::optional<Schedule> make_schedule(const ScheduleInput& input, const DeviceLimits& device);

/// Schedules of the segment's template on `device`, the best first; whether a later one is needed shows when the kernel
/// stage has followed everything through the loops of the first. None where the segment has no output.
std::vector<Schedule> make_schedules(const ScheduleInput& input, const DeviceLimits& device);

/// Bytes of an element of the widest tensor among those that are as large as the loops.
int64_t widest_bytes(const ScheduleInput& input, const LoopDomain& domain);

/// Elements of the fastest axis of `domain` that fit into one access of 16 bytes and divide its extent.
int64_t vector_width(const ScheduleInput& input, const LoopDomain& domain);

/// 255 registers a thread less what addresses and the computation need, in bytes.
inline constexpr int64_t kHeldBytesPerThread = 384;

/// Bytes of the inputs that one thread has in registers if it keeps all its steps.
int64_t held_bytes_per_thread(const ScheduleInput& input, const Schedule& schedule);

/// Places that a block of a kSort pass sorts: the elements of a row, filled up to a power of two.
int64_t sorted_places(const LoopDomain& domain);

/// True where some place in a tensor that the kernel reads or writes does not fit into 31 bits.
bool needs_wide_index(const ScheduleInput& input);

/// The strides of a tensor that is stored as its type says and without gaps.
Strides packed_strides(const TensorType& type);

}  // namespace cleave

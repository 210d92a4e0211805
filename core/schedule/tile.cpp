// See tile.h. A row of a tile is at least a line of 128 bytes in both directions where the axes are as long, so that
// every sector that is touched is used; 16 KiB of loads on the way for each of the eight blocks that fit on a
// multiprocessor are more than the 48 KiB that an H200 needs (CUB, tuning_transform.cuh).
#include "core/schedule/tile.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/schedule/axis_trace.h"

namespace cleave {
namespace {

constexpr int64_t kVectorBytes = 16;
constexpr int64_t kThreads = 256;
/// What one tensor has in a tile, and what all values that are exchanged may take.
constexpr int64_t kTileBytes = int64_t{16} << 10;
constexpr int64_t kSharedBytes = int64_t{32} << 10;
constexpr int64_t kLongestSide = 512;
constexpr int64_t kShortestSide = 32;

int64_t power_of_two(int64_t at_least) {
  return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(std::max<int64_t>(at_least, 1))));
}

/// The axis with the smallest stride.
std::optional<uint32_t> fastest_axis(const TensorAccess& access) {
  std::optional<uint32_t> out;
  for (uint32_t i = 0; i < access.strides.size(); ++i) {
    if (access.strides[i] > 0 && (!out || access.strides[i] < access.strides[*out])) out = i;
  }
  return out;
}

class TileMaker {
 public:
  TileMaker(const ScheduleInput& input, const Schedule& plain, const DeviceLimits& device)
      : input_(input), plain_(plain), device_(device), reference_(input.types.tensor(plain.domain.reference)) {}

  TileAnswer run();

 private:
  std::string find_orders();
  std::vector<uint32_t> neighbours(uint32_t fastest, uint32_t other) const;
  int64_t extent(const std::vector<uint32_t>& axes) const;
  int64_t width(uint32_t fastest, const std::vector<uint32_t>& axes) const;
  int64_t widest_bytes() const;
  int64_t exchanged_bytes() const;
  bool choose_sides();
  int64_t blocks() const;
  int64_t bytes(const TensorAccess& access) const { return info(input_.types.tensor(access.tensor).dtype).bits / 8; }

  const ScheduleInput& input_;
  const Schedule& plain_;
  const DeviceLimits& device_;
  const TensorType& reference_;
  /// Those of tensors as large as the loops; what is smaller is read again from the cache.
  std::vector<TensorAccess> accesses_;
  /// The fastest axes of the order that is read first, and of the other.
  uint32_t column_axis_ = 0;
  uint32_t row_axis_ = 0;
  TileShape tile_;
};

/// The two orders; empty, or why there are not two.
std::string TileMaker::find_orders() {
  const StateId reference = plain_.domain.reference;
  const auto all = trace_accesses(input_, reference);
  if (!all) return "the outputs have no axes in common";
  std::vector<uint32_t> fastest;
  std::vector<int64_t> read_bytes;
  std::vector<bool> is_stored;
  for (const TensorAccess& access : *all) {
    if (2 * input_.types.tensor(access.tensor).element_count() < plain_.domain.rows) continue;
    const auto axis = fastest_axis(access);
    if (access.has_other_axes || !axis) {
      return concat(state_name(input_.definition, access.tensor), " is not read along the axes of ",
                    state_name(input_.definition, reference));
    }
    const auto found = std::find(fastest.begin(), fastest.end(), *axis);
    const auto number = static_cast<size_t>(found - fastest.begin());
    if (found == fastest.end()) {
      fastest.push_back(*axis);
      read_bytes.push_back(0);
      is_stored.push_back(false);
    }
    if (access.is_store) is_stored[number] = true;
    if (!access.is_store) read_bytes[number] += bytes(access);
    accesses_.push_back(access);
  }
  if (fastest.size() < 2) return "all tensors have the same fastest axis";
  if (fastest.size() > 2) return concat("the tensors have ", fastest.size(), " memory orders, a tile has two sides");
  // What only one order is written in comes last; else what is read most comes first, so that little is exchanged.
  const bool has_both = is_stored[0] && is_stored[1];
  const bool is_second_first = has_both ? read_bytes[1] > read_bytes[0] : is_stored[0];
  column_axis_ = fastest[is_second_first ? 1 : 0];
  row_axis_ = fastest[is_second_first ? 0 : 1];
  return {};
}

/// `fastest` and the axes around it that every tensor has as its neighbours: one long axis. Outermost first.
std::vector<uint32_t> TileMaker::neighbours(uint32_t fastest, uint32_t other) const {
  std::vector<uint32_t> out{fastest};
  for (bool again = true; again;) {
    again = false;
    for (const uint32_t axis : plain_.domain.kept) {
      if (axis == other || std::find(out.begin(), out.end(), axis) != out.end()) continue;
      const uint32_t inner = out.front();
      again = std::all_of(accesses_.begin(), accesses_.end(), [&](const TensorAccess& access) {
        return access.strides[inner] > 0 &&
               access.strides[axis] == access.strides[inner] * reference_.axes[inner].extent;
      });
      if (!again) continue;
      out.insert(out.begin(), axis);
      break;
    }
  }
  return out;
}

int64_t TileMaker::extent(const std::vector<uint32_t>& axes) const {
  int64_t out = 1;
  for (const uint32_t axis : axes) out *= reference_.axes[axis].extent;
  return out;
}

/// Elements along `axes` that fit into one access of 16 bytes and begin where such an access may.
int64_t TileMaker::width(uint32_t fastest, const std::vector<uint32_t>& axes) const {
  int64_t widest = 1;
  int64_t out = extent(axes);
  for (const TensorAccess& access : accesses_) {
    if (fastest_axis(access) != fastest) continue;
    widest = std::max(widest, bytes(access));
    if (access.strides[fastest] != 1) return 1;
    for (uint32_t axis = 0; axis < access.strides.size(); ++axis) {
      if (std::find(axes.begin(), axes.end(), axis) == axes.end()) out = std::gcd(out, access.strides[axis]);
    }
  }
  return std::gcd(out, kVectorBytes / widest);
}

int64_t TileMaker::widest_bytes() const {
  int64_t out = 1;
  for (const TensorAccess& access : accesses_) out = std::max(out, bytes(access));
  return out;
}

/// Most bytes that go through shared memory for one place: what is read in the first order and, where something comes
/// in the second, what is written in the first.
int64_t TileMaker::exchanged_bytes() const {
  int64_t out = 0;
  for (const TensorAccess& access : accesses_) out += fastest_axis(access) == column_axis_ ? bytes(access) : 0;
  return out;
}

int64_t TileMaker::blocks() const {
  return tile_.batches * divided_up(tile_.columns, tile_.column_side) * divided_up(tile_.rows, tile_.row_side);
}

/// False where not even the smallest tile fits.
bool TileMaker::choose_sides() {
  const int64_t most_columns = power_of_two(tile_.columns);
  const int64_t most_rows = power_of_two(tile_.rows);
  const int64_t places = std::min(kTileBytes / widest_bytes(), kSharedBytes / exchanged_bytes());
  if (places < kShortestSide * kShortestSide) return false;
  tile_.column_side = std::min(kShortestSide, most_columns);
  tile_.row_side = std::min(kShortestSide, most_rows);
  // The shorter side grows first.
  while (tile_.column_side * tile_.row_side * 2 <= places) {
    const bool can_widen = tile_.column_side < std::min(kLongestSide, most_columns);
    const bool can_heighten = tile_.row_side < std::min(kLongestSide, most_rows);
    if (!can_widen && !can_heighten) break;
    const bool widens = can_widen && (!can_heighten || tile_.column_side <= tile_.row_side);
    int64_t& side = widens ? tile_.column_side : tile_.row_side;
    side *= 2;
    if (blocks() >= device_.sm_count) continue;
    side /= 2;
    break;
  }
  // At least a vector for every thread of a warp.
  while (tile_.column_side * tile_.row_side < kWarp * std::max(tile_.column_width, tile_.row_width)) {
    (tile_.column_side < tile_.row_side ? tile_.column_side : tile_.row_side) *= 2;
  }
  return true;
}

TileAnswer TileMaker::run() {
  if (plain_.domain.has_reduction) return {std::nullopt, "a tile holds no reductions"};
  if (plain_.domain.rows == 0) return {std::nullopt, "there is nothing to move"};
  const std::string refusal = find_orders();
  if (!refusal.empty()) return {std::nullopt, refusal};
  tile_.column_axes = neighbours(column_axis_, row_axis_);
  tile_.row_axes = neighbours(row_axis_, column_axis_);
  tile_.columns = extent(tile_.column_axes);
  tile_.rows = extent(tile_.row_axes);
  for (const uint32_t axis : plain_.domain.kept) {
    const auto is_in = [&](const std::vector<uint32_t>& axes) {
      return std::find(axes.begin(), axes.end(), axis) != axes.end();
    };
    if (!is_in(tile_.column_axes) && !is_in(tile_.row_axes)) tile_.batch_axes.push_back(axis);
  }
  tile_.batches = extent(tile_.batch_axes);
  tile_.column_width = width(column_axis_, tile_.column_axes);
  tile_.row_width = width(row_axis_, tile_.row_axes);
  if (!choose_sides()) {
    return {std::nullopt, concat(exchanged_bytes(), " B for one place are too many for a tile in shared memory")};
  }
  Schedule out = plain_;
  out.variant = Variant::kTile;
  out.reasons.clear();
  out.vector_width = std::max(tile_.column_width, tile_.row_width);
  const int64_t places = tile_.column_side * tile_.row_side;
  out.threads_x = std::min(kThreads, places / out.vector_width);
  out.threads_y = 1;
  out.blocks = blocks();
  out.reasons.push_back(concat("two memory orders: tiles of ", tile_.row_side, " x ", tile_.column_side, " of ",
                               tile_.rows, " x ", tile_.columns, " go through shared memory, ", out.threads_x,
                               " threads each"));
  out.reasons.push_back(concat("vectors of ", tile_.column_width, " along the one fastest axis, of ", tile_.row_width,
                               " along the other"));
  out.tile = std::move(tile_);
  return {std::move(out), {}};
}

}  // namespace

TileAnswer make_tile_schedule(const ScheduleInput& input, const Schedule& plain, const DeviceLimits& device) {
  return TileMaker(input, plain, device).run();
}

}  // namespace cleave

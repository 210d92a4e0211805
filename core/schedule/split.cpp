// See split.h. A part of fewer than kStepsOfPart steps does not pay for the wait at its end (a round through memory and
// a barrier of the grid, some microseconds on any device).
#include "core/schedule/split.h"

#include <algorithm>

#include "core/base/text.h"

namespace cleave {
namespace {

constexpr int64_t kStepsOfPart = 4;
/// Blocks of 256 threads with vectors of 16 bytes and four loads on the way: 64 KiB in flight on a multiprocessor, more
/// than the 48 KiB that an H200 needs (CUB, tuning_transform.cuh).
constexpr int64_t kBlocksPerSm = 4;

}  // namespace

std::optional<Schedule> split_over_blocks(const Schedule& plain, const DeviceLimits& device) {
  const bool is_row = plain.variant == Variant::kRowAcross;
  if (!is_row && plain.variant != Variant::kColumnAcross) return std::nullopt;
  if (plain.kernel_template != Template::kReduction || plain.blocks < 1 || plain.blocks * 2 > device.sm_count) {
    return std::nullopt;
  }
  const int64_t most = plain.steps / kStepsOfPart;
  const int64_t splits = std::min(most, kBlocksPerSm * device.sm_count / plain.blocks);
  if (splits < 2) return std::nullopt;
  Schedule pass = plain;
  const int64_t threads = is_row ? plain.threads_x : plain.threads_y;
  pass.splits = splits;
  pass.steps = divided_up(plain.chunks, threads * splits);
  pass.reasons.clear();
  Schedule out = plain;
  out.variant = Variant::kGrid;
  out.threads_x = plain.threads_x * plain.threads_y;
  out.threads_y = 1;
  out.blocks = plain.blocks * splits;
  out.blocks_per_sm = kBlocksPerSm;
  out.reasons = {plain.reasons.front(), concat(plain.blocks, plain.blocks == 1 ? " block" : " blocks",
                                               " would leave most of the ", device.sm_count, " multiprocessors of ",
                                               device.full_name, " idle: ", splits, " blocks share each row")};
  out.passes.push_back(std::move(pass));
  return out;
}

}  // namespace cleave

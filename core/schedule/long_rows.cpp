// See long_rows.h. Row lengths from which a cluster pays: QuACK (Dao-AILab/quack, rmsnorm_config.py and softmax.py,
// 2025), measured on H100. A cluster of more than eight blocks must be asked for specially and is left alone.
#include "core/schedule/long_rows.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"

namespace cleave {
namespace {

constexpr int64_t kMostCluster = 8;
constexpr int64_t kSharedThreads = 512;
/// What a block uses of shared memory beside the row.
constexpr int64_t kScratchBytes = 1024;

struct ClusterSize {
  /// Rows of more elements than this, of half and of wider types, …
  int64_t half;
  int64_t wide;
  /// … are shared by so many blocks.
  int64_t blocks;
};
constexpr std::array kClusterSizes{ClusterSize{65536, 131072, 8}, ClusterSize{32768, 65536, 4},
                                   ClusterSize{16384, 32768, 2}};

bool is_long_row(const ScheduleInput& input, const Schedule& plain) {
  return input.kernel_template == Template::kPersistent && plain.variant == Variant::kRowAcross &&
         plain.threads_y == 1 && plain.domain.columns > 0;
}

}  // namespace

std::optional<Schedule> cluster_rows(const ScheduleInput& input, const Schedule& plain, const DeviceLimits& device) {
  if (!is_long_row(input, plain)) return std::nullopt;
  const int64_t most = std::min<int64_t>(kMostCluster, device.max_cluster);
  const bool is_half = widest_bytes(input, plain.domain) <= 2;
  const auto size = std::find_if(kClusterSizes.begin(), kClusterSizes.end(), [&](const ClusterSize& candidate) {
    return plain.domain.columns > (is_half ? candidate.half : candidate.wide);
  });
  if (size == kClusterSizes.end() || most < 2) return std::nullopt;
  Schedule out = plain;
  // Larger than the row's length asks for where its inputs do not fit into registers else.
  for (out.cluster = std::min(size->blocks, most); out.cluster <= most; out.cluster *= 2) {
    out.steps = divided_up(out.chunks, out.threads_x * out.cluster);
    out.held_bytes = held_bytes_per_thread(input, out);
    out.is_persistent = out.held_bytes <= kHeldBytesPerThread;
    if (out.is_persistent) break;
  }
  if (!out.is_persistent) return std::nullopt;
  out.blocks = plain.domain.rows * out.cluster;
  out.reasons = {concat("rows of ", plain.domain.columns, " elements: ", out.cluster, " blocks of ", out.threads_x,
                        " threads share a row and its sums"),
                 concat("a thread keeps ", out.held_bytes, " B of its row in registers")};
  return out;
}

std::optional<Schedule> keep_rows_in_shared(const ScheduleInput& input, const Schedule& plain,
                                            const DeviceLimits& device) {
  if (!is_long_row(input, plain) || plain.is_persistent) return std::nullopt;
  Schedule out = plain;
  out.threads_x = kSharedThreads;
  out.steps = divided_up(out.chunks, out.threads_x);
  out.held_bytes = held_bytes_per_thread(input, out);
  out.is_persistent = true;
  out.shared_limit = device.shared_bytes_per_block - kScratchBytes;
  int64_t bytes = 0;
  for (const StateId tensor : input.definition.inputs) {
    if (!input.definition.is_tensor(tensor)) continue;
    const TensorType& type = input.types.tensor(tensor);
    const bool is_whole = type.element_count() >= plain.domain.rows * plain.domain.columns;
    if (is_whole) bytes += out.steps * out.threads_x * out.vector_width * (info(type.dtype).bits / 8);
  }
  if (bytes > out.shared_limit) return std::nullopt;
  out.reasons = {concat("rows of ", plain.domain.columns, " elements, ", out.threads_x, " threads each"),
                 concat("a block keeps ", bytes, " B of its row in shared memory, ", device.full_name, " allows ",
                        device.shared_bytes_per_block)};
  return out;
}

}  // namespace cleave

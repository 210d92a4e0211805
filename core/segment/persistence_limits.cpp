// The limits, one function a kind of persistent kernel.
#include "core/segment/persistence_limits.h"

#include <algorithm>

namespace cleave {

namespace {

constexpr int64_t kKiB = 1024;
/// Of the 256 KiB register file, what data may take.
constexpr int64_t kRegisterBudget = 128 * kKiB;
constexpr int64_t kInnerOuterRegisterBudget = 224 * kKiB;
/// Reduction workspace (one value a thread, three for a welford), rounding and static shared memory of a block.
constexpr int64_t kSharedReserve = 1024 * 4 + 256;

int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

LimitRefusal refuse(ReasonCode code, const char* seen_name, int64_t seen, const char* limit_name, int64_t limit,
                    const char* unit) {
  return {code, {{seen_name, static_cast<double>(seen), unit}, {limit_name, static_cast<double>(limit), unit}}};
}

std::optional<LimitRefusal> too_few_rows(const PersistentShape& shape, const DeviceLimits& device) {
  const int64_t long_row = 4 * int64_t{device.max_threads_per_sm};
  const int64_t wanted = device.sm_count / 8;
  if (shape.row_elements < long_row || shape.rows >= wanted) return std::nullopt;
  return refuse(reason("R.TOO_FEW_BLOCKS"), "rows", shape.rows, "needed", wanted, "rows");
}

}  // namespace

std::optional<LimitRefusal> inner_limit(const PersistentShape& shape, const DeviceLimits& device) {
  int64_t available = kRegisterBudget;
  if (shape.contiguous_rows && device.compute_capability < 90) {
    available = std::max(available, device.shared_bytes_per_block - kSharedReserve);
  }
  if (shape.contiguous_rows && shape.row_bytes > available && device.compute_capability >= 90) {
    available *= std::max(device.max_cluster, 1);
  }
  if (shape.row_bytes > available) {
    return refuse(reason("R.BUFFER_TOO_BIG"), "row", shape.row_bytes, "limit", available, "bytes");
  }
  const int64_t multiprocessors = ceil_div(shape.row_bytes, kRegisterBudget);
  if (multiprocessors > device.sm_count / 2) {
    return refuse(reason("R.HALF_DEVICE"), "needed", multiprocessors, "limit", device.sm_count / 2, "multiprocessors");
  }
  return too_few_rows(shape, device);
}

std::optional<LimitRefusal> outer_limit(const PersistentShape& shape, const DeviceLimits& device) {
  const int64_t file = device.register_file_bytes_per_sm;
  int64_t vector = std::max<int64_t>(1, 16 / std::max<int64_t>(1, shape.element_bytes));
  while (vector > 1 && shape.row_stride_elements % vector != 0) vector /= 2;
  // Eight threads side by side, each with one vector of neighbouring rows.
  const int64_t side_by_side = vector * 8;
  if (shape.row_bytes > file * device.sm_count) {
    return refuse(reason("R.BUFFER_TOO_BIG"), "row", shape.row_bytes, "limit", file * device.sm_count, "bytes");
  }
  const int64_t multiprocessors = ceil_div(shape.row_bytes * side_by_side, file);
  if (multiprocessors > device.sm_count / 2) {
    return refuse(reason("R.HALF_DEVICE"), "needed", multiprocessors, "limit", device.sm_count / 2, "multiprocessors");
  }
  if (multiprocessors > 1) {
    if (!shape.all_welford || vector < 4) {
      return refuse(reason("R.BUFFER_TOO_BIG"), "rows side by side", shape.row_bytes * side_by_side, "limit", file,
                    "bytes");
    }
    const int64_t batches = ceil_div(ceil_div(shape.row_elements, 32), std::max(device.sm_count / 2, 1));
    const int64_t registers = batches * vector * shape.element_bytes / 4;
    const int64_t free_registers = 255 - (batches + 35);
    if (registers > free_registers) {
      return refuse(reason("R.BUFFER_TOO_BIG"), "needed", registers, "limit", std::max<int64_t>(free_registers, 0),
                    "registers a thread");
    }
  }
  const int64_t used = std::max<int64_t>(1, multiprocessors) * ceil_div(shape.rows, side_by_side);
  if (shape.row_elements >= 8192 && used < device.sm_count / 8) {
    return refuse(reason("R.TOO_FEW_BLOCKS"), "used", used, "needed", device.sm_count / 8, "multiprocessors");
  }
  return std::nullopt;
}

std::optional<LimitRefusal> inner_outer_limit(const PersistentShape& shape, const DeviceLimits& device) {
  const int64_t partial_results = shape.outer_results * shape.row_elements * 4;
  const int64_t needed = shape.row_bytes + partial_results;
  const int64_t available = kInnerOuterRegisterBudget + device.shared_bytes_per_block;
  if (partial_results > kInnerOuterRegisterBudget) {
    return refuse(reason("R.BUFFER_TOO_BIG"), "partial results", partial_results, "limit", kInnerOuterRegisterBudget,
                  "bytes");
  }
  if (needed > available) return refuse(reason("R.BUFFER_TOO_BIG"), "needed", needed, "limit", available, "bytes");
  return too_few_rows(shape, device);
}

}  // namespace cleave

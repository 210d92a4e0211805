// What a GPU allows, as numbers: the facts of one table, by name. Rules read these and nothing else of a device, so
// that a browser can ask "what if it were an H100".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cleave {

struct DeviceLimits {
  std::string_view name;
  std::string_view full_name;
  /// 10 * major + minor.
  int compute_capability = 0;
  int sm_count = 0;
  int max_threads_per_sm = 0;
  int64_t register_file_bytes_per_sm = 0;
  /// Most shared memory one block may ask for.
  int64_t shared_bytes_per_block = 0;
  /// Largest thread block cluster; 1 where there are none.
  int max_cluster = 1;
};

/// The device called `name` (`h200`, `h100`, `a100`, `b200`, `rtx4090`, `rtx5090`), or nothing.
std::optional<DeviceLimits> named_device(std::string_view name);
std::span<const DeviceLimits> all_devices();

}  // namespace cleave

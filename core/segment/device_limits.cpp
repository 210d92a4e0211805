// The devices by name. Numbers are the vendor's: multiprocessors, threads, register file, shared memory a block may opt
// in to and clusters.
#include "core/segment/device_limits.h"

#include <array>

namespace cleave {

namespace {

constexpr int64_t kKiB = 1024;

constexpr std::array kDevices{
    DeviceLimits{"h200", "NVIDIA H200", 90, 132, 2048, 256 * kKiB, 227 * kKiB, 16},
    DeviceLimits{"h100", "NVIDIA H100", 90, 132, 2048, 256 * kKiB, 227 * kKiB, 16},
    DeviceLimits{"a100", "NVIDIA A100", 80, 108, 2048, 256 * kKiB, 163 * kKiB, 1},
    DeviceLimits{"b200", "NVIDIA B200", 100, 148, 2048, 256 * kKiB, 227 * kKiB, 16},
    DeviceLimits{"rtx4090", "NVIDIA GeForce RTX 4090", 89, 128, 1536, 256 * kKiB, 99 * kKiB, 1},
    DeviceLimits{"rtx5090", "NVIDIA GeForce RTX 5090", 120, 170, 1536, 256 * kKiB, 99 * kKiB, 8},
};

}  // namespace

std::optional<DeviceLimits> named_device(std::string_view name) {
  for (const DeviceLimits& device : kDevices) {
    if (device.name == name) return device;
  }
  return std::nullopt;
}

std::span<const DeviceLimits> all_devices() { return kDevices; }

}  // namespace cleave

// `kernel` and `plan`: makes the kernels of the segments, has them compiled where the host can, says which segments
// have none, and shows all that as a response does. Tested through respond() (call.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/api/compile.h"
#include "core/api/host.h"
#include "core/api/kernel_response.h"
#include "core/api/request.h"

namespace cleave {

/// The stage: layouts, kernels and the plan that launches them; reports segments that nothing holds. False after an
/// error: kernels are made for a device.
bool make_kernels(const Request& request, const Host& host, Compilation& compilation);

/// Something runs in this step: its kernel, or a library.
bool has_launch(const LaunchStep& step);

/// Why a segment has no kernel, where one is missing.
std::string missing_reason(const Compilation& compilation, SegmentId id);

DeviceView device_view(const Compilation& compilation);
/// Of one segment, or of all.
std::vector<KernelView> kernel_views(const Compilation& compilation, std::optional<int64_t> segment = std::nullopt);
PlanView plan_view(const Compilation& compilation);

}  // namespace cleave

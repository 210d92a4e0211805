// Diagnostic codes of kernels (E05xx, W05xx). Joined in diagnostic_codes.h.
#pragma once

#include <array>

#include "core/source/diagnostic.h"

namespace cleave::codes {

inline constexpr std::array kKernelCodes{
    DiagnosticCodeInfo{"W0501", "segment_without_kernel", Severity::kWarning,
                       "g{0} has no kernel: {1}",
                       "The segment is right and runs on the CPU. In a plan its step is `missing`: an engine has to "
                       "bring something of its own for it."},
    DiagnosticCodeInfo{"E0502", "gpu_needed", Severity::kError,
                       "a kernel is made for a device, and the request names none",
                       "`--gpu` takes a name of the device table; `none` only takes the limits off the segmentation."},
    DiagnosticCodeInfo{"E0503", "kernel_refused", Severity::kError, "the compiler refuses the kernel of g{0}: {1}",
                       "Cleave has written text that does not compile: a fault of ours that is worth a report. "
                       "`--segment` shows the kernel."},
};

}  // namespace cleave::codes

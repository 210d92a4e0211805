// Generated kernels as the device will get them: every kernel of the shown definitions, scheduled for every device of
// the table, compiles to machine code of its architecture, keeps within the registers and the shared memory that there
// are, and spills nowhere where a row is kept in registers. Skipped with the reason where there is no NVRTC.
//
// By default a fixed sample is compiled; CLEAVE_ALL_KERNELS=1 takes all of them.
#include "tests/native/cuda/shown_kernels.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/base/text.h"
#include "tests/native/cuda/with_nvrtc.h"

namespace cleave::cuda {
namespace {

/// Kernels in one text: helper functions are compiled once for all of them, and a failure names one of few.
constexpr size_t kKernelsPerText = 24;

void expect_good(const ShownKernel& shown, const KernelResources& used, const DeviceLimits& device) {
  if (shown.schedule.is_persistent) {
    EXPECT_FALSE(used.spills()) << shown.name << " spills " << used.spill_store_bytes << " B with " << used.registers
                                << " registers\n"
                                << shown.kernel.text;
  }
  EXPECT_LE(used.shared_bytes, device.shared_bytes_per_block) << shown.name;
  const int64_t threads = shown.kernel.threads_x * shown.kernel.threads_y;
  EXPECT_LE(used.registers * threads * 4, device.register_file_bytes_per_sm) << shown.name;
}

TEST_F(WithNvrtc, KernelsOfAllShownDefinitionsCompileForEveryDevice) {
  const bool takes_all = std::getenv("CLEAVE_ALL_KERNELS") != nullptr;
  const std::vector<ShownDefinition> definitions = shown_definitions();
  for (const DeviceLimits& device : all_devices()) {
    if (!nvrtc().compiles_for(device.compute_capability)) {
      ADD_FAILURE() << "NVRTC " << nvrtc().version() << " does not know " << device.full_name;
      continue;
    }
    const ShownKernels shown = kernels_for(device, definitions);
    std::vector<const ShownKernel*> chosen;
    const size_t step = takes_all ? 1 : 8;
    for (size_t i = 0; i < shown.kernels.size(); i += step) chosen.push_back(&shown.kernels[i]);
    for (size_t begin = 0; begin < chosen.size(); begin += kKernelsPerText) {
      const size_t end = std::min(begin + kKernelsPerText, chosen.size());
      const std::vector<const ShownKernel*> some(chosen.begin() + static_cast<ptrdiff_t>(begin),
                                                 chosen.begin() + static_cast<ptrdiff_t>(end));
      const std::string text = one_text(some);
      const CompileAnswer answer = nvrtc().compile(text, "kernels", device.compute_capability);
      if (const auto* failure = std::get_if<CompileFailure>(&answer)) {
        ADD_FAILURE() << some.front()->name << " to " << some.back()->name << "\n" << failure->log;
        continue;
      }
      for (const KernelResources& used : std::get<CompiledText>(answer).kernels) {
        const size_t number = std::stoul(used.entry.substr(used.entry.rfind('_') + 1));
        expect_good(*some.at(number), used, device);
      }
      EXPECT_EQ(std::get<CompiledText>(answer).kernels.size(), some.size());
    }
    std::printf("%s: %zu of %zu kernels compiled; %zu segments, without a kernel:", std::string(device.name).c_str(),
                chosen.size(), shown.kernels.size(), shown.segments);
    for (const auto& [kind, count] : shown.without) std::printf(" %s %zu", kind.c_str(), count);
    std::printf("\n");
  }
}

}  // namespace
}  // namespace cleave::cuda

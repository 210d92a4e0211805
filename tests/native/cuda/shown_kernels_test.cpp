// Generated kernels as the device will get them: every kernel of the shown definitions, and the computations of
// template_forms.h at odd and at large sizes, scheduled for every device of the table, compile to machine code of its
// architecture, keep within the registers and the shared memory that there are, and spill nowhere where a row is kept
// in registers. What the kernels of each template take is printed. Skipped with the reason where there is no NVRTC.
//
// Of the computations a fixed sample is taken; with CLEAVE_ALL_KERNELS set, all of them.
#include "tests/native/cuda/shown_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "core/base/text.h"
#include "tests/native/cuda/template_forms.h"
#include "tests/native/cuda/with_nvrtc.h"

namespace cleave::cuda {
namespace {

/// Kernels in one text: helper functions are compiled once for all of them, and a failure names one of few.
constexpr size_t kKernelsPerText = 16;
/// Registers are given to a warp in units of this many for each thread.
constexpr int64_t kRegisterUnit = 8;
constexpr int64_t kRegisterBytes = 4;
/// What the slow path of a division takes of a thread's local memory; a row that lies there takes more.
constexpr int64_t kCallBytes = 32;
/// What the assembler puts aside of its own accord, far below the registers it may take, so that one block more fits on
/// a multiprocessor (layer norm backward: 128 of 255): stores and loads of a value or two.
constexpr int64_t kAsideBytes = 32;

bool keeps_rows(const Schedule& schedule) {
  return schedule.is_persistent || std::any_of(schedule.passes.begin(), schedule.passes.end(),
                                               [](const Schedule& pass) { return keeps_rows(pass); });
}

/// What all kernels of one template take at most.
struct TemplateUse {
  size_t kernels = 0;
  int64_t registers = 0;
  int64_t shared_bytes = 0;
  size_t spilling = 0;
  int64_t spilled_bytes = 0;
  size_t with_stack = 0;
};

/// The devices whose kernels differ: those of the H100 are those of the H200.
std::vector<DeviceLimits> different_devices() {
  std::vector<DeviceLimits> out;
  for (const DeviceLimits& device : all_devices()) {
    const bool is_known = std::any_of(out.begin(), out.end(), [&](const DeviceLimits& other) {
      return device.compute_capability == other.compute_capability && device.sm_count == other.sm_count &&
             device.shared_bytes_per_block == other.shared_bytes_per_block;
    });
    if (!is_known) out.push_back(device);
  }
  return out;
}

class Compilations {
 public:
  Compilations(const Nvrtc& nvrtc, const DeviceLimits& device) : nvrtc_(nvrtc), device_(device) {}

  void compile(const std::vector<ShownKernel>& kernels) {
    std::vector<std::vector<const ShownKernel*>> parts;
    for (size_t i = 0; i < kernels.size(); ++i) {
      if (i % kKernelsPerText == 0) parts.emplace_back();
      parts.back().push_back(&kernels[i]);
    }
    std::vector<CompileAnswer> answers(parts.size());
    std::atomic<size_t> next{0};
    const auto work = [&] {
      for (size_t i = next++; i < parts.size(); i = next++) {
        answers[i] = nvrtc_.compile(one_text(parts[i]), "kernels", device_.compute_capability);
      }
    };
    std::thread other(work);
    work();
    other.join();
    for (size_t i = 0; i < parts.size(); ++i) judge(parts[i], answers[i]);
  }

  void print() const {
    for (const auto& [kind, use] : uses_) {
      std::printf(
          "%-8s sm_%-4d %-28s %5zu kernels  %3lld registers  %6lld B shared  %zu spill (%lld B)  %zu with stack\n",
          std::string(device_.name).c_str(), device_.compute_capability, kind.c_str(), use.kernels,
          static_cast<long long>(use.registers), static_cast<long long>(use.shared_bytes), use.spilling,
          static_cast<long long>(use.spilled_bytes), use.with_stack);
    }
  }

 private:
  void judge(const std::vector<const ShownKernel*>& kernels, const CompileAnswer& answer) {
    if (const auto* failure = std::get_if<CompileFailure>(&answer)) {
      ADD_FAILURE() << kernels.front()->name << " to " << kernels.back()->name << "\n" << failure->log.substr(0, 4000);
      return;
    }
    const std::vector<KernelResources>& all = std::get<CompiledText>(answer).kernels;
    EXPECT_EQ(all.size(), kernels.size());
    for (const KernelResources& used : all) {
      judge(*kernels.at(std::stoul(used.entry.substr(used.entry.rfind('_') + 1))), used);
    }
  }

  void judge(const ShownKernel& shown, const KernelResources& used) {
    const Schedule& schedule = shown.schedule;
    const bool is_kept = keeps_rows(schedule);
    TemplateUse& use =
        uses_[concat(name(schedule.kernel_template), ' ', name(schedule.variant), is_kept ? " kept" : "")];
    ++use.kernels;
    use.registers = std::max(use.registers, used.registers);
    use.shared_bytes = std::max(use.shared_bytes, used.shared_bytes);
    use.spilling += used.spills() ? 1 : 0;
    use.spilled_bytes = std::max(use.spilled_bytes, used.spill_store_bytes + used.spill_load_bytes);
    use.with_stack += used.stack_bytes > 0 ? 1 : 0;
    if (is_kept) {
      EXPECT_LE(used.spill_store_bytes + used.spill_load_bytes, kAsideBytes)
          << shown.name << " spills with " << used.registers << " registers";
      EXPECT_TRUE(used.spills() || used.stack_bytes <= kCallBytes) << shown.name << " keeps a row in local memory";
    }
    EXPECT_LE(used.shared_bytes, device_.shared_bytes_per_block) << shown.name;
    const int64_t threads = shown.kernel.threads_x * shown.kernel.threads_y;
    const int64_t registers = (used.registers + kRegisterUnit - 1) / kRegisterUnit * kRegisterUnit;
    // Blocks that wait for each other must be on the device at once.
    const int64_t together = shown.kernel.is_cooperative ? schedule.blocks_per_sm : 1;
    EXPECT_LE(registers * threads * together * kRegisterBytes, device_.register_file_bytes_per_sm) << shown.name;
    if (shown.kernel.is_cooperative) {
      EXPECT_LE(shown.kernel.blocks, together * device_.sm_count) << shown.name;
      EXPECT_LE(threads * together, device_.max_threads_per_sm) << shown.name;
    }
  }

  const Nvrtc& nvrtc_;
  const DeviceLimits& device_;
  std::map<std::string, TemplateUse> uses_;
};

TEST_F(WithNvrtc, CompilesKernelsOfAllShownDefinitionsForEveryDevice) {
  const std::vector<ShownDefinition> definitions = shown_definitions();
  for (const DeviceLimits& device : different_devices()) {
    const ShownKernels shown = kernels_for(device, definitions);
    EXPECT_GT(shown.kernels.size(), 100U);
    for (const auto& [kind, count] : shown.without) {
      std::printf("%s: %zu segments of %s have no kernel\n", std::string(device.name).c_str(), count, kind.c_str());
    }
    Compilations compilations(nvrtc(), device);
    compilations.compile(shown.kernels);
    compilations.print();
  }
}

std::vector<TemplateCase> all_cases() {
  std::vector<TemplateCase> out;
  for (const DType dtype : {DType::kFloat, DType::kHalf, DType::kBFloat16}) {
    for (const int64_t columns : {1,    2,    3,    31,   33,   127,  256,   512,   1023,  1024,
                                  1025, 2048, 4096, 4097, 6144, 8192, 16384, 32768, 65536, 131072}) {
      for (const int64_t rows : {1, 7, 2048}) out.push_back({rows, columns, dtype});
    }
  }
  return out;
}

TEST_F(WithNvrtc, CompilesEveryTemplateAtOddAndLargeSizes) {
  // The step shares no factor with the numbers of sizes and types, so that the sample has some of each.
  const size_t step = std::getenv("CLEAVE_ALL_KERNELS") != nullptr ? 1 : 23;
  const std::vector<TemplateCase> cases = all_cases();
  std::vector<ShownDefinition> definitions;
  for (size_t i = 0; i < cases.size(); i += step) {
    for (ShownDefinition& definition : template_definitions(cases[i])) definitions.push_back(std::move(definition));
  }
  for (const DeviceLimits& device : different_devices()) {
    const ShownKernels shown = kernels_for(device, definitions);
    EXPECT_EQ(shown.refused, std::vector<std::string>());
    EXPECT_TRUE(shown.without.empty());
    Compilations compilations(nvrtc(), device);
    compilations.compile(shown.kernels);
    compilations.print();
  }
}

/// The text as it is printed, given to the compiler that people have, with the architecture and nothing else.
TEST(PrintedKernel, CompilesAloneWithNvcc) {
  const std::filesystem::path nvcc = "/usr/local/cuda/bin/nvcc";
  if (!std::filesystem::exists(nvcc)) GTEST_SKIP() << "there is no " << nvcc.string();
  std::string name = (std::filesystem::temp_directory_path() / "cleave_nvcc_XXXXXX").string();
  const std::filesystem::path folder = mkdtemp(name.data());
  const std::vector<ShownKernel> kernels =
      kernels_for(*named_device("h200"), template_definitions({64, 1000, DType::kBFloat16})).kernels;
  ASSERT_FALSE(kernels.empty());
  std::ofstream(folder / "kernel.cu") << kernels[0].kernel.text;
  const std::string command = concat(nvcc.string(), " -cubin -arch=sm_90 -o ", (folder / "kernel.cubin").string(), ' ',
                                     (folder / "kernel.cu").string());
  EXPECT_EQ(std::system(command.c_str()), 0) << kernels[0].kernel.text;
  EXPECT_GT(std::filesystem::file_size(folder / "kernel.cubin"), 1000U);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace cleave::cuda

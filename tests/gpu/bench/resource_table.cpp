// See resource_table.h.
#include "tests/gpu/bench/resource_table.h"

#include <algorithm>
#include <map>
#include <variant>
#include <vector>

#include "core/base/text.h"
#include "native/cuda/cached_compiler.h"
#include "native/cuda/compile_texts.h"
#include "tests/gpu/bench/bench_cases.h"
#include "tests/native/cuda/shown_kernels.h"
#include "tests/native/cuda/template_forms.h"

namespace cleave::cuda {
namespace {

struct Row {
  size_t kernels = 0;
  int64_t fewest_registers = 0;
  int64_t most_registers = 0;
  int64_t spilled_bytes = 0;
  int64_t most_shared = 0;
  size_t failures = 0;

  void add(const KernelResources& used, const Kernel& kernel) {
    fewest_registers = kernels == 0 ? used.registers : std::min(fewest_registers, used.registers);
    most_registers = std::max(most_registers, used.registers);
    spilled_bytes = std::max(spilled_bytes, std::max(used.spill_store_bytes, used.spill_load_bytes));
    most_shared = std::max(most_shared, used.shared_bytes + kernel.dynamic_shared_bytes);
    ++kernels;
  }
};

std::vector<ShownDefinition> definitions() {
  std::vector<ShownDefinition> out;
  for (const BenchCase& of : bench_cases()) out.push_back(definition_of(*of.form, of.size));
  for (const DType dtype : {DType::kFloat, DType::kHalf, DType::kBFloat16}) {
    for (const int64_t columns : {256, 4096}) {
      for (ShownDefinition& shown : template_definitions({2048, columns, dtype})) out.push_back(std::move(shown));
    }
  }
  return out;
}

}  // namespace

std::string resource_table(const Nvrtc& nvrtc, const DeviceLimits& device) {
  const ShownKernels shown = kernels_for(device, definitions());
  std::vector<TextToCompile> texts;
  for (const ShownKernel& one : shown.kernels) texts.push_back({one.kernel.text, one.kernel.entry});
  const std::vector<CachedAnswer> answers =
      compile_texts(texts, CachedCompiler(nvrtc, nullptr), device.compute_capability, 0);
  std::map<std::string, Row> rows;
  for (size_t i = 0; i < answers.size(); ++i) {
    const ShownKernel& one = shown.kernels[i];
    Row& row = rows[concat(name(one.schedule.kernel_template), " | ", name(one.schedule.variant))];
    const auto* compiled = std::get_if<CompiledText>(&answers[i].answer);
    if (compiled == nullptr || compiled->kernels.empty()) {
      ++row.failures;
    } else {
      row.add(compiled->kernels.front(), one.kernel);
    }
  }
  std::string out = concat("For ", device.full_name, " (sm_", device.compute_capability, "), NVRTC ", nvrtc.version(),
                           ":\n\n| template | variant | kernels | registers | spilled bytes | shared bytes |\n",
                           "|---|---|---:|---:|---:|---:|\n");
  for (const auto& [kind, row] : rows) {
    out += concat("| ", kind, " | ", row.kernels, " | ", row.fewest_registers, " to ", row.most_registers, " | ",
                  row.spilled_bytes, " | ", grouped_number(row.most_shared), " |",
                  row.failures == 0 ? std::string() : concat(" ", row.failures, " not compiled"), "\n");
  }
  return out;
}

}  // namespace cleave::cuda

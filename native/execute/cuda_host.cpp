// See cuda_host.h. Tested by tests/native/execute and tests/native/cli.
#include "native/execute/cuda_host.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "native/cuda/assembler_log.h"
#include "native/cuda/compile_texts.h"
#include "native/cuda/driver.h"
#include "native/execute/cuda_gpu.h"

namespace cleave {
namespace {

/// The compiler of the machine and its cache.
struct MachineCompiler {
  explicit MachineCompiler(const CudaPlaces& places) : nvrtc(cuda::open_nvrtc(places.cuda_path)) {
    const auto folder = cuda::default_cache_folder(places.xdg_cache_home, places.home);
    if (folder) cache.emplace(*folder);
    if (const auto* opened = std::get_if<cuda::Nvrtc>(&nvrtc)) compiler.emplace(*opened, cache ? &*cache : nullptr);
  }
  MachineCompiler(const MachineCompiler&) = delete;
  MachineCompiler& operator=(const MachineCompiler&) = delete;

  std::variant<cuda::Nvrtc, cuda::Missing> nvrtc;
  std::optional<cuda::KernelCache> cache;
  /// Nothing where there is no NVRTC.
  std::optional<cuda::CachedCompiler> compiler;
};

/// Opens it when it is first asked for.
class LazyCompiler {
 public:
  explicit LazyCompiler(const CudaPlaces& places) : places_(places) {}
  std::shared_ptr<MachineCompiler> get() {
    if (!opened_) opened_ = std::make_shared<MachineCompiler>(places_);
    return opened_;
  }

 private:
  CudaPlaces places_;
  std::shared_ptr<MachineCompiler> opened_;
};

CompilerAnswers compile_here(const std::vector<KernelText>& kernels, const DeviceLimits& device,
                             const MachineCompiler& machine) {
  if (const auto* missing = std::get_if<cuda::Missing>(&machine.nvrtc)) return {.kernels = {}, .missing = missing->why};
  const auto& nvrtc = std::get<cuda::Nvrtc>(machine.nvrtc);
  if (!nvrtc.compiles_for(device.compute_capability)) {
    return {.kernels = {}, .missing = nvrtc.why_not(device.compute_capability)};
  }
  return compile_for_host(kernels, device, *machine.compiler);
}

std::variant<std::shared_ptr<Gpu>, std::string> open_here(LazyCompiler& lazy) {
  const auto driver = cuda::open_driver();
  if (const auto* missing = std::get_if<cuda::Missing>(&driver)) return missing->why;
  const std::shared_ptr<MachineCompiler> machine = lazy.get();
  if (const auto* missing = std::get_if<cuda::Missing>(&machine->nvrtc)) return missing->why;
  return open_cuda_gpu(std::get<cuda::DriverFunctions>(driver), {machine, &*machine->compiler});
}

CompiledKernel refused(const std::string& log) {
  CompiledKernel out;
  for (const cuda::CompilerMessage& message : cuda::read_messages(log)) {
    if (!message.is_error) continue;
    out.error = message.text;
    out.error_line = message.line;
    return out;
  }
  out.error = cuda::first_line(log);
  return out;
}

CompiledKernel accepted(const cuda::CompiledText& text, std::string_view entry) {
  CompiledKernel out;
  for (const cuda::KernelResources& kernel : text.kernels) {
    if (kernel.entry != entry) continue;
    out.registers = kernel.registers;
    out.spill_bytes = std::max(kernel.spill_store_bytes, kernel.spill_load_bytes);
  }
  return out;
}

}  // namespace

CompilerAnswers compile_for_host(const std::vector<KernelText>& kernels, const DeviceLimits& device,
                                 const cuda::CachedCompiler& compiler) {
  std::vector<std::pair<std::string, std::string>> owned;
  for (const KernelText& kernel : kernels) owned.emplace_back(kernel.text, kernel.entry);
  std::vector<cuda::TextToCompile> texts;
  for (const auto& [text, entry] : owned) texts.push_back({text, entry});
  CompilerAnswers out;
  const std::vector<cuda::CachedAnswer> answers = cuda::compile_texts(texts, compiler, device.compute_capability, 0);
  for (size_t i = 0; i < answers.size(); ++i) {
    const auto* compiled = std::get_if<cuda::CompiledText>(&answers[i].answer);
    out.kernels.push_back(compiled != nullptr ? accepted(*compiled, kernels[i].entry)
                                              : refused(std::get<cuda::CompileFailure>(answers[i].answer).log));
  }
  return out;
}

void add_cuda(Host& host, const CudaPlaces& places) {
  const auto lazy = std::make_shared<LazyCompiler>(places);
  host.compile_kernels = [lazy](const std::vector<KernelText>& kernels, const DeviceLimits& device) {
    return compile_here(kernels, device, *lazy->get());
  };
  host.open_gpu = [lazy] { return open_here(*lazy); };
}

}  // namespace cleave

// See cuda_gpu.h. Tested by tests/native/execute with a stand-in for the driver.
#include "native/execute/cuda_gpu.h"

#include <utility>

#include "core/base/text.h"
#include "core/source/diagnostic_codes.h"
#include "core/translate/in_place.h"
#include "native/cuda/compile_segments.h"
#include "native/cuda/prepared_plan.h"
#include "native/execute/caller_memory.h"
#include "native/execute/strided_copy.h"

namespace cleave {
namespace {

/// One run of one program.
class ProgramRun {
 public:
  ProgramRun(const cuda::Device& device, const GpuProgram& program, uint64_t seed, Diagnostics& diagnostics)
      : device_(device),
        program_(program),
        seed_(seed),
        diagnostics_(diagnostics),
        loaded_(device),
        memory_(device, program.definition.primitive, program.plan) {}

  std::optional<GpuRun> run(const std::vector<Value>& inputs, const cuda::CompiledSegments& compiled) {
    const cuda::PlanProducts products{program_.definition, program_.plan, program_.kernels, compiled};
    std::optional<cuda::PreparedPlan> plan = cuda::PreparedPlan::make(device_, loaded_, products, diagnostics_);
    if (!plan) return std::nullopt;
    GpuRun out;
    if (cuda::Trouble trouble = run_twice(*plan, inputs, out)) return fail(*trouble, *plan);
    for (const BufferId result : program_.plan.results) {
      std::optional<Tensor> tensor;
      if (cuda::Trouble trouble = memory_.read(result, tensor)) return fail(*trouble, *plan);
      out.results.emplace_back(std::make_shared<Tensor>(std::move(*tensor)));
    }
    if (cuda::Trouble trouble = write_updates(inputs)) return fail(*trouble, *plan);
    out.bytes = memory_.bytes() + plan->arena_bytes();
    return out;
  }

 private:
  std::nullopt_t fail(const cuda::DriverError& error, const cuda::PreparedPlan& plan) {
    const int64_t bytes = memory_.bytes() + plan.arena_bytes();
    diagnostics_.report(code("gpu_call_failed"), std::nullopt, {error.call, error.words})
        .note(concat("the run had taken ", bytes_text(static_cast<double>(bytes)), " of the GPU's memory"));
    return std::nullopt;
  }

  /// The first run loads what the driver loads late; the second, on inputs brought anew, is measured.
  cuda::Trouble run_twice(cuda::PreparedPlan& plan, const std::vector<Value>& inputs, GpuRun& out) {
    if (cuda::Trouble trouble = memory_.allocate(plan)) return trouble;
    if (cuda::Trouble trouble = memory_.bring(inputs)) return trouble;
    if (cuda::Trouble trouble = plan.run(memory_.arguments(seed_))) return trouble;
    if (cuda::Trouble trouble = device_.wait()) return trouble;
    if (cuda::Trouble trouble = memory_.bring(inputs)) return trouble;
    std::vector<cuda::SegmentTime> times;
    if (cuda::Trouble trouble = plan.run_measured(memory_.arguments(seed_), times)) return trouble;
    out.microseconds = IdMap<SegmentId, std::optional<double>>(program_.kernels.size());
    for (const LaunchStep& step : program_.plan.steps) out.microseconds[step.segment] = 0;
    for (const cuda::SegmentTime& time : times) {
      if (time.segment) out.microseconds[*time.segment] = time.microseconds;
    }
    return device_.wait();
  }

  /// Into the tensors of the caller, for the inputs that the definition updates.
  cuda::Trouble write_updates(const std::vector<Value>& inputs) const {
    const Definition& definition = program_.definition.primitive.definition;
    for (const InPlaceUpdate& update : in_place_updates(definition)) {
      for (size_t i = 0; i < definition.inputs.size(); ++i) {
        if (definition.inputs[i] != update.input) continue;
        std::optional<Tensor> tensor;
        if (cuda::Trouble trouble = memory_.read(buffer_of(update.input), tensor)) return trouble;
        *std::get<TensorPointer>(inputs[i]) = std::move(*tensor);
      }
    }
    return std::nullopt;
  }

  BufferId buffer_of(StateId input) const {
    for (const BufferId id : program_.plan.buffers.ids()) {
      if (program_.plan.buffers[id].kind == LaunchBuffer::Kind::kInput && program_.plan.buffers[id].state == input) {
        return id;
      }
    }
    CHECK(false, "every tensor input has a buffer");
    return BufferId(0U);
  }

  const cuda::Device& device_;
  const GpuProgram& program_;
  uint64_t seed_;
  Diagnostics& diagnostics_;
  cuda::LoadedKernels loaded_;
  CallerMemory memory_;
};

class CudaGpu final : public Gpu {
 public:
  CudaGpu(cuda::Device device, std::shared_ptr<const cuda::CachedCompiler> compiler)
      : device_(std::move(device)), compiler_(std::move(compiler)) {}

  DeviceLimits limits() const override { return device_.facts().limits(); }

  std::optional<GpuRun> run(const GpuProgram& program, const std::vector<Value>& inputs, uint64_t seed,
                            Diagnostics& diagnostics) override {
    const cuda::KernelSources sources{program.definition, program.layouts, program.kernels, program.source_map};
    const size_t errors = diagnostics.error_count();
    const cuda::CompiledSegments compiled =
        cuda::compile_segments(sources, *compiler_, device_.facts().compute_capability, 0, diagnostics);
    if (diagnostics.error_count() > errors) return std::nullopt;
    return ProgramRun(device_, program, seed, diagnostics).run(inputs, compiled);
  }

 private:
  cuda::Device device_;
  std::shared_ptr<const cuda::CachedCompiler> compiler_;
};

}  // namespace

std::variant<std::shared_ptr<Gpu>, std::string> open_cuda_gpu(const cuda::DriverFunctions& driver,
                                                              std::shared_ptr<const cuda::CachedCompiler> compiler) {
  std::variant<cuda::Device, cuda::Missing> device = cuda::Device::open(driver, 0);
  if (const auto* missing = std::get_if<cuda::Missing>(&device)) return missing->why;
  return std::make_shared<CudaGpu>(std::get<cuda::Device>(std::move(device)), std::move(compiler));
}

}  // namespace cleave

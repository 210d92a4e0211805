// See render_cuda.h.
#include "core/kernel/render_cuda.h"

#include <algorithm>

#include "core/ir/print.h"
#include "core/kernel/c_text.h"
#include "core/kernel/nest_text.h"

namespace cleave {
namespace {

class CudaRenderer {
 public:
  CudaRenderer(const KernelInput& input, const Schedule& schedule, const std::vector<KernelPass>& passes, SegmentId id)
      : input_(input), schedule_(schedule), passes_(passes), id_(id), lines_(input.definition, out_) {
    name_entry();
  }

  Kernel run();

 private:
  void name_entry();
  void declare_parameters();
  void declare_memory(StateId state);
  std::string parameter_text(const KernelParameter& parameter) const;
  void write_head();
  void write_barrier();
  void write_pass(const KernelPass& pass);
  bool is_read(StateId state) const;
  bool is_written(StateId state) const;
  bool has_random() const;

  bool is_staged() const { return schedule_.variant == Variant::kStaged; }
  bool waits_for_grid() const { return passes_.size() > 1 && schedule_.blocks > 1; }
  const TensorType& type(StateId state) const { return input_.types.tensor(state); }

  const KernelInput& input_;
  const Schedule& schedule_;
  const std::vector<KernelPass>& passes_;
  SegmentId id_;
  Kernel kernel_;
  TextWriter out_;
  RecordLines lines_;
};

/// What the kernel is, what it makes, and whose it is.
void CudaRenderer::name_entry() {
  kernel_.entry = std::string(name(schedule_.kernel_template));
  if (!input_.definition.outputs.empty()) {
    kernel_.entry += concat('_', state_name(input_.definition, input_.definition.outputs[0].value));
  }
  kernel_.entry += concat("_g", id_.index);
}

bool CudaRenderer::is_read(StateId state) const {
  return std::any_of(passes_.begin(), passes_.end(), [&](const KernelPass& pass) {
    const auto* nest = std::get_if<LoopNest>(&pass.nest);
    if (nest == nullptr) return pass.schedule.domain.reference == state;
    return std::any_of(nest->elements.begin(), nest->elements.end(), [&](const Element& e) {
      return e.state == state && (e.kind == Element::Kind::kLoad || e.kind == Element::Kind::kArgument);
    });
  });
}

bool CudaRenderer::is_written(StateId state) const {
  return std::any_of(passes_.begin(), passes_.end(), [&](const KernelPass& pass) {
    const auto* nest = std::get_if<LoopNest>(&pass.nest);
    if (nest == nullptr) {
      return std::any_of(pass.schedule.stores.begin(), pass.schedule.stores.end(),
                         [&](const TensorStore& store) { return store.target == state; });
    }
    return std::any_of(nest->stores.begin(), nest->stores.end(),
                       [&](const NestStore& store) { return store.target == state; });
  });
}

bool CudaRenderer::has_random() const {
  return std::any_of(passes_.begin(), passes_.end(), [&](const KernelPass& pass) {
    const auto* nest = std::get_if<LoopNest>(&pass.nest);
    return nest != nullptr && std::any_of(nest->elements.begin(), nest->elements.end(), [](const Element& e) {
             return e.kind == Element::Kind::kRandom && e.operands.size() == 2;
           });
  });
}

/// An output, or work memory.
void CudaRenderer::declare_memory(StateId state) {
  const bool is_known = std::any_of(kernel_.parameters.begin(), kernel_.parameters.end(),
                                    [&](const KernelParameter& known) { return known.state == state; });
  if (is_known) return;
  const bool is_output = std::any_of(input_.definition.outputs.begin(), input_.definition.outputs.end(),
                                     [&](const Output& output) { return output.value == state && !output.alias; });
  KernelParameter parameter{is_output ? KernelParameter::Kind::kOutput : KernelParameter::Kind::kWork, state};
  if (!is_output) parameter.work_bytes = type(state).bytes();
  kernel_.parameters.push_back(parameter);
}

void CudaRenderer::declare_parameters() {
  using Kind = KernelParameter::Kind;
  for (const StateId state : input_.definition.inputs) {
    const bool is_tensor = input_.definition.is_tensor(state);
    if (is_read(state) || is_written(state)) {
      kernel_.parameters.push_back({is_tensor ? Kind::kInput : Kind::kScalar, state});
    }
  }
  for (const KernelPass& pass : passes_) {
    if (const auto* nest = std::get_if<LoopNest>(&pass.nest)) {
      for (const NestStore& store : nest->stores) declare_memory(store.target);
    } else {
      for (const TensorStore& store : pass.schedule.stores) declare_memory(store.target);
    }
  }
  if (has_random()) {
    kernel_.parameters.push_back({Kind::kSeed});
    kernel_.parameters.push_back({Kind::kRandomOffset});
  }
  if (waits_for_grid()) {
    KernelParameter arrivals{Kind::kArrivals};
    arrivals.work_bytes = 4;
    arrivals.is_zeroed = true;
    kernel_.parameters.push_back(arrivals);
  }
}

std::string CudaRenderer::parameter_text(const KernelParameter& parameter) const {
  switch (parameter.kind) {
    case KernelParameter::Kind::kSeed: return "unsigned long long seed";
    case KernelParameter::Kind::kRandomOffset: return "unsigned long long random_offset";
    case KernelParameter::Kind::kArrivals: return "unsigned* arrivals";
    case KernelParameter::Kind::kScalar:
      return concat(register_type(input_.types.scalar(parameter.state).dtype), ' ',
                    lower_name(input_.definition, parameter.state));
    case KernelParameter::Kind::kInput:
    case KernelParameter::Kind::kOutput:
    case KernelParameter::Kind::kWork: break;
  }
  return concat(is_written(parameter.state) ? "" : "const ", memory_type(type(parameter.state).dtype),
                "* __restrict__ ", state_name(input_.definition, parameter.state));
}

void CudaRenderer::write_head() {
  declare_parameters();
  out_.line("// ", name(schedule_.kernel_template), ", ", name(schedule_.variant),
            is_staged() ? "" : concat(", vectors of ", schedule_.vector_width), ", ", schedule_.is_wide ? "64" : "32",
            "-bit indices");
  for (const std::string& reason : schedule_.reasons) out_.line("// ", reason);
  out_.open("extern \"C\" __global__ void __launch_bounds__(", schedule_.threads_x * schedule_.threads_y, ") ",
            kernel_.entry, "(",
            join(kernel_.parameters, ", ", [&](const KernelParameter& parameter) { return parameter_text(parameter); }),
            ")");
}

/// What a pass has left in memory is there for all threads.
void CudaRenderer::write_barrier() {
  out_.line(waits_for_grid() ? concat("wait_for_grid(arrivals, ", schedule_.blocks, ");") : "__syncthreads();");
}

void CudaRenderer::write_pass(const KernelPass& pass) {
  ThreadSpread spread;
  if (is_staged()) {
    // All passes share blocks of one shape.
    const int64_t side = pass.schedule.threads_x;
    const bool is_row = pass.schedule.variant == Variant::kRowAcross;
    spread.blocks = schedule_.blocks;
    if (is_row && side == 1) spread = {"0", "threadIdx.x", schedule_.blocks};
    if (is_row && side > 1 && pass.schedule.threads_y > 1) {
      spread = {concat("(threadIdx.x % ", side, ")"), concat("(threadIdx.x / ", side, ")"), schedule_.blocks};
    }
    if (is_row && pass.schedule.threads_y == 1) spread = {"threadIdx.x", "0", schedule_.blocks};
  }
  if (const auto* nest = std::get_if<LoopNest>(&pass.nest)) {
    NestText(input_, pass.schedule, *nest, spread, out_, lines_).write();
  } else {
    write_rank_nest(input_, pass.schedule, std::get<RankNest>(pass.nest), schedule_.blocks, out_, lines_);
  }
}

Kernel CudaRenderer::run() {
  write_head();
  for (size_t i = 0; i < passes_.size(); ++i) {
    if (i > 0) write_barrier();
    if (passes_.size() > 1) out_.open();
    write_pass(passes_[i]);
    if (passes_.size() > 1) out_.close();
  }
  out_.close();
  kernel_.ranges = lines_.take();
  kernel_.text = out_.take();
  kernel_.blocks = schedule_.blocks;
  kernel_.threads_x = schedule_.threads_x;
  kernel_.threads_y = schedule_.threads_y;
  kernel_.is_cooperative = waits_for_grid();
  return std::move(kernel_);
}

}  // namespace

Kernel render_cuda(const KernelInput& input, const Schedule& schedule, const std::vector<KernelPass>& passes,
                   SegmentId id) {
  return CudaRenderer(input, schedule, passes, id).run();
}

}  // namespace cleave

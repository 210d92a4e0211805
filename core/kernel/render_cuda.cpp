// See render_cuda.h.
#include "core/kernel/render_cuda.h"

#include <algorithm>

#include "core/ir/print.h"
#include "core/kernel/c_text.h"
#include "core/kernel/nest_text.h"
#include "core/kernel/pass_memory.h"
#include "core/kernel/rank_text.h"
#include "core/kernel/tile_text.h"

namespace cleave {
namespace {

class CudaRenderer {
 public:
  CudaRenderer(const KernelInput& input, const Schedule& schedule, const std::vector<KernelPass>& passes, SegmentId id)
      : input_(input),
        schedule_(schedule),
        passes_(passes),
        waits_before_(waits_before(passes)),
        id_(id),
        lines_(input.definition, out_) {
    name_entry();
  }

  Kernel run();

 private:
  void name_entry();
  void declare_parameters();
  void declare_memory(StateId state);
  void declare_partials(const Schedule& schedule, const LoopNest& nest);
  void declare_partial(StateId state, std::string type, int64_t count);
  std::string barrier() const;
  std::string parameter_text(const KernelParameter& parameter) const;
  const std::string& partial_type(const KernelParameter& parameter) const;
  DType type_of_parts(StateId state) const;
  void check_outputs() const;
  void write_head();
  ThreadSpread spread_of(const Schedule& pass) const;
  void write_pass(const KernelPass& pass);
  bool is_read(StateId state) const;
  bool is_written(StateId state) const;
  bool has_random() const;

  bool is_staged() const { return !schedule_.passes.empty(); }
  bool waits_for_grid() const {
    const bool has_parts = std::any_of(passes_.begin(), passes_.end(), [](const KernelPass& pass) {
      return pass.schedule.splits > 1 || !pass.schedule.column_sums.empty();
    });
    const bool has_waits = std::find(waits_before_.begin(), waits_before_.end(), true) != waits_before_.end();
    return (has_waits || has_parts) && schedule_.blocks > 1;
  }
  const TensorType& type(StateId state) const { return input_.types.tensor(state); }

  const KernelInput& input_;
  const Schedule& schedule_;
  const std::vector<KernelPass>& passes_;
  std::vector<bool> waits_before_;
  SegmentId id_;
  Kernel kernel_;
  TextWriter out_;
  RecordLines lines_;
  std::vector<std::string> partial_types_;
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
    const LoopNest* nest = pass.loops();
    if (nest == nullptr) return pass.schedule.domain.reference == state;
    return std::any_of(nest->elements.begin(), nest->elements.end(), [&](const Element& e) {
      return e.state == state && (e.kind == Element::Kind::kLoad || e.kind == Element::Kind::kArgument);
    });
  });
}

bool CudaRenderer::is_written(StateId state) const {
  return std::any_of(passes_.begin(), passes_.end(), [&](const KernelPass& pass) {
    const LoopNest* nest = pass.loops();
    if (nest == nullptr) {
      return std::any_of(pass.schedule.stores.begin(), pass.schedule.stores.end(),
                         [&](const TensorStore& store) { return store.target == state; });
    }
    return std::any_of(nest->stores.begin(), nest->stores.end(),
                       [&](const NestStore& store) { return store.target == state; }) ||
           std::any_of(nest->column_sums.begin(), nest->column_sums.end(),
                       [&](const ColumnSum& sum) { return sum.target == state; });
  });
}

bool CudaRenderer::has_random() const {
  return std::any_of(passes_.begin(), passes_.end(), [&](const KernelPass& pass) {
    const LoopNest* nest = pass.loops();
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

/// Memory for the parts that blocks have of one result.
void CudaRenderer::declare_partial(StateId state, std::string type, int64_t count) {
  const int64_t parts = type.starts_with("Moments") ? 3 : 1;
  KernelParameter parameter{KernelParameter::Kind::kPartial, state};
  parameter.work_bytes = count * parts * (info(type_of_parts(state)).bits / 8);
  kernel_.parameters.push_back(parameter);
  partial_types_.push_back(std::move(type));
}

void CudaRenderer::declare_partials(const Schedule& schedule, const LoopNest& nest) {
  for (const ColumnSum& sum : nest.column_sums) {
    declare_partial(sum.target, std::string(register_type(sum.dtype)), schedule_.blocks * schedule.domain.columns);
  }
  if (schedule.splits == 1) return;
  const ElementText text(input_, nest, schedule.is_wide);
  for (const Element& e : nest.elements) {
    if (e.kind != Element::Kind::kReduce) continue;
    declare_partial(e.state, text.accumulator_type(e), schedule.splits * schedule.domain.rows);
  }
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
    if (const LoopNest* nest = pass.loops()) {
      for (const NestStore& store : nest->stores) declare_memory(store.target);
      for (const ColumnSum& sum : nest->column_sums) declare_memory(sum.target);
      declare_partials(pass.schedule, *nest);
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
    case KernelParameter::Kind::kPartial:
      return concat(partial_type(parameter), "* ", state_name(input_.definition, parameter.state), "_partial");
    case KernelParameter::Kind::kScalar:
      return concat(register_type(input_.types.scalar(parameter.state).dtype), ' ',
                    lower_name(input_.definition, parameter.state));
    case KernelParameter::Kind::kInput:
    case KernelParameter::Kind::kOutput:
    case KernelParameter::Kind::kWork: break;
  }
  // What other threads of the launch write and this one reads must be read where it stands.
  const bool is_shared = is_written(parameter.state) && is_read(parameter.state);
  return concat(is_written(parameter.state) ? "" : "const ", memory_type(type(parameter.state).dtype),
                is_shared ? "* " : "* __restrict__ ", state_name(input_.definition, parameter.state));
}

/// Of the partials in the order of their parameters.
const std::string& CudaRenderer::partial_type(const KernelParameter& parameter) const {
  size_t number = 0;
  for (const KernelParameter& other : kernel_.parameters) {
    if (&other == &parameter) break;
    number += other.kind == KernelParameter::Kind::kPartial ? 1 : 0;
  }
  return partial_types_[number];
}

/// What parts of a result are kept in: the type of its registers.
DType CudaRenderer::type_of_parts(StateId state) const {
  const DType dtype = type(state).dtype;
  return is_narrow(dtype) ? DType::kFloat : dtype;
}

void CudaRenderer::write_head() {
  declare_parameters();
  out_.line("// ", name(schedule_.kernel_template), ", ", name(schedule_.variant),
            is_staged() ? "" : concat(", vectors of ", schedule_.vector_width), ", ", schedule_.is_wide ? "64" : "32",
            "-bit indices");
  for (const std::string& reason : schedule_.reasons) out_.line("// ", reason);
  const std::string at_once = schedule_.blocks_per_sm > 1 ? concat(", ", schedule_.blocks_per_sm) : "";
  const std::string cluster = schedule_.cluster > 1 ? concat("__cluster_dims__(", schedule_.cluster, ", 1, 1) ") : "";
  out_.open("extern \"C\" __global__ void __launch_bounds__(", schedule_.threads_x * schedule_.threads_y, at_once, ") ",
            cluster, kernel_.entry, "(",
            join(kernel_.parameters, ", ", [&](const KernelParameter& parameter) { return parameter_text(parameter); }),
            ")");
}

/// What has been left in memory is there for all threads.
std::string CudaRenderer::barrier() const {
  return waits_for_grid() ? concat("wait_for_grid(arrivals, ", schedule_.blocks, ");") : "__syncthreads();";
}

/// All passes share blocks of one shape, a line of threads.
ThreadSpread CudaRenderer::spread_of(const Schedule& pass) const {
  ThreadSpread out;
  out.threads_x = pass.threads_x;
  out.threads_y = pass.threads_y;
  if (!is_staged()) return out;
  out.blocks = schedule_.blocks;
  out.barrier = barrier();
  const bool is_line = pass.threads_y == 1;
  out.x = pass.threads_x == 1 ? "0" : is_line ? "threadIdx.x" : concat("(threadIdx.x % ", pass.threads_x, ')');
  out.y = is_line ? "0" : pass.threads_x == 1 ? "threadIdx.x" : concat("(threadIdx.x / ", pass.threads_x, ')');
  return out;
}

void CudaRenderer::write_pass(const KernelPass& pass) {
  if (const auto* nest = std::get_if<LoopNest>(&pass.nest)) {
    NestText text(input_, pass.schedule, *nest, spread_of(pass.schedule), out_, lines_);
    text.write();
    kernel_.shared_bytes += text.scratch_bytes();
  } else if (const auto* tile = std::get_if<TileNest>(&pass.nest)) {
    TileText text(input_, pass.schedule, *tile, out_, lines_);
    text.write();
    kernel_.shared_bytes += text.shared_bytes();
  } else {
    const RankText text(input_, pass.schedule, std::get<RankNest>(pass.nest), schedule_.blocks, out_, lines_);
    text.write();
    kernel_.shared_bytes += text.shared_bytes();
  }
}

/// A kernel that leaves an output unwritten is none.
void CudaRenderer::check_outputs() const {
  for (const Output& output : input_.definition.outputs) {
    const StateId target = output.alias.value_or(output.value);
    const bool is_there = family(input_.definition.producer(output.value).op) == OpFamily::kDefineTensor;
    CHECK(is_there || type(output.value).element_count() == 0 || is_written(target), "a kernel writes its outputs");
  }
}

Kernel CudaRenderer::run() {
  write_head();
  for (size_t i = 0; i < passes_.size(); ++i) {
    if (waits_before_[i]) out_.line(barrier());
    if (passes_.size() > 1) out_.open();
    write_pass(passes_[i]);
    if (passes_.size() > 1) out_.close();
  }
  out_.close();
  check_outputs();
  kernel_.ranges = lines_.take();
  kernel_.text = out_.take();
  kernel_.blocks = schedule_.blocks;
  kernel_.threads_x = schedule_.threads_x;
  kernel_.threads_y = schedule_.threads_y;
  kernel_.is_cooperative = waits_for_grid();
  kernel_.cluster = schedule_.cluster;
  for (const KernelPass& pass : passes_) {
    const auto* nest = std::get_if<LoopNest>(&pass.nest);
    if (nest != nullptr)
      kernel_.dynamic_shared_bytes = std::max(kernel_.dynamic_shared_bytes, shared_bytes(pass.schedule, *nest));
  }
  return std::move(kernel_);
}

}  // namespace

Kernel render_cuda(const KernelInput& input, const Schedule& schedule, const std::vector<KernelPass>& passes,
                   SegmentId id) {
  return CudaRenderer(input, schedule, passes, id).run();
}

}  // namespace cleave

// PreparedPlan::make (prepared_plan.h): decides where every buffer lies and writes down what a run does.
#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <unordered_set>

#include "core/base/text.h"
#include "core/source/diagnostic_codes.h"
#include "native/cuda/arena_layout.h"
#include "native/cuda/prepared_plan.h"

namespace cleave::cuda {

class PlanPreparer {
 public:
  PlanPreparer(const Device& device, LoadedKernels& loaded, const PlanProducts& products, Diagnostics& diagnostics)
      : device_(device),
        loaded_(loaded),
        products_(products),
        plan_(products.plan),
        diagnostics_(diagnostics),
        out_(device),
        places_(plan_.buffers.size()) {}

  std::optional<PreparedPlan> run() {
    if (!is_possible()) return std::nullopt;
    place_callers_memory();
    if (!place_arena()) return std::nullopt;
    for (size_t i = 0; i < plan_.steps.size(); ++i) {
      segment_ = plan_.steps[i].segment;
      if (!add_step(plan_.steps[i])) return std::nullopt;
      add_copies(plan_.steps[i].copies);
    }
    segment_ = std::nullopt;
    add_copies(plan_.lone_copies);
    // From here on the slots stay where they are.
    for (PreparedPlan::Slot& slot : out_.slots_) out_.slot_pointers_.push_back(&slot);
    return std::move(out_);
  }

 private:
  using Action = PreparedPlan::Action;

  /// Where a buffer's memory begins: in a tensor of the caller, or in the arena.
  struct Place {
    std::optional<uint32_t> source;
    int64_t offset = 0;
  };

  const TensorType& type_of(BufferId id) const {
    return products_.definition.primitive.types.tensor(*plan_.buffers[id].state);
  }
  static int64_t element_bytes(const TensorType& type) { return std::max<int64_t>(info(type.dtype).bits / 8, 1); }
  BufferId root(BufferId id) const {
    while (plan_.buffers[id].view_of) id = *plan_.buffers[id].view_of;
    return id;
  }

  void refuse(std::string why) { diagnostics_.report(code("cannot_run_on_gpu"), std::nullopt, {std::move(why)}); }
  Diagnostic& report(const DriverError& error) {
    return diagnostics_.report(code("gpu_call_failed"), std::nullopt, {error.call, error.words});
  }

  /// A copy moves bytes, so that both ends must be the same bytes in the same order.
  bool is_plain(const LaunchCopy& copy) const {
    const LaunchBuffer& from = plan_.buffers[copy.from];
    const LaunchBuffer& to = plan_.buffers[copy.to];
    const TensorType& type = type_of(copy.to);
    return from.strides == to.strides && from.bytes == to.bytes &&
           to.bytes == type.element_count() * element_bytes(type);
  }

  bool is_possible() {
    const size_t errors = diagnostics_.error_count();
    const auto check_copies = [&](const std::vector<LaunchCopy>& copies) {
      for (const LaunchCopy& copy : copies) {
        if (!is_plain(copy)) refuse("a value is written into an input that lies in memory in another order");
      }
    };
    for (const LaunchStep& step : plan_.steps) {
      const auto& kernel = products_.kernels[step.segment].answer.kernel;
      if (step.kind == LaunchStep::Kind::kMissing || (step.kind == LaunchStep::Kind::kLibrary && !kernel)) {
        refuse(concat("g", step.segment.index, " has no kernel"));
      }
      const bool is_launched = step.kind == LaunchStep::Kind::kKernel || step.kind == LaunchStep::Kind::kLibrary;
      for (const LaunchArgument& argument : step.arguments) {
        if (is_launched && argument.role == LaunchArgument::Role::kScalar && !argument.value) {
          refuse(concat("a scalar that g", step.segment.index, " takes is not known"));
        }
      }
      check_copies(step.copies);
    }
    check_copies(plan_.lone_copies);
    return diagnostics_.error_count() == errors;
  }

  /// Inputs, then what results lie in.
  void place_callers_memory() {
    uint32_t next = 0;
    for (const BufferId id : plan_.buffers.ids()) {
      if (plan_.buffers[id].kind != LaunchBuffer::Kind::kInput) continue;
      places_[id] = {.source = next++, .offset = 0};
    }
    out_.input_count_ = next;
    for (const BufferId result : plan_.results) {
      const BufferId memory = root(result);
      if (places_[memory].source) continue;
      places_[memory] = {.source = next++, .offset = 0};
      out_.outputs_.push_back({memory, plan_.buffers[memory].bytes});
    }
  }

  /// Everything else that holds something, and what copies are staged in.
  bool place_arena() {
    std::vector<BufferId> wanted;
    std::vector<ArenaRequest> requests;
    for (const BufferId id : plan_.buffers.ids()) {
      const LaunchBuffer& buffer = plan_.buffers[id];
      if (buffer.view_of || places_[id].source || !buffer.first_step) continue;
      wanted.push_back(id);
      requests.push_back({buffer.bytes, *buffer.first_step, *buffer.last_step});
    }
    const auto stage = [&](const std::vector<LaunchCopy>& copies, size_t step) {
      if (!are_entangled(copies)) return;
      for (const LaunchCopy& copy : copies) requests.push_back({plan_.buffers[copy.from].bytes, step, step});
    };
    for (size_t i = 0; i < plan_.steps.size(); ++i) stage(plan_.steps[i].copies, i);
    stage(plan_.lone_copies, plan_.steps.size());
    const ArenaLayout layout = lay_out_arena(requests);
    for (size_t i = 0; i < wanted.size(); ++i) places_[wanted[i]].offset = layout.offsets[i];
    staging_.assign(layout.offsets.begin() + static_cast<ptrdiff_t>(wanted.size()), layout.offsets.end());
    out_.arena_bytes_ = layout.bytes;
    if (layout.bytes == 0) return true;
    const Trouble trouble = device_.allocate(layout.bytes, out_.arena_);
    if (trouble) report(*trouble).note(concat("memory between the segments takes ", bytes_text(double(layout.bytes))));
    return !trouble;
  }

  /// Some copy overwrites what another one reads.
  bool are_entangled(const std::vector<LaunchCopy>& copies) const {
    std::unordered_set<uint32_t> written;
    for (const LaunchCopy& copy : copies) written.insert(root(copy.to).index);
    for (const LaunchCopy& copy : copies) {
      if (written.count(root(copy.from).index) > 0) return true;
    }
    return false;
  }

  uint32_t add_slot(uint64_t value, uint64_t imaginary = 0) {
    out_.slots_.push_back({value, imaginary});
    return static_cast<uint32_t>(out_.slots_.size() - 1);
  }
  uint32_t add_arena_slot(int64_t offset) { return add_slot(out_.arena_.get() + static_cast<DevicePointer>(offset)); }

  /// A slot with the address of the buffer.
  uint32_t add_address(BufferId id) {
    int64_t offset = 0;
    for (BufferId at = id; plan_.buffers[at].view_of; at = *plan_.buffers[at].view_of) {
      offset += plan_.buffers[at].offset * element_bytes(type_of(at));
    }
    const Place& place = places_[root(id)];
    if (!place.source) return add_arena_slot(place.offset + offset);
    const uint32_t slot = add_slot(0);
    out_.patches_.push_back({slot, *place.source, offset});
    return slot;
  }

  /// The bytes of a scalar in the type that the kernel takes it in.
  static std::array<uint64_t, 2> scalar_bits(const ScalarValue& value, DType dtype) {
    std::array<uint64_t, 2> out{};
    const auto put = [&](auto narrowed) { std::memcpy(out.data(), &narrowed, sizeof narrowed); };
    if (dtype == DType::kComplexDouble) {
      put(to_complex(value));
    } else if (dtype == DType::kComplexFloat) {
      put(std::complex<float>(to_complex(value)));
    } else if (dtype == DType::kDouble) {
      put(to_double(value));
    } else if (is_floating(dtype)) {
      put(static_cast<float>(to_double(value)));
    } else if (dtype == DType::kBool) {
      put(static_cast<unsigned char>(to_bool(value) ? 1 : 0));
    } else if (dtype == DType::kInt32) {
      put(static_cast<int32_t>(to_int(value)));
    } else {
      put(static_cast<int64_t>(to_int(value)));
    }
    return out;
  }

  void add_argument(const LaunchStep& step, const LaunchArgument& argument) {
    using Role = LaunchArgument::Role;
    switch (argument.role) {
      case Role::kIn:
      case Role::kOut:
      case Role::kInOut:
      case Role::kWork: add_address(*argument.buffer); return;
      case Role::kScalar: {
        const Types& types = products_.definition.translations[step.segment].types;
        const auto [value, imaginary] = scalar_bits(*argument.value, types.scalar(*argument.state).dtype);
        add_slot(value, imaginary);
        return;
      }
      case Role::kSeed: out_.seed_slots_.push_back(add_slot(0)); return;
      case Role::kRandomOffset: out_.random_offset_slots_.push_back(add_slot(0)); return;
    }
  }

  /// Of the step in the making.
  Action action(Action::Kind kind) const {
    Action out;
    out.kind = kind;
    out.segment = segment_;
    return out;
  }

  static LaunchShape shape_of(const Kernel& kernel) {
    return {.blocks = static_cast<unsigned>(kernel.blocks),
            .threads_x = static_cast<unsigned>(kernel.threads_x),
            .threads_y = static_cast<unsigned>(kernel.threads_y),
            .cluster = static_cast<unsigned>(kernel.cluster),
            .dynamic_shared_bytes = static_cast<unsigned>(kernel.dynamic_shared_bytes),
            .is_cooperative = kernel.is_cooperative};
  }

  bool add_step(const LaunchStep& step) {
    if (step.kind != LaunchStep::Kind::kKernel && step.kind != LaunchStep::Kind::kLibrary) return true;
    const Kernel& kernel = *products_.kernels[step.segment].answer.kernel;
    const std::optional<CompiledSegment>& compiled = products_.compiled[step.segment];
    if (!compiled) {
      refuse(concat("the kernel of g", step.segment.index, " is not compiled"));
      return false;
    }
    if (kernel.blocks == 0) return true;
    for (const LaunchArgument& argument : step.arguments) {
      if (argument.role == LaunchArgument::Role::kWork && plan_.buffers[*argument.buffer].is_zeroed) {
        add_fill(*argument.buffer);
      }
    }
    Action launch = action(Action::Kind::kLaunch);
    launch.shape = shape_of(kernel);
    const Trouble trouble = loaded_.find_or_load(kernel, launch.shape, compiled->text.cubin, launch.function);
    if (trouble) {
      report(*trouble).note(concat("while loading the kernel of g", step.segment.index, ", ", kernel.entry));
      return false;
    }
    launch.first_slot = static_cast<uint32_t>(out_.slots_.size());
    for (const LaunchArgument& argument : step.arguments) add_argument(step, argument);
    out_.actions_.push_back(launch);
    return true;
  }

  void add_fill(BufferId id) {
    const int64_t bytes = plan_.buffers[id].bytes;
    if (bytes == 0) return;
    Action fill = action(Action::Kind::kFill);
    fill.first_slot = add_address(id);
    fill.bytes = bytes;
    out_.actions_.push_back(fill);
  }

  /// `to` and `from` stand in neighbouring slots.
  void add_copy(uint32_t to, int64_t bytes) {
    Action copy = action(Action::Kind::kCopy);
    copy.first_slot = to;
    copy.bytes = bytes;
    out_.actions_.push_back(copy);
  }

  void add_copies(const std::vector<LaunchCopy>& copies) {
    const bool is_staged = are_entangled(copies);
    const size_t first_stage = next_stage_;
    if (is_staged) {
      next_stage_ += copies.size();
      for (size_t i = 0; i < copies.size(); ++i) {
        const uint32_t to = add_arena_slot(staging_[first_stage + i]);
        add_address(copies[i].from);
        add_copy(to, plan_.buffers[copies[i].from].bytes);
      }
    }
    for (size_t i = 0; i < copies.size(); ++i) {
      const uint32_t to = add_address(copies[i].to);
      if (is_staged) {
        add_arena_slot(staging_[first_stage + i]);
      } else {
        add_address(copies[i].from);
      }
      add_copy(to, plan_.buffers[copies[i].to].bytes);
    }
  }

  const Device& device_;
  LoadedKernels& loaded_;
  const PlanProducts& products_;
  const LaunchPlan& plan_;
  Diagnostics& diagnostics_;
  PreparedPlan out_;
  std::optional<SegmentId> segment_;
  /// Of every buffer that is no view.
  IdMap<BufferId, Place> places_;
  /// Places in the arena of staged copies, in the order in which copies are added.
  std::vector<int64_t> staging_;
  size_t next_stage_ = 0;
};

std::optional<PreparedPlan> PreparedPlan::make(const Device& device, LoadedKernels& loaded,
                                               const PlanProducts& products, Diagnostics& diagnostics) {
  return PlanPreparer(device, loaded, products, diagnostics).run();
}

}  // namespace cleave::cuda

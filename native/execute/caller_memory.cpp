// See caller_memory.h. Tested by tests/native/execute.
#include "native/execute/caller_memory.h"

#include <algorithm>
#include <cstddef>

#include "native/execute/strided_copy.h"

namespace cleave {
namespace {

constexpr std::byte kPoison{0xcd};

std::vector<std::byte> poison(int64_t bytes) { return {static_cast<size_t>(bytes), kPoison}; }

}  // namespace

cuda::Trouble CallerMemory::allocate(BufferId buffer, int64_t bytes, std::vector<cuda::DevicePointer>& pointers) {
  cuda::DeviceMemory& memory = memory_[buffer.index];
  if (auto trouble = device_.allocate(std::max<int64_t>(bytes, 1), memory)) return trouble;
  pointers.push_back(memory.get());
  bytes_ += bytes;
  const std::vector<std::byte> content = poison(bytes);
  if (auto trouble = device_.copy_to_device(memory.get(), content.data(), bytes)) return trouble;
  return device_.wait();
}

cuda::Trouble CallerMemory::allocate(const cuda::PreparedPlan& prepared) {
  inputs_.clear();
  outputs_.clear();
  memory_.clear();
  bytes_ = 0;
  for (const BufferId id : plan_.buffers.ids()) {
    if (plan_.buffers[id].kind != LaunchBuffer::Kind::kInput) continue;
    if (auto trouble = allocate(id, plan_.buffers[id].bytes, inputs_)) return trouble;
  }
  for (const cuda::OutputMemory& output : prepared.outputs()) {
    if (auto trouble = allocate(output.buffer, output.bytes, outputs_)) return trouble;
  }
  return std::nullopt;
}

cuda::Trouble CallerMemory::bring(const std::vector<Value>& inputs) const {
  const Definition& definition = primitive_.definition;
  for (const BufferId id : plan_.buffers.ids()) {
    const LaunchBuffer& buffer = plan_.buffers[id];
    if (buffer.kind != LaunchBuffer::Kind::kInput) continue;
    std::vector<std::byte> content = poison(buffer.bytes);
    for (size_t i = 0; i < definition.inputs.size(); ++i) {
      if (definition.inputs[i] != *buffer.state) continue;
      write_tensor(*std::get<TensorPointer>(inputs[i]), buffer.strides, content.data());
    }
    if (auto trouble = device_.copy_to_device(memory_.at(id.index).get(), content.data(), buffer.bytes)) return trouble;
    if (auto trouble = device_.wait()) return trouble;
  }
  return std::nullopt;
}

cuda::RunArguments CallerMemory::arguments(uint64_t seed) const {
  return {.inputs = inputs_, .outputs = outputs_, .seed = seed, .random_offset = 0};
}

cuda::Trouble CallerMemory::read(BufferId id, std::optional<Tensor>& out) const {
  int64_t begin = 0;
  BufferId root = id;
  for (; plan_.buffers[root].view_of; root = *plan_.buffers[root].view_of) {
    const LaunchBuffer& view = plan_.buffers[root];
    begin += view.offset * bytes_of_element(primitive_.types.tensor(*view.state).dtype);
  }
  std::vector<std::byte> content(static_cast<size_t>(plan_.buffers[root].bytes));
  const auto size = static_cast<int64_t>(content.size());
  if (auto trouble = device_.copy_to_host(content.data(), memory_.at(root.index).get(), size)) return trouble;
  if (auto trouble = device_.wait()) return trouble;
  const LaunchBuffer& buffer = plan_.buffers[id];
  out = read_tensor(primitive_.types.tensor(*buffer.state), buffer.strides, content.data() + begin);
  return std::nullopt;
}

}  // namespace cleave

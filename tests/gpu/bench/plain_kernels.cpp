// See plain_kernels.h.
#include "tests/gpu/bench/plain_kernels.h"

#include <array>
#include <utility>
#include <variant>

#include "core/base/text.h"

namespace cleave::cuda {
namespace {

constexpr int64_t kThreads = 512;
/// Of 16 bytes each; a thread has so many on the way at once.
constexpr int64_t kPieces = 4;

/// The pieces of a thread lie a block apart, so that neighbours read neighbours.
constexpr const char* kText = R"(
#define PLACE (blockIdx.x * 2048ULL + threadIdx.x)
extern "C" __global__ void copy_bytes(const uint4* from, uint4* to, unsigned long long count) {
  uint4 piece[4];
  #pragma unroll
  for (int i = 0; i < 4; ++i) if (PLACE + i * 512 < count) piece[i] = from[PLACE + i * 512];
  #pragma unroll
  for (int i = 0; i < 4; ++i) if (PLACE + i * 512 < count) to[PLACE + i * 512] = piece[i];
}
extern "C" __global__ void read_bytes(const uint4* from, uint4* any, unsigned long long count) {
  unsigned all = 0;
  #pragma unroll
  for (int i = 0; i < 4; ++i) if (PLACE + i * 512 < count) {
    const uint4 piece = from[PLACE + i * 512];
    all |= piece.x ^ piece.y ^ piece.z ^ piece.w;
  }
  if (all == 0x9e3779b9u) any->x = all;
}
extern "C" __global__ void write_bytes(uint4* to, unsigned long long count) {
  #pragma unroll
  for (int i = 0; i < 4; ++i) if (PLACE + i * 512 < count) to[PLACE + i * 512] = make_uint4(1, 2, 3, 4);
}
extern "C" __global__ void nothing() {}
__device__ unsigned long long mixed(unsigned long long x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}
#define FIRST (blockIdx.x * 2048ULL + threadIdx.x)
__device__ float number(unsigned long long x) { return (float)(mixed(x) >> 40) * 0x1p-23f - 1.0f; }
extern "C" __global__ void random_floats(float* to, unsigned long long count, unsigned long long seed) {
  for (int i = 0; i < 4; ++i) if (FIRST + i * 512 < count) to[FIRST + i * 512] = number(seed + FIRST + i * 512);
}
extern "C" __global__ void random_bfloats(unsigned short* to, unsigned long long count, unsigned long long seed) {
  for (int i = 0; i < 4; ++i) if (FIRST + i * 512 < count)
    to[FIRST + i * 512] = (unsigned short)(__float_as_uint(number(seed + FIRST + i * 512)) >> 16);
}
extern "C" __global__ void random_integers(long long* to, unsigned long long count, unsigned long long seed,
                                           unsigned long long bound) {
  for (int i = 0; i < 4; ++i) if (FIRST + i * 512 < count)
    to[FIRST + i * 512] = (long long)(mixed(seed + FIRST + i * 512) % bound);
}
)";

unsigned blocks_for(int64_t count) {
  constexpr int64_t kOfABlock = kThreads * kPieces;
  return static_cast<unsigned>((count + kOfABlock - 1) / kOfABlock);
}

}  // namespace

std::string PlainKernels::load(const Nvrtc& nvrtc) {
  const CompileAnswer answer = nvrtc.compile(kText, "plain", device_.facts().compute_capability);
  if (const auto* failure = std::get_if<CompileFailure>(&answer)) return failure->log;
  const std::string& cubin = std::get<CompiledText>(answer).cubin;
  const std::array<std::pair<const char*, LoadedKernel*>, 7> all{{{"copy_bytes", &copy_},
                                                                  {"read_bytes", &read_},
                                                                  {"write_bytes", &write_},
                                                                  {"nothing", &nothing_},
                                                                  {"random_floats", &floats_},
                                                                  {"random_bfloats", &bfloats_},
                                                                  {"random_integers", &integers_}}};
  for (const auto& [entry, kernel] : all) {
    if (const Trouble trouble = device_.load(cubin, entry, {}, *kernel)) {
      return concat(trouble->call, ": ", trouble->words);
    }
  }
  return {};
}

Trouble PlainKernels::launch(const LoadedKernel& kernel, int64_t count, void** arguments) const {
  LaunchShape shape;
  shape.blocks = blocks_for(count);
  shape.threads_x = kThreads;
  return device_.launch(kernel.function, shape, arguments);
}

Trouble PlainKernels::copy(DevicePointer from, DevicePointer to, int64_t bytes) const {
  int64_t count = bytes / 16;
  void* arguments[] = {&from, &to, &count};
  return launch(copy_, count, arguments);
}

Trouble PlainKernels::read(DevicePointer from, DevicePointer any, int64_t bytes) const {
  int64_t count = bytes / 16;
  void* arguments[] = {&from, &any, &count};
  return launch(read_, count, arguments);
}

Trouble PlainKernels::write(DevicePointer to, int64_t bytes) const {
  int64_t count = bytes / 16;
  void* arguments[] = {&to, &count};
  return launch(write_, count, arguments);
}

Trouble PlainKernels::nothing() const { return device_.launch(nothing_.function, {}, nullptr); }

Trouble PlainKernels::random_floats(DevicePointer to, int64_t count, uint64_t seed) const {
  void* arguments[] = {&to, &count, &seed};
  return launch(floats_, count, arguments);
}

Trouble PlainKernels::random_bfloats(DevicePointer to, int64_t count, uint64_t seed) const {
  void* arguments[] = {&to, &count, &seed};
  return launch(bfloats_, count, arguments);
}

Trouble PlainKernels::random_integers(DevicePointer to, int64_t count, uint64_t seed, uint64_t bound) const {
  void* arguments[] = {&to, &count, &seed, &bound};
  return launch(integers_, count, arguments);
}

}  // namespace cleave::cuda

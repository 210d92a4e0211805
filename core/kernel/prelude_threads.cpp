// Pieces of prelude_pieces.h: what the threads of a warp, a block, a cluster, a grid do together. Written for people
// who read a kernel: each piece is what its comment says and nothing else.
#include <array>

#include "core/kernel/prelude_pieces.h"

namespace cleave {
namespace {

constexpr std::array kPieces{
    PreludePiece{"wait_for_grid",
                 R"(// All threads of all blocks wait for each other; `arrivals` counts blocks and begins at 0.
__device__ inline void wait_for_grid(unsigned* arrivals, unsigned blocks) {
#ifdef CLEAVE_HOST
  host_runtime.wait_for_grid();
#else
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    __threadfence();
    const unsigned target = (atomicAdd(arrivals, 1u) / blocks + 1) * blocks;
    while (*static_cast<volatile unsigned*>(arrivals) < target) {}
    __threadfence();
  }
  __syncthreads();
#endif
}

)"},
    PreludePiece{"Complex", R"(template <class T>
__device__ Complex<T> exchanged(const Complex<T>& value, int distance) {
  return {__shfl_xor_sync(0xffffffffu, value.re, distance), __shfl_xor_sync(0xffffffffu, value.im, distance)};
}

)",
                 "exchanged"},
    PreludePiece{"exchanged", R"(template <class T>
__device__ T exchanged(const T& value, int distance) { return __shfl_xor_sync(0xffffffffu, value, distance); }

)"},
    PreludePiece{"combined_in_warp",
                 R"(// The values of kThreads neighbouring lanes as one, which every one of them gets.
template <int kThreads, class T, class Combine>
__device__ T combined_in_warp(T value, Combine combine) {
  for (int distance = kThreads / 2; distance > 0; distance /= 2) value = combine(value, exchanged(value, distance));
  return value;
}

)"},
    PreludePiece{"combined_in_block",
                 R"(// The values of the kThreads threads of the block as one, which every one of them gets.
template <int kThreads, class T, class Combine>
__device__ T combined_in_block(T value, Combine combine, T* scratch) {
  value = combined_in_warp<32>(value, combine);
  __syncthreads();
  if (threadIdx.x % 32 == 0) scratch[threadIdx.x / 32] = value;
  __syncthreads();
  value = scratch[0];
  for (int warp = 1; warp < kThreads / 32; ++warp) value = combine(value, scratch[warp]);
  return value;
}

)"},
    PreludePiece{"wait_for_cluster", R"(#ifndef CLEAVE_HOST
__device__ inline void wait_for_cluster() {
  asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
}
#endif

)"},
    PreludePiece{
        "combined_in_cluster",
        R"(// The values of the kThreads threads of each of the kBlocks blocks of the cluster as one, which every one of them
// gets: each block leaves its own in the shared memory of all, behind the places of its warps.
template <int kThreads, int kBlocks, class T, class Combine>
__device__ T combined_in_cluster(T value, Combine combine, T* scratch) {
  value = combined_in_block<kThreads>(value, combine, scratch);
  wait_for_cluster();
#ifdef CLEAVE_HOST
  T* values = reinterpret_cast<T*>(host_runtime.cluster_memory(static_cast<int>(blockIdx.x) / kBlocks));
  values[blockIdx.x % kBlocks] = value;
#else
  T* values = scratch + kThreads / 32;
  if (threadIdx.x < kBlocks) {
    T* there;
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(values + blockIdx.x % kBlocks), "r"(threadIdx.x));
    *there = value;
  }
#endif
  wait_for_cluster();
  value = values[0];
  for (int block = 1; block < kBlocks; ++block) value = combine(value, values[block]);
  return value;
}

)"},
    PreludePiece{"shared_memory", R"(#ifndef CLEAVE_HOST
__device__ inline char* shared_memory() {
  extern __shared__ __align__(16) char dynamic_shared[];
  return dynamic_shared;
}
#endif

)"},
    PreludePiece{"combined_over_y",
                 R"(// The values of the kY threads that stand above each other as one, which every one of them gets.
template <int kX, int kY, class T, class Combine>
__device__ T combined_over_y(T value, Combine combine, T* scratch, int x, int y) {
  __syncthreads();
  T* mine = scratch + y * kX + x;
  *mine = value;
  for (int half = kY / 2; half > 0; half /= 2) {
    __syncthreads();
    if (y < half) *mine = combine(*mine, mine[half * kX]);
  }
  __syncthreads();
  return scratch[x];
}

)"},
};

}  // namespace

std::span<const PreludePiece> threads_pieces() { return kPieces; }

}  // namespace cleave

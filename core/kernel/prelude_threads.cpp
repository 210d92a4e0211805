// Pieces of prelude_pieces.h: what the threads of a warp, a block, a cluster, a grid do together. Written for people
// who read a kernel: each piece is what its comment says and nothing else.
#include <array>

#include "core/kernel/prelude_pieces.h"

namespace cleave {
namespace {

constexpr std::array kPieces{
    PreludePiece{"add_in_one_step", R"(// No other thread's sum comes between reading and writing.
template <class T>
__device__ void add_in_one_step(T& to, T value) { atomicAdd(&to, value); }
__device__ inline void add_in_one_step(long long& to, long long value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(&to), static_cast<unsigned long long>(value));
}

)"},
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
    PreludePiece{"Running running_in_warp",
                 R"(// The values of all lanes up to this one as one, and those of all of them.
template <class T>
struct Running { T upto, all; };
template <int kThreads, class T, class Combine>
__device__ Running<T> running_in_warp(T value, Combine combine) {
  Running<T> out{value, value};
  for (int distance = 1; distance < kThreads; distance *= 2) {
    const T other = exchanged(out.all, distance);
    const bool is_behind = (threadIdx.x & distance) != 0;
    if (is_behind) out.upto = combine(other, out.upto);
    out.all = is_behind ? combine(other, out.all) : combine(out.all, other);
  }
  return out;
}

)"},
    PreludePiece{"running_in_block",
                 R"(// The same of the kThreads threads of the block.
template <int kThreads, class T, class Combine>
__device__ Running<T> running_in_block(T value, Combine combine, T* scratch) {
  Running<T> out = running_in_warp<32>(value, combine);
  const int mine = threadIdx.x / 32;
  __syncthreads();
  if (threadIdx.x % 32 == 0) scratch[mine] = out.all;
  __syncthreads();
  T all = scratch[0];
  for (int warp = 1; warp < kThreads / 32; ++warp) {
    if (warp == mine) out.upto = combine(all, out.upto);
    all = combine(all, scratch[warp]);
  }
  out.all = all;
  return out;
}

)"},
    PreludePiece{
        "sort_in_block",
        R"(// Batcher's bitonic sort of kPlaces keys and their places; those from `count` on stand behind all others, equal ones
// in the order of their places.
template <bool kDescending, class T>
__device__ bool stands_before(T a, int a_place, T b, int b_place, int count) {
  if (a_place >= count || b_place >= count) return a_place < b_place;
  const T& low = kDescending ? b : a;
  const T& high = kDescending ? a : b;
  return is_less(low, high) || (!is_less(high, low) && a_place < b_place);
}
template <int kPlaces, int kThreads, bool kDescending, class T>
__device__ void sort_in_block(T* keys, int* order, int count) {
  for (int size = 2; size <= kPlaces; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      for (int pair = threadIdx.x; pair < kPlaces / 2; pair += kThreads) {
        const int a = 2 * pair - (pair & (stride - 1)), b = a + stride;
        const bool is_turned = stands_before<kDescending>(keys[b], order[b], keys[a], order[a], count);
        if (is_turned != ((a & size) == 0)) continue;
        const T key = keys[a];
        keys[a] = keys[b];
        keys[b] = key;
        const int place = order[a];
        order[a] = order[b];
        order[b] = place;
      }
    }
  }
  __syncthreads();
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

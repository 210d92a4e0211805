// See prelude_pieces.h. Written for people who read a kernel: each piece is what its comment says and nothing else.
#include "core/kernel/prelude_pieces.h"

#include <array>

namespace cleave {
namespace {

constexpr std::array kPieces{
    PreludePiece{"infinity", R"(#ifndef CLEAVE_HOST
template <class T> __device__ T infinity();
template <> __device__ float infinity<float>() { return __int_as_float(0x7f800000); }
template <> __device__ double infinity<double>() { return __longlong_as_double(0x7ff0000000000000LL); }
#endif

)"},
    PreludePiece{"not_a_number", R"(#ifndef CLEAVE_HOST
template <class T> __device__ T not_a_number();
template <> __device__ float not_a_number<float>() { return __int_as_float(0x7fc00000); }
template <> __device__ double not_a_number<double>() { return __longlong_as_double(0x7ff8000000000000LL); }
#endif

)"},
    PreludePiece{"float16", R"(// Half precision as it is stored.
struct float16 { unsigned short bits; };
#ifndef CLEAVE_HOST
__device__ float widened(float16 x) {
  float out;
  asm("cvt.f32.f16 %0, %1;" : "=f"(out) : "h"(x.bits));
  return out;
}
__device__ void narrow(float x, float16& out) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(out.bits) : "f"(x)); }
#else
inline float widened(float16 x) { return host_runtime.from_half(x.bits); }
inline void narrow(float x, float16& out) { out.bits = host_runtime.to_half(x); }
#endif

)"},
    PreludePiece{"bfloat16", R"(// The upper half of a float.
struct bfloat16 { unsigned short bits; };
#ifndef CLEAVE_HOST
__device__ float widened(bfloat16 x) { return __uint_as_float(static_cast<unsigned>(x.bits) << 16); }
__device__ void narrow(float x, bfloat16& out) { asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(out.bits) : "f"(x)); }
#else
inline float widened(bfloat16 x) { return host_runtime.from_bfloat16(x.bits); }
inline void narrow(float x, bfloat16& out) { out.bits = host_runtime.to_bfloat16(x); }
#endif

)"},
    PreludePiece{
        "NarrowFormat",
        R"(// Eight bits: a sign, kExponent bits with a bias, kMantissa bits. What is too large becomes kLargest, as the
// conversion instructions of the device saturate; in code, since not all devices have those.
template <int kExponent, int kMantissa, int kBias, unsigned kLargest, bool kHasInfinity>
struct NarrowFormat {
  __device__ static unsigned char code(float x) {
    const unsigned bits = __float_as_uint(x);
    const unsigned sign = bits >> 31 << 7;
    if (x != x) return static_cast<unsigned char>(sign | 0x7f);
    const int exponent = static_cast<int>(bits >> 23 & 255) - 127;
    if (exponent == 128) return static_cast<unsigned char>(sign | kLargest);
    const int below = exponent < 1 - kBias ? 1 - kBias - exponent : 0;
    const int shift = 23 - kMantissa + below;
    if (shift > 25) return static_cast<unsigned char>(sign);
    const unsigned mantissa = (bits & 0x7fffff) | 0x800000;
    const unsigned kept = mantissa >> shift, rest = mantissa & ((1u << shift) - 1), half = 1u << (shift - 1);
    const unsigned field = below > 0 ? 0 : static_cast<unsigned>(exponent + kBias - 1) << kMantissa;
    const unsigned out = field + kept + (rest > half || (rest == half && kept % 2 == 1) ? 1 : 0);
    return static_cast<unsigned char>(sign | (out > kLargest ? kLargest : out));
  }
  __device__ static float value(unsigned code) {
    const unsigned sign = code >> 7 << 31, magnitude = code & 0x7f;
    const unsigned exponent = magnitude >> kMantissa, mantissa = magnitude & ((1u << kMantissa) - 1);
    const unsigned fraction = mantissa << (23 - kMantissa);
    const bool is_special = kHasInfinity ? exponent == (1u << kExponent) - 1 : magnitude == 0x7f;
    if (is_special) return __uint_as_float(sign | 0x7f800000 | (kHasInfinity ? fraction : 0x400000));
    if (exponent > 0) return __uint_as_float(sign | (exponent - kBias + 127) << 23 | fraction);
    const float size = static_cast<float>(mantissa) * __uint_as_float(static_cast<unsigned>(128 - kBias - kMantissa) << 23);
    return sign == 0 ? size : -size;
  }
};

)"},
    PreludePiece{"float8_e5m2", R"(struct float8_e5m2 { unsigned char bits; };
using E5M2 = NarrowFormat<5, 2, 15, 0x7b, true>;
__device__ inline float widened(float8_e5m2 x) { return E5M2::value(x.bits); }
__device__ inline void narrow(float x, float8_e5m2& out) { out.bits = E5M2::code(x); }

)"},
    PreludePiece{"float8_e4m3", R"(struct float8_e4m3 { unsigned char bits; };
using E4M3 = NarrowFormat<4, 3, 7, 0x7e, false>;
__device__ inline float widened(float8_e4m3 x) { return E4M3::value(x.bits); }
__device__ inline void narrow(float x, float8_e4m3& out) { out.bits = E4M3::code(x); }

)"},
    PreludePiece{"float8_e8m0", R"(// A power of two, 255 for NaN; halfway values take the larger one.
struct float8_e8m0 { unsigned char bits; };
__device__ inline float widened(float8_e8m0 x) {
  return __uint_as_float(x.bits == 255 ? 0x7fc00000 : x.bits == 0 ? 0x400000 : static_cast<unsigned>(x.bits) << 23);
}
__device__ inline void narrow(float x, float8_e8m0& out) {
  const unsigned bits = __float_as_uint(x) & 0x7fffffff;
  const unsigned exponent = bits >> 23, fraction = bits & 0x7fffff;
  const unsigned code = exponent == 0 ? (fraction >= 0x600000 ? 1 : 0) : exponent + (fraction >= 0x400000 ? 1 : 0);
  out.bits = static_cast<unsigned char>(x != x ? 255 : code > 254 ? 254 : code);
}

)"},
    PreludePiece{"narrowed", R"(template <class T>
__device__ T narrowed(float x) {
  T out;
  narrow(x, out);
  return out;
}

)"},
    PreludePiece{"rounded_to", R"(// To the precision of T and back.
template <class T>
__device__ float rounded_to(float x) { return widened(narrowed<T>(x)); }

)"},
    PreludePiece{"Vector loaded stored", R"(// kCount neighbours in memory, moved at once.
template <class T, int kCount>
struct alignas(sizeof(T) * kCount) Vector {
  T values[kCount];
  __device__ T& operator[](int i) { return values[i]; }
  __device__ const T& operator[](int i) const { return values[i]; }
};
template <int kCount, class T>
__device__ Vector<T, kCount> loaded(const T* from) { return *reinterpret_cast<const Vector<T, kCount>*>(from); }
template <class T, int kCount>
__device__ void stored(T* to, const Vector<T, kCount>& value) { *reinterpret_cast<Vector<T, kCount>*>(to) = value; }

)"},
    PreludePiece{"Packed packed unpacked", R"(// A vector of narrow elements as words: one register for several.
template <class T, int kCount>
struct Packed { unsigned words[sizeof(T) * kCount / 4]; };
template <class T, int kCount>
__device__ Packed<T, kCount> packed(const Vector<T, kCount>& value) {
  Packed<T, kCount> out;
  memcpy(&out, &value, sizeof(out));
  return out;
}
template <class T, int kCount>
__device__ Vector<T, kCount> unpacked(const Packed<T, kCount>& value) {
  Vector<T, kCount> out;
  memcpy(&out, &value, sizeof(out));
  return out;
}

)"},
    PreludePiece{"maximum minimum", R"(// NaN wins.
template <class T>
__device__ T maximum(T a, T b) { return a != a ? a : b != b ? b : a > b ? a : b; }
template <class T>
__device__ T minimum(T a, T b) { return a != a ? a : b != b ? b : a < b ? a : b; }

)"},
    PreludePiece{"absolute", R"(template <class T>
__device__ T absolute(T x) { return x < 0 ? -x : x; }

)"},
    PreludePiece{"bits_inverted", R"(__device__ inline bool bits_inverted(bool x) { return !x; }
__device__ inline int bits_inverted(int x) { return ~x; }
__device__ inline long long bits_inverted(long long x) { return ~x; }

)"},
    PreludePiece{"truncated_div", R"(// By zero: 0.
template <class T>
__device__ T truncated_div(T a, T b) { return b == 0 ? 0 : b == static_cast<T>(-1) ? 0 - a : a / b; }

)"},
    PreludePiece{"truncated_mod", R"(// By zero: the dividend.
template <class T>
__device__ T truncated_mod(T a, T b) { return b == 0 ? a : b == static_cast<T>(-1) ? 0 : a % b; }
__device__ inline float truncated_mod(float a, float b) { return fmodf(a, b); }
__device__ inline double truncated_mod(double a, double b) { return fmod(a, b); }

)"},
    PreludePiece{"floored_mod", R"(// The remainder with the divisor's sign.
template <class T>
__device__ T floored_mod(T a, T b) {
  const T rest = truncated_mod(a, b);
  return b != 0 && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

)"},
    PreludePiece{"integer_pow", R"(template <class T>
__device__ T integer_pow(T base, T exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == static_cast<T>(-1) ? (exponent % 2 == 0 ? 1 : -1) : 0;
  T result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

)"},
    PreludePiece{"shifted_left", R"(// By the width or more, or a negative count: 0.
template <class T>
__device__ T shifted_left(T a, T count) {
  return count < 0 || count >= 8 * static_cast<T>(sizeof(T)) ? 0 : a << count;
}

)"},
    PreludePiece{"shifted_right", R"(template <class T>
__device__ T shifted_right(T a, T count) {
  return count < 0 || count >= 8 * static_cast<T>(sizeof(T)) ? (a < 0 ? -1 : 0) : a >> count;
}

)"},
    PreludePiece{"shifted_right_unsigned", R"(__device__ inline int shifted_right_unsigned(int a, int count) {
  return count < 0 || count >= 32 ? 0 : static_cast<int>(static_cast<unsigned>(a) >> count);
}
__device__ inline long long shifted_right_unsigned(long long a, long long count) {
  return count < 0 || count >= 64 ? 0 : static_cast<long long>(static_cast<unsigned long long>(a) >> count);
}

)"},
    PreludePiece{"common_divisor", R"(template <class T>
__device__ T common_divisor(T a, T b) {
  while (b != 0) {
    const T rest = b == static_cast<T>(-1) ? 0 : a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

)"},
    PreludePiece{"interpolated", R"(// Exact at both ends.
template <class T>
__device__ T interpolated(T a, T b, T weight) {
  return weight < static_cast<T>(0.5) ? a + weight * (b - a) : b - (b - a) * (1 - weight);
}

)"},
    PreludePiece{"inverse_erf", R"(#ifndef CLEAVE_HOST
__device__ inline float inverse_erf(float x) { return erfinvf(x); }
__device__ inline double inverse_erf(double x) { return erfinv(x); }
#endif

)"},
    PreludePiece{"inverse_erfc", R"(#ifndef CLEAVE_HOST
__device__ inline float inverse_erfc(float x) { return erfcinvf(x); }
__device__ inline double inverse_erfc(double x) { return erfcinv(x); }
#endif

)"},
    PreludePiece{"converted", R"(// As the device converts: toward zero, at the nearest end of the range, NaN to 0.
template <class To, class From>
__device__ To converted(From x) { return static_cast<To>(x); }
#ifdef CLEAVE_HOST
template <> inline int converted<int, float>(float x) { return host_converted<int>(x); }
template <> inline int converted<int, double>(double x) { return host_converted<int>(x); }
template <> inline long long converted<long long, float>(float x) { return host_converted<long long>(x); }
template <> inline long long converted<long long, double>(double x) { return host_converted<long long>(x); }
#endif

)"},
    PreludePiece{"Sum", R"(struct Sum {
  template <class T>
  __device__ T operator()(T a, T b) const { return a + b; }
};

)"},
    PreludePiece{"Product", R"(struct Product {
  template <class T>
  __device__ T operator()(T a, T b) const { return a * b; }
};

)"},
    PreludePiece{"Maximum", R"(struct Maximum {
  template <class T>
  __device__ T operator()(T a, T b) const { return maximum(a, b); }
};

)"},
    PreludePiece{"Minimum", R"(struct Minimum {
  template <class T>
  __device__ T operator()(T a, T b) const { return minimum(a, b); }
};

)"},
    PreludePiece{"is_less", R"(// NaN counts as larger than every number.
template <class T>
__device__ bool is_less(T a, T b) { return b != b ? a == a : a < b; }

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
    PreludePiece{"random_words", R"(// Philox4x32-10 (Salmon et al. 2011): four random words for a key and a counter.
struct RandomWords { unsigned word[4]; };
__device__ inline RandomWords random_words(unsigned long long seed, unsigned long long offset,
                                           unsigned long long subsequence) {
  unsigned key0 = static_cast<unsigned>(seed), key1 = static_cast<unsigned>(seed >> 32);
  unsigned c0 = static_cast<unsigned>(offset), c1 = static_cast<unsigned>(offset >> 32);
  unsigned c2 = static_cast<unsigned>(subsequence), c3 = static_cast<unsigned>(subsequence >> 32);
  for (int round = 0; round < 10; ++round) {
    const unsigned long long product0 = 0xD2511F53ull * c0, product1 = 0xCD9E8D57ull * c2;
    c0 = static_cast<unsigned>(product1 >> 32) ^ c1 ^ key0;
    c1 = static_cast<unsigned>(product1);
    c2 = static_cast<unsigned>(product0 >> 32) ^ c3 ^ key1;
    c3 = static_cast<unsigned>(product0);
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return {{c0, c1, c2, c3}};
}

)"},
    PreludePiece{"unit_float", R"(// [0, 1): the middle of one of 2^32 cells, 1 itself becoming 0.
__device__ inline float unit_float(unsigned word) {
  const float value = static_cast<float>(word) * 2.3283064365386963e-10f + 1.1641532182693481e-10f;
  return value == 1.0f ? 0.0f : value;
}

)"},
    PreludePiece{"unit_double", R"(// [0, 1): the middle of one of 2^53 cells, 1 itself becoming 0.
__device__ inline double unit_double(unsigned low, unsigned high) {
  const unsigned long long cell = low ^ (static_cast<unsigned long long>(high) << 21);
  const double value = static_cast<double>(cell) * 1.1102230246251565e-16 + 5.5511151231257827e-17;
  return value == 1.0 ? 0.0 : value;
}

)"},
    PreludePiece{"uniform",
                 R"(// Component i of the words as a number from `low` up to `high`, which it never is itself.
template <class T>
struct Uniform {
  __device__ static float number(const RandomWords& words, int i, float low, float high) {
    const float value = low + (high - low) * unit_float(words.word[i]);
    return rounded_to<T>(value) == rounded_to<T>(high) ? low : value;
  }
};
template <>
struct Uniform<float> {
  __device__ static float number(const RandomWords& words, int i, float low, float high) {
    return low + (high - low) * unit_float(words.word[i]);
  }
};
template <>
struct Uniform<double> {
  __device__ static double number(const RandomWords& words, int i, double low, double high) {
    return low + (high - low) * unit_double(words.word[2 * i], words.word[2 * i + 1]);
  }
};
template <class T, class Number>
__device__ Number uniform(const RandomWords& words, int i, Number low, Number high) {
  return Uniform<T>::number(words, i, low, high);
}

)"},
    PreludePiece{"normal", R"(// Box and Muller 1958: component i of the words as a normal number.
template <class T, class Number>
__device__ Number normal(const RandomWords& words, int i, Number mean, Number deviation) {
  Number u, v;
  if (sizeof(Number) == 8) {
    u = unit_double(words.word[0], words.word[1]);
    v = unit_double(words.word[2], words.word[3]);
  } else {
    u = unit_float(words.word[i / 2 * 2]);
    v = unit_float(words.word[i / 2 * 2 + 1]);
  }
  const Number radius = sqrt(-2 * log(u));
  return radius * (i % 2 == 0 ? sinpi(2 * v) : cospi(2 * v)) * deviation + mean;
}

)"},
    PreludePiece{"divided",
                 R"(// Of floats to two units in the last place: counts are far from where the short division fails.
__device__ inline double divided(double a, double b) { return a / b; }
__device__ inline float divided(float a, float b) {
#ifdef CLEAVE_HOST
  return a / b;
#else
  return __fdividef(a, b);
#endif
}

)"},
    PreludePiece{"Moments MergeMoments with_value",
                 R"(// Mean, sum of squared deviations from it, and count of what has been seen.
template <class T>
struct Moments { T mean, squares, count; };
template <class T>
__device__ Moments<T> with_value(const Moments<T>& seen, T value) {
  const T count = seen.count + 1;
  const T distance = value - seen.mean;
  const T mean = seen.mean + divided(distance, count);
  return {mean, seen.squares + distance * (value - mean), count};
}
// Chan, Golub, LeVeque 1979: two parts as if they had been seen as one.
struct MergeMoments {
  template <class T>
  __device__ Moments<T> operator()(const Moments<T>& a, const Moments<T>& b) const {
    const T count = a.count + b.count;
    const T share = count == 0 ? 0 : divided(b.count, count);
    const T distance = b.mean - a.mean;
    return {a.mean + distance * share, a.squares + b.squares + distance * distance * a.count * share, count};
  }
};
template <class T>
__device__ Moments<T> exchanged(const Moments<T>& value, int distance) {
  return {__shfl_xor_sync(0xffffffffu, value.mean, distance), __shfl_xor_sync(0xffffffffu, value.squares, distance),
          __shfl_xor_sync(0xffffffffu, value.count, distance)};
}

)"},
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

std::span<const PreludePiece> prelude_pieces() { return kPieces; }

}  // namespace cleave

// Pieces of prelude_pieces.h: the arithmetic of integers and reals that C has no function for. Written for people who
// read a kernel: each piece is what its comment says and nothing else.
#include <array>

#include "core/kernel/prelude_pieces.h"

namespace cleave {
namespace {

constexpr std::array kPieces{
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
    PreludePiece{
        "converted",
        R"(// Toward zero, at the nearest end of the range, as the device converts; NaN, of which devices make one thing or
// another, to 0.
template <class To, class From>
__device__ To converted(From x) {
#ifdef CLEAVE_HOST
  return host_converted<To>(x);
#else
  return x == x ? static_cast<To>(x) : To(0);
#endif
}

)"},
};

}  // namespace

std::span<const PreludePiece> arithmetic_pieces() { return kPieces; }

}  // namespace cleave

// Pieces of prelude_pieces.h: how two partial results become one. Written for people who read a kernel: each piece is
// what its comment says and nothing else.
#include <array>

#include "core/kernel/prelude_pieces.h"

namespace cleave {
namespace {

constexpr std::array kPieces{
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
};

}  // namespace

std::span<const PreludePiece> combining_pieces() { return kPieces; }

}  // namespace cleave

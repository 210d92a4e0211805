// Pieces of prelude_pieces.h: numbers as they are stored, and vectors of them. Written for people who read a kernel:
// each piece is what its comment says and nothing else.
#include <array>

#include "core/kernel/prelude_pieces.h"

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
};

}  // namespace

std::span<const PreludePiece> storage_pieces() { return kPieces; }

}  // namespace cleave

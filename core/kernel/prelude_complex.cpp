// Pieces of prelude_pieces.h: complex numbers. Written for people who read a kernel: each piece is what its comment
// says and nothing else.
#include <array>

#include "core/kernel/prelude_pieces.h"

namespace cleave {
namespace {

constexpr std::array kPieces{
    PreludePiece{"Complex", R"(// A complex number.
template <class T>
struct alignas(2 * sizeof(T)) Complex {
  T re, im;
  Complex() = default;
  template <class Re, class Im>
  __device__ Complex(Re re, Im im) : re(static_cast<T>(re)), im(static_cast<T>(im)) {}
  template <class Re>
  __device__ Complex(Re re) : re(static_cast<T>(re)), im(0) {}
  template <class Other>
  __device__ Complex(Complex<Other> x) : re(static_cast<T>(x.re)), im(static_cast<T>(x.im)) {}
};
template <class T>
__device__ Complex<T> operator-(Complex<T> a) { return {-a.re, -a.im}; }
template <class T>
__device__ Complex<T> operator+(Complex<T> a, Complex<T> b) { return {a.re + b.re, a.im + b.im}; }
template <class T>
__device__ Complex<T> operator-(Complex<T> a, Complex<T> b) { return {a.re - b.re, a.im - b.im}; }
template <class T>
__device__ Complex<T> operator*(Complex<T> a, Complex<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class T>
__device__ bool operator==(Complex<T> a, Complex<T> b) { return a.re == b.re && a.im == b.im; }
template <class T>
__device__ bool operator!=(Complex<T> a, Complex<T> b) { return !(a == b); }
// Smith 1962: no part of the divisor is squared.
template <class T>
__device__ Complex<T> operator/(Complex<T> a, Complex<T> b) {
  if (fabs(b.re) >= fabs(b.im)) {
    const T ratio = b.re == 0 && b.im == 0 ? 0 : b.im / b.re, size = b.re + b.im * ratio;
    return {(a.re + a.im * ratio) / size, (a.im - a.re * ratio) / size};
  }
  const T ratio = b.re / b.im, size = b.re * ratio + b.im;
  return {(a.re * ratio + a.im) / size, (a.im * ratio - a.re) / size};
}

)"},
    PreludePiece{"complex_reciprocal", R"(template <class T>
__device__ Complex<T> complex_reciprocal(Complex<T> x) { return Complex<T>(1) / x; }

)"},
    PreludePiece{"complex_exp", R"(template <class T>
__device__ Complex<T> complex_exp(Complex<T> x) {
  const T size = exp(x.re);
  return {size * cos(x.im), x.im == 0 ? x.im : size * sin(x.im)};
}

)"},
    PreludePiece{"complex_sigmoid", R"(template <class T>
__device__ Complex<T> complex_sigmoid(Complex<T> x) { return Complex<T>(1) / (Complex<T>(1) + complex_exp(-x)); }

)"},
    PreludePiece{"complex_log", R"(template <class T>
__device__ Complex<T> complex_log(Complex<T> x) { return {log(hypot(x.re, x.im)), atan2(x.im, x.re)}; }

)"},
    PreludePiece{"complex_log2", R"(template <class T>
__device__ Complex<T> complex_log2(Complex<T> x) {
  return complex_log(x) * Complex<T>(1.4426950408889634074);
}

)"},
    PreludePiece{"complex_pow", R"(// In double, since the exponent of what it comes to may be large.
template <class T>
__device__ Complex<T> complex_pow(Complex<T> a, Complex<T> b) {
  return complex_exp(Complex<double>(b) * complex_log(Complex<double>(a)));
}

)"},
    PreludePiece{"complex_sqrt", R"(// The root on the right half of the plane.
template <class T>
__device__ Complex<T> complex_sqrt(Complex<T> x) {
  if (x.re == 0 && x.im == 0) return {T(0), x.im};
  const T root = sqrt(fabs(x.re) / 2 + hypot(x.re, x.im) / 2);
  const T other = x.im / root / 2;
  return x.re >= 0 ? Complex<T>(root, other) : Complex<T>(fabs(other), copysign(root, x.im));
}

)"},
    PreludePiece{"complex_rsqrt", R"(template <class T>
__device__ Complex<T> complex_rsqrt(Complex<T> x) { return Complex<T>(1) / complex_sqrt(x); }

)"},
    PreludePiece{"turned_left turned_right", R"(// i * x and -i * x.
template <class T>
__device__ Complex<T> turned_left(Complex<T> x) { return {-x.im, x.re}; }
template <class T>
__device__ Complex<T> turned_right(Complex<T> x) { return {x.im, -x.re}; }

)"},
    PreludePiece{"complex_sin", R"(template <class T>
__device__ Complex<T> complex_sin(Complex<T> x) { return {sin(x.re) * cosh(x.im), cos(x.re) * sinh(x.im)}; }

)"},
    PreludePiece{"complex_cos", R"(template <class T>
__device__ Complex<T> complex_cos(Complex<T> x) { return {cos(x.re) * cosh(x.im), -sin(x.re) * sinh(x.im)}; }

)"},
    PreludePiece{"complex_sinh", R"(template <class T>
__device__ Complex<T> complex_sinh(Complex<T> x) { return {sinh(x.re) * cos(x.im), cosh(x.re) * sin(x.im)}; }

)"},
    PreludePiece{"complex_cosh", R"(template <class T>
__device__ Complex<T> complex_cosh(Complex<T> x) { return {cosh(x.re) * cos(x.im), sinh(x.re) * sin(x.im)}; }

)"},
    PreludePiece{"complex_tanh", R"(// Kahan 1987, as are the inverse functions: no two large numbers are subtracted.
template <class T>
__device__ Complex<T> complex_tanh(Complex<T> x) {
  if (fabs(x.re) > 20) return {copysign(T(1), x.re), 4 * sin(x.im) * cos(x.im) * exp(-2 * fabs(x.re))};
  const T slope = tan(x.im), beta = 1 + slope * slope, height = sinh(x.re), size = 1 + beta * height * height;
  return {beta * sqrt(1 + height * height) * height / size, slope / size};
}

)"},
    PreludePiece{"complex_tan", R"(template <class T>
__device__ Complex<T> complex_tan(Complex<T> x) { return turned_right(complex_tanh(turned_left(x))); }

)"},
    PreludePiece{"complex_acos", R"(template <class T>
__device__ Complex<T> complex_acos(Complex<T> x) {
  const Complex<T> a = complex_sqrt(Complex<T>(1 - x.re, -x.im)), b = complex_sqrt(Complex<T>(1 + x.re, x.im));
  return {2 * atan2(a.re, b.re), asinh(b.re * a.im - b.im * a.re)};
}

)"},
    PreludePiece{"complex_acosh", R"(template <class T>
__device__ Complex<T> complex_acosh(Complex<T> x) {
  const Complex<T> a = complex_sqrt(Complex<T>(x.re - 1, x.im)), b = complex_sqrt(Complex<T>(x.re + 1, x.im));
  return {asinh(a.re * b.re + a.im * b.im), 2 * atan2(a.im, b.re)};
}

)"},
    PreludePiece{"complex_asin", R"(template <class T>
__device__ Complex<T> complex_asin(Complex<T> x) {
  const Complex<T> a = complex_sqrt(Complex<T>(1 - x.re, -x.im)), b = complex_sqrt(Complex<T>(1 + x.re, x.im));
  return {atan2(x.re, a.re * b.re - a.im * b.im), asinh(a.re * b.im - a.im * b.re)};
}

)"},
    PreludePiece{"complex_asinh", R"(template <class T>
__device__ Complex<T> complex_asinh(Complex<T> x) { return turned_right(complex_asin(turned_left(x))); }

)"},
    PreludePiece{"complex_atanh", R"(template <class T>
__device__ Complex<T> complex_atanh(Complex<T> x) {
  const T size = fabs(x.re), away = 1 - size, squares = x.im * x.im;
  return {copysign(log1p(4 * size / (away * away + squares)) / 4, x.re),
          atan2(2 * x.im, away * (1 + size) - squares) / 2};
}

)"},
    PreludePiece{"complex_atan", R"(template <class T>
__device__ Complex<T> complex_atan(Complex<T> x) { return turned_right(complex_atanh(turned_left(x))); }

)"},
};

}  // namespace

std::span<const PreludePiece> complex_pieces() { return kPieces; }

}  // namespace cleave

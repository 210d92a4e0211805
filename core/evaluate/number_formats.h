// The binary floating formats narrower than double: codes to doubles (always exact) and doubles to codes (one rounding,
// to nearest, ties to even). Nothing here knows a tensor. Float itself is the machine's own and needs no row.
//
// Where a value does not fit: Half and BFloat16 overflow to infinity as IEEE 754 says. The 8-bit and 4-bit formats
// saturate to the largest finite value, infinities included, as the conversion instructions of NVIDIA's GPUs do
// (`cvt.rn.satfinite`, PTX ISA) and as nvFuser's kernels use them; PyTorch's own cast of Float8_e4m3fn gives NaN there
// instead. NaN stays NaN where the format has one; Float4_e2m1fn has none and takes its largest value (PTX ISA again).
#pragma once

#include <cstdint>

#include "core/ops/dtype.h"

namespace cleave {

struct NumberFormat {
  int exponent_bits = 0;
  int mantissa_bits = 0;
  int bias = 0;
  /// Largest code of a finite magnitude.
  uint32_t largest_finite = 0;
  /// Code of infinity's magnitude; equal to largest_finite where overflow saturates.
  uint32_t overflow = 0;
  /// Code of NaN's magnitude; equal to largest_finite where the format has none.
  uint32_t nan = 0;
  /// Whether the all-ones exponent holds infinity and NaN only, as in IEEE 754.
  bool ieee_specials = true;
};

inline constexpr NumberFormat kHalfFormat{5, 10, 15, 0x7bff, 0x7c00, 0x7e00, true};
inline constexpr NumberFormat kBFloat16Format{8, 7, 127, 0x7f7f, 0x7f80, 0x7fc0, true};
inline constexpr NumberFormat kFloat8E5M2Format{5, 2, 15, 0x7b, 0x7b, 0x7f, true};
inline constexpr NumberFormat kFloat8E4M3FNFormat{4, 3, 7, 0x7e, 0x7e, 0x7f, false};
inline constexpr NumberFormat kFloat4E2M1FNFormat{2, 1, 1, 0x7, 0x7, 0x7, false};

/// The code whose value is nearest to `value`.
uint32_t encode(const NumberFormat& format, double value);
/// The value of a code.
double decode(const NumberFormat& format, uint32_t code);

/// Float8_e8m0fnu: the code c stands for 2^(c-127), 255 for NaN; there is no sign and no zero. The sign of `value` is
/// ignored, zero gives the smallest power, halfway values the larger one, overflow the largest.
uint8_t encode_e8m0(double value);
double decode_e8m0(uint8_t code);

/// The double nearest to `value` whose last bit tells of what was cut off, so that rounding it again to 50 bits or
/// fewer is as rounding `value` itself.
double to_odd_double(int64_t value);
double unsigned_to_odd_double(uint64_t value);

}  // namespace cleave

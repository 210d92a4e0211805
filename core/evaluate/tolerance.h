// How far a value may be from the reference: the one table that every comparison of values uses. It is for values that
// were computed by the same formula, in the result's type or wider with sums in at least Float, and judged by the
// reference, which computes in float64 and rounds once.
//
// u is the unit roundoff of the type, half the distance from 1 to the next number. Two sources of difference count:
//   * rounding: the last rounding of each side can fall to different neighbours (2 u), and special functions of a
//   device are
//     off by a few units of the type they compute in (CUDA C++ Programming Guide, "Mathematical Functions": at most 4
//     ulp, that is 8 u, for all that we use but lgamma);
//   * accumulation: a sum of n terms in a type of unit roundoff u_acc is off by at most (n - 1) u_acc times the sum of
//   the
//     absolute values, and by about sqrt(n) u_acc times it for roundings that do not conspire (Higham, "Accuracy and
//     Stability of Numerical Algorithms", 2nd ed., §4.2 and §2.8). u_acc is Float's for everything narrower than
//     Double.
// A sum can cancel, and then the error is small beside its terms, not beside itself. So accumulation is judged by the
// size of the values around as well: the root mean square of the expected values, which for sums of many terms of
// either sign is what their absolute values add up to divided by sqrt(n).
#pragma once

#include <cstdint>
#include <optional>

#include "core/evaluate/tensor.h"

namespace cleave {

/// |actual - expected| <= relative * |expected| + absolute * scale of the tensor.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

/// The table. `reduced_length` is the largest number of terms that a value is accumulated from; 1 for element-wise
/// results. Integers and Bools have none: they are exact.
Tolerance tolerance(DType dtype, int64_t reduced_length);

struct Comparison {
  /// Same extents, every element the same number (-0.0 and 0.0 are; NaN and NaN are).
  bool is_equal = false;
  /// Same extents, every element within the tolerance; infinities and NaN in the same places.
  bool is_within = false;
  double max_abs_error = 0;
  /// Of elements whose expected value is not 0.
  double max_rel_error = 0;
  /// Linear index of the element that exceeds its tolerance most, or else errs most; nothing where all are equal.
  std::optional<int64_t> worst;
  /// Elements that are NaN or infinite on one side only.
  int64_t special_mismatches = 0;
};

/// Compares `actual` with `expected`, which may be of a wider type of the same category; the tolerance is that of the
/// type of `actual`.
Comparison compare(const Tensor& actual, const Tensor& expected, int64_t reduced_length);

}  // namespace cleave

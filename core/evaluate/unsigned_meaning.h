// What integer ops mean for UInt64, whose values are held in the bits of int64: everything that depends on the order of
// numbers or on their sign differs from the op's row, which is for signed integers; sums and products of bits do not.
// Judged by tests/core/evaluate/vectors_test.cpp.
#pragma once

#include <cstdint>

#include "core/ops/op_info.h"

namespace cleave {

using IntegerMeaning = int64_t (*)(int64_t a, int64_t b, int64_t c, int bits);

/// The meaning for UInt64 operands; null where the op has none for integers.
IntegerMeaning unsigned_meaning(OpCode op);

}  // namespace cleave

// Tensors between the reference's memory, which is dense, and memory at any strides. Moves bytes only.
#pragma once

#include "core/evaluate/tensor.h"
#include "core/infer/types.h"
#include "core/kernel/value_layouts.h"

namespace cleave {

/// The tensor of type `type` that lies at `from` with `strides`, in elements.
Tensor read_tensor(const TensorType& type, const Strides& strides, const void* from);
/// Elements that share a place are equal, so that their order does not matter.
void write_tensor(const Tensor& value, const Strides& strides, void* to);

/// Bytes that one element takes in memory.
int64_t bytes_of_element(DType dtype);

}  // namespace cleave

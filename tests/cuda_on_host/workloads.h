// Definitions people run, as tests of kernels: scripts of tests/cuda_on_host/kernel_cases.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/segment/segmentation.h"

namespace cleave {

/// A definition people run, over inputs of one floating type.
struct Workload {
  std::string name;
  /// The template of its one kernel at large sizes.
  Template expected;
  std::vector<std::vector<int64_t>> shapes;
  std::string lines;
};

/// The workloads with tensors of about `r` rows and `c` columns, results in `dtype`.
inline std::vector<Workload> workloads(int64_t r, int64_t c, std::string_view dtype) {
  const std::string result(dtype);
  const std::string rows = std::to_string(r);
  const std::string columns = std::to_string(c);
  const std::string twice = std::to_string(2 * c);
  return {
      {"gelu and bias",
       Template::kPointwise,
       {{r, c}, {c}},
       concat("    T2 = fd.ops.cast(T0, dtype=DataType.Float)\n",
              "    T3 = fd.ops.broadcast_in_dim(T1, shape=fd.ops.shape(T0), broadcast_dims=[1])\n",
              "    T4 = fd.ops.add(T2, T3)\n", "    T5 = fd.ops.mul(T4, 0.7071067811865476)\n",
              "    T6 = fd.ops.erf(T5)\n", "    T7 = fd.ops.add(T6, 1.0)\n", "    T8 = fd.ops.mul(T4, T7)\n",
              "    T9 = fd.ops.cast(T8, dtype=DataType.", result, ")\n", "    fd.add_output(T9)\n")},
      {"softmax",
       Template::kPersistent,
       {{r, c}},
       concat("    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n", "    T2 = fd.ops.max(T1, dims=[1], keepdim=True)\n",
              "    T3 = fd.ops.sub(T1, T2)\n", "    T4 = fd.ops.exp(T3)\n",
              "    T5 = fd.ops.sum(T4, dims=[1], keepdim=True)\n", "    T6 = fd.ops.div(T4, T5)\n",
              "    T7 = fd.ops.cast(T6, dtype=DataType.", result, ")\n", "    fd.add_output(T7)\n")},
      {"layer norm",
       Template::kPersistent,
       {{r, c}, {c}, {c}},
       concat("    T3 = fd.ops.cast(T0, dtype=DataType.Float)\n",
              "    T4, T5 = fd.ops.var_mean(T3, dims=[1], correction=0, keepdim=True)\n",
              "    T6 = fd.ops.add(T4, 1e-5)\n", "    T7 = fd.ops.rsqrt(T6)\n", "    T8 = fd.ops.sub(T3, T5)\n",
              "    T9 = fd.ops.mul(T8, T7)\n",
              "    T10 = fd.ops.broadcast_in_dim(T1, shape=fd.ops.shape(T0), broadcast_dims=[1])\n",
              "    T11 = fd.ops.mul(T9, T10)\n",
              "    T12 = fd.ops.broadcast_in_dim(T2, shape=fd.ops.shape(T0), broadcast_dims=[1])\n",
              "    T13 = fd.ops.add(T11, T12)\n", "    T14 = fd.ops.cast(T13, dtype=DataType.", result, ")\n",
              "    fd.add_output(T14)\n")},
      {"sum of rows",
       Template::kReduction,
       {{r, c}},
       concat("    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n", "    T2 = fd.ops.sum(T1, dims=[1])\n",
              "    fd.add_output(T2)\n")},
      {"sum of all",
       Template::kReduction,
       {{r, c}},
       concat("    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n", "    T2 = fd.ops.sum(T1, dims=[0, 1])\n",
              "    fd.add_output(T2)\n")},
      {"sum of columns",
       Template::kReduction,
       {{c, r}},
       concat("    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n", "    T2 = fd.ops.sum(T1, dims=[0])\n",
              "    fd.add_output(T2)\n")},
      {"batch norm, channels last",
       Template::kPersistent,
       {{c, r}},
       concat("    T1 = fd.ops.cast(T0, dtype=DataType.Float)\n",
              "    T2, T3 = fd.ops.var_mean(T1, dims=[0], correction=0, keepdim=True)\n",
              "    T4 = fd.ops.add(T2, 1e-5)\n", "    T5 = fd.ops.rsqrt(T4)\n", "    T6 = fd.ops.sub(T1, T3)\n",
              "    T7 = fd.ops.mul(T6, T5)\n", "    T8 = fd.ops.cast(T7, dtype=DataType.", result, ")\n",
              "    fd.add_output(T8)\n")},
      {"backward of RMS norm",
       Template::kInnerOuter,
       {{8 * r, c}, {8 * r, c}, {c}, {8 * r}},
       concat("    T4 = fd.ops.cast(T0, dtype=DataType.Float)\n", "    T5 = fd.ops.cast(T1, dtype=DataType.Float)\n",
              "    T6 = fd.ops.broadcast_in_dim(T2, shape=fd.ops.shape(T0), broadcast_dims=[1])\n",
              "    T7 = fd.ops.broadcast_in_dim(T3, shape=fd.ops.shape(T0), broadcast_dims=[0])\n",
              "    T8 = fd.ops.mul(T5, T7)\n", "    T9 = fd.ops.mul(T4, T6)\n", "    T10 = fd.ops.mul(T9, T8)\n",
              "    T11 = fd.ops.sum(T10, dims=[1], keepdim=True)\n", "    T12 = fd.ops.mul(T8, T11)\n",
              "    T13 = fd.ops.sub(T9, T12)\n", "    T14 = fd.ops.mul(T13, T7)\n",
              "    T15 = fd.ops.cast(T14, dtype=DataType.", result, ")\n", "    T16 = fd.ops.mul(T4, T8)\n",
              "    T17 = fd.ops.sum(T16, dims=[0])\n", "    fd.add_output(T15)\n", "    fd.add_output(T17)\n")},
      {"rotary embedding",
       Template::kResize,
       {{8, r, 2 * c}, {r, 2 * c}},
       concat("    T2 = fd.ops.slice(T0, start_indices=[0, 0, 0], end_indices=[8, ", rows, ", ", columns,
              "], strides=[1, 1, 1])\n", "    T3 = fd.ops.slice(T0, start_indices=[0, 0, ", columns,
              "], end_indices=[8, ", rows, ", ", twice, "], strides=[1, 1, 1])\n", "    T9 = fd.ops.neg(T3)\n",
              "    T4 = fd.ops.cast(T9, dtype=DataType.", result, ")\n", "    T5 = fd.ops.cat([T4, T2], dim=2)\n",
              "    T6 = fd.ops.broadcast_in_dim(T1, shape=[8, ", rows, ", ", twice, "], broadcast_dims=[1, 2])\n",
              "    T7 = fd.ops.mul(T5, T6)\n", "    T8 = fd.ops.cast(T7, dtype=DataType.", result, ")\n",
              "    fd.add_output(T8)\n")},
      {"dropout",
       Template::kPointwise,
       {{r, c}},
       concat("    T1 = fd.ops.uniform(0.0, 1.0, shape=fd.ops.shape(T0), dtype=DataType.Float)\n",
              "    T2 = fd.ops.lt(T1, 0.9)\n", "    T3 = fd.ops.mul(T0, T2)\n",
              "    T4 = fd.ops.cast(T3, dtype=DataType.", result, ")\n", "    fd.add_output(T4)\n")},
      {"RMS norm",
       Template::kPersistent,
       {{r, c}, {c}},
       concat("    T2 = fd.ops.cast(T0, dtype=DataType.Float)\n", "    T3 = fd.ops.mul(T2, T2)\n",
              "    T4 = fd.ops.sum(T3, dims=[1], keepdim=True)\n", "    T5 = fd.ops.div(T4, ", columns, ".0)\n",
              "    T6 = fd.ops.add(T5, 1e-6)\n", "    T7 = fd.ops.rsqrt(T6)\n", "    T8 = fd.ops.mul(T2, T7)\n",
              "    T9 = fd.ops.broadcast_in_dim(T1, shape=fd.ops.shape(T0), broadcast_dims=[1])\n",
              "    T10 = fd.ops.mul(T8, T9)\n", "    T11 = fd.ops.cast(T10, dtype=DataType.", result, ")\n",
              "    fd.add_output(T11)\n")},
      {"scale, bias and ReLU",
       Template::kPointwise,
       {{r, c}, {c}, {c}},
       concat("    T3 = fd.ops.broadcast_in_dim(T1, shape=fd.ops.shape(T0), broadcast_dims=[1])\n",
              "    T4 = fd.ops.mul(T0, T3)\n",
              "    T5 = fd.ops.broadcast_in_dim(T2, shape=fd.ops.shape(T0), broadcast_dims=[1])\n",
              "    T6 = fd.ops.add(T4, T5)\n", "    T7 = fd.ops.gt(T6, 0.0)\n", "    T8 = fd.ops.where(T7, T6, 0.0)\n",
              "    T9 = fd.ops.cast(T8, dtype=DataType.", result, ")\n", "    fd.add_output(T7)\n",
              "    fd.add_output(T9)\n")},
  };
}

}  // namespace cleave

// See bench_cases.h. Forms that templates are tested with anyway are taken from there.
#include "tests/gpu/bench/bench_cases.h"

#include "core/base/text.h"
#include "tests/native/cuda/template_forms.h"

namespace cleave {
namespace {

const Form kSiluMul{"silu_mul",
                    {{"RC"}, {"RC"}},
                    "T2 = fd.ops.cast(T0, dtype=DataType.Float)\n"
                    "T3 = fd.ops.neg(T2)\n"
                    "T4 = fd.ops.exp(T3)\n"
                    "T5 = fd.ops.add(T4, 1.0)\n"
                    "T6 = fd.ops.div(T2, T5)\n"
                    "T7 = fd.ops.mul(T6, T1)\n"
                    "T8 = fd.ops.cast(T7, dtype=DataType.$T)\n"
                    "fd.add_output(T8)\n"};

const Form kChain{"sine_cosine_chain",
                  {{"RC"}},
                  "T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
                  "T2 = fd.ops.sin(T1)\nT3 = fd.ops.cos(T2)\nT4 = fd.ops.sin(T3)\nT5 = fd.ops.cos(T4)\n"
                  "T6 = fd.ops.sin(T5)\nT7 = fd.ops.cos(T6)\nT8 = fd.ops.sin(T7)\nT9 = fd.ops.cos(T8)\n"
                  "T10 = fd.ops.sin(T9)\nT11 = fd.ops.cos(T10)\nT12 = fd.ops.sin(T11)\nT13 = fd.ops.cos(T12)\n"
                  "T14 = fd.ops.sin(T13)\nT15 = fd.ops.cos(T14)\nT16 = fd.ops.sin(T15)\nT17 = fd.ops.cos(T16)\n"
                  "T18 = fd.ops.sin(T17)\nT19 = fd.ops.cos(T18)\nT20 = fd.ops.sin(T19)\nT21 = fd.ops.cos(T20)\n"
                  "T22 = fd.ops.sin(T21)\nT23 = fd.ops.cos(T22)\n"
                  "T24 = fd.ops.cast(T23, dtype=DataType.$T)\n"
                  "fd.add_output(T24)\n"};

const Form kBroadcastAdd{"broadcast_add",
                         {{"RC"}, {"C"}},
                         "T2 = fd.ops.broadcast_in_dim(T1, shape=[$R, $C], broadcast_dims=[1])\n"
                         "T3 = fd.ops.add(T0, T2)\n"
                         "T4 = fd.ops.cast(T3, dtype=DataType.$T)\n"
                         "fd.add_output(T4)\n"};

const Form kRmsNorm{"rms_norm",
                    {{"RC"}, {"C"}},
                    "T2 = fd.ops.cast(T0, dtype=DataType.Float)\n"
                    "T3 = fd.ops.mul(T2, T2)\n"
                    "T4 = fd.ops.sum(T3, dims=[1], keepdim=True)\n"
                    "T5 = fd.ops.div(T4, $C.0)\n"
                    "T6 = fd.ops.add(T5, 1e-06)\n"
                    "T7 = fd.ops.rsqrt(T6)\n"
                    "T8 = fd.ops.mul(T2, T7)\n"
                    "T9 = fd.ops.broadcast_in_dim(T1, shape=[$R, $C], broadcast_dims=[1])\n"
                    "T10 = fd.ops.mul(T8, T9)\n"
                    "T11 = fd.ops.cast(T10, dtype=DataType.$T)\n"
                    "fd.add_output(T11)\n"};

/// Gradient, input, weight, 1 / root of the mean square.
const Form kRmsNormBackward{"rms_norm_backward",
                            {{"RC"}, {"RC"}, {"C"}, {"R1"}},
                            "T4 = fd.ops.cast(T0, dtype=DataType.Float)\n"
                            "T5 = fd.ops.cast(T1, dtype=DataType.Float)\n"
                            "T6 = fd.ops.broadcast_in_dim(T2, shape=[$R, $C], broadcast_dims=[1])\n"
                            "T7 = fd.ops.mul(T4, T6)\n"
                            "T8 = fd.ops.mul(T5, T3)\n"
                            "T9 = fd.ops.mul(T7, T8)\n"
                            "T10 = fd.ops.sum(T9, dims=[1], keepdim=True)\n"
                            "T11 = fd.ops.div(T10, $C.0)\n"
                            "T12 = fd.ops.mul(T8, T11)\n"
                            "T13 = fd.ops.sub(T7, T12)\n"
                            "T14 = fd.ops.mul(T13, T3)\n"
                            "T15 = fd.ops.cast(T14, dtype=DataType.$T)\n"
                            "T16 = fd.ops.mul(T4, T8)\n"
                            "T17 = fd.ops.sum(T16, dims=[0])\n"
                            "fd.add_output(T15)\n"
                            "fd.add_output(T17)\n"};

const Form kRope{"rope",
                 {{"HRC"}, {"RC"}, {"RC"}},
                 "T3 = fd.ops.slice(T0, start_indices=[0, 0, 0], end_indices=[32, $R, $C / 2], strides=[1, 1, 1])\n"
                 "T4 = fd.ops.slice(T0, start_indices=[0, 0, $C / 2], end_indices=[32, $R, $C], strides=[1, 1, 1])\n"
                 "T5 = fd.ops.neg(T4)\n"
                 "T6 = fd.ops.cast(T5, dtype=DataType.$T)\n"
                 "T7 = fd.ops.cat([T6, T3], dim=2)\n"
                 "T8 = fd.ops.broadcast(T1, is_broadcast_dim=[True, False, False])\n"
                 "T9 = fd.ops.broadcast(T2, is_broadcast_dim=[True, False, False])\n"
                 "T10 = fd.ops.mul(T0, T8)\n"
                 "T11 = fd.ops.mul(T7, T9)\n"
                 "T12 = fd.ops.add(T10, T11)\n"
                 "T13 = fd.ops.cast(T12, dtype=DataType.$T)\n"
                 "fd.add_output(T13)\n"};

/// Parameter, gradient and both moments, updated in place.
const Form kAdam{"adam",
                 {{"RC"}, {"RC"}, {"RC"}, {"RC"}},
                 "T4 = fd.ops.mul(T2, 0.9)\n"
                 "T5 = fd.ops.mul(T1, 0.1)\n"
                 "T6 = fd.ops.add(T4, T5)\n"
                 "T7 = fd.ops.mul(T3, 0.999)\n"
                 "T8 = fd.ops.mul(T1, T1)\n"
                 "T9 = fd.ops.mul(T8, 0.001)\n"
                 "T10 = fd.ops.add(T7, T9)\n"
                 "T11 = fd.ops.sqrt(T10)\n"
                 "T12 = fd.ops.add(T11, 1e-08)\n"
                 "T13 = fd.ops.div(T6, T12)\n"
                 "T14 = fd.ops.mul(T13, 0.001)\n"
                 "T15 = fd.ops.sub(T0, T14)\n"
                 "fd.add_output(T15, T0)\n"
                 "fd.add_output(T6, T2)\n"
                 "fd.add_output(T10, T3)\n"};

const Form kIndexSelect{"index_select",
                        {{"RC"}, {"R", true}},
                        "T2 = fd.ops.index_select(T0, T1, dim=0)\n"
                        "fd.add_output(T2)\n"};

const Form kScatterAdd{"scatter_add",
                       {{"RC"}, {"RC", true}, {"RC"}},
                       "T3 = fd.ops.scatter_add(T0, T1, T2, dim=1)\n"
                       "fd.add_output(T3)\n"};

const Form kTransposeRelu{"transpose_relu",
                          {{"RC"}, {"CR"}},
                          "T2 = fd.ops.permute(T0, dims=[1, 0])\n"
                          "T3 = fd.ops.add(T2, T1)\n"
                          "T4 = fd.ops.relu(T3)\n"
                          "T5 = fd.ops.cast(T4, dtype=DataType.$T)\n"
                          "fd.add_output(T5)\n"};

const Form kSmallAdd{"small_add",
                     {{"RC"}, {"RC"}},
                     "T2 = fd.ops.add(T0, T1)\n"
                     "T3 = fd.ops.cast(T2, dtype=DataType.$T)\n"
                     "fd.add_output(T3)\n"};

}  // namespace

const std::vector<BenchCase>& bench_cases() {
  constexpr DType kWide = DType::kFloat;
  constexpr DType kNarrow = DType::kBFloat16;
  static const std::vector<BenchCase> all = [] {
    std::vector<BenchCase> out;
    const auto add = [&](const Form& form, int64_t rows, int64_t columns, bool is_wide_too = false) {
      out.push_back({&form, {rows, columns, kNarrow}});
      if (is_wide_too) out.push_back({&form, {rows, columns, kWide}});
    };
    add(kSiluMul, 16384, 8192, true);
    add(template_form("gelu_bias"), 16384, 8192);
    add(kChain, 8192, 8192);
    add(kBroadcastAdd, 16384, 8192);
    for (const int64_t columns : {512, 4096, 32768}) add(template_form("softmax"), 32768, columns, true);
    add(template_form("softmax"), 4096, 131072);
    for (const int64_t columns : {1024, 8192}) add(template_form("layer_norm"), 32768, columns, true);
    for (const int64_t columns : {4096, 65536}) add(kRmsNorm, 32768, columns);
    add(template_form("rms_norm_residual"), 32768, 4096);
    add(kRmsNormBackward, 16384, 4096);
    add(template_form("layer_norm_backward"), 16384, 4096);
    for (const int64_t columns : {32000, 128256}) add(template_form("cross_entropy"), 4096, columns);
    add(template_form("row_sum"), 16384, 16384);
    add(template_form("column_sum"), 16384, 16384, true);
    add(kTransposeRelu, 16384, 16384);
    add(template_form("batch_norm_channels_last"), 256 * 56 * 56, 64);
    add(kRope, 16384, 128);
    out.push_back({&kAdam, {16384, 8192, kWide}});
    add(kIndexSelect, 32768, 7168);
    add(kScatterAdd, 32768, 7168);
    add(kSmallAdd, 128, 256);
    return out;
  }();
  return all;
}

}  // namespace cleave

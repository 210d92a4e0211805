// What kernels make of numbers at the edges: complex ones, reals that no integer holds, the ends of random ranges.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/cuda_on_host/kernel_cases.h"

namespace cleave {
namespace {

/// After `DataType.` and after `torch.`.
constexpr std::string_view kComplexTypes[][2] = {{"ComplexFloat", "complex64"}, {"ComplexDouble", "complex128"}};

TEST(Numbers, EveryFunctionOfComplexNumbers) {
  SegmentKernels kernels;
  for (const auto& type : kComplexTypes) {
    for (const std::string_view name :
         {"abs", "acos",     "acosh", "asin",  "asinh",  "atan", "atanh", "cos",     "cosh",
          "sin", "sinh",     "tan",   "tanh",  "exp",    "log",  "log2",  "sqrt",    "rsqrt",
          "neg", "isfinite", "isinf", "isnan", "isreal", "real", "imag",  "sigmoid", "reciprocal"}) {
      kernels.add(
          concat(name, ' ', type[0]),
          script(type[0], type[1], {{5, 33}}, concat("    T1 = fd.ops.", name, "(T0)\n    fd.add_output(T1)\n")),
          RuleSet::kNvfuser);
    }
    for (const std::string_view name : {"add", "sub", "mul", "div", "pow", "eq", "ne"}) {
      kernels.add(concat(name, ' ', type[0]),
                  script(type[0], type[1], {{4, 31}, {4, 31}},
                         concat("    T2 = fd.ops.", name, "(T0, T1)\n    fd.add_output(T2)\n")),
                  RuleSet::kNvfuser);
    }
  }
  expect_right(kernels);
}

TEST(Numbers, ComplexNumbersInEveryTemplate) {
  constexpr std::string_view kSums =
      "    T1 = fd.ops.mul(T0, 2.0)\n"
      "    T2 = fd.ops.sum(T1, dims=[1])\n"
      "    T3 = fd.ops.broadcast_in_dim(T2, shape=fd.ops.shape(T0), broadcast_dims=[0])\n"
      "    T4 = fd.ops.div(T0, T3)\n"
      "    fd.add_output(T4)\n";
  constexpr std::string_view kColumns =
      "    T1 = fd.ops.sum(T0, dims=[0])\n"
      "    fd.add_output(T1)\n";
  constexpr std::string_view kTransposed =
      "    T1 = fd.ops.permute(T0, dims=[1, 0])\n"
      "    T2 = fd.ops.exp(T1)\n"
      "    fd.add_output(T2)\n";
  constexpr std::string_view kPadded =
      "    T1 = fd.ops.pad(T0, [1, 2])\n"
      "    T2 = fd.ops.cat([T1, T0], dim=1)\n"
      "    T3 = fd.ops.isreal(T2)\n"
      "    T4 = fd.ops.where(T3, T2, 1.0)\n"
      "    fd.add_output(T4)\n";
  constexpr std::string_view kScanned =
      "    T1 = fd.ops.cumsum(T0, dim=1)\n"
      "    fd.add_output(T1)\n";
  constexpr std::string_view kCast =
      "    T1 = fd.ops.cast(T0, dtype=DataType.Half)\n"
      "    T2 = fd.ops.cast(T0, dtype=DataType.Int)\n"
      "    T3 = fd.ops.cast(T0, dtype=DataType.Bool)\n"
      "    T4 = fd.ops.cast(T1, dtype=DataType.ComplexDouble)\n"
      "    fd.add_output(T1)\n"
      "    fd.add_output(T2)\n"
      "    fd.add_output(T3)\n"
      "    fd.add_output(T4)\n";
  SegmentKernels kernels(small_device());
  for (const auto& type : kComplexTypes) {
    for (const int64_t columns : {1, 33, 1024}) {
      for (const std::string_view lines : {kSums, kColumns, kTransposed, kPadded, kScanned, kCast}) {
        kernels.add(concat(type[0], ' ', columns, '\n', lines), script(type[0], type[1], {{5, columns}}, lines),
                    RuleSet::kNvfuser);
      }
    }
    kernels.add(concat("all ", type[0]),
                script(type[0], type[1], {{300, 127}}, "    T1 = fd.ops.sum(T0, dims=[0, 1])\n    fd.add_output(T1)\n"),
                RuleSet::kNvfuser);
    kernels.add(concat("product ", type[0]),
                script(type[0], type[1], {{7, 33}, {33, 5}}, "    T2 = fd.ops.matmul(T0, T1)\n    fd.add_output(T2)\n"),
                RuleSet::kNvfuser);
  }
  expect_right(kernels);
}

TEST(Numbers, WhatComplexNumbersDoNotHaveIsNoKernel) {
  SegmentKernels kernels;
  const FrontEnd front_end(
      script("ComplexFloat", "complex64", {{4}}, "    T1 = fd.ops.erf(T0)\n    fd.add_output(T1)\n"));
  ASSERT_TRUE(front_end.ok);
  const Definition& definition = front_end.primitive.definition;
  IdMap<StateId, Strides> strides(definition.states.size());
  strides[definition.inputs[0]] = Strides{1};
  const ScheduledKernel made = schedule_kernel({definition, front_end.primitive.types, Template::kPointwise, strides},
                                               *named_device("h200"), SegmentId(0U));
  EXPECT_FALSE(made.answer.kernel);
  ASSERT_TRUE(made.answer.refused);
  EXPECT_EQ(info(definition.records[*made.answer.refused].op).name, "erf");
}

TEST(Numbers, RealsThatNoIntegerHoldsBecomeTheNearestAndNaNBecomesZero) {
  SegmentKernels kernels;
  for (const std::string_view dtype : {"Float", "Double"}) {
    for (const std::string_view whole : {"Int", "Int32", "UInt64"}) {
      kernels.add(concat(dtype, " to ", whole),
                  script(dtype, dtype == "Float" ? "float32" : "float64", {{1000}},
                         concat("    T1 = fd.ops.mul(T0, 18446744073709551616.0)\n    T2 = fd.ops.log(T0)\n",
                                "    T3 = fd.ops.cast(T1, dtype=DataType.", whole, ")\n",
                                "    T4 = fd.ops.cast(T2, dtype=DataType.", whole,
                                ")\n    fd.add_output(T3)\n    fd.add_output(T4)\n")),
                  RuleSet::kNvfuser);
    }
  }
  expect_right(kernels);
}

TEST(Numbers, NoRandomNumberIsInfiniteAndNoUniformOneIsTheOpenEnd) {
  // Seeds whose first word is rounded to 1, and to the float below it, which 1 + u rounds to 2.
  constexpr std::string_view kEnds =
      "    T0 = fd.ops.normal(0.0, 1.0, shape=[4], dtype=DataType.Float, rng_seed=16390493, rng_offset=0)\n"
      "    T1 = fd.ops.uniform(0.0, 1.0, shape=[4], dtype=DataType.Float, rng_seed=16390493, rng_offset=0)\n"
      "    T2 = fd.ops.uniform(1.0, 2.0, shape=[4], dtype=DataType.Float, rng_seed=27283984, rng_offset=0)\n"
      "    fd.add_output(T0)\n"
      "    fd.add_output(T1)\n"
      "    fd.add_output(T2)\n";
  SegmentKernels kernels;
  kernels.add("ends", script("Float", "float32", {}, kEnds), RuleSet::kNvfuser);
  for (const SegmentKernel& segment : kernels.segments()) {
    for (size_t i = 0; i < segment.expected.size(); ++i) {
      const Tensor& value = *std::get<TensorPointer>(segment.expected[i]);
      const Record& record = segment.translation->definition.producer(segment.translation->definition.outputs[i].value);
      const bool is_normal = info(record.op).name == "normal";
      EXPECT_TRUE(std::isfinite(value.real(0)));
      EXPECT_TRUE(value.real(0) == (is_normal ? 0 : value.real(0) < 1 ? 0 : 1)) << value.real(0);
    }
  }
  expect_right(kernels);
}

}  // namespace
}  // namespace cleave

// Generated kernels on the GPU of this machine, beside the reference: the computations of every template at odd and
// at aligned sizes and in three types, launch by launch and as a recorded graph. Skipped with the reason where no
// driver answers or no compiler is installed; everything but the device itself is tested without one in
// tests/native/cuda.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/base/text.h"
#include "core/evaluate/tolerance.h"
#include "tests/gpu/bench/bench_cases.h"
#include "tests/native/cuda/script_run.h"
#include "tests/native/cuda/template_forms.h"

namespace cleave::cuda {
namespace {

class Gpu : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto driver = open_driver();
    if (const auto* missing = std::get_if<Missing>(&driver)) GTEST_SKIP() << missing->why;
    auto device = Device::open(std::get<DriverFunctions>(driver), 0);
    if (const auto* missing = std::get_if<Missing>(&device)) GTEST_SKIP() << missing->why;
    device_.emplace(std::get<Device>(std::move(device)));
    auto nvrtc = open_nvrtc(std::getenv("CUDA_PATH"));
    if (const auto* missing = std::get_if<Missing>(&nvrtc)) GTEST_SKIP() << missing->why;
    nvrtc_.emplace(std::get<Nvrtc>(std::move(nvrtc)));
  }

  /// Empty, or what is wrong with the definition's outputs.
  std::string judged(const std::string& text, int64_t longest, RunMode mode) const;

 private:
  std::optional<Device> device_;
  std::optional<Nvrtc> nvrtc_;
};

/// The floating type of fewest digits among the inputs: nothing computed from them is more exact.
DType least_exact(const std::vector<Value>& inputs, DType dtype) {
  if (!is_floating(dtype)) return dtype;
  DType out = dtype;
  for (const DType candidate : {DType::kFloat, DType::kHalf, DType::kBFloat16}) {
    for (const Value& input : inputs) {
      const auto* tensor = std::get_if<TensorPointer>(&input);
      if (tensor != nullptr && (*tensor)->dtype() == candidate && info(candidate).bits <= info(out).bits) {
        out = candidate;
      }
    }
  }
  return out;
}

Tensor converted_to(DType dtype, const Tensor& from) {
  Tensor out(dtype, from.extents());
  for (int64_t i = 0; i < from.element_count(); ++i) out.convert_element(i, from, i);
  return out;
}

std::string Gpu::judged(const std::string& text, int64_t longest, RunMode mode) const {
  const ScriptProducts script(text, device_->facts().limits());
  const std::vector<Value> inputs = input_values(script.front_end, kRandomSeed);
  Diagnostics diagnostics;
  const CompiledSegments compiled = compile_segments(script.sources(), CachedCompiler(*nvrtc_, nullptr),
                                                     device_->facts().compute_capability, 0, diagnostics);
  if (diagnostics.has_errors()) return message_text(diagnostics.all()[0]);
  const ScriptRun run = run_script(*device_, script, compiled, inputs, mode);
  if (!run.trouble.empty()) return run.trouble;
  const std::vector<Value> outputs = evaluate_segments(script.front_end, script.translations, inputs, diagnostics);
  const std::vector<Value> expected =
      visible_values(script.front_end.primitive.definition, updated_inputs(script.front_end, inputs, outputs), outputs);
  for (size_t i = 0; i < expected.size(); ++i) {
    const Tensor& actual = *std::get<TensorPointer>(run.results[i]);
    const DType type = least_exact(inputs, actual.dtype());
    const Tensor wanted = converted_to(type, *std::get<TensorPointer>(expected[i]));
    const Tensor given = converted_to(type, actual);
    const Comparison found = compare(given, wanted, longest);
    if (found.is_within) continue;
    const int64_t at = found.worst.value_or(0);
    return concat("output ", i, " element ", at, " is ", shortest_double(given.real(at)), " instead of ",
                  shortest_double(wanted.real(at)));
  }
  return {};
}

TEST_F(Gpu, EveryTemplateEqualsTheReference) {
  for (const DType dtype : {DType::kFloat, DType::kHalf, DType::kBFloat16}) {
    for (const int64_t columns : {1, 3, 31, 33, 127, 1024, 1025, 4097, 16384}) {
      for (const ShownDefinition& shown : template_definitions({5, columns, dtype})) {
        EXPECT_EQ(judged(shown.request.text, columns, RunMode::kTwice), "") << shown.name;
      }
    }
  }
}

/// With few rows: what a kernel looks like hangs on how long they are.
TEST_F(Gpu, TheBenchmarkSetEqualsTheReference) {
  constexpr int64_t kRows = 16;
  for (BenchCase of : bench_cases()) {
    of.size.rows = std::min(of.size.rows, kRows);
    // An index names a row in index_select.
    if (of.form->name == "index_select") of.size.columns = kRows;
    const ShownDefinition shown = definition_of(*of.form, of.size);
    EXPECT_EQ(judged(shown.request.text, of.size.columns, RunMode::kTwice), "") << shown.name;
  }
}

TEST_F(Gpu, ARecordedRunIsTheSame) {
  for (const ShownDefinition& shown : template_definitions({64, 1000, DType::kFloat})) {
    EXPECT_EQ(judged(shown.request.text, 1000, RunMode::kReplayed), "") << shown.name;
  }
}

}  // namespace
}  // namespace cleave::cuda

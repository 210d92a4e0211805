// Judges the value of every op by the committed vectors of tests/vectors, which were made by sources that share no code
// with the evaluator. Exact cases must agree in every bit (NaN with NaN), the others within the table of tolerances.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "core/base/text.h"
#include "core/evaluate/tolerance.h"
#include "tests/core/evaluate/vector_file.h"

namespace cleave {
namespace {

constexpr const char* kMadeBy = "vectors are made by `/usr/bin/python3 tests/vectors/make_vectors.py`";

std::vector<std::string> vector_files() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(CLEAVE_SOURCE_DIR) + "/tests/vectors")) {
    if (entry.path().extension() == ".txt") out.push_back(entry.path().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string number_text(const Tensor& tensor, int64_t i) {
  const Complex value = tensor.complex(i);
  if (is_integer(tensor.dtype())) return concat(tensor.integer(i));
  return is_complex(tensor.dtype()) ? concat(shortest_double(value.real()), ",", shortest_double(value.imag()))
                                    : shortest_double(value.real());
}

bool is_identical(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

bool is_identical(const Tensor& actual, const Tensor& expected, int64_t i) {
  if (is_integer(actual.dtype())) return actual.integer(i) == expected.integer(i);
  return is_identical(actual.complex(i).real(), expected.complex(i).real()) &&
         is_identical(actual.complex(i).imag(), expected.complex(i).imag());
}

Tensor element(const Tensor& tensor, int64_t i) {
  Tensor out(tensor.dtype(), {});
  out.set_value(0, tensor.value(i));
  return out;
}

/// The first element that is not as expected. An element-wise result is judged element by element, so that an extreme
/// value does not excuse the others.
std::optional<int64_t> first_difference(const VectorCase& vector_case, const Tensor& actual, const Tensor& expected) {
  if (!vector_case.is_exact && vector_case.reduced_length > 1) {
    const Comparison comparison = compare(actual, expected, vector_case.reduced_length);
    return comparison.is_within ? std::nullopt : comparison.worst;
  }
  for (int64_t i = 0; i < expected.element_count(); ++i) {
    const bool is_fine = vector_case.is_exact ? is_identical(actual, expected, i)
                                              : compare(element(actual, i), element(expected, i), 1).is_within;
    if (!is_fine) return i;
  }
  return std::nullopt;
}

std::string operands_text(const VectorCase& vector_case, int64_t i, int64_t count) {
  std::string out;
  for (const VectorValue& operand : vector_case.operands) {
    if (operand.tensor && operand.tensor->element_count() == count)
      out += " operand " + number_text(*operand.tensor, i);
  }
  return out;
}

void check_result(const VectorCase& vector_case, size_t result, const Value& value) {
  const Tensor& expected = *vector_case.results[result].tensor;
  Tensor actual(expected.dtype(), expected.extents());
  if (const auto* tensor = std::get_if<TensorPointer>(&value)) {
    actual = **tensor;
  } else if (const auto* scalar = std::get_if<ScalarValue>(&value)) {
    actual.set_value(0, *scalar);
  } else {
    ADD_FAILURE() << vector_case.place << ": " << vector_case.label << ": no value";
    return;
  }
  const std::optional<int64_t> different = first_difference(vector_case, actual, expected);
  if (!different) return;
  ADD_FAILURE() << vector_case.place << ": " << vector_case.label << ": result " << result << " element " << *different
                << " is " << number_text(actual, *different) << ", expected " << number_text(expected, *different)
                << operands_text(vector_case, *different, expected.element_count()) << "; " << kMadeBy;
}

class Vectors : public testing::TestWithParam<std::string> {};

TEST_P(Vectors, AgreeWithTheEvaluator) {
  const std::vector<VectorCase> cases = read_vector_file(GetParam());
  EXPECT_FALSE(cases.empty());
  for (const VectorCase& vector_case : cases) {
    const VectorScene scene(vector_case);
    Diagnostics diagnostics;
    const Evaluation evaluation = evaluate(scene.builder.definition(), scene.types, scene.inputs, {}, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all())
      ADD_FAILURE() << vector_case.place << ": " << message_text(diagnostic);
    for (size_t i = 0; i < vector_case.results.size(); ++i) check_result(vector_case, i, evaluation.outputs[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Vectors, testing::ValuesIn(vector_files()),
                         [](const auto& file) { return std::filesystem::path(file.param).stem().string(); });

TEST(VectorFiles, CoverEveryOpWithAMeaning) {
  std::set<std::string> covered;
  for (const std::string& path : vector_files()) {
    for (const VectorCase& vector_case : read_vector_file(path)) covered.insert(std::string(info(vector_case.op).name));
  }
  for (const OpInfo& row : all_ops()) {
    const bool is_declaration = row.family == OpFamily::kDefineTensor || row.family == OpFamily::kDefineScalar ||
                                row.family == OpFamily::kDefineVector || row.family == OpFamily::kAddOutput;
    // Composites and shape queries are gone before anything is evaluated; rewrite's tests judge them.
    const bool is_replaced = row.family == OpFamily::kComposite || row.family == OpFamily::kShapeQuery;
    if (is_declaration || is_replaced || row.family == OpFamily::kOpaque) continue;
    EXPECT_TRUE(covered.count(std::string(row.name)) == 1) << "no vector for `" << row.name << "`; " << kMadeBy;
  }
}

}  // namespace
}  // namespace cleave

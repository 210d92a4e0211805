// Judges the ops that are decomposed before anything runs, and the promotions and broadcasts that the language inserts,
// by vectors that share no code with the project: source definition → rewrite → evaluate.
#include <gtest/gtest.h>

#include "core/evaluate/tolerance.h"
#include "core/rewrite/primitive.h"
#include "tests/core/evaluate/vector_file.h"

namespace cleave {
namespace {

constexpr const char* kMadeBy = "vectors are made by `/usr/bin/python3 tests/vectors/make_vectors.py`";

/// A case as a source definition whose tensors are declared with their extents, and the inputs it is run with.
struct SourceScene {
  Builder builder;
  Binding binding;
  std::vector<Value> inputs;

  explicit SourceScene(const VectorCase& vector_case) {
    std::vector<std::optional<StateId>> operands;
    for (const VectorValue& operand : vector_case.operands) operands.push_back(add_operand(operand));
    const RecordId record = builder.add(vector_case.op, operands, attributes_of(vector_case));
    const std::vector<StateId> results = builder.definition().records[record].results;
    for (StateId result : results) builder.output(result);
  }

 private:
  std::optional<StateId> add_operand(const VectorValue& operand) {
    if (operand.kind == VectorValue::Kind::kAbsent) return std::nullopt;
    if (operand.kind == VectorValue::Kind::kVector) return builder.literal_vector(operand.items);
    const Tensor& tensor = *operand.tensor;
    if (operand.kind == VectorValue::Kind::kScalar) return builder.constant(tensor.value(0), tensor.dtype());
    TensorAttributes attributes;
    attributes.shape = tensor.extents();
    for (int64_t extent : tensor.extents())
      attributes.contiguity.push_back(extent == 1 ? Contiguity{} : Contiguity{true});
    attributes.dtype = tensor.dtype();
    const StateId state = builder.value(op("define_tensor"), {}, attributes);
    TensorInput input;
    input.sizes = tensor.extents();
    input.strides = row_major_strides(tensor.extents());
    input.dtype = tensor.dtype();
    binding.inputs.push_back({.state = state, .value = input, .origin = InputOrigin::kScript});
    inputs.push_back(operand.tensor);
    return state;
  }
};

TEST(CompositeVectors, AgreeWithTheEvaluatorAfterDecomposition) {
  const std::string path = std::string(CLEAVE_SOURCE_DIR) + "/tests/vectors/composite/composite.txt";
  const std::vector<VectorCase> cases = read_vector_file(path);
  EXPECT_FALSE(cases.empty());
  for (const VectorCase& vector_case : cases) {
    SCOPED_TRACE(vector_case.place + ": " + vector_case.label + "; " + kMadeBy);
    const SourceScene scene(vector_case);
    Diagnostics diagnostics;
    const Primitive primitive = rewrite(scene.builder.definition(), SourceMap{}, scene.binding, diagnostics);
    const Evaluation evaluation = evaluate(primitive.definition, primitive.types, scene.inputs, {}, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) ADD_FAILURE() << message_text(diagnostic);
    ASSERT_EQ(evaluation.outputs.size(), vector_case.results.size());
    for (size_t i = 0; i < vector_case.results.size(); ++i) {
      const auto* actual = std::get_if<TensorPointer>(&evaluation.outputs[i]);
      ASSERT_NE(actual, nullptr) << "result " << i << " has no value";
      const Tensor& expected = *vector_case.results[i].tensor;
      EXPECT_EQ(name((*actual)->dtype()), name(expected.dtype())) << "result " << i;
      EXPECT_EQ((*actual)->extents(), expected.extents()) << "result " << i;
      const Comparison comparison = compare(**actual, expected, vector_case.reduced_length);
      EXPECT_TRUE(comparison.is_within && (comparison.is_equal || !vector_case.is_exact))
          << "result " << i << " element " << comparison.worst.value_or(-1) << " is off by up to "
          << comparison.max_abs_error;
    }
  }
}

}  // namespace
}  // namespace cleave

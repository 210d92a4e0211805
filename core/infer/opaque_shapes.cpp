// Shape rules of the ops that are known but not built, so that the rest of a definition that uses one can still be
// typed, drawn and cut. They follow the language page's §4.12; where an op's shape depends on data or options that are
// not kept, the result stays unknown.
#include <optional>
#include <vector>

#include "core/infer/record_inference.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

using Results = std::vector<std::optional<TensorType>>;

class OpaqueShapes {
 public:
  OpaqueShapes(const Types& types, const Record& record, TypeInference& inference)
      : types_(types), record_(record), inference_(inference) {}

  Results run() {
    if (record_.op == op("sdpfa_fwd")) return attention_forward();
    if (record_.op == op("sdpfa_bwd")) return {like(1), like(2), like(3)};
    if (record_.op == op("grouped_mm")) return grouped_product();
    if (record_.op == op("scaled_mm")) return {product(keyword_dtype(DType::kBFloat16))};
    if (record_.op == op("cutlass_nvfp4_grouped_mm")) return product_of_groups();
    if (record_.op == op("nv_block_quantize") || record_.op == op("nv_grouped_block_quantize")) return quantized();
    if (record_.op == op("embedding_fwd")) return embedding();
    if (record_.op == op("index_put_accumulate")) return {like(0)};
    if (record_.op == op("batch_norm")) return batch_norm();
    return Results(record_.results.size());
  }

 private:
  const TensorType* tensor(size_t slot) const {
    return record_.has_operand(slot) ? std::get_if<TensorType>(&types_.states[*record_.operands[slot]]) : nullptr;
  }
  std::optional<TensorType> like(size_t slot) const {
    const TensorType* type = tensor(slot);
    if (type == nullptr) return std::nullopt;
    return row_major(type->dtype, type->axes);
  }

  DType keyword_dtype(DType fallback) const {
    for (const auto& [keyword, value] : attributes<OpaqueAttributes>(record_).arguments) {
      const size_t dot = value.find("DataType.");
      if (keyword != "dtype" || dot != 0) continue;
      if (const std::optional<DType> dtype = find_dtype(std::string_view(value).substr(9))) return *dtype;
    }
    return fallback;
  }

  std::optional<TensorType> product(DType dtype) const {
    const TensorType* a = tensor(0);
    const TensorType* b = tensor(1);
    if (a == nullptr || b == nullptr || a->rank() < 1 || b->rank() < 1) return std::nullopt;
    return row_major(dtype, matmul_axes(a->axes, b->axes));
  }

  Results attention_forward() {
    const TensorType* query = tensor(0);
    const TensorType* value = tensor(2);
    if (query == nullptr || value == nullptr || query->rank() != 4 || value->rank() != 4) return Results(4);
    std::vector<Axis> out = query->axes;
    out[3] = value->axes[3];
    const Axis two{.kind = AxisKind::kIteration, .extent = 2, .origin = inference_.constant_extent(2)};
    return {row_major(query->dtype, std::move(out)),
            row_major(DType::kFloat, {query->axes[0], query->axes[1], query->axes[2]}),
            row_major(DType::kUInt64, {two}), row_major(DType::kUInt64, {})};
  }

  // 2-D times 2-D gives a product a group; otherwise the group axis of the 3-D operand goes.
  Results grouped_product() const {
    const TensorType* a = tensor(0);
    const TensorType* b = tensor(1);
    const TensorType* offsets = tensor(2);
    if (a == nullptr || b == nullptr || offsets == nullptr || a->rank() < 2 || b->rank() < 2) return Results(1);
    const Axis rows = a->axes[a->rank() - 2];
    const Axis columns = b->axes[b->rank() - 1];
    std::vector<Axis> axes{rows, columns};
    if (a->rank() == 2 && b->rank() == 2 && offsets->rank() == 1) axes.insert(axes.begin(), offsets->axes[0]);
    return {row_major(keyword_dtype(a->dtype), std::move(axes))};
  }

  // Rows of mat1 by rows of mat2's groups: [m, k] and [g, n, k] give [m, n].
  Results product_of_groups() const {
    const TensorType* a = tensor(0);
    const TensorType* b = tensor(1);
    if (a == nullptr || b == nullptr || a->rank() != 2 || b->rank() != 3) return Results(1);
    return {row_major(keyword_dtype(DType::kBFloat16), {a->axes[0], b->axes[1]})};
  }

  // Narrow values in the operand's shape, and one scale a block of the last axis.
  Results quantized() {
    const TensorType* input = tensor(0);
    if (input == nullptr || input->rank() == 0) return Results(2);
    std::vector<Axis> scales = input->axes;
    constexpr int64_t kBlock = 16;
    const int64_t blocks = (scales.back().extent + kBlock - 1) / kBlock;
    scales.back() = {.kind = AxisKind::kIteration, .extent = blocks, .origin = inference_.derived_extent(blocks)};
    return {row_major(keyword_dtype(DType::kFloat4E2M1FN), input->axes),
            row_major(DType::kFloat8E4M3FN, std::move(scales))};
  }

  Results embedding() const {
    const TensorType* places = tensor(0);
    const TensorType* weight = tensor(1);
    if (places == nullptr || weight == nullptr || weight->rank() != 2) return Results(1);
    std::vector<Axis> axes = places->axes;
    axes.push_back(weight->axes[1]);
    return {row_major(weight->dtype, std::move(axes))};
  }

  Results batch_norm() const {
    const TensorType* input = tensor(0);
    if (input == nullptr || input->rank() < 2) return Results(3);
    const bool last = attributes<BatchNormAttributes>(record_).channels_last;
    const Axis channel = input->axes[last ? input->rank() - 1 : 1];
    return {row_major(input->dtype, input->axes), row_major(input->dtype, {channel}),
            row_major(input->dtype, {channel})};
  }

  const Types& types_;
  const Record& record_;
  TypeInference& inference_;
};

}  // namespace

std::vector<std::optional<TensorType>> opaque_results(const Types& types, const Record& record,
                                                      TypeInference& inference) {
  std::vector<std::optional<TensorType>> results = OpaqueShapes(types, record, inference).run();
  for (std::optional<TensorType>& result : results) {
    if (!result) continue;
    result = row_major(result->dtype, materialized(result->axes));
    if (!are_allowed(result->extents())) result = std::nullopt;
  }
  return results;
}

}  // namespace cleave

// argsort and topk. Equal elements keep their order whatever `stable` says, and topk's elements come in order whatever
// `sorted` says: one of the answers that the language allows, always the same. NaN counts as larger than every number,
// as in PyTorch.
// Judged by tests/core/evaluate/vectors_test.cpp.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/evaluate/odometer.h"
#include "core/evaluate/step.h"
#include "core/ops/op_table.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

bool is_less(double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; }
bool is_less(int64_t a, int64_t b) { return a < b; }
bool is_less(uint64_t a, uint64_t b) { return a < b; }

/// The places 0 … extent-1 of one line in the order of their keys.
template <class Key>
std::vector<int64_t> sorted_places(const std::vector<Key>& keys, bool is_descending) {
  std::vector<int64_t> places(keys.size());
  std::iota(places.begin(), places.end(), int64_t{0});
  std::stable_sort(places.begin(), places.end(), [&](int64_t a, int64_t b) {
    const Key& first = keys[static_cast<size_t>(is_descending ? b : a)];
    const Key& second = keys[static_cast<size_t>(is_descending ? a : b)];
    return is_less(first, second);
  });
  return places;
}

struct Line {
  int64_t first = 0;
  int64_t stride = 1;
  int64_t extent = 1;
};

template <class Key>
std::vector<Key> integers_of(const Tensor& tensor, const Line& line) {
  std::vector<Key> keys;
  keys.reserve(static_cast<size_t>(line.extent));
  for (int64_t i = 0; i < line.extent; ++i)
    keys.push_back(static_cast<Key>(tensor.integer(line.first + i * line.stride)));
  return keys;
}

std::vector<int64_t> order_of(const Tensor& tensor, const Line& line, bool is_descending) {
  if (is_floating(tensor.dtype())) {
    std::vector<double> keys;
    keys.reserve(static_cast<size_t>(line.extent));
    for (int64_t i = 0; i < line.extent; ++i) keys.push_back(tensor.real(line.first + i * line.stride));
    return sorted_places(keys, is_descending);
  }
  if (tensor.dtype() == DType::kUInt64) return sorted_places(integers_of<uint64_t>(tensor, line), is_descending);
  return sorted_places(integers_of<int64_t>(tensor, line), is_descending);
}

/// Calls `visit(line of the operand, line of the result)` for each line along `axis`. The extents of the two differ at
/// most there.
template <class Visit>
void for_each_line(const Tensor& operand, const Tensor& result, size_t axis, Visit visit) {
  const std::vector<int64_t> from = linear_strides(operand.extents());
  const std::vector<int64_t> to = linear_strides(result.extents());
  std::vector<int64_t> others = operand.extents();
  others[axis] = 1;
  Odometer walk(others, {from, to});
  for (int64_t i = 0; i < walk.count(); ++i, walk.next()) {
    visit(Line{walk.position(0), from[axis], operand.extents()[axis]},
          Line{walk.position(1), to[axis], result.extents()[axis]});
  }
}

ResultValues argsort(const Step& step) {
  const auto& sort = attributes<ArgsortAttributes>(step.record);
  const Tensor& operand = step.tensor(0);
  Tensor result = step.make_result();
  if (operand.rank() == 0) return single(std::move(result));
  for_each_line(operand, result, axis_of(sort.dim, operand.rank()), [&](const Line& from, const Line& to) {
    const std::vector<int64_t> order = order_of(operand, from, sort.descending);
    for (int64_t i = 0; i < to.extent; ++i) result.set_integer(to.first + i * to.stride, order[static_cast<size_t>(i)]);
  });
  return single(std::move(result));
}

ResultValues topk(const Step& step) {
  const auto& top = attributes<TopkAttributes>(step.record);
  const Tensor& operand = step.tensor(0);
  Tensor values = step.make_result(0);
  Tensor indices = step.make_result(1);
  if (operand.rank() == 0) {
    values.copy_element(0, operand, 0);
  } else {
    for_each_line(operand, values, axis_of(top.dim, operand.rank()), [&](const Line& from, const Line& to) {
      const std::vector<int64_t> order = order_of(operand, from, top.largest);
      CHECK(to.extent <= from.extent, "topk takes no more than there are");
      for (int64_t i = 0; i < to.extent; ++i) {
        const int64_t place = order[static_cast<size_t>(i)];
        values.copy_element(to.first + i * to.stride, operand, from.first + place * from.stride);
        indices.set_integer(to.first + i * to.stride, place);
      }
    });
  }
  const auto value = [](Tensor& tensor) { return Value(std::make_shared<Tensor>(std::move(tensor))); };
  return std::vector<Value>{value(values), value(indices)};
}

}  // namespace

ResultValues evaluate_sort(const Step& step) {
  const DType dtype = step.tensor(0).dtype();
  if (is_complex(dtype)) {
    step.report(code("operands_without_meaning"), {std::string(info(step.record.op).name), std::string(name(dtype)),
                                                   step.name_of(step.record.results[0])});
    return std::nullopt;
  }
  return step.record.op == op("topk") ? topk(step) : argsort(step);
}

}  // namespace cleave

// See tensor.h.
#include "core/evaluate/tensor.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/evaluate/number_formats.h"

namespace cleave {
namespace {

template <class T>
T load(const std::byte* data, int64_t i) {
  T out;
  std::memcpy(&out, data + static_cast<size_t>(i) * sizeof(T), sizeof(T));
  return out;
}

template <class T>
void store(std::byte* data, int64_t i, T value) {
  std::memcpy(data + static_cast<size_t>(i) * sizeof(T), &value, sizeof(T));
}

/// Truncated and saturated as a GPU does.
int32_t to_int32(double value) {
  if (value != value) return 0;
  if (value >= 2147483647.0) return std::numeric_limits<int32_t>::max();
  if (value <= -2147483648.0) return std::numeric_limits<int32_t>::min();
  return static_cast<int32_t>(value);
}

uint64_t to_uint64(double value) {
  if (!(value > 0)) return 0;
  return value >= 18446744073709551616.0 ? std::numeric_limits<uint64_t>::max() : static_cast<uint64_t>(value);
}

}  // namespace

bool is_element_type(DType dtype) { return dtype != DType::kNull && dtype != DType::kFloat4E2M1FNX2; }

Tensor::Tensor(DType dtype, std::vector<int64_t> extents)
    : dtype_(dtype),
      extents_(std::move(extents)),
      count_(cleave::element_count(extents_)),
      element_bytes_(static_cast<size_t>(std::max(info(dtype).bits / 8, 1))) {
  CHECK(is_element_type(dtype), "a tensor value has an element type");
  CHECK(count_ >= 0, "extents are not negative");
  storage_.resize(static_cast<size_t>(count_) * element_bytes_);
}

double Tensor::real(int64_t i) const {
  switch (dtype_) {
    case DType::kDouble: return load<double>(data(), i);
    case DType::kFloat: return load<float>(data(), i);
    case DType::kHalf: return decode(kHalfFormat, load<uint16_t>(data(), i));
    case DType::kBFloat16: return decode(kBFloat16Format, load<uint16_t>(data(), i));
    case DType::kFloat8E4M3FN: return decode(kFloat8E4M3FNFormat, load<uint8_t>(data(), i));
    case DType::kFloat8E5M2: return decode(kFloat8E5M2Format, load<uint8_t>(data(), i));
    case DType::kFloat8E8M0FNU: return decode_e8m0(load<uint8_t>(data(), i));
    case DType::kFloat4E2M1FN: return decode(kFloat4E2M1FNFormat, load<uint8_t>(data(), i));
    case DType::kInt:
    case DType::kIndex: return static_cast<double>(load<int64_t>(data(), i));
    case DType::kInt32: return load<int32_t>(data(), i);
    case DType::kUInt64: return static_cast<double>(load<uint64_t>(data(), i));
    case DType::kBool: return load<uint8_t>(data(), i);
    case DType::kComplexFloat: return load<float>(data(), 2 * i);
    case DType::kComplexDouble: return load<double>(data(), 2 * i);
    case DType::kFloat4E2M1FNX2:
    case DType::kNull: break;
  }
  CHECK(false, "a tensor value has an element type");
}

int64_t Tensor::integer(int64_t i) const {
  switch (dtype_) {
    case DType::kInt:
    case DType::kIndex:
    case DType::kUInt64: return load<int64_t>(data(), i);
    case DType::kInt32: return load<int32_t>(data(), i);
    case DType::kBool: return load<uint8_t>(data(), i);
    case DType::kDouble:
    case DType::kFloat:
    case DType::kHalf:
    case DType::kBFloat16:
    case DType::kFloat8E4M3FN:
    case DType::kFloat8E5M2:
    case DType::kFloat8E8M0FNU:
    case DType::kFloat4E2M1FN:
    case DType::kFloat4E2M1FNX2:
    case DType::kComplexFloat:
    case DType::kComplexDouble:
    case DType::kNull: break;
  }
  return to_int(ScalarValue(real(i)));
}

Complex Tensor::complex(int64_t i) const {
  if (dtype_ == DType::kComplexDouble) return {load<double>(data(), 2 * i), load<double>(data(), 2 * i + 1)};
  if (dtype_ == DType::kComplexFloat) return {load<float>(data(), 2 * i), load<float>(data(), 2 * i + 1)};
  return {real(i), 0.0};
}

ScalarValue Tensor::value(int64_t i) const {
  switch (info(dtype_).category) {
    case DTypeCategory::kBoolean: return integer(i) != 0;
    case DTypeCategory::kInteger: return integer(i);
    case DTypeCategory::kFloating: return real(i);
    case DTypeCategory::kComplex: return complex(i);
    case DTypeCategory::kNone: break;
  }
  CHECK(false, "a tensor value has an element type");
}

void Tensor::set_real(int64_t i, double value) {
  switch (dtype_) {
    case DType::kDouble: return store(data(), i, value);
    case DType::kFloat: return store(data(), i, static_cast<float>(value));
    case DType::kHalf: return store(data(), i, static_cast<uint16_t>(encode(kHalfFormat, value)));
    case DType::kBFloat16: return store(data(), i, static_cast<uint16_t>(encode(kBFloat16Format, value)));
    case DType::kFloat8E4M3FN: return store(data(), i, static_cast<uint8_t>(encode(kFloat8E4M3FNFormat, value)));
    case DType::kFloat8E5M2: return store(data(), i, static_cast<uint8_t>(encode(kFloat8E5M2Format, value)));
    case DType::kFloat8E8M0FNU: return store(data(), i, encode_e8m0(value));
    case DType::kFloat4E2M1FN: return store(data(), i, static_cast<uint8_t>(encode(kFloat4E2M1FNFormat, value)));
    case DType::kInt:
    case DType::kIndex: return store(data(), i, to_int(ScalarValue(value)));
    case DType::kInt32: return store(data(), i, to_int32(value));
    case DType::kUInt64: return store(data(), i, to_uint64(value));
    case DType::kBool: return store(data(), i, static_cast<uint8_t>(value != 0));
    case DType::kComplexFloat:
    case DType::kComplexDouble: return set_complex(i, {value, 0.0});
    case DType::kFloat4E2M1FNX2:
    case DType::kNull: break;
  }
  CHECK(false, "a tensor value has an element type");
}

void Tensor::set_integer(int64_t i, int64_t value) {
  switch (dtype_) {
    case DType::kInt:
    case DType::kIndex:
    case DType::kUInt64: return store(data(), i, value);
    case DType::kInt32: return store(data(), i, static_cast<uint32_t>(value));
    case DType::kBool: return store(data(), i, static_cast<uint8_t>(value != 0));
    case DType::kDouble:
    case DType::kComplexDouble: return set_real(i, static_cast<double>(value));
    case DType::kFloat:
    case DType::kHalf:
    case DType::kBFloat16:
    case DType::kFloat8E4M3FN:
    case DType::kFloat8E5M2:
    case DType::kFloat8E8M0FNU:
    case DType::kFloat4E2M1FN:
    case DType::kFloat4E2M1FNX2:
    case DType::kComplexFloat:
    case DType::kNull: break;
  }
  set_real(i, to_odd_double(value));
}

void Tensor::set_complex(int64_t i, Complex value) {
  if (dtype_ == DType::kComplexDouble) {
    store(data(), 2 * i, value.real());
    store(data(), 2 * i + 1, value.imag());
  } else if (dtype_ == DType::kComplexFloat) {
    store(data(), 2 * i, static_cast<float>(value.real()));
    store(data(), 2 * i + 1, static_cast<float>(value.imag()));
  } else if (dtype_ == DType::kBool) {
    set_integer(i, value != Complex(0.0, 0.0) ? 1 : 0);
  } else {
    set_real(i, value.real());
  }
}

void Tensor::set_value(int64_t i, const ScalarValue& value) {
  if (const auto* boolean = std::get_if<bool>(&value)) return set_integer(i, *boolean ? 1 : 0);
  if (const auto* integer = std::get_if<int64_t>(&value)) return set_integer(i, *integer);
  if (const auto* number = std::get_if<double>(&value)) return set_real(i, *number);
  set_complex(i, std::get<Complex>(value));
}

void Tensor::convert_element(int64_t i, const Tensor& from, int64_t j) {
  const DTypeCategory category = info(dtype_).category;
  const bool is_whole = category == DTypeCategory::kInteger || category == DTypeCategory::kBoolean;
  if (from.dtype() != DType::kUInt64 || is_whole) return set_value(i, from.value(j));
  const bool is_double = dtype_ == DType::kDouble || dtype_ == DType::kComplexDouble;
  set_real(i, is_double ? from.real(j) : unsigned_to_odd_double(static_cast<uint64_t>(from.integer(j))));
}

void Tensor::fill(const ScalarValue& value) {
  if (count_ == 0) return;
  set_value(0, value);
  for (int64_t i = 1; i < count_; ++i) copy_element(i, *this, 0);
}

ScalarValue round_to(DType dtype, const ScalarValue& value) {
  if (!is_element_type(dtype)) return value;
  Tensor cell(dtype, {});
  cell.set_value(0, value);
  return cell.value(0);
}

std::vector<int64_t> linear_strides(const std::vector<int64_t>& extents) {
  std::vector<int64_t> strides(extents.size());
  int64_t product = 1;
  for (size_t axis = extents.size(); axis-- > 0;) {
    strides[axis] = product;
    product *= extents[axis];
  }
  return strides;
}

int64_t element_count(const std::vector<int64_t>& extents) {
  int64_t count = 1;
  for (int64_t extent : extents) count *= extent;
  return count;
}

}  // namespace cleave

// Contiguity and stride order of real layouts, on the vectors that the language documents.
#include "core/parse/tensor_descriptor.h"

#include <gtest/gtest.h>

namespace cleave {
namespace {

constexpr std::optional<bool> kNone = std::nullopt;

void expect(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides,
            const std::vector<Contiguity>& contiguity, const std::vector<int64_t>& order) {
  const TensorDescriptor layout = describe_layout(sizes, strides);
  EXPECT_EQ(layout.contiguity, contiguity);
  EXPECT_EQ(layout.stride_order, order);
}

TEST(TensorDescriptor, DocumentedVectors) {
  expect({2, 3, 1, 5, 4}, {28, 4, 14, 0, 1}, {false, kNone, true, kNone, true}, {4, 2, 3, 1, 0});
  expect({2, 2, 1, 2, 4, 2}, {2, 32, 1, 8, 0, 4}, {false, true, true, false, kNone, kNone}, {2, 5, 0, 4, 1, 3});
  expect({2, 2, 1, 1, 2, 2, 2}, {8, 4, 3, 9, 2, 0, 1}, {kNone, true, true, kNone, true, kNone, true},
         {5, 4, 3, 6, 2, 1, 0});
}

TEST(TensorDescriptor, RankZeroAndOverflowingLayouts) {
  expect({}, {}, {}, {});
  expect({4, INT64_MAX}, {1, INT64_MAX}, {false, true}, {0, 1});
}

}  // namespace
}  // namespace cleave

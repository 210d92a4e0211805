// The script's own inputs: which lists are taken, and what torch calls say of sizes, strides, dtypes and fills.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/text.h"
#include "tests/core/parse/parse_fixture.h"

namespace cleave {
namespace {

/// `Float [2, 3] [3, 1]`, with ` cpu`; numbers as Python text.
std::string item_text(const InputItem& item) {
  if (const auto* number = std::get_if<ScalarValue>(&item.value)) {
    return number->index() == 2 ? shortest_double(std::get<double>(*number)) : std::to_string(to_int(*number));
  }
  const auto& tensor = std::get<TensorInput>(item.value);
  return concat(name(tensor.dtype), " ", list_text(tensor.sizes), " ", list_text(tensor.strides),
                tensor.is_cpu ? " cpu" : "");
}

/// The only item of `inputs = [<call>]`.
InputItem item(const std::string& call, const std::string& before = "") {
  const ParsedText parsed(before + "inputs = [" + call + "]\n");
  EXPECT_EQ(parsed.codes(), "E0101") << call;
  if (parsed.parsed.input_lists.size() != 1 || parsed.parsed.input_lists[0].items.size() != 1)
    return {ScalarValue(int64_t{-99}), {}};
  return parsed.parsed.input_lists[0].items[0];
}
std::string taken(const std::string& call, const std::string& before = "") { return item_text(item(call, before)); }
Fill fill(const std::string& call) { return std::get<TensorInput>(item(call).value).fill; }

TEST(InputLists, SizesComeAsTuplesListsOrOneByOne) {
  EXPECT_EQ(taken("torch.randn(2, 3)"), "Float [2, 3] [3, 1]");
  EXPECT_EQ(taken("torch.randn((2, 3), dtype=torch.float16, device='cuda:0')"), "Half [2, 3] [3, 1]");
  EXPECT_EQ(taken("torch.rand([2, 3], dtype=torch.bfloat16)"), "BFloat16 [2, 3] [3, 1]");
  EXPECT_EQ(taken("torch.randn(())"), "Float [] []");
  EXPECT_EQ(taken("torch.empty(torch.Size([4]), device='cpu')"), "Float [4] [1] cpu");
  EXPECT_EQ(taken("torch.zeros(size=(4,))"), "Float [4] [1]");
}

TEST(InputLists, EveryConstructor) {
  EXPECT_EQ(fill("torch.randn(2)").kind, Fill::Kind::kNormal);
  EXPECT_EQ(fill("torch.rand(2)").kind, Fill::Kind::kUniform);
  EXPECT_EQ(fill("torch.testing.make_tensor((2,), dtype=torch.float32, device='cuda')").kind, Fill::Kind::kMakeTensor);
  const Fill integers = fill("torch.randint(0, 10, (2,), device='cuda:0')");
  EXPECT_EQ(integers.kind, Fill::Kind::kIntegers);
  EXPECT_EQ(integers.high, 10);
  EXPECT_EQ(taken("torch.randint(0, 10, (2,), device='cuda:0')"), "Int [2] [1]");
  EXPECT_EQ(taken("torch.randint(10, (2, 2))"), "Int [2, 2] [2, 1]");
  EXPECT_EQ(fill("torch.randint(low=2, high=5, size=(3,))").low, 2);
  EXPECT_EQ(std::get<int64_t>(fill("torch.ones(2)").values[0]), 1);
  EXPECT_EQ(std::get<double>(fill("torch.full((2, 2), 1.5)").values[0]), 1.5);
  EXPECT_EQ(taken("torch.full((2, 2), True)"), "Bool [2, 2] [2, 1]");
  EXPECT_EQ(taken("torch.tensor([[1, 2], [3, 4]])"), "Int [2, 2] [2, 1]");
  EXPECT_EQ(taken("torch.tensor([1, 2.5])"), "Float [2] [1]");
  EXPECT_EQ(taken("torch.tensor(3.0, device='cpu')"), "Float [] [] cpu");
  EXPECT_EQ(taken("torch.arange(1, 7, 2)"), "Int [3] [1]");
  EXPECT_EQ(taken("torch.arange(3.0)"), "Float [3] [1]");
  EXPECT_EQ(taken("torch.randn_like(x)", "x = torch.ones(2, 3, dtype=torch.float64)\n"), "Double [2, 3] [3, 1]");
}

TEST(InputLists, MethodsChangeWhatTheyChange) {
  EXPECT_EQ(taken("torch.randn(128, dtype=torch.float32).as_strided((2, 4), (64, 1))"), "Float [2, 4] [64, 1]");
  EXPECT_EQ(taken("torch.randn(2, 3).to(torch.bfloat16).cuda()"), "BFloat16 [2, 3] [3, 1]");
  EXPECT_EQ(taken("torch.randn(2, 3).cpu().half()"), "Half [2, 3] [3, 1] cpu");
  EXPECT_EQ(taken("torch.randn(2, 3).t()"), "Float [3, 2] [1, 3]");
  EXPECT_EQ(taken("torch.randn(2, 3, 4).transpose(0, -1).requires_grad_(True)"), "Float [4, 3, 2] [1, 4, 12]");
  EXPECT_EQ(taken("torch.randn(2, 3, 4).permute(2, 0, 1)"), "Float [4, 2, 3] [1, 12, 4]");
  EXPECT_EQ(taken("torch.randn(2, 3).t().contiguous()"), "Float [3, 2] [2, 1]");
}

TEST(InputLists, NumbersAndNames) {
  EXPECT_EQ(taken("3"), "3");
  EXPECT_EQ(taken("float('inf')"), "inf");
  EXPECT_EQ(taken("x", "N = 4\nx = torch.ones(N * 2)\n"), "Float [8] [1]");
  EXPECT_EQ(taken("torch.ones(x.shape[0], x.size(1))", "x = torch.ones(2, 3)\n"), "Float [2, 3] [3, 1]");
}

TEST(InputLists, NestedListsAreFlattened) {
  const ParsedText parsed("inputs = [[torch.ones(2), (torch.ones(3),)], 4]\n");
  ASSERT_EQ(parsed.parsed.input_lists.size(), 1U);
  EXPECT_EQ(parsed.parsed.input_lists[0].items.size(), 3U);
}

TEST(InputLists, SeveralListsKeepTheirNames) {
  const ParsedText parsed(
      "inputs1 = [torch.ones(2)]\nargs = (torch.ones(3), 4)\nshape = [2, 3]\nk = [7]\nfd.execute(k)\nout = "
      "fd.execute([torch.ones(5)])\n");
  std::vector<std::string> names;
  for (const InputList& list : parsed.parsed.input_lists) names.push_back(list.name);
  EXPECT_EQ(names, (std::vector<std::string>{"inputs1", "args", "k", "execute 6"}));
}

TEST(InputLists, HugeSizesAreNotTaken) {
  EXPECT_EQ(ParsedText("inputs = [torch.ones(9999999999, 9999999999)]\n").codes(), "W0142 E0101");
  EXPECT_EQ(ParsedText("inputs = [torch.tensor([[1], [1, 2]])]\n").codes(), "W0142 E0101");
}

}  // namespace
}  // namespace cleave

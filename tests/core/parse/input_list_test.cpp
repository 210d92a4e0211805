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

/// What of `source` is taken, as `name: item, item; name: …`, then the codes.
std::string lists(const std::string& source) {
  const ParsedText parsed(source);
  std::string out = join(parsed.parsed.input_lists, "; ", [](const InputList& list) {
    return concat(list.name, ": ", join(list.items, ", ", item_text));
  });
  const std::string codes = parsed.codes();
  return codes == "E0101" ? out : concat(out, out.empty() ? "" : " ", codes.substr(0, codes.size() - 6));
}

TEST(InputLists, ChangesOfAListAreFollowed) {
  EXPECT_EQ(lists("inputs = list([torch.ones(2), 3])\n"), "inputs: Float [2] [1], 3");
  EXPECT_EQ(lists("inputs = []\ninputs.append(torch.ones(2))\ninputs.append(4)\n"), "inputs: Float [2] [1], 4");
  EXPECT_EQ(lists("args = []\nargs.append(torch.ones(2))\nargs += [4]\n"), "args: Float [2] [1], 4");
  EXPECT_EQ(lists("inputs = [1]; inputs.extend([2, 3])\n"), "inputs: 1, 2, 3");
  EXPECT_EQ(lists("inputs = [1, 2]\ninputs[-1] = torch.ones(2)\n"), "inputs: 1, Float [2] [1]");
  EXPECT_EQ(lists("a = [1, 2]\ninputs = [a[1], a[0]]\n"), "inputs: 2, 1");
  EXPECT_EQ(lists("inputs = [1]\ninputs = inputs + [2]\n"), "inputs: 1; inputs: 1, 2");
  EXPECT_EQ(lists("fd.execute([2, 0.5])\n"), "execute 1: 2, 0.5");
  EXPECT_EQ(lists("x = [2, 0.5]\nfd.execute(inputs=x)\n"), "x: 2, 0.5");
  EXPECT_EQ(lists("with torch.no_grad(): out = fd.execute([2, 0.5])\n"), "execute 1: 2, 0.5");
  EXPECT_EQ(lists("assert same(fd.execute([2, 0.5]), out)\n"), "execute 1: 2, 0.5");
  EXPECT_EQ(lists("inputs: list[torch.Tensor] = [2]\n"), "inputs: 2");
  EXPECT_EQ(lists("k = [2]\nout = [fd.execute(k) for i in range(3)]\n"), "k: 2");
}

TEST(InputLists, WhatIsNotFollowedIsSaid) {
  for (const char* source : {
           "inputs = [torch.ones(i) for i in range(3)]\n",
           "inputs = []\nfor i in range(3):\n    inputs.append(torch.ones(2))\n",
           "inputs = []\nfor i in range(3): inputs.append(torch.ones(2))\n",
           "args = [torch.ones(2)]\nwhile True:\n    args += [torch.ones(3)]\n",
           "x = torch.ones(4)\ninputs = [x[0], 3]\n",
           "x = torch.ones(4)\ninputs = [x[1:3], 3]\n",
           "inputs = make_inputs()\n",
           "inputs = [1, 2]\ninputs[i] = 4\n",
           "inputs = [torch.ones(2)]\ninputs.insert(0, 4)\n",
           "inputs = [torch.ones(2)]\ninputs.reverse()\n",
           "inputs = [torch.ones(2)][::-1]\n",
           "inputs = [1] if True else [2]\n",
           "inputs = [torch.ones(2),\n",
           "fd.execute(make_inputs())\n",
           "fd.execute([torch.ones(2) for i in range(3)])\n",
           "k = [make() for i in range(3)]\nfd.execute(k)\n",
           "k = [make(), 3]\nfd.execute(k)\n",
           "k = make()\nfd.execute(k)\n",
           "out = fd.execute(**given)\n",
           "inputs = [torch.ones(2), 3]\ndel inputs[0]\n",
       }) {
    EXPECT_EQ(lists(source), "W0142") << source;
  }
}

TEST(InputLists, OtherNamesAndListsAreNotSpokenOf) {
  for (const char* source :
       {"num_inputs = len(sys.argv)\n", "devices = [first(), second()]\n", "shapes = [x for x in range(3)]\n",
        "input_shape = shape()\n", "def run(inputs):\n    fd.execute(inputs)\n",
        "names = []\nfor i in x:\n    names.append(i)\n"})
    EXPECT_EQ(lists(source), "") << source;
}

TEST(InputLists, ViewsKnowTheirStorage) {
  const auto storage = [](const char* call) { return std::get<TensorInput>(item(call).value).storage.value_or(-1); };
  EXPECT_EQ(storage("torch.randn(128)"), -1);
  EXPECT_EQ(storage("torch.randn(128).as_strided((2, 4), (64, 1))"), 128);
  EXPECT_EQ(storage("torch.randn(128).as_strided((2, 4), (64, 1)).t().as_strided((2,), (1,))"), 128);
  EXPECT_EQ(storage("torch.randn(128).as_strided(size=(2, 4), stride=(64, 1), storage_offset=28)"), 100);
  EXPECT_EQ(storage("torch.randn(128).as_strided((2, 4), (64, 1)).contiguous()"), -1);
  EXPECT_EQ(taken("torch.empty_strided((2, 4), (64, 1), dtype=torch.float16)"), "Half [2, 4] [64, 1]");
}

TEST(InputLists, ViewsOfTensors) {
  EXPECT_EQ(taken("torch.randn(3).expand(2, 3)"), "Float [2, 3] [0, 1]");
  EXPECT_EQ(taken("torch.randn(2, 1).expand(-1, 4)"), "Float [2, 4] [1, 0]");
  EXPECT_EQ(taken("torch.randn(2, 3).unsqueeze(1)"), "Float [2, 1, 3] [3, 3, 1]");
  EXPECT_EQ(taken("torch.randn(2, 3).unsqueeze(-1)"), "Float [2, 3, 1] [3, 1, 1]");
  EXPECT_EQ(taken("torch.randn(2, 1, 3).squeeze(1)"), "Float [2, 3] [3, 1]");
  EXPECT_EQ(taken("torch.randn(2, 1, 3).squeeze(0)"), "Float [2, 1, 3] [3, 3, 1]");
  EXPECT_EQ(taken("torch.randn(1, 2, 1).squeeze()"), "Float [2] [1]");
  EXPECT_EQ(taken("torch.randn(6).view(2, -1)"), "Float [2, 3] [3, 1]");
  EXPECT_EQ(taken("torch.randn(2, 3).reshape((6,))"), "Float [6] [1]");
  EXPECT_EQ(taken("torch.randn(2, 3).flatten()"), "Float [6] [1]");
  EXPECT_EQ(taken("torch.nn.Parameter(torch.randn(2, 3).t())"), "Float [3, 2] [1, 3]");
  EXPECT_EQ(taken("torch.as_tensor([1, 2], dtype=torch.float64)"), "Double [2] [1]");
  for (const char* wrong : {"torch.randn(3).expand(2)", "torch.randn(2, 3).view(4)", "torch.randn(2, 3).t().view(6)",
                            "torch.randn(2, 3).view(-1, 4)", "torch.randn(2, 3).squeeze(5)",
                            "torch.randn(2, 3).permute(0, 0)", "torch.randn(2, 3).view(-2, -3)"})
    EXPECT_EQ(lists(concat("inputs = [", wrong, "]\n")), "W0142") << wrong;
}

TEST(InputLists, CopiesKeepTheMemoryOrderWithoutItsGaps) {
  EXPECT_EQ(taken("torch.randn(2, 3).t().clone()"), "Float [3, 2] [1, 3]");
  EXPECT_EQ(taken("torch.randn(128).as_strided((2, 4), (64, 1)).half()"), "Half [2, 4] [4, 1]");
  EXPECT_EQ(taken("torch.randn(128).as_strided((2, 4), (64, 1)).float()"), "Float [2, 4] [64, 1]");
  EXPECT_EQ(taken("torch.randn(128).as_strided((2, 4), (1, 8)).to(torch.float64)"), "Double [2, 4] [1, 2]");
  EXPECT_EQ(taken("torch.randn(3).expand(2, 3).clone()"), "Float [2, 3] [3, 1]");
  EXPECT_EQ(taken("torch.randn_like(x)", "x = torch.ones(2, 3).t()\n"), "Float [3, 2] [1, 3]");
  EXPECT_EQ(taken("torch.randn(2, 3, 4, 5).contiguous(memory_format=torch.channels_last)"),
            "Float [2, 3, 4, 5] [60, 1, 15, 3]");
  EXPECT_EQ(taken("torch.randn(2, 3, 4, 5).to(memory_format=torch.channels_last)"),
            "Float [2, 3, 4, 5] [60, 1, 15, 3]");
  EXPECT_EQ(lists("inputs = [torch.randn(2, 3).contiguous(memory_format=torch.channels_last)]\n"), "W0142");
  EXPECT_EQ(lists("inputs = [torch.arange(6).view(2, 3).t().contiguous()]\n"), "W0142");
  EXPECT_EQ(taken("torch.arange(6).view(2, 3).contiguous()"), "Int [2, 3] [3, 1]");
}

TEST(InputLists, FullLikeKeepsItsValue) {
  const ParsedText parsed("x = torch.ones(2)\ninputs = [torch.full_like(x, 2.5), torch.empty_like(x)]\n");
  ASSERT_EQ(parsed.parsed.input_lists.size(), 1U);
  const auto& filled = std::get<TensorInput>(parsed.parsed.input_lists[0].items[0].value);
  EXPECT_EQ(std::get<double>(filled.fill.values[0]), 2.5);
  EXPECT_EQ(lists("x = torch.ones(2)\ninputs = [torch.randint_like(x, 3)]\n"), "W0142");
}

TEST(InputLists, HugeSizesAreNotTaken) {
  EXPECT_EQ(ParsedText("inputs = [torch.ones(9999999999, 9999999999)]\n").codes(), "W0142 E0101");
  EXPECT_EQ(ParsedText("inputs = [torch.tensor([[1], [1, 2]])]\n").codes(), "W0142 E0101");
}

}  // namespace
}  // namespace cleave

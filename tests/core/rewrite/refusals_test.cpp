// What rewrite refuses: every code, with its message, and that one mistake raises one message.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/rewrite/rewritten.h"

namespace cleave {
namespace {

const std::string kMatrix = tensor("x", "[4, 6]");

struct Refusal {
  std::string body;
  std::string message;
};

TEST(Rewrite, RefusesWithOneMessage) {
  const std::vector<Refusal> cases{
      {kMatrix + "y = fd.ops.sum(x, dims=[2])", "E0201 dim 2 is outside of `x (T0)`, which has 2 dimensions"},
      {kMatrix + "y = fd.ops.size(x, -3)", "E0201 dim -3 is outside of `x (T0)`, which has 2 dimensions"},
      {kMatrix + tensor("z", "[4, 5]") + "y = fd.ops.add(x, z)\nfd.add_output(y)",
       "E0202 `x (T0)` has extent 6 in axis 1, `z (T1)` has 5"},
      {tensor("x", "[4, 6]", "UInt64") + tensor("z", "[4, 6]", "Int") + "y = fd.ops.add(x, z)",
       "E0203 `add` cannot take these dtypes: `UInt64` and `Int` have no common dtype"},
      {kMatrix + "y = fd.ops.gcd(x, x)",
       "E0203 `gcd` cannot take these dtypes: the common dtype is `Float`, it must be an integer"},
      {kMatrix + "y = fd.ops.where(x, x, x)", "E0204 the condition of `where` is Float, it must be Bool"},
      {kMatrix + "y = fd.ops.sum(x, dims=[1, -1])", "E0205 dim -1 of `x (T0)` is named twice"},
      {kMatrix + "y = fd.ops.sum(x, dims=[])", "E0206 `sum` names no axis to reduce"},
      {kMatrix + "y = fd.ops.max(x, dims=[1], keepdim=False, dtype=DataType.Double)",
       "E0207 `max` takes no dtype other than Null"},
      {tensor("x", "[4, 6]", "Half") + "y, z = fd.ops.var_mean(x, dims=[1], correction=0)",
       "E0208 `var_mean` of Half is not defined; cast to Float first"},
      {tensor("x", "[4, 6]", "Int") + "a, b, c = fd.ops.welford(x, dims=[1])",
       "E0208 `welford` of Int is not defined; cast to Float first"},
      {kMatrix + "y = fd.ops.var(x, dims=[1], correction=-1)", "E0209 correction is -1, it must not be negative"},
      {kMatrix + "y = fd.ops.broadcast(x, is_broadcast_dim=[True, False])",
       "E0210 `is_broadcast_dim` has 1 False entries, `x (T0)` has 2 dimensions"},
      {kMatrix + "y = fd.ops.broadcast_in_dim(x, shape=[4, 6, 2], broadcast_dims=[0])",
       "E0211 `broadcast_dims` does not fit: 1 entry for the 2 dimensions of `x (T0)`"},
      {kMatrix + "y = fd.ops.broadcast_in_dim(x, shape=[4, 6, 2], broadcast_dims=[0, 0])",
       "E0211 `broadcast_dims` does not fit: dimension 0 is named twice"},
      {kMatrix + "y = fd.ops.broadcast_in_dim(x, shape=[4, 6, 2], broadcast_dims=[0, 3])",
       "E0211 `broadcast_dims` does not fit: entry 3 is outside of the shape's 3 dimensions"},
      {kMatrix + "y = fd.ops.expand(x, shape=[4, 7])", "E0212 axis 1 of `x (T0)` has extent 6 and cannot expand to 7"},
      {kMatrix + "y = fd.ops.expand(x, shape=[6])",
       "E0213 `x (T0)` has 2 dimensions and cannot expand to a shape of 1"},
      {kMatrix + "y = fd.ops.squeeze(x, dims=[0])", "E0214 dim 0 of `x (T0)` cannot be squeezed: its extent is 4"},
      {kMatrix + "y = fd.ops.reshape(x, new_shape=[5, 5])",
       "E0215 `x (T0)` has 24 elements, the new shape [5, 5] holds 25"},
      {kMatrix + "y = fd.ops.reshape(x, new_shape=[-1, -1])",
       "E0216 the new shape [-1, -1] cannot be completed for 24 elements"},
      {kMatrix + "y = fd.ops.reshape(x, new_shape=[-1, 5])",
       "E0216 the new shape [-1, 5] cannot be completed for 24 elements"},
      {kMatrix + "y = fd.ops.permute(x, dims=[0, 0])", "E0217 `[0, 0]` does not permute the 2 dimensions of `x (T0)`"},
      {kMatrix + "y = fd.ops.stride_order(x, stride_order=[0, 2])",
       "E0218 stride_order [0, 2] does not order the 2 dimensions of `x (T0)`"},
      {kMatrix + "y = fd.ops.slice(x, start_indices=[0], end_indices=[2])",
       "E0219 `start_indices` of slice has 1 entry, `x (T0)` has 2 dimensions"},
      {kMatrix + "y = fd.ops.slice(x, start_indices=[2, 0], end_indices=[1, 6])",
       "E0220 slice of axis 0 from 2 to 1 is not a range"},
      {kMatrix + "y = fd.ops.slice(x, start_indices=[0, 0], end_indices=[4, 6], strides=[1, 2])",
       "E0221 slice stride of axis 1 is 2, it must be 1"},
      {kMatrix + "y = fd.ops.pad(x, [1, 1, 1])", "E0222 3 pad widths do not fit the 2 dimensions of `x (T0)`"},
      {kMatrix + "y = fd.ops.pad(x, [-4, -3])", "E0223 padding leaves axis 1 with extent -1"},
      {tensor("x", "[4]", "Int") + "y = fd.ops.pad(x, [1, 1], 0.5)",
       "E0224 the pad value is Double, the tensor is Int"},
      {kMatrix + tensor("z", "[5, 6]") + "y = fd.ops.cat([x, z], dim=1)",
       "E0225 `z (T1)` cannot be concatenated with `x (T0)`: extents 5 and 4 in axis 0"},
      {kMatrix + tensor("z", "[4, 6]", "Half") + "y = fd.ops.cat([x, z], dim=1)",
       "E0225 `z (T1)` cannot be concatenated with `x (T0)`: Half and Float"},
      {"y = fd.ops.cat([], dim=0)\n" + kMatrix, "E0226 `cat` of no tensors"},
      {"n = fd.define_scalar(-3, dtype=DataType.Int)\ny = fd.ops.full(shape=[2, n], fill_value=0.0, "
       "dtype=DataType.Float)",
       "E0227 extent 1 of `y (T4)` is -3"},
      {"y = fd.ops.iota(4, 0, 0)", "E0228 `iota`: step is 0"},
      {"y = fd.ops.iota(4.0, 0, 1)", "E0228 `iota`: length is Double"},
      {"y = fd.ops.uniform(0.0, 1.0, shape=[4], dtype=DataType.Int)", "E0229 `uniform`: the dtype is Int"},
      {kMatrix + "y = fd.ops.index_select(x, x, dim=0)", "E0230 `index_select`: the index is Float"},
      {kMatrix + tensor("i", "[3]", "Int") + "y = fd.ops.gather(x, i, dim=0)",
       "E0230 `gather`: the index has 1 dimension, `x (T0)` has 2"},
      {kMatrix + tensor("i", "[3, 6]", "Int") + "y = fd.ops.scatter(x, i, x, dim=1)", ""},
      {kMatrix + tensor("i", "[5, 6]", "Int") + "y = fd.ops.scatter(x, i, x, dim=1)",
       "E0230 `scatter`: the index has extent 5 in axis 0, `x (T0)` has 4"},
      {kMatrix + "y, i = fd.ops.topk(x, 7, dim=1)", "E0231 k is 7, the axis has 6 elements"},
      {kMatrix + "y = fd.ops.matmul(x, x)",
       "E0232 `matmul` of Float [4, 6] and Float [4, 6]: the inner extents are 6 and 4"},
      {kMatrix + tensor("w", "[5, 6]") + tensor("b", "[4]") + "y = fd.ops.linear(x, w, b)",
       "E0232 `linear` of Float [4, 6] and Float [5, 6]: the bias is Float [4], it has one element a row of arg2"},
      {"x = fd.define_tensor(shape=[-1, 4], contiguity=[None, True], dtype=DataType.Float)\ny = fd.ops.cumsum(x, 0)",
       "E0233 `cumsum` along axis 0: the axis is expanded and has no storage"},
      {"s = fd.define_scalar(None, dtype=DataType.Double)\nt = fd.ops.neg(s)\nfd.add_output(t)",
       "E0234 `t (S1)` is a scalar and cannot be an output"},
      {kMatrix + "y = fd.ops.neg(x)\nz = fd.ops.neg(y)\nfd.add_output(z, y)",
       "E0235 `y (T1)` is not an input and cannot be updated in place"},
      {kMatrix + "y = fd.ops.permute(x, dims=[1, 0])\nfd.add_output(y, x)",
       "E0236 `y (T1)` is Float [6, 4] and cannot be written into `x (T0)`, which is Float [4, 6]"},
      {"s = fd.ops.nextafter(1.0, 2.0)\nn = fd.ops.cast(s, dtype=DataType.Int)\ny = fd.ops.full(shape=[n], "
       "fill_value=0.0, dtype=DataType.Float)",
       "E0237 `n (S3)` is used as an extent or index, and its value is not known"},
      {tensor("x", "[1048576, 1048576]", "Bool") +
           "y = fd.ops.broadcast_in_dim(x, shape=[1048576, 1048576, 1048576, 1048576], broadcast_dims=[0, 1])",
       "E0238 `y (T6)` would have 1048576 x 1048576 x 1048576 x 1048576 elements, more than 2^40"},
      {tensor("x", "[1048576, 1]") + tensor("z", "[1, 1048577]") + "y = fd.ops.add(x, z)",
       "E0238 `y (T2)` would have 1048576 x 1048577 elements, more than 2^40"},
      {tensor("x", "[4]") + "y = fd.ops.pad(x, [9223372036854775807, 1])",
       "E0238 `y (T4)` would have 9223372036854775807 elements, more than 2^40"},
      {tensor("x", "[600000000000]") + "y = fd.ops.cat([x, x], dim=0)",
       "E0238 `y (T1)` would have 1200000000000 elements, more than 2^40"},
      {tensor("x", "[0, 1099511627777]") + "y = fd.ops.sum(x, dims=[0], keepdim=False, dtype=DataType.Null)",
       "E0238 `y (T1)` would have 1099511627777 elements, more than 2^40"},
      {tensor("x", "[4]") + "y = fd.ops.triu(x)", "E0239 `triu` needs 2 dimensions, `x (T0)` has 1"},
      {kMatrix + "v = fd.ops.shape(x)\ns = fd.ops.at(v, 2)", "E0240 element 2 of a vector of 2"},
      {kMatrix + "y = fd.ops.imag(x)", "E0241 `imag` of Float, which has no imaginary part"},
      {kMatrix + "y = fd.ops.cast(x, dtype=DataType.Null)", "E0244 `x (T0)` cannot be cast from Float to Null"},
  };
  for (const Refusal& refusal : cases) {
    std::string body = refusal.body;
    // Something to put out, so that a missing output is not a second message.
    if (body.find("add_output") == std::string::npos)
      body += "\nanything = fd.ops.full(shape=[1], fill_value=1.0, dtype=DataType.Float)\nfd.add_output(anything)";
    const Rewritten result = rewritten(body);
    EXPECT_EQ(result.messages(), refusal.message.empty() ? "" : refusal.message + "\n") << refusal.body;
  }
}

TEST(Rewrite, SaysWhyASymbolicOneDoesNotBroadcast) {
  const Rewritten result =
      rewritten(tensor("x", "[-1]") + tensor("y", "[-1]") + "z = fd.ops.add(x, y)\nfd.add_output(z)",
                "torch.randn(1), torch.randn(5)");
  ASSERT_EQ(result.messages(), "E0202 `x (T0)` has extent 1 in axis 0, `y (T1)` has 5\n");
  EXPECT_EQ(
      result.diagnostics.all()[0].notes,
      std::vector<std::string>{
          "axis 0 of `x (T0)` is symbolic and happens to be 1; declare it 1 in define_tensor to let it broadcast"});
}

TEST(Rewrite, NamesEveryMistakeAndNoConsequence) {
  const Rewritten result = rewritten(kMatrix +
                                     "a = fd.ops.sum(x, dims=[5])\nb = fd.ops.neg(a)\nc = fd.ops.permute(x, "
                                     "dims=[0])\nfd.add_output(b)\nfd.add_output(c)");
  EXPECT_EQ(result.messages(),
            "E0201 dim 5 is outside of `x (T0)`, which has 2 dimensions\nE0217 `[0]` does not permute the 2 dimensions "
            "of `x (T0)`\n");
}

TEST(Rewrite, WarnsOfWhatIsLost) {
  EXPECT_EQ(rewritten(tensor("x", "[4]", "ComplexFloat") + "y = fd.ops.cast(x, dtype=DataType.Float)\nfd.add_output(y)")
                .messages(),
            "W0243 the cast of `x (T0)` from ComplexFloat to Float drops the imaginary part\n");
  EXPECT_EQ(rewritten(tensor("x", "[4]") + "y = fd.ops.neg(x)").messages(), "W0245 the definition has no outputs\n");
}

TEST(Rewrite, SaysWhatAnOpaqueOpLeavesOut) {
  const Rewritten result = rewritten(
      tensor("x", "[4, 6]") + tensor("i", "[4]", "Int") +
      "y = fd.ops.preprocess_grouped_matmul_input_sf(x, i, i)\nz = fd.ops.neg(y)\nw = fd.ops.exp(z)\nfd.add_output(w)");
  EXPECT_EQ(
      result.messages(),
      "W0242 `preprocess_grouped_matmul_input_sf` is known but not built: it is drawn and cut around, and cannot run\n"
      "W0246 `neg` reads `y (T2)`, whose shape is not known, and is left out\n");
}

}  // namespace
}  // namespace cleave

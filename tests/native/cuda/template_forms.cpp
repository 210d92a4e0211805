// See template_forms.h.
#include "tests/native/cuda/template_forms.h"

#include "core/base/check.h"
#include "core/base/text.h"
#include "tests/native/cuda/form_script.h"

namespace cleave {
namespace {

const std::vector<Form>& forms() {
  static const std::vector<Form> all{
      {"softmax",
       {{"RC"}},
       "T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "T2 = fd.ops.max(T1, dims=[1], keepdim=True)\n"
       "T3 = fd.ops.sub(T1, T2)\n"
       "T4 = fd.ops.exp(T3)\n"
       "T5 = fd.ops.sum(T4, dims=[1], keepdim=True)\n"
       "T6 = fd.ops.div(T4, T5)\n"
       "T7 = fd.ops.cast(T6, dtype=DataType.$T)\n"
       "fd.add_output(T7)\n"},
      {"layer_norm",
       {{"RC"}, {"C"}, {"C"}},
       "T3 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "T4, T5 = fd.ops.var_mean(T3, dims=[1], correction=0, keepdim=True)\n"
       "T6 = fd.ops.add(T4, 1e-05)\n"
       "T7 = fd.ops.rsqrt(T6)\n"
       "T8 = fd.ops.sub(T3, T5)\n"
       "T9 = fd.ops.mul(T8, T7)\n"
       "T10 = fd.ops.broadcast_in_dim(T1, shape=[$R, $C], broadcast_dims=[1])\n"
       "T11 = fd.ops.mul(T9, T10)\n"
       "T12 = fd.ops.broadcast_in_dim(T2, shape=[$R, $C], broadcast_dims=[1])\n"
       "T13 = fd.ops.add(T11, T12)\n"
       "T14 = fd.ops.cast(T13, dtype=DataType.$T)\n"
       "fd.add_output(T14)\n"
       "fd.add_output(T5)\n"
       "fd.add_output(T7)\n"},
      {"layer_norm_backward",
       {{"RC"}, {"RC"}, {"C"}, {"R1"}, {"R1"}},
       "T5 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "T6 = fd.ops.sub(T1, T3)\n"
       "T7 = fd.ops.mul(T6, T4)\n"
       "T8 = fd.ops.broadcast_in_dim(T2, shape=[$R, $C], broadcast_dims=[1])\n"
       "T9 = fd.ops.mul(T5, T8)\n"
       "T10 = fd.ops.sum(T9, dims=[1], keepdim=True)\n"
       "T11 = fd.ops.mul(T9, T7)\n"
       "T12 = fd.ops.sum(T11, dims=[1], keepdim=True)\n"
       "T13 = fd.ops.mul(T7, T12)\n"
       "T14 = fd.ops.add(T10, T13)\n"
       "T15 = fd.ops.sub(T9, T14)\n"
       "T16 = fd.ops.mul(T15, T4)\n"
       "T17 = fd.ops.cast(T16, dtype=DataType.$T)\n"
       "T18 = fd.ops.mul(T5, T7)\n"
       "T19 = fd.ops.sum(T18, dims=[0])\n"
       "T20 = fd.ops.sum(T5, dims=[0])\n"
       "fd.add_output(T17)\n"
       "fd.add_output(T19)\n"
       "fd.add_output(T20)\n"},
      {"rms_norm_residual",
       {{"RC"}, {"RC"}, {"C"}},
       "T3 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "T4 = fd.ops.add(T3, T1)\n"
       "T5 = fd.ops.mul(T4, T4)\n"
       "T6 = fd.ops.sum(T5, dims=[1], keepdim=True)\n"
       "T7 = fd.ops.div(T6, $C.0)\n"
       "T14 = fd.ops.add(T7, 1e-06)\n"
       "T8 = fd.ops.rsqrt(T14)\n"
       "T9 = fd.ops.mul(T4, T8)\n"
       "T10 = fd.ops.broadcast_in_dim(T2, shape=[$R, $C], broadcast_dims=[1])\n"
       "T11 = fd.ops.mul(T9, T10)\n"
       "T12 = fd.ops.cast(T11, dtype=DataType.$T)\n"
       "T13 = fd.ops.cast(T4, dtype=DataType.$T)\n"
       "fd.add_output(T12)\n"
       "fd.add_output(T13)\n"},
      {"cross_entropy",
       {{"RC"}, {"R", true}},
       "T2 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "T3 = fd.ops.max(T2, dims=[1], keepdim=True)\n"
       "T4 = fd.ops.sub(T2, T3)\n"
       "T5 = fd.ops.exp(T4)\n"
       "T6 = fd.ops.sum(T5, dims=[1], keepdim=True)\n"
       "T7 = fd.ops.log(T6)\n"
       "T8 = fd.ops.sub(T4, T7)\n"
       "T9 = fd.ops.iota($C, 0, 1, dtype=DataType.Int)\n"
       "T10 = fd.ops.broadcast(T9, is_broadcast_dim=[True, False])\n"
       "T11 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True])\n"
       "T12 = fd.ops.eq(T10, T11)\n"
       "T13 = fd.ops.where(T12, T8, 0.0)\n"
       "T14 = fd.ops.sum(T13, dims=[1])\n"
       "T15 = fd.ops.neg(T14)\n"
       "fd.add_output(T15)\n"},
      {"batch_norm_channels_last",
       {{"RC"}, {"C"}},
       "T2 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "T3, T4 = fd.ops.var_mean(T2, dims=[0], correction=0, keepdim=True)\n"
       "T5 = fd.ops.add(T3, 1e-05)\n"
       "T6 = fd.ops.rsqrt(T5)\n"
       "T7 = fd.ops.sub(T2, T4)\n"
       "T8 = fd.ops.mul(T7, T6)\n"
       "T9 = fd.ops.broadcast_in_dim(T1, shape=[$R, $C], broadcast_dims=[1])\n"
       "T10 = fd.ops.mul(T8, T9)\n"
       "T11 = fd.ops.cast(T10, dtype=DataType.$T)\n"
       "fd.add_output(T11)\n"},
      {"gelu_bias",
       {{"RC"}, {"C"}},
       "T2 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "T3 = fd.ops.broadcast_in_dim(T1, shape=[$R, $C], broadcast_dims=[1])\n"
       "T4 = fd.ops.add(T2, T3)\n"
       "T5 = fd.ops.mul(T4, 0.7071067811865476)\n"
       "T6 = fd.ops.erf(T5)\n"
       "T7 = fd.ops.add(T6, 1.0)\n"
       "T8 = fd.ops.mul(T4, 0.5)\n"
       "T9 = fd.ops.mul(T8, T7)\n"
       "T10 = fd.ops.cast(T9, dtype=DataType.$T)\n"
       "fd.add_output(T10)\n"},
      {"transpose_relu",
       {{"RC"}, {"CR"}},
       "T2 = fd.ops.permute(T0, dims=[1, 0])\n"
       "T3 = fd.ops.add(T2, T1)\n"
       "T4 = fd.ops.relu(T3)\n"
       "fd.add_output(T4)\n"},
      {"row_sum",
       {{"RC"}},
       "T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "T2 = fd.ops.sum(T1, dims=[1])\n"
       "fd.add_output(T2)\n"},
      {"column_sum",
       {{"RC"}},
       "T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "T2 = fd.ops.sum(T1, dims=[0])\n"
       "fd.add_output(T2)\n"},
      {"sum_of_all",
       {{"RC"}},
       "T1 = fd.ops.cast(T0, dtype=DataType.Float)\n"
       "T2 = fd.ops.sum(T1, dims=[0, 1])\n"
       "fd.add_output(T2)\n"},
      {"rotated_halves",
       {{"RC"}, {"RC"}},
       "T2 = fd.ops.pad(T0, [1, 1], 0.0)\n"
       "T3 = fd.ops.slice(T2, start_indices=[0, 2], end_indices=[$R, $C + 2], strides=[1, 1])\n"
       "T4 = fd.ops.mul(T3, T1)\n"
       "T5 = fd.ops.cast(T4, dtype=DataType.$T)\n"
       "T6 = fd.ops.cat([T5, T0], dim=1)\n"
       "fd.add_output(T6)\n"},
      {"dropout",
       {{"RC"}},
       "T1 = fd.ops.uniform(0.0, 1.0, shape=[$R, $C], dtype=DataType.Float)\n"
       "T2 = fd.ops.lt(T1, 0.9)\n"
       "T3 = fd.ops.mul(T0, T2)\n"
       "T4 = fd.ops.mul(T3, 1.1111111)\n"
       "fd.add_output(T4)\n"
       "fd.add_output(T2)\n"},
      {"gather_rows",
       {{"CR"}, {"R", true}},
       "T2 = fd.ops.index_select(T0, T1, dim=0)\n"
       "T3 = fd.ops.mul(T2, 2.0)\n"
       "fd.add_output(T3)\n"},
      {"scatter",
       {{"RC"}, {"RC", true}, {"RC"}},
       "T3 = fd.ops.scatter(T0, T1, T2, dim=1)\n"
       "fd.add_output(T3)\n"},
      {"running_sum",
       {{"RC"}},
       "T1 = fd.ops.cumsum(T0, dim=1)\n"
       "fd.add_output(T1)\n"},
      {"largest",
       {{"RC"}},
       "T1, T2 = fd.ops.topk(T0, 1, dim=1, largest=True, sorted=True)\n"
       "fd.add_output(T1)\n"
       "fd.add_output(T2)\n"},
  };
  return all;
}

}  // namespace

std::vector<ShownDefinition> template_definitions(const TemplateCase& of) {
  std::vector<ShownDefinition> out;
  for (const Form& form : forms()) out.push_back(definition_of(form, of));
  return out;
}

const Form& template_form(std::string_view name) {
  for (const Form& form : forms()) {
    if (form.name == name) return form;
  }
  CHECK(false, "a form is asked for by its name");
  return forms().front();
}

}  // namespace cleave

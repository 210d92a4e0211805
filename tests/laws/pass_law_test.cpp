// Laws of passes: each alone and all together compute what the definition before computes, keep the types of its
// outputs, say truly which state holds which value, do what they say in every round, and come to an end. A pass that
// rounds otherwise says where, gives a neighbour of the number before there, and all before and after it is held to the
// law. On random definitions, and on definitions in which each finds its work.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/text.h"
#include "core/evaluate/tolerance.h"
#include "core/ir/print.h"
#include "core/ir/verify.h"
#include "core/rewrite/passes/run_passes.h"
#include "core/segment/segment.h"
#include "core/translate/translate.h"
#include "tests/support/law.h"
#include "tests/support/pipeline.h"

namespace cleave {
namespace {

constexpr size_t kSeeds = 250;

/// `--passes` values: each pass alone, then all.
std::vector<std::string> pass_lists() {
  std::vector<std::string> out;
  for (const PassInfo& pass : all_passes()) out.emplace_back(pass.name);
  out.emplace_back("nvfuser");
  return out;
}

PassRun run_list(const Primitive& primitive, const std::string& list) {
  return run_passes(primitive, std::get<PassChoice>(parse_pass_choice(list)), KeepSteps::kRoundings);
}

/// Apart from the places where a pass says that it rounds otherwise.
bool is_exact(const PassRun& run) {
  for (const PassReport& report : run.reports) {
    const bool says_where = report.pass->name == "consecutive_cast";
    if (report.changed && !report.pass->is_exact && !says_where) return false;
  }
  return true;
}

std::optional<std::string> types_differ(const TensorType& a, const TensorType& b, const std::string& what) {
  if (a.dtype == b.dtype && a.extents() == b.extents()) return std::nullopt;
  return concat(what, " is ", type_text(a), ", before ", type_text(b));
}

std::optional<std::string> broken_form(const Primitive& before, const PassRun& run) {
  const Primitive& after = run.primitive;
  for (const std::string& broken : verify(after.definition, Level::kPrimitive)) return broken;
  if (after.definition.inputs.size() != before.definition.inputs.size()) return "inputs come or go";
  if (after.definition.outputs.size() != before.definition.outputs.size()) return "outputs come or go";
  for (size_t i = 0; i < after.definition.outputs.size(); ++i) {
    const Output& output = after.definition.outputs[i];
    const Output& was = before.definition.outputs[i];
    if (output.alias.has_value() != was.alias.has_value()) return "an in-place update is lost or made";
    const auto differ = types_differ(after.types.tensor(output.value), before.types.tensor(was.value), "an output");
    if (differ) return differ;
  }
  // Through all passes to the source: what stands for one source state has its type.
  for (const auto& [state, source] : after.to_source.pairs()) {
    const auto held = before.from_source.origin(source);
    if (!held || !after.definition.is_tensor(state)) continue;
    const auto differ = types_differ(after.types.tensor(state), before.types.tensor(*held), "a mapped value");
    if (differ) return differ;
  }
  return std::nullopt;
}

/// Rounds of one pass that a definition of some dozen records may need.
constexpr size_t kMostRounds = 8;

/// One application after the other: each does something where it says so, and there is a last one.
std::optional<std::string> broken_application(Primitive primitive, const PassInfo& pass) {
  for (size_t round = 0; round <= kMostRounds; ++round) {
    const PassFacts facts(primitive);
    PassResult result = pass.run(facts);
    if (result.step.has_value() == result.done.empty()) return concat(pass.name, " says another thing than it does");
    for (const PassPlace& place : result.done) {
      if (place.record.index >= primitive.definition.records.size()) return concat(pass.name, " names no record");
      if (place.text.empty()) return concat(pass.name, " does something and does not say what");
    }
    if (!result.step) return std::nullopt;
    if (result.step->primitive.definition == primitive.definition) return concat(pass.name, " changes nothing");
    primitive = std::move(result.step->primitive);
  }
  return concat(pass.name, " still finds work after ", kMostRounds, " rounds");
}

std::optional<std::string> values_differ(const std::vector<Value>& actual, const std::vector<Value>& expected) {
  for (size_t i = 0; i < actual.size(); ++i) {
    const auto* left = std::get_if<TensorPointer>(&actual[i]);
    const auto* right = std::get_if<TensorPointer>(&expected[i]);
    if (left == nullptr || right == nullptr) return "an output is no tensor";
    const Comparison comparison = compare(**left, **right, 1);
    if (!comparison.is_within) return concat("output ", i, " is off by ", shortest_double(comparison.max_abs_error));
  }
  return std::nullopt;
}

/// What `primitive` computes of the inputs of `front_end`: as a whole, or by the segments of `options`.
std::vector<Value> values_of(FrontEnd front_end, const Primitive& primitive,
                             const std::optional<SegmentOptions>& options, Diagnostics& diagnostics) {
  front_end.primitive = primitive;
  const std::vector<Value> inputs = input_values(front_end, 3);
  if (!options) return evaluate_whole(front_end, inputs, diagnostics);
  return evaluate_segments(front_end, translate(primitive, segment(primitive, *options)), inputs, diagnostics);
}

/// How the definition after all passes is evaluated.
std::vector<std::optional<SegmentOptions>> evaluations(const std::string& list) {
  if (list != "nvfuser") return {std::nullopt};
  std::vector<std::optional<SegmentOptions>> out;
  for (RuleSet rules : {RuleSet::kNvfuser, RuleSet::kExtended}) {
    for (Order order : {Order::kCleave, Order::kNvfuser}) {
      SegmentOptions& options = out.emplace_back().emplace();
      options.rules = rules;
      options.order = order;
    }
  }
  return out;
}

/// The values of each stretch of passes that does not round otherwise are those before it.
std::optional<std::string> other_values(const FrontEnd& front_end, const PassRun& run, const std::string& list) {
  const Primitive* from = &front_end.primitive;
  for (size_t i = 0; i <= run.roundings.size(); ++i) {
    const bool is_last = i == run.roundings.size();
    const Primitive& to = is_last ? run.primitive : run.roundings[i].before;
    Diagnostics diagnostics;
    const std::vector<Value> expected = values_of(front_end, *from, std::nullopt, diagnostics);
    // A definition that cannot be evaluated (an index out of range) says nothing.
    if (diagnostics.has_errors()) return std::nullopt;
    for (const auto& options : is_last ? evaluations(list) : std::vector<std::optional<SegmentOptions>>(1)) {
      const std::vector<Value> actual = values_of(front_end, to, options, diagnostics);
      if (diagnostics.has_errors()) return concat("cannot be evaluated after it: ", message_text(diagnostics.all()[0]));
      if (actual.size() != expected.size()) return "another number of outputs";
      const auto differ = is_exact(run) ? difference(actual, expected) : values_differ(actual, expected);
      if (differ) return differ;
    }
    if (!is_last) from = &run.roundings[i].after;
  }
  return std::nullopt;
}

/// A pass that says of a place that it rounds otherwise keeps the definitions around it, and only such a pass.
std::optional<std::string> broken_roundings(const PassRun& run) {
  size_t stated = 0;
  for (const PassReport& report : run.reports) {
    const bool rounds = std::any_of(report.done.begin(), report.done.end(),
                                    [](const PassReport::Place& place) { return place.rounds_otherwise; });
    if (rounds) ++stated;
    if (rounds && report.pass->is_exact) return concat(report.pass->name, " is exact and rounds otherwise");
  }
  return stated == run.roundings.size() ? std::nullopt : std::optional<std::string>("a rounding is not kept");
}

std::optional<std::string> broken_law(const FrontEnd& front_end, const std::string& list) {
  const PassRun run = run_list(front_end.primitive, list);
  std::optional<std::string> broken = broken_form(front_end.primitive, run);
  if (!broken) broken = broken_roundings(run);
  if (!broken) broken = other_values(front_end, run, list);
  if (!broken) return std::nullopt;
  return concat(list, ": ", *broken, "\nafter it:\n", print_legacy(run.primitive.definition));
}

TEST(PassLaw, RandomDefinitionsKeepTheirValues) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd front_end(script_of(made));
        if (!front_end.ok) return std::nullopt;
        for (const std::string& list : pass_lists()) {
          if (const auto broken = broken_law(front_end, list)) return broken;
        }
        for (const PassInfo& pass : all_passes()) {
          if (const auto broken = broken_application(front_end.primitive, pass)) return broken;
        }
        return std::nullopt;
      },
      kSeeds);
}

TEST(PassLaw, NoPassMeansTheSameDefinition) {
  expect_law(
      [](const DefinitionCase& made) -> std::optional<std::string> {
        const FrontEnd front_end(script_of(made));
        if (!front_end.ok) return std::nullopt;
        // Copying every record changes nothing.
        const PassStep copy = rebuilt(front_end.primitive, [](Rebuild&, RecordId, const Record&) { return false; });
        if (!(copy.primitive.definition == front_end.primitive.definition)) {
          return concat("a copy is another definition\n", print_legacy(copy.primitive.definition));
        }
        if (!(copy.primitive.to_source == front_end.primitive.to_source)) return "a copy maps to other source states";
        if (!(copy.primitive.labels == front_end.primitive.labels)) return "a copy has other labels";
        if (!(copy.primitive.record_origin == front_end.primitive.record_origin)) return "a copy has other origins";
        return std::nullopt;
      },
      kSeeds);
}

struct Work {
  const char* pass;
  const char* body;
  const char* inputs;
};

const Work kWork[] = {
    {"remove_empty",
     R"(x = fd.define_tensor(shape=[0, 3], contiguity=[True, True], dtype=DataType.Float)
    z = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.Float)
    a = fd.ops.neg(x)
    c = fd.ops.cat([a, z], dim=0)
    p = fd.ops.pad(a, [0, 0, 1, 1], 5.0)
    fd.add_output(c)
    fd.add_output(p)
    fd.add_output(a))",
     "torch.randn(0, 3), torch.randn(2, 3)"},
    {"translate_no_reduction_matmul_to_mul_squeeze",
     R"(a = fd.define_tensor(shape=[2, 3, 4, 1], contiguity=[True, True, True, None], dtype=DataType.Half)
    b = fd.define_tensor(shape=[1, 5], contiguity=[None, True], dtype=DataType.Half)
    c = fd.define_tensor(shape=[1], contiguity=[None], dtype=DataType.Half)
    y = fd.ops.matmul(a, b)
    z = fd.ops.matmul(a, c)
    w = fd.ops.matmul(c, b)
    fd.add_output(y)
    fd.add_output(z)
    fd.add_output(w))",
     "torch.randn(2, 3, 4, 1, dtype=torch.float16), torch.randn(1, 5, dtype=torch.float16), "
     "torch.randn(1, dtype=torch.float16)"},
    {"translate_repeat_to_expand",
     R"(x = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float)
    y = fd.ops.cat([x, x, x], dim=0)
    z = fd.ops.cat([y, y], dim=1)
    fd.add_output(z))",
     "torch.randn(4, 6)"},
    {"consecutive_cast",
     R"(x = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.BFloat16)
    a = fd.ops.cast(x, dtype=DataType.Float)
    p = fd.ops.permute(a, dims=[1, 0])
    r = fd.ops.reshape(p, new_shape=[6])
    y = fd.ops.cast(r, dtype=DataType.BFloat16)
    h = fd.ops.cast(a, dtype=DataType.Half)
    fd.add_output(y)
    fd.add_output(h))",
     "torch.randn(2, 3, dtype=torch.bfloat16)"},
    {"move_split_cat",
     R"(x = fd.define_tensor(shape=[4, 6], contiguity=[True, True], dtype=DataType.Float)
    b = fd.define_tensor(shape=[4, 1], contiguity=[True, None], dtype=DataType.Float)
    l = fd.ops.slice(x, start_indices=[0, 0], end_indices=[4, 2])
    r = fd.ops.slice(x, start_indices=[0, 2], end_indices=[4, 6])
    lm = fd.ops.mul(fd.ops.exp(l), b)
    rm = fd.ops.mul(fd.ops.exp(r), b)
    lp = fd.ops.permute(lm, dims=[1, 0])
    rp = fd.ops.permute(rm, dims=[1, 0])
    y = fd.ops.cat([lp, rp], dim=0)
    fd.add_output(y))",
     "torch.randn(4, 6), torch.randn(4, 1)"},
    {"exact_mapped_extent_substitution",
     R"(x = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float)
    z = fd.define_tensor(shape=[4, -1], contiguity=[True, True], dtype=DataType.Float)
    a = fd.ops.add(x, z)
    n = fd.ops.size(x, dim=0)
    m = fd.ops.size(z, dim=1)
    f = fd.ops.full(shape=[n, m], fill_value=1.0, dtype=DataType.Float)
    fd.add_output(fd.ops.add(a, f)))",
     "torch.randn(4, 8), torch.randn(4, 8)"},
    {"remove_bcast_squeeze",
     R"(x = fd.define_tensor(shape=[2, 1, 3], contiguity=[True, None, True], dtype=DataType.Float)
    b = fd.ops.broadcast(x, is_broadcast_dim=[True, False, False, False, True])
    s = fd.ops.squeeze(b, dims=[0, 2])
    t = fd.ops.broadcast(fd.ops.squeeze(x, dims=[1]), is_broadcast_dim=[False, True, False, True])
    fd.add_output(s)
    fd.add_output(t))",
     "torch.randn(2, 1, 3)"},
    {"segment_inplace_update",
     R"(m = fd.define_tensor(shape=[6], contiguity=[True], dtype=DataType.Float)
    x = fd.define_tensor(shape=[4, 6], contiguity=[True, True], dtype=DataType.Float)
    b = fd.ops.broadcast(m, is_broadcast_dim=[True, False])
    fd.add_output(fd.ops.sub(x, b))
    fd.add_output(fd.ops.add(m, 1.0), m))",
     "torch.randn(6), torch.randn(4, 6)"},
    {"move_repeat_forward",
     R"(x = fd.define_tensor(shape=[8, -1], contiguity=[True, True], dtype=DataType.Float)
    o = fd.define_tensor(shape=[1, 5], contiguity=[None, True], dtype=DataType.Float)
    z = fd.define_tensor(shape=[16, 3], contiguity=[True, True], dtype=DataType.Float)
    b = fd.ops.broadcast(x, is_broadcast_dim=[True, False, False])
    e = fd.ops.expand(b, shape=[2, -1, -1])
    r = fd.ops.reshape(e, new_shape=[16, 5])
    a = fd.ops.add(r, o)
    l = fd.ops.slice(a, start_indices=[0, 1], end_indices=[16, 4])
    fd.add_output(fd.ops.mul(fd.ops.sin(l), z)))",
     "torch.randn(8, 5), torch.randn(1, 5), torch.randn(16, 3)"},
    {"move_gather",
     R"(x = fd.define_tensor(shape=[4, 1, 6], contiguity=[True, None, True], dtype=DataType.BFloat16)
    i = fd.define_tensor(shape=[4, 2], contiguity=[True, True], dtype=DataType.Int)
    e = fd.ops.exp(fd.ops.cast(fd.ops.squeeze(x, dims=[1]), dtype=DataType.Float))
    fd.add_output(fd.ops.take_along_axis(e, i, dim=1))
    fd.add_output(e))",
     "torch.randn(4, 1, 6, dtype=torch.bfloat16), torch.randint(0, 6, (4, 2))"},
    {"translate_scatter_accumulate",
     R"(i = fd.define_tensor(shape=[6, 1], contiguity=[True, None], dtype=DataType.Int32)
    j = fd.define_tensor(shape=[6, 1], contiguity=[True, None], dtype=DataType.Int)
    v = fd.define_tensor(shape=[6, 1], contiguity=[True, None], dtype=DataType.Int)
    z = fd.ops.full(shape=[6, 4], fill_value=0, dtype=DataType.Int32)
    s = fd.ops.scatter(z, i, 3, dim=1)
    fd.add_output(fd.ops.sum(s, dims=[0]))
    w = fd.ops.full(shape=[6, 5], fill_value=0, dtype=DataType.Int)
    t = fd.ops.scatter(w, j, v, dim=1)
    fd.add_output(fd.ops.sum(t, dims=[0])))",
     "torch.randint(0, 4, (6, 1), dtype=torch.int32), torch.randint(0, 5, (6, 1)), torch.randint(-9, 9, (6, 1))"},
    {"mark_aliases_prepare",
     R"(x = fd.define_tensor(shape=[2, 3, 5], contiguity=[True, True, True], dtype=DataType.Float)
    a = fd.ops.mul(x, x)
    p = fd.ops.permute(a, dims=[1, 2, 0])
    fd.add_output(fd.ops.reshape(p, new_shape=[15, 2]))
    fd.add_output(fd.ops.slice(p, start_indices=[0, 0, 0], end_indices=[2, 4, 1]))
    fd.add_output(fd.ops.permute(x, dims=[2, 1, 0])))",
     "torch.randn(2, 3, 5)"},
    {"allocation_domain",
     R"(x = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Float, stride_order=[3, 0, 2, 1])
    s = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float)
    b = fd.ops.broadcast(s, is_broadcast_dim=[True, False, True, True])
    fd.add_output(fd.ops.mul(x, b))
    fd.add_output(fd.ops.sum(x, dims=[0])))",
     "torch.randn(120).as_strided((2, 3, 4, 5), (60, 1, 15, 3)), torch.randn(3)"},
};

TEST(PassLaw, EachPassKeepsTheValuesWhereItFindsWork) {
  for (const Work& work : kWork) {
    const FrontEnd front_end(concat("def f(fd):\n    ", work.body, "\n\ninputs = [", work.inputs, "]\n"));
    ASSERT_TRUE(front_end.ok) << work.pass << "\n" << front_end.messages();
    const PassRun run = run_list(front_end.primitive, work.pass);
    bool changed = false;
    for (const PassReport& report : run.reports)
      changed = changed || (report.changed && report.pass->name == work.pass);
    EXPECT_TRUE(changed) << work.pass << " finds nothing";
    for (const PassInfo& pass : all_passes()) {
      EXPECT_EQ(broken_application(front_end.primitive, pass).value_or("holds"), "holds");
    }
    for (const std::string& list : {std::string(work.pass), std::string("nvfuser")}) {
      EXPECT_EQ(broken_law(front_end, list).value_or("holds"), "holds");
    }
  }
}

}  // namespace
}  // namespace cleave

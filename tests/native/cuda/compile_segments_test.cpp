// All kernels of a definition compiled at once: through the cache, by several threads, and with errors that lead back
// to the line that the user wrote.
#include "native/cuda/compile_segments.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "core/source/diagnostic_codes.h"
#include "tests/native/cuda/script_products.h"
#include "tests/native/cuda/with_nvrtc.h"

namespace cleave::cuda {
namespace {

/// Two segments: a sum over rows, and one over columns of what it gives.
constexpr const char* kScript =
    "def nvfuser_fusion_id0(fd : FusionDefinition) -> None :\n"
    "    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)\n"
    "    T1 = fd.ops.exp(T0)\n"
    "    T2 = fd.ops.sum(T1, dims=[0])\n"
    "    T3 = fd.ops.sum(T0, dims=[1])\n"
    "    fd.add_output(T2)\n"
    "    fd.add_output(T3)\n"
    "inputs = [torch.randn(64, 48, dtype=torch.float32, device='cuda:0')]\n";

/// The line of the kernel's text that has `piece`.
int64_t line_with(const Kernel& kernel, std::string_view piece) {
  const size_t at = kernel.text.find(piece);
  EXPECT_NE(at, std::string::npos) << kernel.text;
  return 1 + std::count(kernel.text.begin(), kernel.text.begin() + static_cast<ptrdiff_t>(at), '\n');
}

size_t kernel_count(const ScriptProducts& script) {
  size_t out = 0;
  for (const ScheduledSegment& segment : script.kernels) out += segment.answer.kernel ? 1 : 0;
  return out;
}

TEST_F(WithNvrtc, AllSegmentsOfADefinition) {
  const ScriptProducts script(kScript);
  ASSERT_GE(kernel_count(script), 2U);
  Diagnostics diagnostics;
  const CompiledSegments compiled =
      compile_segments(script.sources(), CachedCompiler(nvrtc(), nullptr), 90, 0, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  for (const SegmentId id : script.kernels.ids()) {
    ASSERT_TRUE(compiled[id]);
    EXPECT_EQ(compiled[id]->text.kernels.at(0).entry, script.kernels[id].answer.kernel->entry);
    EXPECT_FALSE(compiled[id]->is_from_cache);
  }
}

TEST_F(WithNvrtc, AnErrorLeadsToTheRecordThatTheLineCameFrom) {
  ScriptProducts script(kScript);
  Kernel& kernel = *script.kernels[SegmentId(0U)].answer.kernel;
  const size_t at = kernel.text.find("= exp(");
  ASSERT_NE(at, std::string::npos) << kernel.text;
  kernel.text.replace(at + 2, 3, "exponential_of");
  Diagnostics diagnostics;
  const CompiledSegments compiled =
      compile_segments(script.sources(), CachedCompiler(nvrtc(), nullptr), 90, 2, diagnostics);
  EXPECT_FALSE(compiled[SegmentId(0U)]);
  ASSERT_EQ(diagnostics.all().size(), 1U);
  const Diagnostic& said = diagnostics.all()[0];
  EXPECT_EQ(said.code, code("kernel_refused"));
  EXPECT_EQ(said.arguments[0], "0");
  EXPECT_NE(said.arguments[1].find("exponential_of"), std::string::npos) << said.arguments[1];
  ASSERT_TRUE(said.span);
  EXPECT_EQ(script.front_end.text.slice(*said.span), "fd.ops.exp(T0)");
}

TEST(CompileSegments, ErrorsComeInTheOrderOfTheSegmentsWithTheirLines) {
  const ScriptProducts script(kScript);
  const Kernel& kernel = *script.kernels[SegmentId(0U)].answer.kernel;
  const int64_t line = line_with(kernel, "= exp(");
  const std::string log = concat("k(", line, "): warning #1-D: no\nk(", line, "): error: first\nk(1): error: second\n",
                                 "k(2): error: third\nk(3): error: fourth\n");
  const Nvrtc nvrtc(refusing_compiler(log));
  Diagnostics diagnostics;
  compile_segments(script.sources(), CachedCompiler(nvrtc, nullptr), 90, 4, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), kernel_count(script));
  for (size_t i = 0; i < diagnostics.all().size(); ++i) {
    EXPECT_EQ(diagnostics.all()[i].arguments[0], std::to_string(i));
    EXPECT_EQ(diagnostics.all()[i].arguments[1], "first");
  }
  const std::string notes = join(diagnostics.all()[0].notes, "\n");
  EXPECT_NE(notes.find(concat(kernel.entry, " line ", line, ": first: ")), std::string::npos) << notes;
  EXPECT_NE(notes.find("= exp("), std::string::npos) << notes;
  EXPECT_NE(notes.find("1 more errors"), std::string::npos) << notes;
}

TEST(CompileSegments, ARefusalWithoutALineIsSaidInTheCompilersWords) {
  const ScriptProducts script(kScript);
  const Nvrtc nvrtc(refusing_compiler("nvrtc: error: out of memory"));
  Diagnostics diagnostics;
  compile_segments(script.sources(), CachedCompiler(nvrtc, nullptr), 90, 1, diagnostics);
  ASSERT_FALSE(diagnostics.all().empty());
  EXPECT_EQ(diagnostics.all()[0].arguments[1], "nvrtc: error: out of memory");
  EXPECT_FALSE(diagnostics.all()[0].span);
}

TEST(CompileSegments, ASecondProcessReadsTheDisk) {
  const ScriptProducts script(kScript);
  std::string name = (std::filesystem::temp_directory_path() / "cleave_cache_XXXXXX").string();
  const std::filesystem::path root = mkdtemp(name.data());
  const Nvrtc nvrtc(accepting_compiler());
  Diagnostics diagnostics;
  for (const bool is_second : {false, true}) {
    KernelCache cache(root / "kernels");
    const CompiledSegments compiled =
        compile_segments(script.sources(), CachedCompiler(nvrtc, &cache), 90, 2, diagnostics);
    for (const SegmentId id : script.kernels.ids()) {
      ASSERT_TRUE(compiled[id]);
      EXPECT_EQ(compiled[id]->is_from_cache, is_second);
      EXPECT_EQ(compiled[id]->text.cubin, script.kernels[id].answer.kernel->text);
    }
  }
  EXPECT_EQ(compiled_texts(), kernel_count(script));
  EXPECT_FALSE(diagnostics.has_errors());
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace cleave::cuda

// The run-time compiler: what it makes of a kernel, what it says of a wrong one, and what is said where it is absent.
#include "native/cuda/nvrtc.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/base/text.h"
#include "native/cuda/cached_compiler.h"
#include "tests/native/cuda/script_products.h"
#include "tests/native/cuda/with_nvrtc.h"

namespace cleave::cuda {
namespace {

constexpr const char* kTwoKernels =
    "extern \"C\" __global__ void scale(float* x, float by) { x[threadIdx.x] *= by; }\n"
    "extern \"C\" __global__ void reverse(float* x) {\n"
    "  __shared__ float all[64];\n"
    "  all[threadIdx.x] = x[threadIdx.x];\n"
    "  __syncthreads();\n"
    "  x[threadIdx.x] = all[63 - threadIdx.x];\n"
    "}\n";

TEST_F(WithNvrtc, MakesMachineCodeAndTellsWhatItTakes) {
  const CompileAnswer answer = nvrtc().compile(kTwoKernels, "two", 90);
  ASSERT_TRUE(std::holds_alternative<CompiledText>(answer)) << std::get<CompileFailure>(answer).log;
  const auto& compiled = std::get<CompiledText>(answer);
  EXPECT_EQ(compiled.cubin.substr(1, 3), "ELF");
  ASSERT_EQ(compiled.kernels.size(), 2U);
  for (const KernelResources& kernel : compiled.kernels) {
    EXPECT_GT(kernel.registers, 0);
    EXPECT_FALSE(kernel.spills());
    EXPECT_EQ(kernel.shared_bytes, kernel.entry == "reverse" ? 256 : 0) << kernel.entry;
  }
}

TEST_F(WithNvrtc, CountsSpills) {
  // 64 values of a thread are alive at once, and there are 24 registers.
  const std::string text =
      "extern \"C\" __global__ void __launch_bounds__(1024, 2) many(float* x) {\n"
      "  float all[64];\n"
      "#pragma unroll\n"
      "  for (int i = 0; i < 64; ++i) all[i] = x[i * 1024 + threadIdx.x];\n"
      "  __syncthreads();\n"
      "#pragma unroll\n"
      "  for (int i = 0; i < 64; ++i) x[(i * 7 % 64) * 1024 + threadIdx.x] = all[i] * all[63 - i];\n"
      "}\n";
  const CompileAnswer answer = nvrtc().compile(text, "many", 80);
  ASSERT_TRUE(std::holds_alternative<CompiledText>(answer)) << std::get<CompileFailure>(answer).log;
  const KernelResources& used = std::get<CompiledText>(answer).kernels.at(0);
  EXPECT_LE(used.registers, 32);
  EXPECT_TRUE(used.spills());
  EXPECT_GT(used.stack_bytes, 0);
}

TEST_F(WithNvrtc, SaysWhatIsWrongAndWhere) {
  const CompileAnswer answer = nvrtc().compile("\n__global__ void kernel() { int a = b; }\n", "wrong", 90);
  ASSERT_TRUE(std::holds_alternative<CompileFailure>(answer));
  const std::vector<CompilerMessage> messages = read_messages(std::get<CompileFailure>(answer).log);
  ASSERT_FALSE(messages.empty());
  EXPECT_TRUE(messages[0].is_error);
  EXPECT_EQ(messages[0].line, 2);
  EXPECT_EQ(messages[0].text, "identifier \"b\" is undefined");
}

TEST_F(WithNvrtc, AnArchitectureThatItDoesNotKnowIsSaid) {
  const CompileAnswer answer = nvrtc().compile(kTwoKernels, "two", 42);
  ASSERT_TRUE(std::holds_alternative<CompileFailure>(answer));
  EXPECT_EQ(std::get<CompileFailure>(answer).log.substr(0, 6), "NVRTC ");
  EXPECT_NE(std::get<CompileFailure>(answer).log.find("does not know sm_42"), std::string::npos);
}

/// Products and sums are rounded one after the other (nvrtc.h says why): there is no fused operation in the code.
TEST_F(WithNvrtc, DoesNotContract) {
  const std::string chain =
      "extern \"C\" __global__ void kernel(float* x, float a, float b) { x[0] = x[0] * a + b; }\n";
  const std::string fused =
      "extern \"C\" __global__ void kernel(float* x, float a, float b) { x[0] = fmaf(x[0], a, b); }\n";
  const CompileAnswer first = nvrtc().compile(chain, "chain", 90);
  const CompileAnswer second = nvrtc().compile(fused, "chain", 90);
  ASSERT_TRUE(std::holds_alternative<CompiledText>(first) && std::holds_alternative<CompiledText>(second));
  EXPECT_NE(std::get<CompiledText>(first).cubin, std::get<CompiledText>(second).cubin);
  EXPECT_NE(Nvrtc::options().find("--fmad=false"), std::string::npos);
}

TEST_F(WithNvrtc, IsNotAskedWhereTheCacheKnows) {
  std::string name = (std::filesystem::temp_directory_path() / "cleave_cache_XXXXXX").string();
  const std::filesystem::path root = mkdtemp(name.data());
  KernelCache cache(root / "kernels");
  const CachedCompiler compiler(nvrtc(), &cache);
  const CachedAnswer first = compiler.compile(kTwoKernels, "two", 90);
  const CachedAnswer second = compiler.compile(kTwoKernels, "two", 90);
  const CachedAnswer other = compiler.compile(kTwoKernels, "two", 80);
  EXPECT_FALSE(first.is_from_cache);
  EXPECT_TRUE(second.is_from_cache);
  EXPECT_FALSE(other.is_from_cache) << "another architecture has other machine code";
  EXPECT_EQ(std::get<CompiledText>(first.answer), std::get<CompiledText>(second.answer));
  std::filesystem::remove_all(root);
}

TEST(Nvrtc, ItsAbsenceSaysWhatToInstall) {
  std::string why;
  constexpr const char* kNames[] = {"libcleave_has_no_such.so.13", "libcleave_has_no_such.so.12"};
  EXPECT_FALSE(SharedLibrary::open(kNames, toolkit_folders("/nowhere"), why));
  EXPECT_EQ(why, "there is no libcleave_has_no_such.so.13 or libcleave_has_no_such.so.12");
  const auto folders = toolkit_folders("/opt/cuda");
  EXPECT_EQ(folders.front(), "/opt/cuda/lib64");
  EXPECT_EQ(toolkit_folders(nullptr).front(), "/usr/local/cuda/lib64");
}

TEST(Nvrtc, ALibraryThatIsNoneIsNamed) {
  std::string name = (std::filesystem::temp_directory_path() / "cleave_library_XXXXXX").string();
  const std::filesystem::path root = mkdtemp(name.data());
  std::ofstream(root / "libcleave_is_text.so") << "no library";
  std::string why;
  constexpr const char* kNames[] = {"libcleave_is_text.so"};
  EXPECT_FALSE(SharedLibrary::open(kNames, {root}, why));
  EXPECT_NE(why.find((root / "libcleave_is_text.so").string()), std::string::npos) << why;
  std::filesystem::remove_all(root);
}

TEST(AssemblerLog, IsReadKernelByKernel) {
  const std::vector<KernelResources> read = read_resources(
      "kernels(7): warning #177-D: variable \"a\" was declared but never referenced\n"
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function 'softmax_T3_g0' for 'sm_90'\n"
      "ptxas info    : Function properties for softmax_T3_g0\n"
      "    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
      "ptxas info    : Used 40 registers, used 1 barriers, 16 bytes cumulative stack size, 128 bytes smem\n"
      "ptxas info    : Compiling entry function 'relu_T1_g1' for 'sm_90'\n"
      "ptxas info    : Function properties for relu_T1_g1\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 12 registers, used 0 barriers, 400 bytes cmem[0]\n");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0], (KernelResources{.entry = "softmax_T3_g0",
                                      .registers = 40,
                                      .spill_store_bytes = 8,
                                      .spill_load_bytes = 12,
                                      .stack_bytes = 16,
                                      .shared_bytes = 128}));
  EXPECT_EQ(read[1], (KernelResources{.entry = "relu_T1_g1", .registers = 12}));
  EXPECT_TRUE(read_resources("").empty());
  EXPECT_TRUE(read_resources("ptxas info    : Used 40 registers\n").empty());
}

TEST(AssemblerLog, MessagesThatNameNoLineAreNone) {
  EXPECT_TRUE(read_messages("nvrtc: error: invalid value\n1 error detected in the compilation of \"a(1)\".\n").empty());
  const auto read = read_messages("a.cu(12): error: expected a \";\"\na(b).cu(3): warning #1-D: last line\n");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].line, 12);
  EXPECT_TRUE(read[0].is_error);
  EXPECT_EQ(read[1].line, 3);
  EXPECT_FALSE(read[1].is_error);
  EXPECT_EQ(read[1].text, "last line");
}

TEST(CompiledText, ComesBackFromItsBytesAndFromNoOthers) {
  const CompiledText compiled{.cubin = std::string("a\0b", 3),
                              .kernels = {{.entry = "k", .registers = 7, .shared_bytes = 9}, {.entry = ""}}};
  const std::string bytes = to_bytes(compiled);
  EXPECT_EQ(from_bytes(bytes), compiled);
  for (size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(from_bytes(bytes.substr(0, size))) << size;
  EXPECT_FALSE(from_bytes(bytes + "x"));
  EXPECT_FALSE(from_bytes(std::string(100, '\xff')));
}

}  // namespace
}  // namespace cleave::cuda

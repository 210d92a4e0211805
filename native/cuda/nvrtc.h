// The run-time compiler of CUDA: a kernel's text → machine code for one architecture, with what the assembler says of
// it. The library is opened at run time (libnvrtc 13 or 12) and no header of it is needed to build. compile() may be
// called by several threads at once.
//
// Options, and why:
//   --gpu-architecture=sm_XX   machine code at once; the driver then compiles nothing.
//   --std=c++17                what the text is written in, and what the host runs it as.
//   --fmad=false               a product and a sum are rounded one after the other, as the definition says. Contracted,
//                              a * b - c is off by half a unit of a * b, which after cancellation is far more than the
//                              tolerance of an element-wise value; and a value that two kernels compute, or one kernel
//                              twice, would not be the same to the bit. Kernels that are bound by memory do not feel
//                              it; the library's functions (exp, erf …) use fused operations on their own.
//   --ptxas-options=-v         registers, spills and shared memory in the log.
// Division and square root stay rounded to nearest and denormals stay, as the compiler does by itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "native/cuda/compiled_text.h"
#include "native/cuda/shared_library.h"

namespace cleave::cuda {

/// The compiler's words, as it said them.
struct CompileFailure {
  std::string log;
};

using CompileAnswer = std::variant<CompiledText, CompileFailure>;

/// The library's functions under its own names, so that a test can put others in their place.
struct NvrtcFunctions {
  using Program = void*;
  int (*version)(int* major, int* minor) = nullptr;
  const char* (*error_text)(int result) = nullptr;
  int (*create_program)(Program* program, const char* text, const char* name, int header_count,
                        const char* const* headers, const char* const* header_names) = nullptr;
  int (*compile_program)(Program program, int option_count, const char* const* options) = nullptr;
  int (*destroy_program)(Program* program) = nullptr;
  int (*log_size)(Program program, size_t* size) = nullptr;
  int (*log)(Program program, char* log) = nullptr;
  int (*cubin_size)(Program program, size_t* size) = nullptr;
  int (*cubin)(Program program, char* cubin) = nullptr;
  int (*architecture_count)(int* count) = nullptr;
  int (*architectures)(int* architectures) = nullptr;
};

class Nvrtc {
 public:
  explicit Nvrtc(const NvrtcFunctions& functions);

  /// `13.0`.
  const std::string& version() const { return version_; }
  /// 10 * major + minor of every architecture that it compiles for.
  const std::vector<int>& architectures() const { return architectures_; }
  bool compiles_for(int architecture) const;
  /// What to say of an architecture that it does not compile for.
  std::string why_not(int architecture) const;
  /// What compile() passes besides the architecture; part of what machine code depends on.
  static std::string options();

  /// Machine code of `text` for `architecture` (90 is sm_90). Messages call the text `name`.
  CompileAnswer compile(const std::string& text, const std::string& name, int architecture) const;

 private:
  NvrtcFunctions functions_;
  std::string version_;
  std::vector<int> architectures_;
};

/// Opens the compiler; `toolkit` is the value of CUDA_PATH or null.
std::variant<Nvrtc, Missing> open_nvrtc(const char* toolkit);

}  // namespace cleave::cuda

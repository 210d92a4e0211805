// See nvrtc.h. Tested by tests/native/cuda.
#include "native/cuda/nvrtc.h"

#include <algorithm>
#include <array>
#include <memory>

#include "core/base/text.h"

namespace cleave::cuda {
namespace {

constexpr std::array kLibraryNames{"libnvrtc.so.13", "libnvrtc.so.12"};
constexpr int kSuccess = 0;

constexpr const char* kOptions[] = {"--std=c++17", "--fmad=false", "--ptxas-options=-v"};

template <class Function>
bool find(const SharedLibrary& library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(library.symbol(name));
  return function != nullptr;
}

std::optional<NvrtcFunctions> functions_of(const SharedLibrary& library) {
  NvrtcFunctions out;
  const bool has_all =
      find(library, "nvrtcVersion", out.version) && find(library, "nvrtcGetErrorString", out.error_text) &&
      find(library, "nvrtcCreateProgram", out.create_program) &&
      find(library, "nvrtcCompileProgram", out.compile_program) &&
      find(library, "nvrtcDestroyProgram", out.destroy_program) &&
      find(library, "nvrtcGetProgramLogSize", out.log_size) && find(library, "nvrtcGetProgramLog", out.log) &&
      find(library, "nvrtcGetCUBINSize", out.cubin_size) && find(library, "nvrtcGetCUBIN", out.cubin) &&
      find(library, "nvrtcGetNumSupportedArchs", out.architecture_count) &&
      find(library, "nvrtcGetSupportedArchs", out.architectures);
  return has_all ? std::optional(out) : std::nullopt;
}

/// One text in the library, given back at the end.
class Program {
 public:
  Program(const NvrtcFunctions& functions, const std::string& text, const std::string& name) : functions_(functions) {
    result_ = functions_.create_program(&program_, text.c_str(), name.c_str(), 0, nullptr, nullptr);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (program_ != nullptr) functions_.destroy_program(&program_);
  }

  int compile(const std::vector<const char*>& options) {
    if (result_ == kSuccess) {
      result_ = functions_.compile_program(program_, static_cast<int>(options.size()), options.data());
    }
    return result_;
  }
  std::string log() const { return bytes(functions_.log_size, functions_.log, 1); }
  std::string cubin() const { return bytes(functions_.cubin_size, functions_.cubin, 0); }

 private:
  /// `ends`: bytes at the end that are no content.
  std::string bytes(int (*size_of)(NvrtcFunctions::Program, size_t*), int (*read)(NvrtcFunctions::Program, char*),
                    size_t ends) const {
    size_t size = 0;
    if (program_ == nullptr || size_of(program_, &size) != kSuccess || size <= ends) return {};
    std::string out(size, '\0');
    if (read(program_, out.data()) != kSuccess) return {};
    out.resize(size - ends);
    return out;
  }

  const NvrtcFunctions& functions_;
  NvrtcFunctions::Program program_ = nullptr;
  int result_ = kSuccess;
};

}  // namespace

Nvrtc::Nvrtc(const NvrtcFunctions& functions) : functions_(functions) {
  int major = 0;
  int minor = 0;
  functions_.version(&major, &minor);
  version_ = concat(major, '.', minor);
  int count = 0;
  if (functions_.architecture_count(&count) != kSuccess || count <= 0) return;
  architectures_.resize(static_cast<size_t>(count));
  if (functions_.architectures(architectures_.data()) != kSuccess) architectures_.clear();
}

bool Nvrtc::compiles_for(int architecture) const {
  return std::find(architectures_.begin(), architectures_.end(), architecture) != architectures_.end();
}

std::string Nvrtc::why_not(int architecture) const {
  return concat("NVRTC ", version_, " does not know sm_", architecture,
                "; a newer CUDA toolkit does, or the GPU is older than this one supports");
}

std::string Nvrtc::options() {
  return join(kOptions, " ", [](const char* option) { return option; });
}

CompileAnswer Nvrtc::compile(const std::string& text, const std::string& name, int architecture) const {
  if (!compiles_for(architecture)) return CompileFailure{why_not(architecture)};
  const std::string target = concat("--gpu-architecture=sm_", architecture);
  std::vector<const char*> options{target.c_str()};
  options.insert(options.end(), std::begin(kOptions), std::end(kOptions));
  Program program(functions_, text, name);
  const int result = program.compile(options);
  const std::string log = program.log();
  if (result != kSuccess) return CompileFailure{log.empty() ? functions_.error_text(result) : log};
  CompiledText out{.cubin = program.cubin(), .kernels = read_resources(log)};
  if (out.cubin.empty()) return CompileFailure{"the compiler gave no machine code"};
  return out;
}

std::variant<Nvrtc, Missing> open_nvrtc(const char* toolkit) {
  std::string why;
  const std::optional<SharedLibrary> library = SharedLibrary::open(kLibraryNames, toolkit_folders(toolkit), why);
  constexpr std::string_view kInstall =
      "; install the CUDA toolkit 12 or 13 (its package cuda-nvrtc is enough), or set CUDA_PATH to where it is";
  if (!library) return Missing{concat(why, kInstall)};
  const std::optional<NvrtcFunctions> functions = functions_of(*library);
  if (!functions) return Missing{concat(library->name(), " lacks functions of CUDA 12", kInstall)};
  return Nvrtc(*functions);
}

}  // namespace cleave::cuda

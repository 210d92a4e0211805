// See host_library.h.
#include "tests/cuda_on_host/host_library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "core/evaluate/number_formats.h"
#include "core/ops/pointwise_meaning.h"

namespace cleave {
namespace {

/// As shim.h declares it.
struct HostRuntime {
  void (*wait_for_block)();
  unsigned long long (*exchange)(unsigned long long, int);
  void (*wait_for_grid)();
  char* (*block_memory)();
  char* (*cluster_memory)(int);
  float (*from_half)(unsigned short);
  unsigned short (*to_half)(float);
  float (*from_bfloat16)(unsigned short);
  unsigned short (*to_bfloat16)(float);
  double (*erfinv)(double);
  double (*erfcinv)(double);
  void (*note_access)(const void*, unsigned long long);
};

constexpr HostRuntime kRuntime{
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    [](unsigned short bits) { return static_cast<float>(decode(kHalfFormat, bits)); },
    [](float value) { return static_cast<unsigned short>(encode(kHalfFormat, value)); },
    [](unsigned short bits) { return static_cast<float>(decode(kBFloat16Format, bits)); },
    [](float value) { return static_cast<unsigned short>(encode(kBFloat16Format, value)); },
    [](double x) { return erfinv(x); },
    [](double x) { return erfcinv(x); },
    nullptr,
};

std::string read_all(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

/// The kernel with watched pointers for parameters, and with vectors that are read and written through them.
std::string watched(const std::string& text) {
  static const std::regex pointer(R"(((?:const )?[A-Za-z_][A-Za-z0-9_<> ]*)\* (?:__restrict__ )?(?=T[0-9]))");
  const size_t head = text.find("extern \"C\"");
  const size_t body = text.find('\n', head);
  const bool has_vectors = text.find(" Vector {") != std::string::npos;
  const std::string_view vectors = R"(
template <int kCount, class T>
Vector<T, kCount> loaded(const Watched<const T>& from) {
  return *reinterpret_cast<const Vector<T, kCount>*>(from.moved(kCount));
}
template <int kCount, class T>
Vector<T, kCount> loaded(const Watched<T>& from) {
  return *reinterpret_cast<const Vector<T, kCount>*>(from.moved(kCount));
}
template <class T, int kCount>
void stored(const Watched<T>& to, const Vector<T, kCount>& value) {
  *reinterpret_cast<Vector<T, kCount>*>(to.moved(kCount)) = value;
}
)";
  return text.substr(0, head) + std::string(has_vectors ? vectors : "") +
         std::regex_replace(text.substr(head, body - head), pointer, "Watched<$1> ") + text.substr(body);
}

}  // namespace

HostLibrary::~HostLibrary() {
  if (handle_ != nullptr) dlclose(handle_);
  if (!folder_.empty()) std::filesystem::remove_all(folder_);
}

size_t HostLibrary::add(const Kernel& kernel) {
  const size_t number = names_.size();
  names_.push_back("kernel_" + std::to_string(number));
  text_ += "#define " + kernel.entry + ' ' + names_.back() + "\nnamespace of_" + names_.back() + " {\n" +
           watched(kernel.text) + "}\nextern \"C\" void call_" + names_.back() + "(void** arguments) { call_with(of_" +
           names_.back() + "::" + names_.back() + ", arguments); }\n#undef " + kernel.entry + "\n\n";
  return number;
}

std::string HostLibrary::build() {
  std::string name = (std::filesystem::temp_directory_path() / "cleave_host_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return "no temporary folder could be made";
  folder_ = name;
  const std::filesystem::path folder(folder_);
  std::ofstream(folder / "kernels.cpp") << "#include \"" CLEAVE_SOURCE_DIR "/tests/cuda_on_host/shim.h\"\n\n" << text_;
  // Device integers wrap, and device code reads a vector of elements as one.
  const std::string command = std::string(CLEAVE_HOST_COMPILER) +
                              " -std=c++17 -O1 -shared -fPIC -fwrapv -fno-strict-aliasing -ffp-contract=off -w -o " +
                              (folder / "kernels.so").string() + ' ' + (folder / "kernels.cpp").string() + " 2> " +
                              (folder / "messages").string();
  // NOLINTNEXTLINE: the command is the test's own.
  if (std::system(command.c_str()) != 0) return read_all(folder / "messages");
  handle_ = dlopen((folder / "kernels.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) return dlerror();
  *static_cast<HostRuntime*>(dlsym(handle_, "host_runtime")) = kRuntime;
  thread_place_ = static_cast<HostPlace*>(dlsym(handle_, "threadIdx"));
  block_place_ = static_cast<HostPlace*>(dlsym(handle_, "blockIdx"));
  return {};
}

HostLibrary::Call HostLibrary::call(size_t number) const {
  return reinterpret_cast<Call>(dlsym(handle_, ("call_" + names_[number]).c_str()));
}

void HostLibrary::set_calls(const ThreadCalls& calls) {
  auto* runtime = static_cast<HostRuntime*>(dlsym(handle_, "host_runtime"));
  runtime->wait_for_block = calls.wait_for_block;
  runtime->exchange = calls.exchange;
  runtime->wait_for_grid = calls.wait_for_grid;
  runtime->block_memory = calls.block_memory;
  runtime->cluster_memory = calls.cluster_memory;
  runtime->note_access = calls.note_access;
}

}  // namespace cleave

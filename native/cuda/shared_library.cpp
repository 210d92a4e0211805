// See shared_library.h. Tested by tests/native/cuda.
#include "native/cuda/shared_library.h"

#include <dlfcn.h>

namespace cleave::cuda {

std::optional<SharedLibrary> SharedLibrary::open(std::span<const char* const> names,
                                                 const std::vector<std::filesystem::path>& folders, std::string& why) {
  std::vector<std::filesystem::path> places;
  for (const char* name : names) {
    places.emplace_back(name);
    for (const std::filesystem::path& folder : folders) places.push_back(folder / name);
  }
  std::string reasons;
  for (const std::filesystem::path& place : places) {
    if (void* handle = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) return SharedLibrary(handle, place.string());
    const char* said = dlerror();
    // A library that is there and does not open is worth a word; one that is not there is named once at the end.
    std::error_code ignored;
    if (place.has_parent_path() && std::filesystem::exists(place, ignored) && said != nullptr) {
      reasons += said + std::string("; ");
    }
  }
  std::string asked;
  for (const char* name : names) asked += (asked.empty() ? "" : " or ") + std::string(name);
  why = reasons + "there is no " + asked;
  return std::nullopt;
}

void* SharedLibrary::symbol(const char* name) const { return dlsym(handle_, name); }

std::vector<std::filesystem::path> toolkit_folders(const char* toolkit) {
  std::vector<std::filesystem::path> out;
  for (const std::filesystem::path& root :
       {std::filesystem::path(toolkit == nullptr ? "" : toolkit), std::filesystem::path("/usr/local/cuda")}) {
    if (root.empty()) continue;
    out.push_back(root / "lib64");
    out.push_back(root / "lib");
  }
  return out;
}

}  // namespace cleave::cuda

// See machine.h.
#include "native/cli/machine.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "native/serve/page_files.h"

namespace cleave::cli {

CudaPlaces cuda_places() {
  return {.cuda_path = std::getenv("CUDA_PATH"),
          .xdg_cache_home = std::getenv("XDG_CACHE_HOME"),
          .home = std::getenv("HOME")};
}

std::string own_page() {
  std::error_code failure;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failure);
  if (failure) return {};
  // PREFIX/bin/cleave beside PREFIX/share; build/release/cleave beside build/web.
  for (const char* place : {"share/cleave/web", "web"}) {
    const std::filesystem::path folder = program.parent_path().parent_path() / place;
    if (serve::holds_page(folder.string())) return folder.string();
  }
  return {};
}

}  // namespace cleave::cli

// A library of the machine that is opened when it is first needed and never linked, so that one binary runs everywhere.
// Its absence is a value with a reason, not an error. It stays open until the process ends: CUDA's libraries keep
// threads and exit handlers that must not lose their code.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cleave::cuda {

/// Why something of the machine cannot be used, and what to do about it.
struct Missing {
  std::string why;
};

class SharedLibrary {
 public:
  /// The first of `names` that opens: of each, the loader's own search first, then `folders` in order. Nothing where
  /// none does; `why` then says so for each.
  static std::optional<SharedLibrary> open(std::span<const char* const> names,
                                           const std::vector<std::filesystem::path>& folders, std::string& why);

  /// The address of an exported name, or null.
  void* symbol(const char* name) const;
  /// What was opened, as it was asked for.
  const std::string& name() const { return name_; }

 private:
  SharedLibrary(void* handle, std::string name) : handle_(handle), name_(std::move(name)) {}

  void* handle_ = nullptr;
  std::string name_;
};

/// The folders in which a CUDA toolkit keeps its libraries: under `toolkit` (the value of CUDA_PATH, may be null) and
/// where its installer puts it.
std::vector<std::filesystem::path> toolkit_folders(const char* toolkit);

}  // namespace cleave::cuda

// What the compiler and the assembler say, as data: the resources of every kernel (from `ptxas -v`), and the lines that
// errors are about. Reads text only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cleave::cuda {

/// What one kernel takes, as the assembler reports it.
struct KernelResources {
  std::string entry;
  int64_t registers = 0;
  int64_t spill_store_bytes = 0;
  int64_t spill_load_bytes = 0;
  /// Local memory of a thread: arrays that are indexed at run time, and spills.
  int64_t stack_bytes = 0;
  int64_t shared_bytes = 0;

  bool spills() const { return spill_store_bytes > 0 || spill_load_bytes > 0; }
  friend bool operator==(const KernelResources&, const KernelResources&) = default;
};

/// Of every entry in the log of `--ptxas-options=-v`, in its order.
std::vector<KernelResources> read_resources(std::string_view log);

struct CompilerMessage {
  /// Of the text, from 1.
  int64_t line = 0;
  bool is_error = false;
  /// Without the place.
  std::string text;
};

/// The messages of the log that name a line.
std::vector<CompilerMessage> read_messages(std::string_view log);

/// The first line of a log that says something: what is told of one that names no line.
std::string first_line(std::string_view log);

}  // namespace cleave::cuda

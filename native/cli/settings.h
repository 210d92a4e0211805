// What a command line asks for: the request that goes through the door of core/api, and what only concerns the
// terminal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/request.h"

namespace cleave::cli {

/// What the first word of the command line asks for.
enum class Verb : uint8_t { kCheck, kPrint, kSegment, kExplain, kKernel, kPlan, kDraw, kHtml, kRun, kServe };

enum class ColorMode : uint8_t { kAuto, kAlways, kNever };

struct Settings {
  Verb verb = Verb::kSegment;
  /// Text and file name are filled in for every file.
  Request request;
  std::vector<std::string> files;
  /// Names of the options that were given.
  std::vector<std::string_view> given;
  bool json = false;
  bool verbose = false;
  /// `kernel`: the text of the kernels and nothing else.
  bool source_only = false;
  ColorMode color = ColorMode::kAuto;
  bool help = false;
  bool version = false;
  /// `cleave help`, `cleave --help`: no command was named.
  bool has_command = false;
  /// `html`: the file to write; absent for the standard output.
  std::optional<std::string> output;
  /// `serve`, `html`: the folder of the page; `serve`: the port. Absent where one is to be found.
  std::optional<std::string> page;
  std::optional<int64_t> port;
  /// Folder to write the generated files to.
  std::optional<std::string> write_generated;
};

}  // namespace cleave::cli

// The exit codes, with what they mean. Scripts depend on them; a new one is a new row. Tested by the tests of the
// command line (tests/native/cli).
#pragma once

#include <array>
#include <string_view>

namespace cleave::cli {

enum class ExitCode : int { kFine = 0, kWrongInput = 1, kUsage = 2, kNoDevice = 3, kDifferent = 4, kOurFault = 70 };

struct ExitCodeInfo {
  ExitCode code;
  std::string_view doc;
};

inline constexpr std::array kExitCodes{
    ExitCodeInfo{ExitCode::kFine, "all is well"},
    ExitCodeInfo{ExitCode::kWrongInput, "the definition, its inputs or a file is at fault; a message says where"},
    ExitCodeInfo{ExitCode::kUsage, "the command line is wrong"},
    ExitCodeInfo{ExitCode::kNoDevice, "the device that was asked for cannot be used"},
    ExitCodeInfo{ExitCode::kDifferent, "`run`: the segments give another result than the whole"},
    ExitCodeInfo{ExitCode::kOurFault, "a fault of Cleave itself"},
};

}  // namespace cleave::cli

// Exit codes that no correct run of the program gives.
#include <gtest/gtest.h>

#include <cstdlib>

#include "native/cli/command_line.h"
#include "native/cli/fault.h"

namespace cleave::cli {
namespace {

TEST(ExitCode, FollowsFromTheResponse) {
  Response response;
  EXPECT_EQ(exit_code(response), ExitCode::kWrongInput);
  response.ok = true;
  EXPECT_EQ(exit_code(response), ExitCode::kFine);
  response.run.emplace().matches = false;
  EXPECT_EQ(exit_code(response), ExitCode::kDifferent);
  response.run.reset();
  response.diagnostics.emplace_back().code = "E0921";
  EXPECT_EQ(exit_code(response), ExitCode::kNoDevice);
}

TEST(FaultDeathTest, ABrokenPromiseIsSaidAndExits70) {
  const auto fault = [] {
    handle_faults();
    std::abort();
  };
  EXPECT_EXIT(fault(), ::testing::ExitedWithCode(70), "this is a fault of Cleave, not of your file");
}

}  // namespace
}  // namespace cleave::cli

// Tests that need the run-time compiler: skipped with the reason where it is not installed.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

#include "native/cuda/nvrtc.h"

namespace cleave::cuda {

class WithNvrtc : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = open_nvrtc(std::getenv("CUDA_PATH"));
    if (const auto* missing = std::get_if<Missing>(&opened)) GTEST_SKIP() << missing->why;
    nvrtc_.emplace(std::get<Nvrtc>(std::move(opened)));
  }
  const Nvrtc& nvrtc() const { return *nvrtc_; }

 private:
  std::optional<Nvrtc> nvrtc_;
};

}  // namespace cleave::cuda

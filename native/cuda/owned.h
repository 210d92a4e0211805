// A handle of the driver that is given back when its owner goes. Moves, never copies.
#pragma once

#include <utility>

#include "native/cuda/driver_functions.h"

namespace cleave::cuda {

template <class Handle>
class Owned {
 public:
  Owned() = default;
  Owned(Handle handle, Result (*give_back)(Handle)) : handle_(handle), give_back_(give_back) {}
  Owned(Owned&& other) noexcept
      : handle_(std::exchange(other.handle_, Handle{})), give_back_(std::exchange(other.give_back_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(give_back_, other.give_back_);
    return *this;
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (give_back_ != nullptr) give_back_(handle_);
  }

  Handle get() const { return handle_; }
  bool has_value() const { return give_back_ != nullptr; }

 private:
  Handle handle_{};
  Result (*give_back_)(Handle) = nullptr;
};

}  // namespace cleave::cuda

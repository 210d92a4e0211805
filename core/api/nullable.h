// A field of a response that is always written, as null where there is nothing. A std::optional field is left out
// instead. Tested with schema.h.
#pragma once

#include <optional>

namespace cleave {

template <class T>
struct Nullable {
  std::optional<T> value;
};

}  // namespace cleave

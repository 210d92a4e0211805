// What single cases must compute, each checked by arithmetic of its own: a line `# expect: values NAME` of a case names
// one.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evaluate/evaluate.h"

namespace cleave {

/// Nothing where the outputs are right for the inputs; else what is wrong.
using ValueCheck =
    std::function<std::optional<std::string>(const std::vector<Value>& inputs, const std::vector<Value>& outputs)>;

/// The check called `name`; null where there is none. `seed` is that of the generator for random ops.
ValueCheck value_check(std::string_view name, uint64_t seed);

}  // namespace cleave

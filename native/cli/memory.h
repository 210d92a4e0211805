// How much memory is free, as the system says. Tested by tests/native/cli.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cleave::cli {

/// Three quarters of what is free on this machine and in this container; nothing where the system does not say.
std::optional<int64_t> default_memory_limit();

/// `MemAvailable` of a text like /proc/meminfo, in bytes.
std::optional<int64_t> available_memory(std::string_view meminfo);

}  // namespace cleave::cli

// From what stands in FILE's place (a file, `-`, a link of the page) to a request that holds its text, and from there
// to the answer of this machine. Tested by tests/native/cli.
#pragma once

#include <string>
#include <variant>

#include "core/api/host.h"
#include "core/api/response.h"
#include "native/cli/settings.h"

namespace cleave::cli {

/// Settings whose request is whole, or the response that says why there is no text. What a link brings along is said on
/// the error stream.
std::variant<Settings, Response> question_of(const Settings& settings, const std::string& file);

/// The answer to a whole request; `seen` is given what is known before a run computes anything.
Response respond_here(const Settings& settings, const SplitSeen& seen = {});

}  // namespace cleave::cli

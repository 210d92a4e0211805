// The states that options name: by what the user calls them, or as `#8` by index.
#pragma once

#include <optional>
#include <string_view>

#include "core/ir/definition.h"
#include "core/ir/source_map.h"
#include "core/parse/parse.h"

namespace cleave {

/// The state called `name`: the last one that the user gave this name, else the one whose letter and index it is, else
/// the index after `#`. Nothing where there is none.
std::optional<StateId> find_state(const Definition& definition, const SourceMap& map, std::string_view name);

/// True where a mistake in the text may be why no state is called `name`.
bool may_be_lost(const ParsedDefinition& source, std::string_view name);

/// The user's name that is closest to `name`, if one is close.
std::optional<std::string_view> closest_state_name(const SourceMap& map, std::string_view name);

}  // namespace cleave

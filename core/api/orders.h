// The two orders of joining side by side: what nvFuser's visiting order makes of a definition, and what Cleave's own
// does. Splits a second time, without reasons; decides nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/api/compile.h"
#include "core/api/response.h"

namespace cleave {

/// Cleave's order and nvFuser's, in that order; nothing where they give the same segments, or where the definition is
/// too large to be joined a second time.
std::optional<std::vector<OrderView>> order_views(const Compilation& compilation);

/// Why order_views() gives nothing, in one sentence: the orders agree, or what to ask for to have them compared.
std::string orders_remark(const Compilation& compilation);

/// True if a definition has more ops than nvFuser's order is followed for.
bool is_too_large_for_nvfuser_order(const Primitive& primitive);

}  // namespace cleave

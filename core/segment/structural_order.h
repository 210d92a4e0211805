// An order of the ops that follows from what a definition computes, not from how its lines stand: by depth, then by a
// hash of everything that can matter for joining (op, types, how axes pass through, what it reads and who reads it).
// Lines that do not depend on each other may change places, and names may change, without changing it; ops that no hash
// tells apart are interchangeable and stand in program order.
#pragma once

#include <cstdint>
#include <vector>

#include "core/segment/op_facts.h"

namespace cleave {

/// By op: its place in the order. Producers stand before their readers.
std::vector<uint32_t> structural_places(const Primitive& primitive, const OpTable& table,
                                        const SegmentOptions& options);

}  // namespace cleave

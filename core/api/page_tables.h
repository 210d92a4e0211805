// The tables of a `view`, read off the products: the whole in numbers, ops, values, steps of the joining, and what each
// segment and cut gains for a page. Tested through respond() (call.h).
#pragma once

#include <vector>

#include "core/api/compile.h"
#include "core/api/moved_bytes.h"
#include "core/api/page_numbers.h"
#include "core/api/response.h"

namespace cleave {

SummaryView summary_view(const Compilation& compilation, const MovedBytes& moved);
std::vector<OpView> op_views(const Compilation& compilation, const PageNumbers& numbers);
std::vector<ValueView> value_views(const Compilation& compilation, const PageNumbers& numbers);
std::vector<MergeView> merge_views(const Compilation& compilation, const PageNumbers& numbers);
/// Adds letters, bytes of cuts, statements and scripts to `segments`, which are all of them, in order.
void complete_segments(const Compilation& compilation, const Request& request, const PageNumbers& numbers,
                       const MovedBytes& moved, std::vector<SegmentView>& segments);
/// Adds ids and tables of axes to `cuts`, which are all of them, in order.
void complete_cuts(const Compilation& compilation, const PageNumbers& numbers, std::vector<CutView>& cuts);

}  // namespace cleave

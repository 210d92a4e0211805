// From products to what a response shows of them. Nothing is decided here: names, places and numbers are read off the
// products and put side by side. Tested through respond() (call.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/api/compile.h"
#include "core/api/response.h"
#include "core/segment/offer.h"
#include "core/source/diagnostic.h"
#include "core/source/source_text.h"

namespace cleave {

/// The definition in a dialect; `fusion_id` is the number in the legacy form's name.
std::string printed(const Definition& definition, Dialect dialect, int64_t fusion_id);

/// The diagnostics so far, in place of those that are there.
void show_diagnostics(const Compilation& c, Response& out);

DiagnosticView view_of(const Diagnostic& diagnostic, const SourceText& text);
SourceView source_view(const Compilation& compilation);
std::vector<InputView> input_views(const Compilation& compilation);
std::vector<PassView> pass_views(const Compilation& compilation, const Request& request);
std::vector<SegmentView> segment_views(const Compilation& compilation, const Request& request);
/// Of one segment only, those that end at it.
std::vector<CutView> cut_views(const Compilation& compilation, std::optional<int64_t> segment = std::nullopt);
OfferView offer_view(const Offer& offer);

/// Where in the text the statement stands that a primitive record was made from.
std::optional<SourceSpan> source_span(const Compilation& compilation, RecordId record);

/// The index by which the source knows a primitive state.
std::optional<int64_t> source_index(const Primitive& primitive, StateId state);

/// The sizes of a state: none for a scalar, none where they are not known.
std::vector<int64_t> shape_of(const Types& types, StateId state);
/// Name of a state's dtype; empty where it is not known.
std::string dtype_name_of(const Types& types, StateId state);

}  // namespace cleave

// What of a text a request means: which definition, which list of inputs, which values its options name. Every name
// that is not there is a diagnostic that says what is. Tested through respond() (call.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/api/request.h"
#include "core/infer/binding.h"
#include "core/parse/parse.h"
#include "core/rewrite/passes/run_passes.h"
#include "core/rewrite/primitive.h"
#include "core/segment/segmentation.h"
#include "core/source/diagnostic.h"

namespace cleave {

/// The place of the definition that is asked for; the first one where the request does not say.
std::optional<size_t> select_definition(const Request& request, const Parsed& parsed, Diagnostics& diagnostics);

/// The place of the input list that is asked for; else the one that the definition is seen to be executed with, else
/// the nearest after it, else the last before it. None of those that only other definitions are executed with.
std::optional<size_t> select_input_list(const Request& request, const Parsed& parsed, size_t definition,
                                        Diagnostics& diagnostics);

/// The inputs given by hand.
std::vector<InputOption> select_input_options(const Request& request, Diagnostics& diagnostics);

/// The passes that are asked for; only those that results need where the request names one that is not there.
PassChoice select_passes(const Request& request, Diagnostics& diagnostics);

/// Rules, device and the cuts that are forced or forbidden, as primitive states.
SegmentOptions select_segment_options(const Request& request, const ParsedDefinition& source,
                                      const Primitive& primitive, Diagnostics& diagnostics);

/// Says what came of what was asked where it is something else: where a kept value is cut, and why, which boundaries
/// stand at values that nothing reads, and that an order was followed only in part.
void report_segmentation(const Primitive& primitive, const SegmentOptions& options, const Segmentation& segmentation,
                         Diagnostics& diagnostics);

/// Which segments there are, for those who ask for another: `they are g0 to g3`.
std::string segments_there(size_t count);

}  // namespace cleave

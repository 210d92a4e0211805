// What people see of a response: one function a command. Everything shown is in the response; nothing is computed here
// but sums of its numbers. Why first, then what would change it, then the evidence. Tested by tests/native/cli.
#pragma once

#include <string>

#include "core/api/response.h"
#include "native/cli/page.h"
#include "native/cli/settings.h"

namespace cleave::cli {

/// Segments in run order, each with its definition and index map.
void show_segments(const Response& response, const Settings& settings, Page& page);
/// Every cut: what crosses it, why, what would remove it.
void show_cuts(const Response& response, const Settings& settings, Page& page);
/// What each pass before the split did; nothing where none was asked for and none did anything.
void show_passes(const Response& response, const Settings& settings, Page& page);
/// The kernel of every segment: launch, resources, reasons, text; or only the text.
void show_kernels(const Response& response, const Settings& settings, Page& page);
/// Steps and buffers, as another engine would run them.
void show_plan(const Response& response, const Settings& settings, Page& page);
/// `run` before anything is computed: segments and cuts in short.
void show_split_of_run(const Response& response, const Settings& settings, Page& page);
/// The rest: times, outputs, verdict.
void show_results(const Response& response, Page& page);

/// Diagnostics as the core renders them, with colors; not the first `shown`, which have been shown.
void show_diagnostics(const Response& response, Page& page, size_t shown = 0);
/// `2 errors, 1 warning`, or `no errors`.
std::string count_of_diagnostics(const Response& response);

// Shared by the commands.

/// What was taken from the text and how it was split, in two lines.
void show_taken(const Response& response, const Settings& settings, Page& page);
/// `g0`, in the hue of the segment.
Piece segment_badge(int64_t id);
/// nvFuser's scheduler for a segment, or Cleave's template where nvFuser has none.
std::string kernel_name(const SegmentView& segment);
/// `reduction · 2 ops · reads 256 B, writes 8 B`.
std::string segment_facts(const SegmentView& segment, const Page& page);
/// `1 op`, `2 ops`.
std::string counted(int64_t count, std::string_view noun);
/// Explains the words for what made these segments, and for what refused to hold both sides of these cuts.
void show_legend_of(const std::vector<SegmentView>& segments, const std::vector<CutView>& refused, Page& page);
/// Bytes with unit: exact below 10 KiB, where small examples live.
std::string bytes_of(int64_t bytes);
/// `T3`, or `T3, T5 and 2 more`.
std::string crossing_names(const CutView& cut);
/// A message of the core as a sentence: with a capital letter and a period.
std::string sentence(std::string_view message);
/// `1,024 blocks of 32 x 4 threads`.
std::string shape_of_launch(const std::vector<int64_t>& grid, const std::vector<int64_t>& block,
                            const std::vector<int64_t>& cluster, const Page& page);
/// `[2, 128]`.
std::string shape_text(const std::vector<int64_t>& shape);
/// `·` or `-`, `✂` or `cut`: what the terminal can draw.
std::string_view dot(const Page& page);
std::string_view scissors(const Page& page);

}  // namespace cleave::cli

// The commands. See options.h.
#include <array>

#include "core/base/check.h"
#include "native/cli/options.h"

namespace cleave::cli {
namespace {

constexpr std::array kSegmentExamples{
    Example{"cleave segment fusion.py", "every segment with its definition and its index map"},
    Example{"cleave segment fusion.py --segment 1 > g1.py", "one segment, ready to be run alone"},
    Example{"cleave segment fusion.py --cut T3 --json", "with a cut forced after T3, as JSON"},
};
constexpr std::array kExplainExamples{
    Example{"cleave explain fusion.py", "why each cut was made, and what would remove it"},
    Example{"cleave explain fusion.py --passes nvfuser", "what nvFuser's passes before the split do, and where"},
    Example{"cleave explain fusion.py --gpu a100", "under the limits of another device"},
    Example{"cleave explain fusion.py --order nvfuser", "as nvFuser joins ops, beside Cleave's own order"},
    Example{"cleave explain fusion.py --scheduler pointwise", "would this scheduler take all of it, and if not, why"},
    Example{"cleave explain fusion.py --keep T11", "what stands in the way of keeping T11 inside a kernel"},
};
constexpr std::array kKernelExamples{
    Example{"cleave kernel fusion.py", "the kernel of every segment, with its launch and the reasons for it"},
    Example{"cleave kernel fusion.py --segment 1 --gpu a100", "one of them, for another device"},
    Example{"cleave kernel fusion.py --source > fusion.cu", "only CUDA C++, ready for `nvcc -cubin -arch=sm_90`"},
};
constexpr std::array kPlanExamples{
    Example{"cleave plan fusion.py", "steps, buffers and their lives as tables"},
    Example{"cleave plan fusion.py --json", "the same with the kernels, for another engine to run"},
};
constexpr std::array kRunExamples{
    Example{"cleave run fusion.py", "split, run every segment, compare with the whole"},
    Example{"cleave run fusion.py --input T0=64x128:BFloat16", "with another input"},
    Example{"cleave run big.py --memory 2GiB --shrink", "with extents scaled down until it fits"},
};
constexpr std::array kHtmlExamples{
    Example{"cleave html fusion.py -o report.html", "everything about the split in one file, to attach or to keep"},
};
constexpr std::array kDrawExamples{
    Example{"cleave draw fusion.py > fusion.svg", "segments, cuts and ops as a picture"},
    Example{"cleave draw fusion.py --expand none", "one card a segment"},
    Example{"cleave draw fusion.py --expand 0,2 --orientation lr", "two of them with their ops, from left to right"},
};
constexpr std::array kServeExamples{
    Example{"cleave serve", "the page, for this machine's own browser, at the address that is printed"},
    Example{"cleave serve --device cuda", "segments run on the GPU"},
    Example{"cleave serve --page build/web --port 8000", "another page, at a port of one's own"},
};
constexpr std::array kPrintExamples{
    Example{"cleave print fusion.py", "the definition in the form that nvFuser prints"},
    Example{"cleave print fusion.py --dialect direct", "in the direct dialect"},
    Example{"cleave print fusion.py --level primitive", "after decomposition, as the segmentation sees it"},
};
constexpr std::array kCheckExamples{
    Example{"cleave check *.py", "all diagnostics of all files"},
    Example{"pbpaste | cleave check -", "of a text from the clipboard"},
};

constexpr std::array kCommands{
    CommandInfo{
        Verb::kSegment, "segment", "FILE", "split a definition into segments, each with its index map",
        "Takes the fusion definition in FILE, splits it into segments that one kernel each can hold, and prints them "
        "in "
        "run order: the segment's own definition and the map from its indices to the original ones. An original index "
        "below zero is an extent of an input; a dash is a value that has no index in the original.",
        kSegmentExamples},
    CommandInfo{
        Verb::kExplain, "explain", "FILE", "say why each cut was made",
        "Shows every cut: the values that cross it with their bytes, the rule by which each kernel template refused to "
        "hold both sides with the numbers it compared, and what would remove the cut.",
        kExplainExamples},
    CommandInfo{
        Verb::kRun, "run", "FILE", "run the segments and check them against the whole",
        "Shows segments and cuts in short, runs the segments in order on the CPU, runs the whole definition as the "
        "reference, and compares every output. The exit code is 4 where they differ.",
        kRunExamples},
    CommandInfo{
        Verb::kKernel, "kernel", "FILE", "show the CUDA kernel of each segment",
        "Prints for every segment the kernel that computes it: how it is launched, what it needs on the chip, why it "
        "looks as it does, and its text, in which a comment names the statement of the segment's definition that the "
        "lines below it compute. The text compiles alone. Registers and spills are shown where a compiler is at hand.",
        kKernelExamples},
    CommandInfo{
        Verb::kPlan, "plan", "FILE", "say how another engine runs the segments",
        "Shows what to run in which order, with which memory: kernels, library ops and views as steps, and buffers "
        "with "
        "their layout, their bytes and the steps in which they are needed. `--json` gives the whole plan, kernels "
        "included.",
        kPlanExamples},
    CommandInfo{Verb::kHtml, "html", "FILE", "write a report as one HTML file",
                "Writes one HTML file that needs nothing else: the picture, every cut with its reasons, every segment "
                "with its definition, index map and kernel. It is the report that the page exports, and loads nothing.",
                kHtmlExamples},
    CommandInfo{Verb::kDraw, "draw", "FILE", "draw segments, cuts and ops as SVG",
                "Prints a picture of the definition and its segments as SVG: a card for each segment, on it its ops, "
                "and on each "
                "wire that crosses a cut the value with its bytes. The picture is light or dark as its reader prefers.",
                kDrawExamples},
    CommandInfo{
        Verb::kServe, "serve", "", "serve the page on this machine, with its CPU and GPU",
        "Serves the page of the visualizer to browsers on this machine and lets it compile kernels and run segments "
        "here. Only the loopback address is listened on, and only the page itself may ask: the address that is printed "
        "holds a token that no other page has. Nothing but the page's own files is given out. Ctrl+C stops it.",
        kServeExamples},
    CommandInfo{
        Verb::kPrint, "print", "FILE", "print a definition, in either dialect",
        "Prints the definition as it was understood. The legacy form is byte for byte what nvFuser prints, but for "
        "numbers that six digits would change.",
        kPrintExamples},
    CommandInfo{
        Verb::kCheck, "check", "FILE...", "report what is wrong in the files",
        "Reads every file, infers shapes and dtypes, and reports all diagnostics with line, column and a caret.",
        kCheckExamples},
};

}  // namespace

std::span<const CommandInfo> all_commands() { return kCommands; }

const CommandInfo& info(Verb verb) {
  for (const CommandInfo& row : kCommands) {
    if (row.verb == verb) return row;
  }
  CHECK(false, "every command has a row");
  return kCommands[0];
}

std::optional<Command> core_command(Verb verb) {
  switch (verb) {
    case Verb::kCheck: return Command::kCheck;
    case Verb::kPrint: return Command::kPrint;
    case Verb::kSegment: return Command::kSegment;
    case Verb::kExplain: return Command::kExplain;
    case Verb::kKernel: return Command::kKernel;
    case Verb::kPlan: return Command::kPlan;
    case Verb::kDraw: return Command::kDraw;
    case Verb::kHtml: return Command::kView;
    case Verb::kRun: return Command::kRun;
    case Verb::kServe: return std::nullopt;
  }
  return std::nullopt;
}

std::string_view title(OptionGroup group) {
  switch (group) {
    case OptionGroup::kInput: return "Definition and inputs";
    case OptionGroup::kSegmentation: return "Segmentation";
    case OptionGroup::kRun: return "Run";
    case OptionGroup::kServe: return "Server";
    case OptionGroup::kOutput: return "Output";
    case OptionGroup::kGeneral: return "General";
  }
  return {};
}

}  // namespace cleave::cli

// `cleave kernel`. See show.h.
#include <algorithm>

#include "core/base/text.h"
#include "native/cli/show.h"

namespace cleave::cli {
namespace {

constexpr size_t kIndent = 2;
constexpr size_t kLabelColumns = 12;

/// What a parameter is, in words.
std::string role_text(LaunchArgument::Role role) {
  switch (role) {
    case LaunchArgument::Role::kIn: return "read";
    case LaunchArgument::Role::kOut: return "written";
    case LaunchArgument::Role::kInOut: return "read, then written";
    case LaunchArgument::Role::kScalar: return "scalar";
    case LaunchArgument::Role::kWork: return "work memory";
    case LaunchArgument::Role::kSeed: return "seed";
    case LaunchArgument::Role::kRandomOffset: return "offset of random numbers";
  }
  return {};
}

/// `3`, or a dash where there is no index.
std::string index_text(const Nullable<int64_t>& index, const Page& page) {
  return index.value ? std::to_string(*index.value) : std::string(page.terminal().utf8 ? "\u2013" : "-");
}

void show_arguments(const KernelView& kernel, Page& page) {
  std::vector<std::vector<Line>> rows;
  for (const KernelArgumentView& argument : kernel.arguments) {
    rows.push_back({{{argument.type, kPlain}},
                    {{role_text(argument.role), kPlain}},
                    {{index_text(argument.segment, page), kPlain}},
                    {{index_text(argument.original, page), kPlain}},
                    {{argument.label, kPlain}},
                    {{bytes_of(argument.bytes), kPlain}}});
  }
  page.blank();
  page.table({{"Parameter", Column::Align::kLeft},
              {"Use", Column::Align::kLeft},
              {"Segment Index", Column::Align::kRight},
              {"Original Index", Column::Align::kRight},
              {"Name", Column::Align::kLeft},
              {"Bytes", Column::Align::kRight}},
             rows, kIndent);
}

const SegmentView* segment_of(const Response& response, const KernelView& kernel) {
  for (const SegmentView& segment : *response.segments) {
    if (segment.id == kernel.segment) return &segment;
  }
  return nullptr;
}

std::string chip_text(const KernelView& kernel, const Page& page) {
  const int64_t shared_bytes = kernel.shared_bytes + kernel.dynamic_shared_bytes;
  std::string out =
      shared_bytes == 0 ? std::string("no shared memory") : concat(bytes_of(shared_bytes), " of shared memory a block");
  out += concat(' ', dot(page), ' ');
  if (!kernel.registers.value) return out + "registers and spills: not compiled";
  out += concat(counted(*kernel.registers.value, "register"), " a thread, ");
  return out + (*kernel.spills.value == 0 ? std::string("no spills")
                                          : concat("spills ", bytes_of(*kernel.spills.value), " a thread"));
}

void show_facts(const KernelView& kernel, const Response& response, Page& page) {
  const auto fact = [&](std::string_view label, const std::string& text) {
    page.labelled({{std::string(label), kFaint}}, kLabelColumns, text, kIndent);
  };
  if (kernel.source.value) {
    fact("launch", shape_of_launch(kernel.grid, kernel.block, kernel.cluster, page));
    fact("on chip", chip_text(kernel, page));
  }
  if (const SegmentView* segment = segment_of(response, kernel)) {
    fact("memory", concat("reads ", bytes_of(segment->bytes_read), ", writes ", bytes_of(segment->bytes_written)));
  }
  for (size_t i = 0; i < kernel.reasons.size(); ++i) fact(i == 0 ? "why" : "", sentence(kernel.reasons[i]));
}

/// Comments, which lead back to the definition, are faint; where the kernel begins stands out.
void show_source(const std::string& source, Page& page) {
  std::string_view rest = source;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const size_t first = std::min(line.find_first_not_of(' '), line.size());
    const bool is_comment = line.compare(first, 2, "//") == 0;
    const bool is_entry = line.find("__global__") != std::string::npos;
    page.verbatim({{line, is_comment ? kFaint : is_entry ? kStrong : kPlain}});
  }
}

/// Nothing but CUDA C++ that compiles. Several kernels carry the same helper functions, so each has a namespace.
void show_text_only(const Response& response, Page& page) {
  const std::vector<KernelView>& kernels = *response.kernels;
  for (const KernelView& kernel : kernels) {
    if (!kernel.source.value) {
      page.verbatim({{concat("// g", kernel.segment, ": ", kernel.template_name, ", no kernel"), kPlain}});
    } else if (kernels.size() == 1) {
      page.raw(*kernel.source.value);
    } else {
      page.raw(concat("namespace g", kernel.segment, " {\n", *kernel.source.value, "}\n\n"));
    }
  }
}

}  // namespace

std::string shape_of_launch(const std::vector<int64_t>& grid, const std::vector<int64_t>& block,
                            const std::vector<int64_t>& cluster, const Page& page) {
  const std::string_view times = page.terminal().utf8 ? " \u00d7 " : " x ";
  const auto product = [&](const std::vector<int64_t>& sizes) {
    size_t used = sizes.size();
    while (used > 1 && sizes[used - 1] == 1) --used;
    std::string out;
    for (size_t i = 0; i < used; ++i) out += concat(i == 0 ? "" : times, grouped_number(sizes[i]));
    return out;
  };
  const std::string threads = product(block);
  const bool is_one = product(grid) == "1";
  std::string out = concat(product(grid), is_one ? " block of " : " blocks of ", threads, " threads");
  if (product(cluster) != "1") out += concat(", ", product(cluster), " blocks a cluster");
  return out;
}

void show_kernels(const Response& response, const Settings& settings, Page& page) {
  if (!response.kernels || !response.device) return;
  if (settings.source_only) return show_text_only(response, page);
  show_taken(response, settings, page);
  page.line({{concat("for ", response.device->full_name, " (", response.device->architecture, ')'), kFaint}});
  if (response.not_compiled) page.paragraph(concat("not compiled: ", *response.not_compiled), 0, kWarning);
  for (const KernelView& kernel : *response.kernels) {
    page.blank();
    Line heading{segment_badge(kernel.segment)};
    heading.push_back({concat("  ", kernel.template_name), kStrong});
    if (kernel.variant.value) heading.push_back({concat(' ', dot(page), ' ', *kernel.variant.value), kStrong});
    if (kernel.entry.value) heading.push_back({concat(' ', dot(page), ' ', *kernel.entry.value), kStrong});
    page.line(heading);
    show_facts(kernel, response, page);
    if (!kernel.arguments.empty()) show_arguments(kernel, page);
    if (!kernel.source.value) continue;
    page.blank();
    show_source(*kernel.source.value, page);
  }
}

}  // namespace cleave::cli

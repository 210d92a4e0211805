// See shown_kernels.h.
#include "tests/native/cuda/shown_kernels.h"

#include <set>

#include "core/api/compile.h"
#include "core/base/text.h"
#include "core/kernel/prelude.h"
#include "core/kernel/prelude_pieces.h"
#include "core/kernel/segment_kernels.h"

namespace cleave {
namespace {

/// The text without the helper functions in front of it.
std::string_view body_of(std::string_view text) {
  for (const PreludePiece* piece : prelude_pieces()) {
    if (text.starts_with(piece->text)) text.remove_prefix(piece->text.size());
  }
  return text;
}

}  // namespace

ShownKernels kernels_for(const DeviceLimits& device, const std::vector<ShownDefinition>& definitions) {
  ShownKernels out;
  std::set<std::string> known;
  for (const ShownDefinition& shown : definitions) {
    Request request = shown.request;
    request.command = Command::kSegment;
    request.gpu = device.name;
    const Compilation compilation = compile(request, {});
    if (compilation.reached != Stage::kPlan) {
      out.refused.push_back(shown.name);
      continue;
    }
    const SegmentedDefinition segmented{compilation.primitive, compilation.segmentation, compilation.translations,
                                        compilation.binding};
    const ValueLayouts layouts = value_layouts(segmented);
    for (const SegmentId id : compilation.translations.ids()) {
      const Template kind = compilation.segmentation.segments[id].kernel_template;
      if (layouts.is_view[id] != 0 || kind == Template::kLibrary) continue;
      ++out.segments;
      ScheduledSegment made = schedule_segment(segmented, layouts, device, id);
      if (!made.answer.kernel) {
        ++out.without[std::string(name(kind))];
      } else if (known.insert(made.answer.kernel->text).second) {
        out.kernels.push_back(
            {concat(shown.name, " g", id.index, " on ", device.name), *made.schedule, std::move(*made.answer.kernel)});
      }
    }
  }
  return out;
}

std::string one_text(const std::vector<const ShownKernel*>& kernels) {
  std::string bodies;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const Kernel& kernel = kernels[i]->kernel;
    bodies +=
        concat("#define ", kernel.entry, " kernel_", i, '\n', body_of(kernel.text), "#undef ", kernel.entry, "\n\n");
  }
  return prelude_for(bodies) + bodies;
}

}  // namespace cleave

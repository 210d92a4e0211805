// See script_products.h.
#include "tests/native/cuda/script_products.h"

#include <atomic>
#include <cstring>

#include "core/segment/segment.h"
#include "core/translate/translate.h"

namespace cleave::cuda {
namespace {

std::string the_log;
std::atomic<size_t> texts{0};

std::string* text_of(void* program) { return static_cast<std::string*>(program); }

NvrtcFunctions outline() {
  NvrtcFunctions out;
  out.version = [](int* major, int* minor) {
    *major = 13;
    *minor = 0;
    return 0;
  };
  out.error_text = [](int) { return "NVRTC_ERROR"; };
  out.create_program = [](void** program, const char* text, const char*, int, const char* const*, const char* const*) {
    *program = new std::string(text);
    return 0;
  };
  out.compile_program = [](void*, int, const char* const*) {
    ++texts;
    return the_log.empty() ? 0 : 6;
  };
  out.destroy_program = [](void** program) {
    delete text_of(*program);
    return 0;
  };
  out.log_size = [](void*, size_t* size) {
    *size = the_log.size() + 1;
    return 0;
  };
  out.log = [](void*, char* log) {
    std::memcpy(log, the_log.c_str(), the_log.size() + 1);
    return 0;
  };
  out.cubin_size = [](void* program, size_t* size) {
    *size = text_of(program)->size();
    return 0;
  };
  out.cubin = [](void* program, char* cubin) {
    std::memcpy(cubin, text_of(program)->data(), text_of(program)->size());
    return 0;
  };
  out.architecture_count = [](int* count) {
    *count = 1;
    return 0;
  };
  out.architectures = [](int* architectures) {
    *architectures = 90;
    return 0;
  };
  return out;
}

SegmentOptions options_for(const DeviceLimits& device) {
  SegmentOptions out;
  out.device = device;
  return out;
}

}  // namespace

ScriptProducts::ScriptProducts(std::string script, const DeviceLimits& device)
    : front_end(std::move(script)),
      segmentation(segment(front_end.primitive, options_for(device))),
      translations(translate(front_end.primitive, segmentation)),
      segmented{front_end.primitive, segmentation, translations, front_end.binding},
      layouts(value_layouts(segmented)),
      kernels(schedule_segments(segmented, layouts, device)),
      plan(make_launch_plan(segmented, make_plan(front_end.primitive, segmentation, translations), layouts, kernels)) {
  CHECK(front_end.ok, "the script is right");
}

KernelSources ScriptProducts::sources() const {
  return {segmented, layouts, kernels, front_end.parsed.definitions.at(0).source_map};
}

PlanProducts ScriptProducts::plan_products(const CompiledSegments& compiled) const {
  return {segmented, plan, kernels, compiled};
}

NvrtcFunctions accepting_compiler() { return refusing_compiler({}); }

NvrtcFunctions refusing_compiler(std::string log) {
  the_log = std::move(log);
  texts = 0;
  return outline();
}

size_t compiled_texts() { return texts; }

}  // namespace cleave::cuda

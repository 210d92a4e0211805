// See question.h.
#include "native/cli/question.h"

#include <unistd.h>

#include "core/api/call.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/source/diagnostic_codes.h"
#include "native/cli/files.h"
#include "native/cli/machine.h"
#include "native/cli/memory.h"
#include "native/cli/progress_line.h"
#include "native/cli/share_link.h"

namespace cleave::cli {
namespace {

void say_what_came(const LinkedSettings& linked) {
  if (!linked.taken.empty()) write_errors(concat("cleave: the link brings `", visible(linked.taken), "`\n"));
  if (!linked.replaced.empty()) {
    write_errors(concat("cleave: the command line replaces the link's `", visible(linked.replaced), "`\n"));
  }
}

std::variant<Settings, Response> question_of_link(const Settings& settings, const std::string& link) {
  Request request = settings.request;
  request.file_name = "<link>";
  auto state = read_link(link);
  if (const auto* problem = std::get_if<std::string>(&state)) {
    return failed_response(request, code("unreadable_link"), {*problem});
  }
  auto linked = with_state(settings, std::get<SharedState>(std::move(state)));
  if (const auto* problem = std::get_if<std::string>(&linked)) {
    return failed_response(request, code("unreadable_link"), {*problem});
  }
  say_what_came(std::get<LinkedSettings>(linked));
  return std::get<LinkedSettings>(std::move(linked)).settings;
}

}  // namespace

std::variant<Settings, Response> question_of(const Settings& settings, const std::string& file) {
  if (is_link(file)) return question_of_link(settings, file);
  Settings out = settings;
  Request& request = out.request;
  request.file_name = file == "-" ? "<stdin>" : file;
  const size_t limit = ParseLimits{}.text_bytes;
  auto read = read_file(file, limit);
  if (const auto* unreadable = std::get_if<FileUnreadable>(&read)) {
    return failed_response(request, code("unreadable_file"), {request.file_name, unreadable->why});
  }
  if (std::holds_alternative<FileTooLarge>(read)) {
    return failed_response(request, code("file_too_large"),
                           {request.file_name, bytes_text(static_cast<double>(limit))});
  }
  request.text = std::get<std::string>(std::move(read));
  return out;
}

Response respond_here(const Settings& settings, const SplitSeen& seen) {
  Request request = settings.request;
  if (request.command == Command::kRun && !request.memory) request.memory = default_memory_limit();
  ProgressLine progress(isatty(STDERR_FILENO) == 1 ? ProgressLine::Mode::kShown : ProgressLine::Mode::kQuiet);
  Host host = progress.host();
  if (!settings.source_only) add_cuda(host, cuda_places());
  if (seen) host.split_seen = [&](const Response& split) { progress.pause([&] { seen(split); }); };
  Response response = respond(request, host);
  progress.finish();
  if (settings.verbose) write_errors(concat("cleave: ", progress.stage_times(), '\n'));
  return response;
}

}  // namespace cleave::cli

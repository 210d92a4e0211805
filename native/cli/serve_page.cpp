// See serve_page.h.
#include "native/cli/serve_page.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>

#include "core/api/call.h"
#include "core/api/gpu.h"
#include "core/api/json.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/source/diagnostic_codes.h"
#include "native/cli/files.h"
#include "native/cli/machine.h"
#include "native/cli/memory.h"
#include "native/cli/progress_line.h"
#include "native/serve/page_files.h"
#include "native/serve/server.h"

namespace cleave::cli {
namespace {

/// The same address as long as it is free, so that what a browser keeps for the page is found again.
constexpr int kUsualPort = 8117;

ExitCode complain(std::string_view what) {
  write_errors(concat("cleave: ", what, '\n'));
  return ExitCode::kWrongInput;
}

std::string call(std::string_view text) {
  ReadRequest read = read_request(text);
  if (!read.problems.empty()) {
    return to_json(failed_response(read.request, code("bad_request"), {join(read.problems, "; ")}));
  }
  if (read.request.command == Command::kRun && !read.request.memory) read.request.memory = default_memory_limit();
  ProgressLine clock(ProgressLine::Mode::kQuiet);
  Host host = clock.host();
  add_cuda(host, cuda_places());
  return to_json(respond(read.request, host));
}

std::variant<std::shared_ptr<Gpu>, std::string> open_gpu() {
  Host host;
  add_cuda(host, cuda_places());
  return host.open_gpu();
}

/// What the page may offer: where segments run unless it asks for another place, and the GPU or why there is none.
std::string about(RunDevice device) {
  const auto gpu = open_gpu();
  nlohmann::ordered_json out;
  out["version"] = version();
  out["device"] = enum_name(device);
  if (const auto* why = std::get_if<std::string>(&gpu)) {
    out["gpu"] = nullptr;
    out["why_no_gpu"] = *why;
  } else {
    out["gpu"] = std::get<std::shared_ptr<Gpu>>(gpu)->limits().full_name;
  }
  return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// Whether a GPU can be used, found out by a process of its own: CUDA works only in the process that began it, and
/// every request has another one. Says why not.
bool has_gpu() {
  const pid_t process = fork();
  if (process < 0) return false;
  if (process == 0) {
    const auto gpu = open_gpu();
    const auto* why = std::get_if<std::string>(&gpu);
    if (why != nullptr) write_errors(concat("cleave: the device `cuda` cannot be used: ", *why, '\n'));
    _exit(why == nullptr ? 0 : 1);
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::variant<serve::Listener, std::string> listen_for(const Settings& settings) {
  if (settings.port) return serve::listen_here(static_cast<int>(*settings.port));
  auto usual = serve::listen_here(kUsualPort);
  return std::holds_alternative<serve::Listener>(usual) ? std::move(usual) : serve::listen_here(0);
}

}  // namespace

ExitCode serve_page(const Settings& settings) {
  const std::string folder = settings.page.value_or(own_page());
  if (folder.empty()) return complain("there is no page yet: `./dev web` builds it, `--page` names a built one");
  if (!serve::holds_page(folder)) return complain(concat("there is no page in `", visible(folder), "`"));
  const RunDevice device = settings.request.device;
  if (device == RunDevice::kCuda && !has_gpu()) return ExitCode::kNoDevice;
  const std::string token = serve::make_token();
  if (token.empty()) return complain("the system has no random numbers for the token");
  const auto opened = listen_for(settings);
  if (const auto* why = std::get_if<std::string>(&opened)) {
    return complain(concat("cannot listen on port ", settings.port.value_or(0), ": ", *why));
  }
  const auto& listener = std::get<serve::Listener>(opened);
  const serve::Site site{folder, {listener.port, token}, call, [device] { return about(device); }};
  if (!write_output(concat("http://127.0.0.1:", listener.port, "/#token=", token, '\n'))) return ExitCode::kWrongInput;
  write_errors("Open this address in a browser on this machine. Ctrl+C stops the server.\n");
  serve::serve(listener, site);
  return ExitCode::kFine;
}

}  // namespace cleave::cli

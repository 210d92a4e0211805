// See write_report.h. The fields are those of the page (web/src/share/report.ts).
#include "native/cli/write_report.h"

#include <nlohmann/json.hpp>
#include <variant>

#include "core/api/json.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "native/cli/command_line.h"
#include "native/cli/files.h"
#include "native/cli/machine.h"
#include "native/cli/page.h"
#include "native/cli/question.h"
#include "native/cli/share_link.h"
#include "native/cli/show.h"

namespace cleave::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPlace = "__CLEAVE_REPORT__";
constexpr size_t kMostTemplate = size_t{16} << 20;

ExitCode complain(const std::string& what) {
  write_errors(concat("cleave: ", what, '\n'));
  return ExitCode::kWrongInput;
}

Json json_of(const Response& response) { return Json::parse(to_json(response), nullptr, false); }

Response asked(Settings settings, Command command) {
  settings.request.command = command;
  return respond_here(settings);
}

Json options_of(const Request& request) {
  return {{"rules", enum_name(request.rules)},
          {"order", enum_name(request.order)},
          {"gpu", request.gpu},
          {"passes", request.passes},
          {"cut", request.cut},
          {"keep", request.keep},
          {"input", request.input}};
}

std::string report_of(const Settings& question, const std::string& file, const Response& view) {
  const Response kernels = asked(question, Command::kKernel);
  const Response drawing = asked(question, Command::kDraw);
  const Request& request = question.request;
  const size_t slash = request.file_name.rfind('/');
  Json out;
  out["name"] = slash == std::string::npos ? request.file_name : request.file_name.substr(slash + 1);
  out["text"] = request.text;
  out["options"] = options_of(request);
  out["response"] = json_of(view);
  // Where shapes stand is in the picture.
  out["response"].erase("drawing");
  if (drawing.svg) out["svg"] = *drawing.svg;
  if (kernels.kernels) out["kernels"] = json_of(kernels)["kernels"];
  if (is_link(file)) out["link"] = file;
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// What the response has to say.
ExitCode tell(const Response& response, const Settings& settings) {
  Page errors(terminal_of_errors(settings.color));
  show_diagnostics(response, errors);
  write_errors(errors.text());
  return exit_code(response);
}

}  // namespace

std::optional<std::string> filled_report(std::string_view page, std::string_view json) {
  const size_t place = page.find(kPlace);
  if (place == std::string_view::npos) return std::nullopt;
  std::string out(page.substr(0, place));
  for (size_t i = 0; i < json.size(); ++i) {
    const std::string_view rest = json.substr(i);
    if (rest.front() == '<') {
      out += "\\u003c";
    } else if (rest.front() == '>') {
      out += "\\u003e";
    } else if (rest.front() == '&') {
      out += "\\u0026";
    } else if (rest.starts_with("\xE2\x80\xA8") || rest.starts_with("\xE2\x80\xA9")) {
      out += rest[2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += rest.front();
    }
  }
  out += page.substr(place + kPlace.size());
  return out;
}

ExitCode write_report(const Settings& settings) {
  const std::string folder = settings.page.value_or(own_page());
  const auto page = read_file(concat(folder, "/report.html"), kMostTemplate);
  if (folder.empty() || !std::holds_alternative<std::string>(page)) {
    return complain("there is no template of the report yet: `./dev web --no-serve` builds it");
  }
  const std::string& file = settings.files.front();
  const auto question = question_of(settings, file);
  if (const auto* response = std::get_if<Response>(&question)) return tell(*response, settings);
  const Response view = asked(std::get<Settings>(question), Command::kView);
  if (!view.ok) return tell(view, settings);
  const auto report = filled_report(std::get<std::string>(page), report_of(std::get<Settings>(question), file, view));
  if (!report) return complain("the template of the report has no place for it: `./dev web --no-serve` builds it anew");
  tell(view, settings);
  if (!settings.output) return write_output(*report) ? ExitCode::kFine : ExitCode::kWrongInput;
  if (write_file(*settings.output, *report)) return ExitCode::kFine;
  return complain(concat("cannot write `", visible(*settings.output), "`"));
}

}  // namespace cleave::cli

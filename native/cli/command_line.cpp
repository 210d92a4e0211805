// See command_line.h.
#include "native/cli/command_line.h"

#include <unistd.h>

#include <algorithm>
#include <variant>
#include <vector>

#include "core/api/call.h"
#include "core/api/json.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/source/diagnostic_codes.h"
#include "native/cli/files.h"
#include "native/cli/generated_files.h"
#include "native/cli/help.h"
#include "native/cli/options.h"
#include "native/cli/page.h"
#include "native/cli/question.h"
#include "native/cli/serve_page.h"
#include "native/cli/show.h"
#include "native/cli/write_report.h"

namespace cleave::cli {
namespace {

bool has_code(const Response& response, DiagnosticCode wanted) {
  return std::any_of(response.diagnostics.begin(), response.diagnostics.end(),
                     [&](const DiagnosticView& view) { return view.code == cleave::info(wanted).code; });
}

/// The worse of two exit codes.
ExitCode worse(ExitCode a, ExitCode b) { return static_cast<int>(a) > static_cast<int>(b) ? a : b; }

/// `seen` is given what is known before a run computes anything.
Response answer(const Settings& settings, const std::string& file, const SplitSeen& seen = {}) {
  const auto question = question_of(settings, file);
  if (const auto* refused = std::get_if<Response>(&question)) return *refused;
  return respond_here(std::get<Settings>(question), seen);
}

/// The products of one file. Diagnostics are the product of `check` and stand beside the product of the others.
void show(const Response& response, const Settings& settings, Page& page) {
  switch (response.command) {
    case Command::kCheck: {
      show_diagnostics(response, page);
      page.line({{concat(response.file_name, ": ", count_of_diagnostics(response)), kPlain}});
      return;
    }
    case Command::kPrint: {
      if (response.definition) page.raw(*response.definition);
      return;
    }
    case Command::kSegment: show_segments(response, settings, page); return;
    case Command::kExplain: show_cuts(response, settings, page); return;
    case Command::kKernel: show_kernels(response, settings, page); return;
    case Command::kPlan: show_plan(response, settings, page); return;
    case Command::kRun: show_results(response, page); return;
    case Command::kView: return;
    case Command::kDraw: {
      if (response.svg) page.raw(*response.svg);
      return;
    }
  }
}

/// One file, in the order in which things become known: of a run first how it is split, then what it gives.
class FileShow {
 public:
  explicit FileShow(const Settings& settings)
      : settings_(settings), output_(terminal_of_output(settings.color)), errors_(terminal_of_errors(settings.color)) {}

  ExitCode operator()(const std::string& file) {
    const Response response = answer(settings_, file, [this](const Response& split) { show_split(split); });
    if (!is_split_shown_ && response.command == Command::kRun) show_split(response);
    if (response.command != Command::kCheck) show_errors(response);
    Page page(output_);
    show(response, settings_, page);
    is_written_ = write_output(page.text()) && is_written_;
    return is_written_ ? exit_code(response) : ExitCode::kWrongInput;
  }

 private:
  void show_errors(const Response& response) {
    Page page(errors_);
    show_diagnostics(response, page, shown_);
    shown_ = response.diagnostics.size();
    write_errors(page.text());
  }

  void show_split(const Response& response) {
    is_split_shown_ = true;
    show_errors(response);
    Page page(output_);
    show_split_of_run(response, settings_, page);
    is_written_ = write_output(page.text());
  }

  const Settings& settings_;
  Terminal output_;
  Terminal errors_;
  bool is_split_shown_ = false;
  bool is_written_ = true;
  /// Diagnostics that have been shown.
  size_t shown_ = 0;
};

ExitCode show_for_people(const Settings& settings) {
  ExitCode worst = ExitCode::kFine;
  for (const std::string& file : settings.files) worst = worse(worst, FileShow(settings)(file));
  return worst;
}

/// One response, or a list of them where several files were given.
ExitCode show_json(const Settings& settings) {
  ExitCode worst = ExitCode::kFine;
  const bool is_list = settings.files.size() > 1;
  std::string out = is_list ? "[" : "";
  for (size_t i = 0; i < settings.files.size(); ++i) {
    const Response response = answer(settings, settings.files[i]);
    worst = worse(worst, exit_code(response));
    out += concat(i == 0 ? "" : ",\n", to_json(response));
  }
  out += is_list ? "]\n" : "\n";
  return write_output(out) ? worst : ExitCode::kWrongInput;
}

ExitCode write_generated(const std::string& folder) {
  for (const GeneratedFile& file : generated_files()) {
    if (write_file(concat(folder, '/', file.path), file.text)) continue;
    write_errors(concat("cleave: cannot write `", visible(folder), '/', file.path, "`\n"));
    return ExitCode::kWrongInput;
  }
  return ExitCode::kFine;
}

ExitCode complain(const UsageError& error) {
  const std::string page = error.verb ? concat("cleave ", info(*error.verb).name, " --help") : "cleave --help";
  write_errors(concat("cleave: ", visible(error.message), "\nTry `", page, "`.\n"));
  return ExitCode::kUsage;
}

}  // namespace

ExitCode exit_code(const Response& response) {
  if (has_code(response, code("device_missing"))) return ExitCode::kNoDevice;
  if (response.run && !response.run->matches) return ExitCode::kDifferent;
  return response.ok ? ExitCode::kFine : ExitCode::kWrongInput;
}

ExitCode run_command_line(std::span<const std::string> arguments) {
  const auto read = read_arguments(arguments);
  if (const auto* error = std::get_if<UsageError>(&read)) return complain(*error);
  const Settings& settings = std::get<Settings>(read);
  if (settings.version)
    return write_output(concat("cleave ", version(), '\n')) ? ExitCode::kFine : ExitCode::kWrongInput;
  if (settings.help) {
    const Terminal terminal = terminal_of_output(settings.color);
    const std::string page = settings.has_command ? command_help(info(settings.verb), terminal) : main_help(terminal);
    return write_output(page) ? ExitCode::kFine : ExitCode::kWrongInput;
  }
  if (settings.write_generated) return write_generated(*settings.write_generated);
  if (settings.verb == Verb::kServe) return serve_page(settings);
  if (settings.verb == Verb::kHtml) return write_report(settings);
  return settings.json ? show_json(settings) : show_for_people(settings);
}

}  // namespace cleave::cli

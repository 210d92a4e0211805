// The man page, in man's roff. See help.h.
#include <algorithm>
#include <array>

#include "core/api/call.h"
#include "core/api/limits.h"
#include "core/base/text.h"
#include "native/cli/exit_codes.h"
#include "native/cli/help.h"
#include "native/cli/words.h"

namespace cleave::cli {
namespace {

/// Text with roff's own characters made harmless; `code` in backticks becomes bold.
std::string roff(std::string_view text) {
  std::string out;
  bool is_code = false;
  for (const char c : text) {
    if (c == '`') {
      is_code = !is_code;
      out += is_code ? "\\fB" : "\\fR";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '\\') {
      out += "\\e";
    } else if (c == '\'') {
      out += "\\(aq";
    } else {
      out += c;
    }
  }
  return out;
}

void section(std::string& out, std::string_view title) { out += concat(".SH ", title, '\n'); }

void item(std::string& out, const std::string& label, std::string_view text) {
  out += concat(".TP\n", label, '\n', roff(text), '\n');
}

std::string option_label(const OptionInfo& option) {
  std::string out;
  if (option.letter != 0) out += concat("\\fB\\-", option.letter, "\\fR, ");
  out += concat("\\fB", roff(concat("--", option.name)), "\\fR");
  if (option.takes_value()) out += concat(" \\fI", roff(option.value_name), "\\fR");
  return out;
}

/// What follows a command's name, with the blank before it.
std::string operands(const CommandInfo& command) {
  return command.operands.empty() ? std::string() : concat(" \\fI", roff(command.operands), "\\fR");
}

/// The commands that take an option, where not all do.
std::string option_doc(const OptionInfo& option) {
  std::string commands;
  bool all = true;
  for (const CommandInfo& row : all_commands()) {
    if (option.belongs_to(row.verb)) {
      commands += concat(commands.empty() ? "" : ", ", '`', row.name, '`');
    } else {
      all = false;
    }
  }
  std::string out(option.doc);
  if (option.choices != nullptr) {
    const std::vector<std::string_view> choices = option.choices();
    const bool are_named = std::all_of(choices.begin(), choices.end(),
                                       [&](std::string_view choice) { return out.find(choice) != std::string::npos; });
    if (!are_named) out += "; one of " + join(choices, ", ", [](std::string_view choice) { return choice; });
  }
  out += '.';
  if (!all) out += concat(" With ", commands, '.');
  return out;
}

constexpr std::string_view kDescription =
    "Cleave takes a fusion definition, the Python text of a `FusionDefinition` in either dialect as people paste it "
    "into bug "
    "reports, splits it into segments that one GPU kernel each can hold, prints every segment as a definition of its "
    "own with "
    "the map from its indices to the original ones, says why each cut was made and what would remove it, runs the "
    "segments in "
    "order on the CPU, and checks the result against the whole.";

}  // namespace

std::string man_page() {
  std::string out = concat(".TH CLEAVE 1 \"\" \"Cleave ", version(), "\" \"User Commands\"\n");
  section(out, "NAME");
  out += "cleave \\- split fusion definitions into kernels, with the reasons\n";
  section(out, "SYNOPSIS");
  for (const CommandInfo& row : all_commands()) {
    out += concat(".B cleave ", row.name, "\n[\\fIOPTION\\fR...]", operands(row), "\n.br\n");
  }
  section(out, "DESCRIPTION");
  out += roff(kDescription) + "\n";
  out += concat(".PP\n",
                roff("A `-` in place of a file is the standard input; a share link of the page (`https://...#...`) is "
                     "the text and "
                     "the options that it holds, of which those on the command line go first. Values are named as in "
                     "the text, or `#8` by index."),
                '\n');
  section(out, "COMMANDS");
  for (const CommandInfo& row : all_commands()) {
    item(out, concat("\\fB", row.name, "\\fR", operands(row)), row.doc);
  }
  section(out, "OPTIONS");
  for (const OptionInfo& option : all_options()) item(out, option_label(option), option_doc(option));
  section(out, "EXIT STATUS");
  for (const ExitCodeInfo& row : kExitCodes) {
    item(out, concat("\\fB", static_cast<int>(row.code), "\\fR"), concat(row.doc, '.'));
  }
  section(out, "WORDS");
  for (const WordInfo& row : all_words()) item(out, concat("\\fB", row.word, "\\fR"), concat(row.meaning, '.'));
  section(out, "LIMITS");
  for (const LimitRow& row : all_limits()) item(out, std::string(row.what), concat("At most ", row.most, '.'));
  section(out, "ENVIRONMENT");
  item(out, "\\fBNO_COLOR\\fR", "Set to anything: no colors, whatever `--color` says.");
  item(out, "\\fBCOLUMNS\\fR", "Width of the output where it goes to no terminal, from 40 to 140; 80 if not set.");
  item(out, "\\fBLC_ALL\\fR, \\fBLC_CTYPE\\fR, \\fBLANG\\fR", "Lines are drawn where the locale is UTF-8.");
  section(out, "EXAMPLES");
  for (const CommandInfo& row : all_commands()) {
    for (const Example& example : row.examples)
      item(out, concat("\\fB", roff(example.line), "\\fR"), concat(example.doc, '.'));
  }
  return out;
}

}  // namespace cleave::cli

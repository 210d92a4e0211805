// Help pages. See help.h.
#include "native/cli/help.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "native/cli/exit_codes.h"
#include "native/cli/words.h"

namespace cleave::cli {
namespace {

constexpr size_t kIndent = 2;
constexpr size_t kLabelColumns = 22;
constexpr std::array kGroups{OptionGroup::kInput, OptionGroup::kSegmentation, OptionGroup::kRun,
                             OptionGroup::kServe, OptionGroup::kOutput,       OptionGroup::kGeneral};

/// `-v, --verbose`, `--gpu NAME`.
Line option_label(const OptionInfo& option) {
  Line out;
  if (option.letter != 0) out.push_back({concat('-', option.letter, ", "), kStrong});
  out.push_back({concat("--", option.name), kStrong});
  if (option.takes_value()) out.push_back({concat(' ', option.value_name), kFaint});
  return out;
}

/// The choices that the doc does not name itself.
std::string option_doc(const OptionInfo& option) {
  std::string out(option.doc);
  if (option.choices == nullptr) return out;
  const std::vector<std::string_view> choices = option.choices();
  const bool are_named = std::all_of(choices.begin(), choices.end(),
                                     [&](std::string_view choice) { return out.find(choice) != std::string::npos; });
  if (are_named) return out;
  return out + "; one of " + join(choices, ", ", [](std::string_view choice) { return choice; });
}

void show_options(Page& page, OptionGroup group, Verb verb) {
  bool first = true;
  for (const OptionInfo& option : all_options()) {
    if (option.group != group || !option.belongs_to(verb)) continue;
    if (first) {
      page.blank();
      page.line({{std::string(title(group)), kStrong}});
      first = false;
    }
    page.labelled(option_label(option), kLabelColumns, option_doc(option), kIndent);
  }
}

void show_exit_codes(Page& page, Verb verb) {
  page.blank();
  page.line({{"Exit codes", kStrong}});
  for (const ExitCodeInfo& row : kExitCodes) {
    if (row.code == ExitCode::kDifferent && verb != Verb::kRun) continue;
    if (row.code == ExitCode::kNoDevice && verb != Verb::kRun && verb != Verb::kServe) continue;
    page.labelled({{std::to_string(static_cast<int>(row.code)), kStrong}}, 4, row.doc, kIndent);
  }
}

}  // namespace

std::string main_help(const Terminal& terminal) {
  Page page(terminal);
  page.paragraph(
      "Cleave splits a fusion definition into segments that one GPU kernel each can hold, says why each cut was "
      "made, and runs the segments to check them against the whole.",
      0);
  page.blank();
  page.line({{"Usage", kStrong}});
  page.line({{"cleave COMMAND [OPTION...] FILE", kPlain}}, kIndent);
  page.blank();
  page.line({{"Commands", kStrong}});
  for (const CommandInfo& row : all_commands()) {
    page.labelled({{std::string(row.name), kStrong}}, 11, row.summary, kIndent);
  }
  page.blank();
  page.paragraph(
      "FILE is a Python script with a FusionDefinition in it, as people paste them; `-` is the standard input, and "
      "a share link of the page stands for what it holds. "
      "`cleave COMMAND --help` shows the options of a command and examples.",
      0);
  page.blank();
  page.line({{"Words", kStrong}});
  for (const WordInfo& row : all_words()) page.labelled({{std::string(row.word), kStrong}}, 14, row.meaning, kIndent);
  page.blank();
  page.line({{"Start with", kStrong}});
  page.line({{"cleave run fusion.py", kPlain}}, kIndent);
  return page.text();
}

std::string command_help(const CommandInfo& command, const Terminal& terminal) {
  Page page(terminal);
  page.line({{"Usage", kStrong}});
  const std::string_view gap = command.operands.empty() ? "" : " ";
  page.line({{concat("cleave ", command.name, " [OPTION...]", gap, command.operands), kPlain}}, kIndent);
  page.blank();
  page.paragraph(command.doc, 0);
  for (const OptionGroup group : kGroups) show_options(page, group, command.verb);
  page.blank();
  page.line({{"Examples", kStrong}});
  for (const Example& example : command.examples) {
    page.line({{std::string(example.line), kStrong}}, kIndent);
    page.paragraph(example.doc, kIndent + 4);
  }
  show_exit_codes(page, command.verb);
  return page.text();
}

}  // namespace cleave::cli

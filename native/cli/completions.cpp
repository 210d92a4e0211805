// Completions for bash, zsh and fish. See help.h.
#include <string_view>

#include "core/base/text.h"
#include "native/cli/help.h"

namespace cleave::cli {
namespace {

constexpr std::string_view kGenerated = "# Completions for cleave; written by `cleave --write-generated`.\n";

std::string words(const std::vector<std::string_view>& items) {
  return join(items, " ", [](std::string_view item) { return item; });
}

std::string command_names() {
  return join(all_commands(), " ", [](const CommandInfo& row) { return row.name; });
}

std::string option_names(Verb verb) {
  std::string out;
  for (const OptionInfo& option : all_options()) {
    if (option.belongs_to(verb)) out += concat(out.empty() ? "" : " ", "--", option.name);
  }
  return out;
}

/// A text inside single quotes of a shell; zsh's own `[`, `]` and `:` are left out by the caller's texts.
std::string quoted(std::string_view text, std::string_view quote) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += quote;
    } else if (c != '`' && c != '[' && c != ']') {
      out += c;
    }
  }
  return out;
}

/// The doc of an option without `:`, which separates fields in zsh.
std::string zsh_doc(std::string_view text) {
  std::string out;
  for (const char c : quoted(text, "'\\''")) out += c == ':' ? std::string("\\:") : std::string(1, c);
  return out;
}

}  // namespace

std::string bash_completion() {
  std::string out(kGenerated);
  out +=
      "_cleave() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n";
  out += concat("    mapfile -t COMPREPLY < <(compgen -W \"", command_names(),
                " --help --version\" -- \"$word\")\n    return\n  fi\n");
  out += "  case $before in\n";
  for (const OptionInfo& option : all_options()) {
    if (option.choices == nullptr) continue;
    out += concat("    --", option.name, ") mapfile -t COMPREPLY < <(compgen -W \"", words(option.choices()),
                  "\" -- \"$word\"); return ;;\n");
  }
  out +=
      "  esac\n  if [[ $word != -* ]]; then\n    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n    return\n  fi\n";
  out += "  case $command in\n";
  for (const CommandInfo& row : all_commands()) {
    out += concat("    ", row.name, ") mapfile -t COMPREPLY < <(compgen -W \"", option_names(row.verb),
                  "\" -- \"$word\") ;;\n");
  }
  out += "  esac\n}\ncomplete -o filenames -F _cleave cleave\n";
  return out;
}

std::string zsh_completion() {
  std::string out = "#compdef cleave\n";
  out += kGenerated;
  out += "_cleave() {\n  local -a commands\n  commands=(\n";
  for (const CommandInfo& row : all_commands()) out += concat("    '", row.name, ':', zsh_doc(row.summary), "'\n");
  out += "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n  case $words[2] in\n";
  for (const CommandInfo& row : all_commands()) {
    out += concat("    ", row.name, ")\n      _arguments \\\n");
    for (const OptionInfo& option : all_options()) {
      if (!option.belongs_to(row.verb)) continue;
      out += concat("        '*--", option.name, '[', zsh_doc(option.doc), ']');
      if (option.choices != nullptr) {
        out += concat(":value:(", words(option.choices()), ')');
      } else if (option.takes_value()) {
        out += ":value:";
      }
      out += "' \\\n";
    }
    out += "        '*:file:_files' ;;\n";
  }
  out += "  esac\n}\n_cleave \"$@\"\n";
  return out;
}

std::string fish_completion() {
  std::string out(kGenerated);
  for (const CommandInfo& row : all_commands()) {
    out += concat("complete -c cleave -n __fish_use_subcommand -f -a ", row.name, " -d '", quoted(row.summary, "\\'"),
                  "'\n");
  }
  for (const OptionInfo& option : all_options()) {
    std::string commands;
    for (const CommandInfo& row : all_commands()) {
      if (option.belongs_to(row.verb)) commands += concat(' ', row.name);
    }
    out += concat("complete -c cleave -n '__fish_seen_subcommand_from", commands, "' -l ", option.name);
    if (option.letter != 0) out += concat(" -s ", option.letter);
    if (option.takes_value()) out += " -x";
    if (option.choices != nullptr) out += concat(" -a '", words(option.choices()), '\'');
    out += concat(" -d '", quoted(option.doc, "\\'"), "'\n");
  }
  return out;
}

}  // namespace cleave::cli

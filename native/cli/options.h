// The one list of commands and options. Reading a command line, the help, the man page, the completions of the shells
// and their tests all come from these tables; nothing else names an option.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "native/cli/settings.h"

namespace cleave::cli {

struct Example {
  std::string_view line;
  std::string_view doc;
};

struct CommandInfo {
  Verb verb;
  std::string_view name;
  /// What follows the name: `FILE`, `FILE...`; empty where nothing does.
  std::string_view operands;
  /// One line for the list of commands.
  std::string_view summary;
  /// A paragraph for its own page.
  std::string_view doc;
  std::span<const Example> examples;
};

std::span<const CommandInfo> all_commands();
const CommandInfo& info(Verb verb);
/// What the core is asked; nothing where the program does it alone.
std::optional<Command> core_command(Verb verb);

/// Set of commands that take an option.
using CommandSet = uint32_t;
constexpr CommandSet set_of(Verb verb) { return 1U << static_cast<uint32_t>(verb); }

/// Options of a kind stand together in the help.
enum class OptionGroup : uint8_t { kInput, kSegmentation, kRun, kServe, kOutput, kGeneral };
std::string_view title(OptionGroup group);

struct OptionInfo {
  std::string_view name;
  /// 0 where there is no short form.
  char letter = 0;
  /// What the value is called in the help; empty for a flag.
  std::string_view value_name{};
  OptionGroup group = OptionGroup::kGeneral;
  CommandSet commands = 0;
  std::string_view doc;
  /// What the option means where no value follows: at the end of the line, or before a word that it does not take.
  std::string_view implied{};
  /// All values there are, for completion and for the message about a wrong one; empty where any text may stand.
  std::vector<std::string_view> (*choices)() = nullptr;
  /// Takes the value over; gives a complaint where it does not fit.
  std::optional<std::string> (*apply)(Settings& settings, std::string_view value) = nullptr;

  bool takes_value() const { return !value_name.empty(); }
  bool belongs_to(Verb verb) const { return (commands & set_of(verb)) != 0; }
};

std::span<const OptionInfo> all_options();

struct UsageError {
  std::string message;
  std::optional<Verb> verb;
};

/// Reads the arguments after the program's name.
std::variant<Settings, UsageError> read_arguments(std::span<const std::string> arguments);

/// `512`, `1.5GiB`, `64M`, `500MB`: bytes. Units are powers of 1024, those with a plain B of 1000.
std::optional<int64_t> read_bytes(std::string_view text);

}  // namespace cleave::cli

// From arguments to settings. See options.h.
#include <cstddef>

#include "core/base/text.h"
#include "native/cli/options.h"

namespace cleave::cli {
namespace {

/// Reads one argument after the other; the first thing that does not fit ends it.
class Reader {
 public:
  explicit Reader(std::span<const std::string> arguments) : arguments_(arguments) {}

  std::variant<Settings, UsageError> read() {
    while (next_ < arguments_.size() && !problem_) read_one(arguments_[next_++]);
    if (!problem_) check_settings();
    if (problem_) return UsageError{*problem_, verb()};
    return std::move(settings_);
  }

 private:
  std::optional<Verb> verb() const {
    if (!settings_.has_command) return std::nullopt;
    return settings_.verb;
  }

  void read_one(const std::string& argument) {
    const bool is_option = !only_operands_ && argument.size() > 1 && argument.front() == '-';
    if (!is_option) {
      read_operand(argument);
    } else if (argument == "--") {
      only_operands_ = true;
    } else if (argument.starts_with("--")) {
      read_long(argument.substr(2));
    } else {
      read_letters(argument.substr(1));
    }
  }

  void read_operand(const std::string& argument) {
    if (settings_.has_command) {
      settings_.files.push_back(argument);
      return;
    }
    if (argument == "help" && !only_operands_) {
      settings_.help = true;
      return;
    }
    for (const CommandInfo& row : all_commands()) {
      if (row.name != argument) continue;
      settings_.verb = row.verb;
      settings_.request.command = core_command(row.verb).value_or(settings_.request.command);
      settings_.has_command = true;
      return;
    }
    complain_about_command(argument);
  }

  void complain_about_command(const std::string& argument) {
    std::vector<std::string_view> names;
    for (const CommandInfo& row : all_commands()) names.push_back(row.name);
    std::string message = concat("there is no command `", argument, "`");
    if (argument.find_first_of("./") != std::string::npos || argument == "-") {
      message += concat("; did you mean `cleave run ", argument, "`?");
    } else if (const auto close = closest_word(argument, names)) {
      message += concat("; did you mean `", *close, "`?");
    }
    problem_ = std::move(message);
  }

  void read_long(const std::string& text) {
    const size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    std::optional<std::string> value;
    if (equals != std::string::npos) value = text.substr(equals + 1);
    if (name == "write-generated") {
      settings_.write_generated = value ? value : take_next();
      if (!settings_.write_generated) problem_ = "`--write-generated` needs a folder";
      return;
    }
    for (const OptionInfo& option : all_options()) {
      if (option.name == name) return apply(option, concat("--", name), std::move(value));
    }
    complain_about_option(name);
  }

  void complain_about_option(const std::string& name) {
    std::vector<std::string_view> names;
    for (const OptionInfo& option : all_options()) names.push_back(option.name);
    std::string message = concat("there is no option `--", name, "`");
    if (const auto close = closest_word(name, names)) message += concat("; did you mean `--", *close, "`?");
    problem_ = std::move(message);
  }

  void read_letters(const std::string& letters) {
    for (const char letter : letters) {
      const OptionInfo* found = nullptr;
      for (const OptionInfo& option : all_options()) {
        if (option.letter == letter) found = &option;
      }
      if (found == nullptr) {
        problem_ = concat("there is no option `-", letter, "`");
        return;
      }
      apply(*found, concat('-', letter), std::nullopt);
    }
  }

  std::optional<std::string> take_next() {
    if (next_ >= arguments_.size()) return std::nullopt;
    return arguments_[next_++];
  }

  void apply(const OptionInfo& option, const std::string& spelling, std::optional<std::string> value) {
    if (!option.implied.empty() && !value) return apply_implied(option, spelling);
    if (option.takes_value() && !value) value = take_next();
    if (option.takes_value() && !value) {
      problem_ = concat("`", spelling, "` needs a value: `", spelling, ' ', option.value_name, "`");
      return;
    }
    if (!option.takes_value() && value) {
      problem_ = concat("`", spelling, "` takes no value, but got `", *value, "`");
      return;
    }
    used_.push_back(&option);
    settings_.given.push_back(option.name);
    const std::optional<std::string> complaint = option.apply(settings_, value.value_or(std::string()));
    if (!complaint) return;
    problem_ = concat("`", spelling, "` cannot be `", *value,
                      "`: ", complaint->empty() ? choices_text(option, *value) : *complaint);
  }

  void apply_implied(const OptionInfo& option, const std::string& spelling) {
    // A word that the option takes is its value, and so is one that is no file either, to be complained about.
    Settings tried;
    const std::string next = next_ < arguments_.size() ? arguments_[next_] : std::string();
    const bool fits = !next.empty() && !option.apply(tried, next);
    const bool is_word = !next.empty() && next.front() != '-' && next.find_first_of("./") == std::string::npos;
    apply(option, spelling, fits || is_word ? *take_next() : std::string(option.implied));
  }

  static std::string choices_text(const OptionInfo& option, const std::string& value) {
    const std::vector<std::string_view> choices = option.choices();
    std::string out =
        "it is one of " + join(choices, ", ", [](std::string_view name) { return concat('`', name, '`'); });
    if (const auto close = closest_word(value, choices)) out += concat("; did you mean `", *close, "`?");
    return out;
  }

  void check_settings() {
    if (settings_.help || settings_.version || settings_.write_generated) return;
    if (!settings_.has_command) {
      problem_ = "a command is missing";
      return;
    }
    const CommandInfo& row = info(settings_.verb);
    for (const OptionInfo* option : used_) {
      if (option->belongs_to(row.verb)) continue;
      problem_ = concat("`", row.name, "` has no option `--", option->name, "`");
      return;
    }
    check_files(row);
  }

  void check_files(const CommandInfo& row) {
    if (row.operands.empty()) {
      if (!settings_.files.empty())
        problem_ = concat("`", row.name, "` takes no file, but got `", settings_.files[0], "`");
      return;
    }
    if (settings_.files.empty()) {
      problem_ = concat("`", row.name, "` needs a file; `-` is the standard input");
    } else if (settings_.files.size() > 1 && row.verb != Verb::kCheck) {
      problem_ = concat("`", row.name, "` takes one file, but got ", settings_.files.size(), ": ",
                        join(settings_.files, ", ", [](const std::string& file) { return concat('`', file, '`'); }));
    }
  }

  std::span<const std::string> arguments_;
  size_t next_ = 0;
  bool only_operands_ = false;
  Settings settings_;
  std::vector<const OptionInfo*> used_;
  std::optional<std::string> problem_;
};

}  // namespace

std::variant<Settings, UsageError> read_arguments(std::span<const std::string> arguments) {
  return Reader(arguments).read();
}

}  // namespace cleave::cli

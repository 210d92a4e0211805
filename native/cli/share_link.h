// A link of the page in place of a file: what stands behind its `#` is the text and the options that somebody looked
// at. Nothing in it is trusted: lengths are limited before anything is unpacked, every field is checked, and what does
// not fit is said. Nothing is fetched; the address before the `#` does not matter. Tested by tests/native/cli.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/api/response.h"
#include "native/cli/settings.h"

namespace cleave::cli {

struct SharedState {
  std::string text;
  /// What the page calls the text.
  std::string name;
  /// Options of the command line with their values, in order; none is checked yet.
  std::vector<std::pair<std::string, std::string>> options;
};

/// `https://…` or `http://…`, which no file is called.
bool is_link(std::string_view file);

/// The state in a link, or in words why it cannot be read.
std::variant<SharedState, std::string> read_link(std::string_view link);

/// The same from the bytes that the link's base64url stands for.
std::variant<SharedState, std::string> read_state(std::string_view packed);

/// Settings with the link's text, and its options where the command takes them and the command line gives no others.
struct LinkedSettings {
  Settings settings;
  /// `--rules extended --cut T3`: what was taken; empty where nothing was.
  std::string taken;
  /// `--gpu`: what the command line has its own of.
  std::string replaced;
};
std::variant<LinkedSettings, std::string> with_state(const Settings& settings, SharedState state);

}  // namespace cleave::cli

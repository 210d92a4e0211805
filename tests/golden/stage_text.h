// The response of core/api as the text that golden files hold, one form a stage. Short, in the order of the response,
// and without anything that depends on time. It reads the response's JSON, so that goldens see what every user of the
// API sees.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cleave {

/// The stages that a golden file may be named for.
const std::vector<std::string>& golden_stages();

/// The JSON object that stands after `# options: ` in the script's second line; `{}` where there is none.
std::string request_options(const std::string& script);

struct StageText {
  std::string text;
  bool has_errors = false;
};

/// What `stage` says of the script. `file_name` is what diagnostics call it.
StageText stage_text(std::string_view stage, const std::string& script, const std::string& file_name);

}  // namespace cleave

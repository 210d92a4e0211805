// The files of a built page. A file is found by comparing the path that is asked for with the files that are there, so
// that no spelling of a path leads out of the folder; links are not followed. Tested by tests/native/serve.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "native/serve/http_message.h"

namespace cleave::serve {

/// Whether the folder holds a page.
bool holds_page(const std::string& folder);

/// The file at `path` (as it came, from `/`), with its type; nothing where there is none.
std::optional<Reply> page_file(const std::string& folder, std::string_view path);

/// `text/css; charset=utf-8` of `style.css`.
std::string_view media_type(std::string_view name);

}  // namespace cleave::serve

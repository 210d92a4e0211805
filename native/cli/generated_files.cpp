// See generated_files.h.
#include "native/cli/generated_files.h"

#include "core/api/reference_pages.h"
#include "core/api/schema.h"
#include "core/api/typescript.h"
#include "native/cli/help.h"

namespace cleave::cli {

std::vector<GeneratedFile> generated_files() {
  return {
      {"diagnostics.md", diagnostics_page()},
      {"reasons.md", reasons_page()},
      {"ops.md", ops_page()},
      {"api.schema.json", api_schema()},
      {"../web/src/api_types.ts", typescript_types()},
      {"cleave.1", man_page()},
      {"completions/cleave.bash", bash_completion()},
      {"completions/_cleave", zsh_completion()},
      {"completions/cleave.fish", fish_completion()},
  };
}

}  // namespace cleave::cli

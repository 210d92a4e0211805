// See words.h.
#include "native/cli/words.h"

#include <array>

#include "core/base/check.h"
#include "core/base/text.h"

namespace cleave::cli {
namespace {

constexpr std::array kWords{
    WordInfo{"segment", "a part of the definition that one kernel computes; g0, g1 … in run order"},
    WordInfo{"cut", "a place between two segments; what crosses it is written to memory and read again"},
    WordInfo{"primitive op",
             "a simple op that the ops of the text are made of: a `var_mean` is several (`cleave print --level "
             "primitive` shows them)"},
    WordInfo{"scheduler", "what of nvFuser makes a kernel: reduction, pointwise, inner_persistent …"},
    WordInfo{"expr_eval", "no kernel is made: the values are views of others, or a library computes them"},
    WordInfo{"template", "a form of kernel of Cleave; most answer to one scheduler of nvFuser, some to none"},
    WordInfo{"Relative", "the largest error beside the value it is an error of"},
    WordInfo{"Allowed", "how much of the value an error may be: rounding of the type, over as many terms as are added"},
};

}  // namespace

std::span<const WordInfo> all_words() { return kWords; }

void show_legend(const std::vector<std::string_view>& words, Page& page) {
  if (words.empty()) return;
  page.blank();
  for (const std::string_view word : words) {
    bool is_known = false;
    for (const WordInfo& row : kWords) {
      if (row.word != word) continue;
      is_known = true;
      page.paragraph(concat(row.word, ": ", row.meaning), 0, kFaint);
    }
    CHECK(is_known, "every word of a legend has a row");
  }
}

}  // namespace cleave::cli

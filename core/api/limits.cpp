// See limits.h.
#include "core/api/limits.h"

#include "core/base/text.h"
#include "core/infer/types.h"
#include "core/parse/interpreter.h"
#include "core/parse/lexer.h"
#include "core/parse/parse.h"
#include "core/parse/syntax.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// A limit in whatever type it is kept: `size_t` has 32 bits in WebAssembly, the elements of a tensor need more.
template <class Number>
std::string number(Number value) {
  return grouped_number(static_cast<int64_t>(value));
}

}  // namespace

std::vector<LimitRow> all_limits() {
  const ParseLimits parse;
  return {
      {"Size of the text", bytes_text(static_cast<double>(parse.text_bytes)), info(code("text_limit")).code},
      {"Records of a definition: declarations, literals and ops", number(parse.records),
       info(code("record_limit")).code},
      {"Dimensions of a tensor", number(parse.rank), info(code("rank_limit")).code},
      {"Elements of a tensor, an extent of 0 counted as 1", number(kMaxElements), info(code("too_many_elements")).code},
      {"Brackets inside each other", number(parse.nesting), info(code("nesting_limit")).code},
      {"Operators and calls inside each other in an expression", number(kMaxExpressionDepth),
       info(code("syntax_error")).code},
      {"Tokens of a statement", number(LexLimits{}.tokens), info(code("statement_limit")).code},
      {"Items that list arithmetic makes in a definition", number(kMaxMadeItems), info(code("item_limit")).code},
  };
}

}  // namespace cleave

// The syntax of one logical line: expressions as nodes in one vector, children by index, so that a line of any length
// costs two allocations and nothing recurses deeper than the brackets nest. Left-to-right operator chains are one node.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/id.h"
#include "core/parse/lexer.h"

namespace cleave {

struct Expression;
using ExpressionId = Id<Expression>;

struct Expression {
  enum class Kind : uint8_t {
    kName,
    kInteger,
    kFloat,
    kImaginary,
    kString,
    kTrue,
    kFalse,
    kNone,
    /// One child and the name after the dot.
    kAttribute,
    /// The callee, then the arguments; keywords are kKeyword nodes.
    kCall,
    kKeyword,
    /// The indexed value, then the index.
    kSubscript,
    kList,
    kTuple,
    /// One child and the operator.
    kUnary,
    /// Operands of one precedence, left to right; the operators are kOperator nodes between them.
    kChain,
    kOperator,
    /// `*items` in a list or call.
    kStar,
  };
  Kind kind = Kind::kNone;
  /// kUnary, kOperator: which.
  TokenKind symbol = TokenKind::kEnd;
  SourceSpan span;
  /// Name, number, string, attribute or keyword as written.
  SourceSpan text;
  uint32_t first_child = 0;
  uint32_t child_count = 0;
  /// Nodes on the longest path down, this one included; at most kMaxExpressionDepth.
  uint32_t depth = 1;
};

/// Deeper expressions are a syntax error, so that walks over the tree may recurse.
inline constexpr uint32_t kMaxExpressionDepth = 1000;

struct Syntax {
  std::vector<Expression> nodes;
  std::vector<ExpressionId> children;

  const Expression& operator[](ExpressionId id) const { return nodes[id.index]; }
  std::span<const ExpressionId> children_of(ExpressionId id) const {
    const Expression& node = nodes[id.index];
    return {children.data() + node.first_child, node.child_count};
  }
  void clear() {
    nodes.clear();
    children.clear();
  }
};

struct Statement {
  enum class Kind : uint8_t {
    /// `targets = value`; `a = b = value` has two target groups.
    kAssign,
    kAugmentedAssign,
    kExpression,
    /// Begins with a keyword that makes another kind of statement.
    kOther,
  };
  Kind kind = Kind::kExpression;
  SourceSpan span;
  /// Each a name, tuple, list, attribute or subscript.
  std::vector<ExpressionId> targets;
  /// kAugmentedAssign: the operator without its `=`.
  TokenKind symbol = TokenKind::kEnd;
  std::optional<ExpressionId> value;
};

/// A syntax error: what was expected at `span`, and what stands there.
struct SyntaxProblem {
  SourceSpan span;
  std::string expected;
  std::string found;
};

/// Parses the tokens of one statement (no semicolons) into `syntax`. Gives the problem if it is not one.
std::optional<SyntaxProblem> parse_statement(std::string_view text, std::span<const Token> tokens, Syntax& syntax,
                                             Statement& statement);

}  // namespace cleave

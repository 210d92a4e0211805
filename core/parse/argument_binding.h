// The arguments of one call → the operands and attributes of its op's row: by position or keyword, in any order, old
// names included. Everything is read off the row and the attributes' description; nothing here knows an op. Values are
// only sorted and checked; records are made by RecordCalls.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ops/op_info.h"
#include "core/parse/script_value.h"
#include "core/source/diagnostic.h"

namespace cleave {

struct BoundCall {
  /// One per operand row; null where absent (or None).
  std::vector<const ScriptValue*> operands;
  Attributes attributes;
  /// Attributes that were given, and where.
  std::vector<std::pair<std::string_view, SourceSpan>> given;

  bool has(std::string_view attribute) const;
  SourceSpan span_of(std::string_view attribute, SourceSpan otherwise) const;
};

struct CallSite {
  OpCode op{};
  /// What the user wrote: `fd.ops.sum`, an operator.
  std::string_view name;
  SourceSpan name_span;
  SourceSpan span;
};

/// Nothing where an argument is wrong, which is then reported, or poison, which is not.
std::optional<BoundCall> bind_arguments(const CallSite& site, const std::vector<Argument>& arguments,
                                        const Definition& definition, Diagnostics& diagnostics);

}  // namespace cleave

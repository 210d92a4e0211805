// See rearrange.h.
#include "tests/support/rearrange.h"

#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/ops/op_info.h"
#include "core/ops/op_table.h"
#include "tests/support/copy_definition.h"

namespace cleave {
namespace {

/// One printed line: a record and the hidden ones before it.
struct Line {
  size_t first = 0;
  size_t last = 0;
};

std::vector<Line> lines_of(const Definition& definition) {
  std::vector<Line> lines;
  size_t first = 0;
  for (RecordId id : definition.records.ids()) {
    if (definition.records[id].form == RecordForm::kInline) continue;
    lines.push_back({first, id.index});
    first = id.index + 1;
  }
  return lines;
}

/// Lines of one class keep their order among themselves; nothing for lines that may go anywhere.
std::optional<size_t> ordered_class(const Record& record) {
  const OpFamily kind = family(record.op);
  if (kind == OpFamily::kDefineTensor || kind == OpFamily::kDefineScalar) return 0;
  if (kind == OpFamily::kAddOutput) return 1;
  if (kind == OpFamily::kRandom || record.op == op("rand_like") || record.op == op("randn_like")) return 2;
  return std::nullopt;
}

}  // namespace

Rearranged reorder(const Definition& definition, Choices& choices) {
  const std::vector<Line> lines = lines_of(definition);
  std::vector<size_t> line_of(definition.records.size(), 0);
  for (size_t i = 0; i < lines.size(); ++i) {
    for (size_t record = lines[i].first; record <= lines[i].last; ++record) line_of[record] = i;
  }
  std::vector<std::vector<size_t>> followers(lines.size());
  std::vector<size_t> waits(lines.size(), 0);
  std::optional<size_t> previous[3];
  for (size_t i = 0; i < lines.size(); ++i) {
    for (size_t record = lines[i].first; record <= lines[i].last; ++record) {
      for (const std::optional<StateId>& operand : definition.records[RecordId(record)].operands) {
        if (!operand) continue;
        const size_t producer = line_of[definition.states[*operand].producer.index];
        if (producer == i) continue;
        followers[producer].push_back(i);
        ++waits[i];
      }
    }
    if (const std::optional<size_t> ordered = ordered_class(definition.records[RecordId(lines[i].last)])) {
      if (previous[*ordered]) {
        followers[*previous[*ordered]].push_back(i);
        ++waits[i];
      }
      previous[*ordered] = i;
    }
  }
  std::vector<size_t> ready;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (waits[i] == 0) ready.push_back(i);
  }
  Rearranged out;
  DefinitionCopier copier(definition);
  while (!ready.empty()) {
    const size_t place = choices.below(ready.size());
    const size_t line = ready[place];
    ready.erase(ready.begin() + static_cast<std::ptrdiff_t>(place));
    for (size_t i = lines[line].first; i <= lines[line].last; ++i) {
      copier.copy(RecordId(i));
      out.origin.push_back(RecordId(i));
    }
    for (size_t follower : followers[line]) {
      if (--waits[follower] == 0) ready.push_back(follower);
    }
  }
  out.definition = std::move(copier).finish();
  CHECK(out.definition.records.size() == out.origin.size(), "every record was copied");
  return out;
}

std::string rename_values(std::string_view printed) {
  std::string out;
  for (size_t i = 0; i < printed.size();) {
    const auto is_word = [&](size_t at) {
      return at < printed.size() && (std::isalnum(static_cast<unsigned char>(printed[at])) != 0 || printed[at] == '_');
    };
    if (!is_word(i)) {
      out += printed[i++];
      continue;
    }
    size_t end = i;
    while (is_word(end)) ++end;
    const std::string_view word = printed.substr(i, end - i);
    const bool names_value = word.size() > 1 && (word[0] == 'T' || word[0] == 'S' || word[0] == 'V') &&
                             word.find_first_not_of("0123456789", 1) == std::string_view::npos;
    out += names_value ? concat("value_", word.substr(1), "_of_mine") : std::string(word);
    i = end;
  }
  return out;
}

}  // namespace cleave

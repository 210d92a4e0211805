// Which lines of a kernel's text each record became, and the comment in front of them: the record as the segment's
// definition prints it, once for a run of lines on its behalf.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "core/ir/print.h"
#include "core/kernel/kernel.h"
#include "core/kernel/text_writer.h"

namespace cleave {

class RecordLines {
 public:
  RecordLines(const Definition& definition, TextWriter& out) : definition_(definition), out_(out) {}

  void begin(std::optional<RecordId> record) {
    begin_ = out_.line_count() + 1;
    if (!record || record == last_) return;
    out_.line("// ", record_text(definition_, *record));
    last_ = record;
  }
  void end(std::optional<RecordId> record) {
    if (!record) return;
    const int64_t last = out_.line_count();
    const auto [found, is_new] = ranges_.try_emplace(record->index, KernelRange{*record, begin_, last});
    if (!is_new) found->second.last_line = last;
  }
  /// The next record gets its comment even if it is the same.
  void forget() { last_.reset(); }

  std::vector<KernelRange> take() const {
    std::vector<KernelRange> out;
    for (const auto& [record, range] : ranges_) out.push_back(range);
    return out;
  }

 private:
  const Definition& definition_;
  TextWriter& out_;
  std::optional<RecordId> last_;
  std::map<uint32_t, KernelRange> ranges_;
  int64_t begin_ = 0;
};

}  // namespace cleave

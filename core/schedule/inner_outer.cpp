// See inner_outer.h. Threads a row and blocks a multiprocessor: a persistent grid of one or two blocks on each, as
// QuACK's norm backward (rmsnorm_config.py) and nvFuser's inner-outer scheduler run.
#include "core/schedule/inner_outer.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/schedule/passes.h"

namespace cleave {
namespace {

constexpr int64_t kFewestThreads = 32;
constexpr int64_t kMostThreads = 256;
/// Threads of a multiprocessor that may have 255 registers each.
constexpr int64_t kThreadsPerSm = 256;
/// Registers that the running sums and the kept inputs of one thread may take, in bytes.
constexpr int64_t kSumBytesPerThread = 256;
/// More than a block for each multiprocessor only where each has this many rows, or the parts cost more than they save
/// …
constexpr int64_t kManyRowsPerBlock = 32;
/// … and no block for fewer than these.
constexpr int64_t kRowsPerBlock = 4;

/// Of axes with more than one place: which are reduced.
std::vector<bool> long_axes_reduced(const Record& record, const TensorType& type) {
  std::vector<bool> out = reduced_axes(record, type.rank());
  for (size_t i = 0; i < out.size(); ++i) out[i] = out[i] && type.axes[i].extent != 1;
  return out;
}

/// The reductions across the rows, and all that follows from them.
struct Across {
  std::vector<RecordId> sums;
  IdMap<StateId, char> follows;
};

std::optional<Across> reductions_across(const ScheduleInput& input, const LoopDomain& domain) {
  const TensorType& reference = input.types.tensor(domain.reference);
  Across out{{}, IdMap<StateId, char>(input.definition.states.size(), 0)};
  for (const RecordId id : input.definition.records.ids()) {
    const Record& record = input.definition.records[id];
    if (is_declaration(record)) continue;
    bool follows = false;
    for (const auto& operand : record.operands) follows = follows || (operand && out.follows[*operand] != 0);
    if (!follows && is_reduction(record)) {
      const TensorType& type = input.types.tensor(record.operand(0));
      if (type.extents() != reference.extents()) return std::nullopt;
      const std::vector<bool> axes = long_axes_reduced(record, type);
      std::vector<bool> along(type.rank(), false);
      std::vector<bool> across(type.rank(), false);
      for (const uint32_t axis : domain.reduced) along[axis] = true;
      for (const uint32_t axis : domain.kept) across[axis] = true;
      if (axes == across && family(record.op) == OpFamily::kReduction) {
        out.sums.push_back(id);
        follows = true;
      } else if (axes != along) {
        return std::nullopt;
      }
    }
    for (const StateId result : record.results) out.follows[result] = follows ? 1 : 0;
  }
  if (out.sums.empty()) return std::nullopt;
  return out;
}

/// The reduction along the fastest axes that the rows are those of.
std::optional<LoopDomain> domain_of_rows(const ScheduleInput& input) {
  for (const Record& record : input.definition.records) {
    if (!is_reduction(record)) continue;
    const StateId operand = record.operand(0);
    const TensorType& type = input.types.tensor(operand);
    const LoopDomain domain = loop_domain_of(operand, type, reduced_axes(record, type.rank()));
    if (domain.is_inner && domain.rows > 1 && domain.columns > 1) return domain;
  }
  return std::nullopt;
}

/// The pass over the rows: every output that does not follow from a sum across them.
Schedule rows_pass(const ScheduleInput& input, LoopDomain domain, const Across& across) {
  Schedule out;
  domain.has_reduction = true;
  out.kernel_template = Template::kInnerOuter;
  out.variant = Variant::kRowAcross;
  out.domain = std::move(domain);
  out.vector_width = vector_width(input, out.domain);
  out.chunks = out.domain.columns / out.vector_width;
  out.threads_x = kFewestThreads;
  // Two vectors of a row on the way for each thread, where it is long enough.
  while (out.threads_x < kMostThreads && 2 * out.threads_x < out.chunks) out.threads_x *= 2;
  out.steps = divided_up(out.chunks, out.threads_x);
  out.column_sums = across.sums;
  for (const Output& output : input.definition.outputs) {
    if (across.follows[output.value] == 0) {
      out.stores.push_back({output.value, output.alias.value_or(output.value)});
    }
  }
  return out;
}

}  // namespace

std::optional<Schedule> make_inner_outer_schedule(const ScheduleInput& input, const DeviceLimits& device) {
  std::optional<LoopDomain> domain = domain_of_rows(input);
  if (!domain || device.sm_count == 0) return std::nullopt;
  const auto across = reductions_across(input, *domain);
  if (!across) return std::nullopt;
  Schedule rows = rows_pass(input, std::move(*domain), *across);
  // Sums are kept in four bytes or, of Double and Int, in eight.
  int64_t sum_bytes = 0;
  for (const RecordId sum : across->sums) {
    const int64_t bytes =
        std::max<int64_t>(4, info(input.types.tensor(input.definition.records[sum].result()).dtype).bits / 8);
    sum_bytes += rows.steps * rows.vector_width * bytes;
  }
  if (sum_bytes > kSumBytesPerThread) return std::nullopt;
  rows.held_bytes = held_bytes_per_thread(input, rows) + sum_bytes;
  rows.is_persistent = rows.held_bytes <= kHeldBytesPerThread;
  Schedule out;
  out.kernel_template = Template::kInnerOuter;
  out.variant = Variant::kGrid;
  out.domain = rows.domain;
  out.is_wide = needs_wide_index(input);
  out.vector_width = rows.vector_width;
  out.threads_x = rows.threads_x;
  out.blocks_per_sm = std::max<int64_t>(1, kThreadsPerSm / out.threads_x);
  const int64_t rows_count = rows.domain.rows;
  const int64_t wanted =
      std::max(rows_count / kManyRowsPerBlock, std::min<int64_t>(device.sm_count, rows_count / kRowsPerBlock));
  out.blocks = std::max<int64_t>(1, std::min<int64_t>(out.blocks_per_sm * device.sm_count, wanted));
  out.reasons.push_back(concat("rows of ", rows.domain.columns, " elements, ", rows.threads_x,
                               " threads each: ", out.blocks, out.blocks == 1 ? " block takes" : " blocks take",
                               " the ", rows.domain.rows, " rows in turns"));
  out.reasons.push_back(concat("a thread keeps ", sum_bytes, " B of running sums across the rows"));
  out.passes.push_back(std::move(rows));
  std::vector<StateId> summed;
  for (const RecordId sum : across->sums) summed.push_back(input.definition.records[sum].result());
  for (Schedule& pass : passes_after(input, across->follows, summed, out.threads_x))
    out.passes.push_back(std::move(pass));
  for (Schedule& pass : out.passes) pass.is_wide = out.is_wide;
  return out;
}

}  // namespace cleave

// See passes.h.
#include "core/schedule/passes.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

constexpr int64_t kThreads = 256;
/// Reductions of this many rows keep every thread busy with a row of its own …
constexpr int64_t kManyRows = 16384;
/// … and rows of up to this many elements are not worth sharing, or worth a warp.
constexpr int64_t kShortRow = 32;
constexpr int64_t kWarpRow = 1024;
/// What all passes that sort may take; a block may declare 48 KiB.
constexpr int64_t kSharedBytes = int64_t{40} << 10;

/// Ops that only say where an element of their operand stands.
bool is_view(OpFamily kind) {
  switch (kind) {
    case OpFamily::kCopy:
    case OpFamily::kBroadcast:
    case OpFamily::kExpand:
    case OpFamily::kSqueeze:
    case OpFamily::kReshape:
    case OpFamily::kPermute:
    case OpFamily::kSlice:
    case OpFamily::kFactory:
    case OpFamily::kRandom: return true;
    case OpFamily::kDefineTensor:
    case OpFamily::kDefineScalar:
    case OpFamily::kDefineVector:
    case OpFamily::kAddOutput:
    case OpFamily::kPointwise:
    case OpFamily::kCast:
    case OpFamily::kReduction:
    case OpFamily::kWelford:
    case OpFamily::kScan:
    case OpFamily::kPad:
    case OpFamily::kCat:
    case OpFamily::kIndex:
    case OpFamily::kScatter:
    case OpFamily::kSort:
    case OpFamily::kMatmul:
    case OpFamily::kSize:
    case OpFamily::kShapeQuery:
    case OpFamily::kComposite:
    case OpFamily::kOpaque: break;
  }
  return false;
}

/// Ops whose result at one place takes a loop of its own.
bool has_own_loop(OpFamily kind) {
  return kind == OpFamily::kReduction || kind == OpFamily::kWelford || kind == OpFamily::kScan ||
         kind == OpFamily::kScatter || kind == OpFamily::kSort || kind == OpFamily::kMatmul;
}

/// Types that memory can add to in one step, in whatever order.
bool has_atomic_sum(DType dtype) { return is_integer(dtype) || dtype == DType::kFloat || dtype == DType::kDouble; }

class PassMaker {
 public:
  /// For blocks of `threads` threads.
  PassMaker(const ScheduleInput& input, int64_t threads)
      : input_(input),
        threads_(threads),
        readers_(input.definition.states.size()),
        is_known_(input.definition.states.size(), 0) {}

  /// `state` is in memory.
  void know(StateId state) { is_known_[state] = 1; }
  /// The passes that make `outputs`.
  std::vector<Schedule> run(const std::vector<Output>& outputs);

 private:
  /// Who reads a value, in the sense of passes: nobody, the pass of one record, or several.
  struct Readers {
    enum class Count : uint8_t { kNone, kOne, kMany } count = Count::kNone;
    RecordId record{0U};
    bool is_made = false;
  };
  void note(StateId state, RecordId reader, bool has_many);
  void choose_made(const std::vector<Output>& outputs);
  void add_pass(RecordId id);
  void add_scatter(RecordId id, const Record& record, Schedule pass);
  void share_rows(Schedule& pass) const;
  void spread_row(Schedule& pass) const;
  bool fits_in_shared(const Schedule& pass);
  Schedule rows_pass(StateId reference, const std::vector<bool>& is_reduced) const;
  Schedule elements_pass(StateId value, StateId target) const;
  const TensorType& type(StateId state) const { return input_.types.tensor(state); }

  const ScheduleInput& input_;
  int64_t threads_;
  IdMap<StateId, Readers> readers_;
  IdMap<StateId, char> is_known_;
  std::vector<Schedule> out_;
  /// Shared memory that the passes so far have taken for themselves.
  int64_t shared_bytes_ = 0;
};

void PassMaker::note(StateId state, RecordId reader, bool has_many) {
  if (!input_.definition.is_tensor(state)) return;
  Readers& readers = readers_[state];
  const bool is_second = readers.count != Readers::Count::kNone && !(readers.record == reader);
  readers.count = has_many || is_second ? Readers::Count::kMany : Readers::Count::kOne;
  readers.record = reader;
}

/// Values that are made in a pass of their own: outputs, those that take a loop, what a sort compares, and what several
/// passes would compute again.
void PassMaker::choose_made(const std::vector<Output>& outputs) {
  for (const Output& output : outputs) readers_[output.value].is_made = is_known_[output.value] == 0;
  for (uint32_t i = static_cast<uint32_t>(input_.definition.records.size()); i-- > 0;) {
    const RecordId id(i);
    const Record& record = input_.definition.records[id];
    const OpFamily kind = family(record.op);
    if (is_declaration(record)) continue;
    bool is_needed = false;
    bool is_made = has_own_loop(kind);
    bool has_many = false;
    RecordId reader = id;
    for (const StateId result : record.results) {
      if (!input_.definition.is_tensor(result) || is_known_[result] != 0) continue;
      const Readers& readers = readers_[result];
      is_needed = is_needed || readers.is_made || readers.count != Readers::Count::kNone;
      has_many = has_many || readers.count == Readers::Count::kMany;
      is_made = is_made || readers.is_made;
      if (readers.count != Readers::Count::kNone) reader = readers.record;
    }
    if (!is_needed) continue;
    is_made = is_made || (has_many && !is_view(kind));
    for (const StateId result : record.results) {
      Readers& readers = readers_[result];
      if (is_known_[result] == 0)
        readers.is_made = is_made && (readers.is_made || readers.count != Readers::Count::kNone);
    }
    for (const auto& operand : record.operands) {
      if (!operand) continue;
      note(*operand, is_made ? id : reader, !is_made && has_many);
      const bool is_input = family(input_.definition.producer(*operand).op) == OpFamily::kDefineTensor;
      if (kind == OpFamily::kSort && input_.definition.is_tensor(*operand) && !is_input) {
        readers_[*operand].is_made = true;
      }
    }
  }
}

Schedule PassMaker::rows_pass(StateId reference, const std::vector<bool>& is_reduced) const {
  Schedule out;
  out.variant = Variant::kRowAcross;
  out.domain = loop_domain_of(reference, type(reference), is_reduced);
  out.threads_x = 1;
  out.threads_y = threads_;
  out.chunks = out.domain.columns;
  out.steps = out.domain.columns;
  return out;
}

Schedule PassMaker::elements_pass(StateId value, StateId target) const {
  Schedule out;
  out.variant = Variant::kFlat;
  out.domain = loop_domain_of(value, type(value), std::vector<bool>(type(value).rank(), false));
  out.threads_x = threads_;
  out.chunks = out.domain.rows;
  out.stores.push_back({value, target});
  return out;
}

/// Gives a reduction as many threads a row as it can use.
void PassMaker::share_rows(Schedule& pass) const {
  if (pass.domain.rows < kManyRows && pass.domain.columns > kShortRow) spread_row(pass);
}

/// A warp or a block for each row.
void PassMaker::spread_row(Schedule& pass) const {
  pass.threads_x = pass.domain.columns <= kWarpRow ? kWarp : threads_;
  pass.threads_y = threads_ / pass.threads_x;
  pass.steps = divided_up(pass.chunks, pass.threads_x);
}

/// Takes shared memory for a row, its elements as registers hold them and their places, if there is some left.
bool PassMaker::fits_in_shared(const Schedule& pass) {
  const int64_t each = std::max<int64_t>(4, info(type(pass.domain.reference).dtype).bits / 8) + 4;
  if (pass.domain.columns > kSharedBytes / each) return false;
  const int64_t bytes = sorted_places(pass.domain) * each;
  if (shared_bytes_ + bytes > kSharedBytes) return false;
  shared_bytes_ += bytes;
  return true;
}

void PassMaker::add_scatter(RecordId id, const Record& record, Schedule pass) {
  out_.push_back(elements_pass(record.operand(0), record.result()));
  if (type(record.operand(1)).element_count() == 0) return;
  if (record.op == op("scatter_add") && has_atomic_sum(type(record.result()).dtype)) {
    pass = elements_pass(record.operand(1), record.result());
    pass.stores.clear();
  }
  pass.work = LoopWork::kScatter;
  pass.record = id;
  pass.stores.push_back({record.result(), record.result()});
  out_.push_back(std::move(pass));
}

void PassMaker::add_pass(RecordId id) {
  const Record& record = input_.definition.records[id];
  std::vector<TensorStore> stores;
  for (const StateId result : record.results) {
    // Of an empty tensor there is nothing to make.
    const bool is_made = input_.definition.is_tensor(result) && readers_[result].is_made;
    if (is_made && type(result).element_count() > 0) stores.push_back({result, result});
  }
  if (stores.empty()) return;
  const OpFamily kind = family(record.op);
  if (!has_own_loop(kind)) {
    out_.push_back(elements_pass(stores[0].value, stores[0].target));
    return;
  }
  const StateId operand = record.operand(kind == OpFamily::kScatter ? 1 : 0);
  const size_t rank = type(operand).rank();
  const auto along = [&](int64_t dim) {
    std::vector<bool> out(rank, false);
    if (rank > 0) out[static_cast<size_t>(dim)] = true;
    return out;
  };
  if (kind == OpFamily::kReduction || kind == OpFamily::kWelford) {
    Schedule pass = rows_pass(operand, reduced_axes(record, rank));
    share_rows(pass);
    pass.stores = std::move(stores);
    out_.push_back(std::move(pass));
  } else if (kind == OpFamily::kScatter) {
    add_scatter(id, record, rows_pass(operand, along(attributes<DimAttributes>(record).dim)));
  } else if (kind == OpFamily::kMatmul) {
    const StateId result = record.result();
    Schedule pass = rows_pass(result, std::vector<bool>(type(result).rank(), false));
    pass.work = LoopWork::kProduct;
    pass.record = id;
    pass.domain.columns = type(operand).axes.back().extent;
    pass.chunks = pass.steps = pass.domain.columns;
    pass.stores = std::move(stores);
    out_.push_back(std::move(pass));
  } else {
    const auto* topk = std::get_if<TopkAttributes>(&record.attributes);
    const auto* sort = std::get_if<ArgsortAttributes>(&record.attributes);
    Schedule pass = rows_pass(operand, along(topk   ? topk->dim
                                             : sort ? sort->dim
                                                    : attributes<DimAttributes>(record).dim));
    pass.work = kind == OpFamily::kScan ? LoopWork::kScan : LoopWork::kRank;
    if (pass.work == LoopWork::kRank && fits_in_shared(pass)) pass.work = LoopWork::kSort;
    // Threads side by side read neighbours; along another axis rows do.
    if (pass.work == LoopWork::kScan && pass.domain.is_inner && pass.domain.columns > kShortRow) spread_row(pass);
    pass.record = id;
    pass.stores = std::move(stores);
    out_.push_back(std::move(pass));
  }
}

std::vector<Schedule> PassMaker::run(const std::vector<Output>& outputs) {
  choose_made(outputs);
  for (const RecordId id : input_.definition.records.ids()) {
    if (!is_declaration(input_.definition.records[id])) add_pass(id);
  }
  // Inputs are overwritten when nothing reads them any more.
  for (const Output& output : outputs) {
    if (output.alias && !(*output.alias == output.value)) out_.push_back(elements_pass(output.value, *output.alias));
  }
  return std::move(out_);
}

/// Blocks that have something to do in a pass.
int64_t blocks_wanted(const Schedule& pass) {
  if (pass.work == LoopWork::kSort) return pass.domain.rows;
  if (pass.work == LoopWork::kRank) return divided_up(pass.domain.rows * pass.domain.columns, kThreads);
  if (pass.variant == Variant::kFlat) return divided_up(pass.chunks, pass.threads_x);
  return divided_up(pass.domain.rows, pass.threads_y);
}

/// Templates of ops that take a loop each: passes are what their kernels are made of, not a way out.
bool has_passes_of_its_own(Template value) {
  return value == Template::kScan || value == Template::kSort || value == Template::kScatter ||
         value == Template::kRowProgram;
}

}  // namespace

std::optional<Schedule> make_staged_schedule(const ScheduleInput& input, const DeviceLimits& device,
                                             std::string_view why) {
  if (input.definition.outputs.empty()) return std::nullopt;
  Schedule out;
  out.kernel_template = has_passes_of_its_own(input.kernel_template) ? input.kernel_template : Template::kSerial;
  out.variant = Variant::kStaged;
  out.is_wide = needs_wide_index(input);
  out.threads_x = kThreads;
  out.passes = PassMaker(input, kThreads).run(input.definition.outputs);
  int64_t wanted = out.passes.empty() ? 0 : 1;
  for (Schedule& pass : out.passes) {
    pass.is_wide = out.is_wide;
    wanted = std::max(wanted, blocks_wanted(pass));
  }
  // All blocks are on the device at once, since they wait for each other.
  out.blocks = std::min<int64_t>(wanted, std::max(device.sm_count, 1));
  // What results are judged by: the longest row that is combined.
  for (const Schedule& pass : out.passes) {
    if (pass.domain.columns >= out.domain.columns) out.domain = pass.domain;
  }
  const std::string_view reason =
      out.kernel_template == Template::kSerial ? why : std::string_view("every op with a loop of its own has a pass");
  out.reasons.push_back(concat(reason, ": ", out.passes.size(), out.passes.size() == 1 ? " pass" : " passes",
                               " over the grid, values between them in memory"));
  return out;
}

std::vector<Schedule> passes_after(const ScheduleInput& input, const IdMap<StateId, char>& follows,
                                   const std::vector<StateId>& known, int64_t threads) {
  PassMaker maker(input, threads);
  for (const StateId state : known) maker.know(state);
  std::vector<Output> outputs;
  for (const Output& output : input.definition.outputs) {
    if (follows[output.value] != 0) outputs.push_back(output);
  }
  return maker.run(outputs);
}

}  // namespace cleave

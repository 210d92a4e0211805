// See block_runner.h.
#include "tests/cuda_on_host/block_runner.h"

#include <ucontext.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "core/base/text.h"

namespace cleave {
namespace {

constexpr size_t kStackBytes = size_t{64} << 10;
constexpr size_t kWarp = 32;
constexpr uintptr_t kSector = 32;
/// Largest shared memory of a block, of the devices of the table.
constexpr size_t kBlockMemory = size_t{228} << 10;
constexpr size_t kClusterMemory = size_t{4} << 10;

/// Shared memory as a block finds it: anything, here NaN.
std::unique_ptr<char[]> fresh_memory(size_t bytes) {
  auto out = std::make_unique_for_overwrite<char[]>(bytes);
  std::fill_n(out.get(), bytes, static_cast<char>(0xff));
  return out;
}

struct Fiber {
  enum class State : uint8_t { kReady, kWaitsForBlock, kWaitsForWarp, kWaitsForGrid, kEnded };
  State state = State::kReady;
  ucontext_t context{};
  HostPlace place;
  std::unique_ptr<char[]> stack;
  /// What it offers to the other lanes, and what it asked for.
  unsigned long long offered = 0;
  int distance = 0;
  /// To device memory, so far.
  size_t accesses = 0;
};

/// One block; the running one is known to the functions that kernels call.
class BlockRun {
 public:
  BlockRun(HostLibrary& library, const LaunchShape& shape, uint64_t seed, const std::function<void()>& body)
      : library_(library), is_cooperative_(shape.is_cooperative), body_(body), random_(seed) {
    const auto count = static_cast<size_t>(shape.threads_x * shape.threads_y);
    fibers_.resize(count);
    for (size_t i = 0; i < count; ++i) {
      Fiber& fiber = fibers_[i];
      fiber.place = {static_cast<int>(i % static_cast<size_t>(shape.threads_x)),
                     static_cast<int>(i / static_cast<size_t>(shape.threads_x)), 0};
      fiber.stack = std::make_unique_for_overwrite<char[]>(kStackBytes);
    }
  }

  /// Begins block number `block`.
  void begin(int64_t block);
  /// Runs until all threads have ended, or wait for other blocks; empty, or what is wrong.
  std::string run();
  bool is_over() const;
  /// The other blocks have come as far.
  void release_grid();

  static char* block_memory() {
    auto& memory = running_block_->memory_;
    if (memory == nullptr) memory = fresh_memory(kBlockMemory);
    return memory.get();
  }
  static char* cluster_memory(int cluster) {
    auto& memory = cluster_memories_[cluster];
    if (memory == nullptr) memory = fresh_memory(kClusterMemory);
    return memory.get();
  }
  static void forget_clusters() { cluster_memories_.clear(); }
  static void wait_for_grid() { running_block_->wait(Fiber::State::kWaitsForGrid); }
  static void wait_for_block() { running_block_->wait(Fiber::State::kWaitsForBlock); }
  static unsigned long long exchange(unsigned long long value, int distance) {
    return running_block_->exchange_lanes(value, distance);
  }
  static void note_access(const void* first, unsigned long long bytes) { running_block_->note(first, bytes); }
  /// Moved since the block began.
  int64_t sectors() const;

 private:
  static void enter();
  void wait(Fiber::State state);
  unsigned long long exchange_lanes(unsigned long long value, int distance);
  void note(const void* first, unsigned long long bytes);
  void resume(size_t fiber);
  std::string release_waiting();
  bool release_warp(size_t first);

  static BlockRun* running_block_;
  static std::map<int, std::unique_ptr<char[]>> cluster_memories_;
  std::unique_ptr<char[]> memory_;
  HostLibrary& library_;
  bool is_cooperative_;
  int64_t block_ = 0;
  const std::function<void()>& body_;
  std::mt19937_64 random_;
  std::vector<Fiber> fibers_;
  ucontext_t scheduler_{};
  size_t current_ = 0;
  /// By warp and number of the access.
  std::map<std::pair<size_t, size_t>, std::set<uintptr_t>> touched_;
};

BlockRun* BlockRun::running_block_ = nullptr;
std::map<int, std::unique_ptr<char[]>> BlockRun::cluster_memories_;

void BlockRun::enter() {
  BlockRun& block = *running_block_;
  block.body_();
  block.fibers_[block.current_].state = Fiber::State::kEnded;
}

void BlockRun::wait(Fiber::State state) {
  Fiber& fiber = fibers_[current_];
  fiber.state = state;
  swapcontext(&fiber.context, &scheduler_);
}

unsigned long long BlockRun::exchange_lanes(unsigned long long value, int distance) {
  const size_t me = current_;
  fibers_[me].offered = value;
  fibers_[me].distance = distance;
  wait(Fiber::State::kWaitsForWarp);
  // Nobody offers anything new before all lanes have gone on: release_warp() has set what each of them gets.
  return fibers_[me].offered;
}

void BlockRun::note(const void* first, unsigned long long bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(first);
  std::set<uintptr_t>& sectors = touched_[{current_ / kWarp, fibers_[current_].accesses++}];
  for (uintptr_t sector = begin / kSector; sector <= (begin + bytes - 1) / kSector; ++sector) sectors.insert(sector);
}

int64_t BlockRun::sectors() const {
  size_t out = 0;
  for (const auto& [instruction, sectors] : touched_) out += sectors.size();
  return static_cast<int64_t>(out);
}

void BlockRun::resume(size_t fiber) {
  current_ = fiber;
  *library_.thread_place() = fibers_[fiber].place;
  swapcontext(&scheduler_, &fibers_[fiber].context);
}

/// Lets the warp that begins at `first` go on if all its lanes exchange; false if some do not.
bool BlockRun::release_warp(size_t first) {
  const size_t last = std::min(first + kWarp, fibers_.size());
  std::vector<unsigned long long> offered;
  for (size_t i = first; i < last; ++i) {
    if (fibers_[i].state != Fiber::State::kWaitsForWarp) return false;
    offered.push_back(fibers_[i].offered);
  }
  for (size_t i = first; i < last; ++i) {
    const size_t from = (i - first) ^ static_cast<size_t>(fibers_[i].distance);
    if (from < offered.size()) fibers_[i].offered = offered[from];
    fibers_[i].state = Fiber::State::kReady;
  }
  return true;
}

/// Nobody can run: who waits for what everybody has reached goes on; empty, or why nobody can.
std::string BlockRun::release_waiting() {
  bool is_released = false;
  for (size_t first = 0; first < fibers_.size(); first += kWarp) is_released = release_warp(first) || is_released;
  if (is_released) return {};
  const auto count = [&](Fiber::State state) {
    return std::count_if(fibers_.begin(), fibers_.end(), [&](const Fiber& fiber) { return fiber.state == state; });
  };
  const auto ended = count(Fiber::State::kEnded);
  const auto at_barrier = count(Fiber::State::kWaitsForBlock);
  if (ended == 0 && at_barrier == static_cast<std::ptrdiff_t>(fibers_.size())) {
    for (Fiber& fiber : fibers_) fiber.state = Fiber::State::kReady;
    return {};
  }
  return concat(at_barrier, " threads wait for their block, ", count(Fiber::State::kWaitsForWarp), " for their warp, ",
                ended, " have ended: nobody can go on");
}

void BlockRun::begin(int64_t block) {
  block_ = block;
  memory_.reset();
  touched_.clear();
  for (Fiber& fiber : fibers_) {
    fiber.state = Fiber::State::kReady;
    fiber.accesses = 0;
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = kStackBytes;
    fiber.context.uc_link = &scheduler_;
    makecontext(&fiber.context, &BlockRun::enter, 0);
  }
}

bool BlockRun::is_over() const {
  return std::all_of(fibers_.begin(), fibers_.end(),
                     [](const Fiber& fiber) { return fiber.state == Fiber::State::kEnded; });
}

void BlockRun::release_grid() {
  for (Fiber& fiber : fibers_) {
    if (fiber.state == Fiber::State::kWaitsForGrid) fiber.state = Fiber::State::kReady;
  }
}

std::string BlockRun::run() {
  running_block_ = this;
  *library_.block_place() = {static_cast<int>(block_), 0, 0};
  std::vector<size_t> order(fibers_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  while (true) {
    std::shuffle(order.begin(), order.end(), random_);
    bool has_run = false;
    for (const size_t fiber : order) {
      if (fibers_[fiber].state != Fiber::State::kReady) continue;
      resume(fiber);
      has_run = true;
    }
    if (has_run) continue;
    const auto waiting = std::count_if(fibers_.begin(), fibers_.end(),
                                       [](const Fiber& fiber) { return fiber.state == Fiber::State::kWaitsForGrid; });
    // All threads of a block wait for the grid, or none.
    const bool is_at_grid = is_cooperative_ && static_cast<size_t>(waiting) == fibers_.size();
    if (is_at_grid || is_over()) return {};
    const std::string trouble = release_waiting();
    if (!trouble.empty()) return concat("block ", block_, ": ", trouble);
  }
}

/// The numbers of `count` blocks in an order that `random` shuffles.
std::vector<int64_t> shuffled(int64_t count, std::mt19937_64& random) {
  std::vector<int64_t> out(static_cast<size_t>(count));
  std::iota(out.begin(), out.end(), int64_t{0});
  std::shuffle(out.begin(), out.end(), random);
  return out;
}

/// Blocks that wait for each other: each runs up to the place where it waits, then the next.
std::string run_together(HostLibrary& library, const LaunchShape& shape, uint64_t seed,
                         const std::function<void()>& body, MovedSectors* moved) {
  std::vector<std::unique_ptr<BlockRun>> runs;
  for (int64_t block = 0; block < shape.blocks; ++block) {
    runs.push_back(std::make_unique<BlockRun>(library, shape, seed + static_cast<uint64_t>(block), body));
    runs.back()->begin(block);
  }
  std::mt19937_64 random(seed);
  while (true) {
    size_t over = 0;
    for (const int64_t block : shuffled(shape.blocks, random)) {
      const auto& run = runs[static_cast<size_t>(block)];
      const std::string trouble = run->run();
      if (!trouble.empty()) return trouble;
      over += run->is_over() ? 1 : 0;
    }
    if (over == runs.size()) break;
    if (over > 0) return concat(over, " of ", runs.size(), " blocks have ended while the others wait for them");
    for (const auto& run : runs) run->release_grid();
  }
  for (const auto& run : runs) {
    if (moved != nullptr) moved->count += run->sectors();
  }
  return {};
}

}  // namespace

std::string run_blocks(HostLibrary& library, const LaunchShape& shape, uint64_t seed, const std::function<void()>& body,
                       MovedSectors* moved) {
  library.set_calls({&BlockRun::wait_for_block, &BlockRun::exchange, &BlockRun::wait_for_grid, &BlockRun::block_memory,
                     &BlockRun::cluster_memory, moved != nullptr ? &BlockRun::note_access : nullptr});
  BlockRun::forget_clusters();
  if (shape.is_cooperative) return run_together(library, shape, seed, body, moved);
  BlockRun run(library, shape, seed, body);
  std::mt19937_64 random(seed);
  for (const int64_t block : shuffled(shape.blocks, random)) {
    run.begin(block);
    const std::string trouble = run.run();
    if (!trouble.empty()) return trouble;
    if (moved != nullptr) moved->count += run.sectors();
  }
  return {};
}

}  // namespace cleave

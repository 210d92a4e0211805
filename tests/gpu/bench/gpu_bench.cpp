// Our kernels on a GPU: what the memory gives at most, then the benchmark set, one line of JSON a figure. Measures and
// asserts nothing but that every case runs.
//
//   gpu_bench                the GPU of this machine
//   gpu_bench --dry-run      everything but the device: scheduled, compiled for sm_90, made ready, launched at a
//   stand-in gpu_bench --seconds N    starts no case after so long gpu_bench --list         the names of the cases
//   gpu_bench --resources    registers, spills and shared memory of every template's kernels as a table; needs no GPU
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"
#include "tests/gpu/bench/case_run.h"
#include "tests/gpu/bench/figures.h"
#include "tests/gpu/bench/resource_table.h"
#include "tests/native/cuda/counting_driver.h"

namespace cleave::cuda {
namespace {

constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kNoDevice = 3;

struct Settings {
  bool is_dry = false;
  double seconds = 300;
};

class Benchmark {
 public:
  Benchmark(const Device& device, const Nvrtc& nvrtc, const Settings& settings)
      : device_(device), nvrtc_(nvrtc), settings_(settings), kernels_(device), watch_(device, effort()) {}

  bool run() {
    Figure("machine", settings_.is_dry)
        .text("gpu", device_.facts().name)
        .text("architecture", concat("sm_", device_.facts().compute_capability))
        .text("nvrtc", nvrtc_.version())
        .number("l2_bytes", static_cast<double>(device_.facts().l2_bytes))
        .write();
    if (const std::string why = kernels_.load(nvrtc_); !why.empty()) return fail("plain kernels", why);
    if (const Trouble trouble = measure_ceilings())
      return fail("ceilings", concat(trouble->call, ": ", trouble->words));
    bool is_fine = true;
    for (const BenchCase& of : bench_cases()) is_fine = run_one(of) && is_fine;
    return is_fine;
  }

 private:
  Effort effort() const {
    constexpr int64_t kNextToNothing = 1 << 16;
    return settings_.is_dry
               ? Effort{.repetitions = 1, .flush_bytes = kNextToNothing, .ceiling_bytes = kNextToNothing, .calls = 200}
               : Effort();
  }

  bool fail(std::string_view name, const std::string& why) const {
    Figure("failure", settings_.is_dry).text("name", name).text("why", why).write();
    return false;
  }

  void write_ceiling(std::string_view name, const Times& times, int64_t bytes) const {
    Figure("ceiling", settings_.is_dry)
        .text("name", name)
        .number("microseconds", times.median)
        .number("gigabytes_per_second", static_cast<double>(bytes) / times.median / 1e3)
        .write();
  }

  Trouble measure_ceilings() {
    if (Trouble trouble = watch_.prepare()) return trouble;
    const int64_t bytes = effort().ceiling_bytes;
    DeviceMemory from;
    DeviceMemory to;
    if (Trouble trouble = device_.allocate(bytes, from)) return trouble;
    if (Trouble trouble = device_.allocate(bytes, to)) return trouble;
    Times times;
    const auto copy = [&] { return kernels_.copy(from.get(), to.get(), bytes); };
    if (Trouble trouble = watch_.measure(copy, times)) return trouble;
    write_ceiling("copy", times, 2 * bytes);
    copy_speed_ = static_cast<double>(2 * bytes) / times.median;
    const auto read = [&] { return kernels_.read(from.get(), to.get(), bytes); };
    if (Trouble trouble = watch_.measure(read, times)) return trouble;
    write_ceiling("read", times, bytes);
    const auto write = [&] { return kernels_.write(to.get(), bytes); };
    if (Trouble trouble = watch_.measure(write, times)) return trouble;
    write_ceiling("write", times, bytes);
    double launch = 0;
    if (Trouble trouble = watch_.per_call([&] { return kernels_.nothing(); }, launch)) return trouble;
    Figure("launch_floor", settings_.is_dry).number("microseconds", launch).write();
    return std::nullopt;
  }

  bool run_one(const BenchCase& of) const {
    const std::string name = definition_of(*of.form, of.size).name;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    if (spent.count() > settings_.seconds) {
      Figure("not_run", settings_.is_dry).text("name", name).text("why", "no time left").write();
      return true;
    }
    const CaseFigures found = run_case({device_, nvrtc_, kernels_, watch_}, of);
    if (!found.trouble.empty()) return fail(name, found.trouble);
    const auto bytes = static_cast<double>(found.bytes);
    Figure figure("case", settings_.is_dry);
    figure.text("name", name)
        .text("engine", "cleave")
        .number("microseconds", found.times.median)
        .number("p20", found.times.low)
        .number("p80", found.times.high)
        .number("bytes", bytes)
        .number("gigabytes_per_second", bytes / found.times.median / 1e3)
        .number("of_copy", bytes / found.times.median / copy_speed_)
        .number("launches", static_cast<double>(found.launches))
        .number("schedule_milliseconds", found.schedule)
        .number("compile_milliseconds", found.compile);
    if (found.dispatch > 0) figure.number("dispatch_microseconds", found.dispatch);
    if (found.replay > 0) figure.number("replay_microseconds", found.replay);
    figure.write();
    return true;
  }

  const Device& device_;
  const Nvrtc& nvrtc_;
  Settings settings_;
  PlainKernels kernels_;
  Stopwatch watch_;
  /// Bytes a microsecond.
  double copy_speed_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

int say_missing(const Missing& missing) {
  std::fprintf(stderr, "gpu_bench: %s\n", missing.why.c_str());
  return kNoDevice;
}

int run_on(const DriverFunctions& driver, const Nvrtc& nvrtc, const Settings& settings) {
  const auto device = Device::open(driver, 0);
  if (const auto* missing = std::get_if<Missing>(&device)) return say_missing(*missing);
  return Benchmark(std::get<Device>(device), nvrtc, settings).run() ? 0 : kFailed;
}

int run(const Settings& settings) {
  const auto nvrtc = open_nvrtc(std::getenv("CUDA_PATH"));
  if (const auto* missing = std::get_if<Missing>(&nvrtc)) return say_missing(*missing);
  if (settings.is_dry) {
    const CountingDriver driver;
    return run_on(driver.functions(), std::get<Nvrtc>(nvrtc), settings);
  }
  const auto driver = open_driver();
  if (const auto* missing = std::get_if<Missing>(&driver)) return say_missing(*missing);
  return run_on(std::get<DriverFunctions>(driver), std::get<Nvrtc>(nvrtc), settings);
}

int print_resources() {
  const auto nvrtc = open_nvrtc(std::getenv("CUDA_PATH"));
  if (const auto* missing = std::get_if<Missing>(&nvrtc)) return say_missing(*missing);
  std::printf("%s", resource_table(std::get<Nvrtc>(nvrtc), *named_device("h200")).c_str());
  return 0;
}

int list() {
  for (const BenchCase& of : bench_cases()) std::printf("%s\n", definition_of(*of.form, of.size).name.c_str());
  return 0;
}

int run_command_line(const std::vector<std::string_view>& arguments) {
  Settings settings;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--list") return list();
    if (arguments[i] == "--resources") return print_resources();
    if (arguments[i] == "--dry-run") {
      settings.is_dry = true;
    } else if (arguments[i] == "--seconds" && i + 1 < arguments.size()) {
      settings.seconds = std::strtod(std::string(arguments[++i]).c_str(), nullptr);
    } else {
      std::fprintf(stderr, "usage: gpu_bench [--dry-run] [--seconds N] | --list | --resources\n");
      return kUsage;
    }
  }
  return run(settings);
}

}  // namespace
}  // namespace cleave::cuda

int main(int count, char** values) {
  return cleave::cuda::run_command_line({values + (count > 0 ? 1 : 0), values + count});
}

// See law.h.
#include "tests/support/law.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/base/check.h"
#include "core/base/text.h"
#include "tests/support/pipeline.h"
#include "tests/support/shrink_definition.h"

namespace cleave {
namespace {

/// A case that takes longer hangs.
constexpr unsigned kSecondsPerCase = 60;
/// Questions asked while shrinking; each is a process.
constexpr size_t kShrinkTries = 400;

/// What a child tells its parent.
struct Report {
  uint64_t seed = 0;
  bool failed = false;
  char message[4096] = {};
};

class SharedReport {
 public:
  SharedReport() {
    void* memory = mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED, "a page for the child's report can be had");
    report_ = new (memory) Report();
  }
  ~SharedReport() { munmap(report_, sizeof(Report)); }
  SharedReport(const SharedReport&) = delete;
  SharedReport& operator=(const SharedReport&) = delete;
  Report& operator*() { return *report_; }
  Report* operator->() { return report_; }

 private:
  Report* report_;
};

/// Runs `body` in a child; what it reported, or how it died.
template <class Body>
std::optional<std::string> child_failure(SharedReport& report, bool quiet, Body body) {
  report->failed = false;
  const pid_t child = fork();
  CHECK(child >= 0, "a process can be made");
  if (child == 0) {
    if (quiet && freopen("/dev/null", "w", stderr) == nullptr) _exit(3);
    body();
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child, "the child can be waited for");
  if (report->failed) return std::string(report->message);
  if (WIFSIGNALED(status)) {
    return WTERMSIG(status) == SIGALRM ? concat("takes more than ", kSecondsPerCase, " seconds")
                                       : concat("dies of signal ", WTERMSIG(status));
  }
  if (WEXITSTATUS(status) != 0) return concat("ends with exit status ", WEXITSTATUS(status));
  return std::nullopt;
}

void report_if_broken(Report& report, const Law& law, const DefinitionCase& definition_case) {
  alarm(kSecondsPerCase);
  const std::optional<std::string> broken = law(definition_case);
  if (!broken) return;
  report.failed = true;
  std::strncpy(report.message, broken->c_str(), sizeof(report.message) - 1);
}

DefinitionCase case_of(uint64_t seed, const GeneratorOptions& options) {
  RandomDefinition made = random_definition(seed, options);
  return {.definition = std::move(made.definition), .inputs = std::move(made.inputs)};
}

uint64_t number_from_environment(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace

std::optional<std::string> in_child(const Law& law, const DefinitionCase& definition_case) {
  SharedReport report;
  return child_failure(report, true, [&] { report_if_broken(*report, law, definition_case); });
}

std::optional<LawFailure> find_failure(const Law& law, size_t seeds, const GeneratorOptions& options) {
  const uint64_t first = number_from_environment("CLEAVE_LAW_FIRST", 0);
  const uint64_t count = number_from_environment("CLEAVE_LAW_SEEDS", seeds);
  SharedReport report;
  const auto message = child_failure(report, false, [&] {
    for (uint64_t seed = first; seed < first + count && !report->failed; ++seed) {
      report->seed = seed;
      report_if_broken(*report, law, case_of(seed, options));
    }
  });
  if (!message) return std::nullopt;
  const uint64_t seed = report->seed;
  const StillFails still_fails = [&](const DefinitionCase& smaller) { return in_child(law, smaller).has_value(); };
  DefinitionCase smallest = shrink(case_of(seed, options), still_fails, kShrinkTries);
  // Shrinking may end at another failure of the same law; that one is reported.
  const std::optional<std::string> last = in_child(law, smallest);
  return LawFailure{.seed = seed, .message = last ? *last : *message, .smallest = std::move(smallest)};
}

void expect_law(const Law& law, size_t seeds, const GeneratorOptions& options) {
  const std::optional<LawFailure> failure = find_failure(law, seeds, options);
  if (!failure) return;
  ADD_FAILURE() << "seed " << failure->seed << ": " << failure->message << "\n" << script_of(failure->smallest);
}

}  // namespace cleave

// See fact.h. The words of `expect:`: `segments = N`, `segments >= N`, `segments <= N`, `segments of NAME = N` (with
// that scheduler), `schedulers = NAME, …` (all, in any order), `every scheduler = NAME, …` (one of these), `scheduler
// of g0 = NAME`; and of the whole definition offered to one scheduler, `accepted = NAME`, `refused = NAME`, `refused =
// every other`.
#include "tests/oracle/fact.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <sstream>

#include "core/api/call.h"
#include "core/base/text.h"

namespace cleave {
namespace {

/// What follows `word` in `line`, if it begins with it.
std::optional<std::string> after(std::string_view line, std::string_view word) {
  if (line.substr(0, word.size()) != word) return std::nullopt;
  return std::string(line.substr(word.size()));
}

std::vector<std::string> listed(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(", "), text.size());
    out.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 2, text.size()));
  }
  return out;
}

Fact read_fact(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  Fact fact;
  fact.name = path.stem().string();
  fact.text = text.str();
  std::istringstream lines(fact.text);
  for (std::string line; std::getline(lines, line);) {
    if (const auto expectation = after(line, "# expect: ")) fact.expectations.push_back(*expectation);
    if (const auto reason = after(line, "# because: ")) fact.reasons.push_back(*reason);
    if (const auto passes = after(line, "# passes: ")) fact.passes = *passes;
    if (const auto kind = after(line, "# kind: ")) fact.kind = *kind;
    if (const auto confidence = after(line, "# confidence: ")) fact.confidence = *confidence;
  }
  return fact;
}

/// Cleave's answers to one script, each asked for when an expectation is about it.
class Answers {
 public:
  Answers(const Fact& fact, const std::string& text) : fact_(fact) {
    request_.text = text;
    request_.passes = fact.passes;
  }

  /// Schedulers in alphabetical order, or who accepts and who refuses.
  std::string summary() {
    const bool is_offer = fact_.expectations[0].find("segment") == std::string::npos &&
                          fact_.expectations[0].find("scheduler") == std::string::npos;
    if (is_offer) {
      return join(EnumNames<Scheduler>::kNames, ", ", [&](const auto& row) {
        return concat(row.name, offer(row.value).accepted ? " accepts" : " refuses");
      });
    }
    std::vector<std::string> found = schedulers();
    std::sort(found.begin(), found.end());
    return join(found, ", ");
  }

  std::optional<std::string> problem_with(const std::string& expectation) {
    const size_t equals = expectation.find(" = ");
    if (equals == std::string::npos) return count_problem(expectation);
    const std::string subject = expectation.substr(0, equals);
    const std::string wanted = expectation.substr(equals + 3);
    if (subject == "segments") return count_problem(expectation);
    if (subject == "schedulers") return schedulers_problem(listed(wanted));
    if (subject == "every scheduler") return every_problem(listed(wanted));
    if (const auto scheduler = after(subject, "segments of ")) return number_problem(*scheduler, std::stoul(wanted));
    if (subject == "scheduler of g0") return first_problem(wanted);
    if (subject == "accepted") return offer_problem(wanted, true);
    if (subject == "refused" && wanted == "every other") return every_other_problem();
    if (subject == "refused") return offer_problem(wanted, false);
    return concat("no such expectation: ", expectation);
  }

  /// `wanted` is `NAME by CODE`.
  std::optional<std::string> reason_problem(const std::string& wanted) {
    const size_t by = wanted.find(" by ");
    CHECK(by != std::string::npos, "a reason is of the form NAME by CODE");
    const std::string code = wanted.substr(by + 4);
    const std::vector<ReasonView> refusals = offer(*find_enum<Scheduler>(wanted.substr(0, by))).refusals;
    if (std::any_of(refusals.begin(), refusals.end(), [&](const ReasonView& reason) { return reason.code == code; }))
      return std::nullopt;
    return concat(
        wanted, ", but gave ",
        refusals.empty() ? "no reason" : join(refusals, ", ", [](const ReasonView& reason) { return reason.code; }));
  }

 private:
  const std::vector<std::string>& schedulers() {
    if (!schedulers_) {
      Request request = request_;
      request.command = Command::kSegment;
      request.order = Order::kNvfuser;
      const Response response = respond(request);
      schedulers_.emplace();
      if (response.segments) {
        for (const SegmentView& segment : *response.segments)
          schedulers_->push_back(segment.scheduler.value.value_or("none"));
      }
    }
    return *schedulers_;
  }

  std::string seen() { return concat(schedulers().size(), " [", join(schedulers(), ", "), "]"); }

  std::optional<std::string> count_problem(std::string_view expectation) {
    std::istringstream words{std::string(expectation)};
    std::string subject;
    std::string relation;
    size_t number = 0;
    words >> subject >> relation >> number;
    const size_t count = schedulers().size();
    const bool holds = relation == ">=" ? count >= number : relation == "<=" ? count <= number : count == number;
    if (holds) return std::nullopt;
    return concat(expectation, ", but there are ", seen());
  }
  std::optional<std::string> schedulers_problem(std::vector<std::string> wanted) {
    std::vector<std::string> found = schedulers();
    std::sort(found.begin(), found.end());
    std::sort(wanted.begin(), wanted.end());
    if (found == wanted) return std::nullopt;
    return concat("schedulers = ", join(wanted, ", "), ", but there are ", seen());
  }
  std::optional<std::string> every_problem(const std::vector<std::string>& allowed) {
    for (const std::string& scheduler : schedulers()) {
      if (std::find(allowed.begin(), allowed.end(), scheduler) != allowed.end()) continue;
      return concat("every scheduler is ", join(allowed, " or "), ", but there are ", seen());
    }
    return std::nullopt;
  }
  std::optional<std::string> number_problem(const std::string& scheduler, size_t number) {
    if (static_cast<size_t>(std::count(schedulers().begin(), schedulers().end(), scheduler)) == number)
      return std::nullopt;
    return concat("segments of ", scheduler, " = ", number, ", but there are ", seen());
  }
  std::optional<std::string> first_problem(const std::string& scheduler) {
    if (!schedulers().empty() && schedulers()[0] == scheduler) return std::nullopt;
    return concat("g0 is ", scheduler, ", but there are ", seen());
  }

  OfferView offer(Scheduler scheduler) {
    Request request = request_;
    request.command = Command::kExplain;
    request.scheduler = scheduler;
    const Response response = respond(request);
    CHECK(response.offer.has_value(), "the definition is one that can be offered");
    return *response.offer;
  }
  std::optional<std::string> offer_problem(const std::string& scheduler, bool accepted) {
    const OfferView found = offer(*find_enum<Scheduler>(scheduler));
    if (found.accepted == accepted) return std::nullopt;
    if (!accepted) return concat(scheduler, " refuses, but accepted it");
    return concat(scheduler, " accepts, but refused: ", join(found.refusals, "; ", [](const ReasonView& r) {
                    return concat(r.code, " ", r.message);
                  }));
  }
  std::optional<std::string> every_other_problem() {
    std::vector<std::string> accepting;
    for (const std::string& expectation : fact_.expectations) {
      if (const auto scheduler = after(expectation, "accepted = ")) accepting.push_back(*scheduler);
    }
    for (const auto& row : EnumNames<Scheduler>::kNames) {
      const std::string name(row.name);
      if (std::find(accepting.begin(), accepting.end(), name) != accepting.end()) continue;
      if (const auto problem = offer_problem(name, false)) return problem;
    }
    return std::nullopt;
  }

  const Fact& fact_;
  Request request_;
  std::optional<std::vector<std::string>> schedulers_;
};

}  // namespace

void PrintTo(const Fact& fact, std::ostream* out) { *out << fact.name; }

std::vector<Fact> all_facts() {
  std::vector<Fact> out;
  const std::map<std::string, std::string> told = told_disagreements();
  const std::filesystem::path folder = std::filesystem::path(CLEAVE_SOURCE_DIR) / "tests" / "oracle" / "facts";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".py") continue;
    Fact& fact = out.emplace_back(read_fact(entry.path()));
    if (const auto found = told.find(fact.name); found != told.end()) fact.disagrees = found->second;
  }
  std::sort(out.begin(), out.end(), [](const Fact& a, const Fact& b) { return a.name < b.name; });
  return out;
}

std::map<std::string, std::string> told_disagreements() {
  std::ifstream file(std::filesystem::path(CLEAVE_SOURCE_DIR) / "docs" / "decisions.md");
  std::map<std::string, std::string> out;
  bool is_inside = false;
  std::string* open = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.substr(0, 3) == "## ") is_inside = line == "## Where facts of nvFuser are answered otherwise";
    if (!is_inside) continue;
    if (const auto told = after(line, "* `")) {
      const size_t close = told->find("`: ");
      CHECK(close != std::string::npos, "a disagreement is of the form * `FACT`: TEXT");
      open = &out[told->substr(0, close)];
      *open = told->substr(close + 3);
    } else if (const auto more = after(line, "  "); more && open != nullptr) {
      *open += " " + *more;
    }
  }
  return out;
}

std::string answer(const Fact& fact, const std::string& text) { return Answers(fact, text).summary(); }

std::vector<std::string> disagreements(const Fact& fact, const std::string& text) {
  Answers answers(fact, text);
  std::vector<std::string> out;
  for (const std::string& expectation : fact.expectations) {
    if (auto problem = answers.problem_with(expectation)) out.push_back(std::move(*problem));
  }
  return out;
}

std::vector<std::string> other_reasons(const Fact& fact) {
  Answers answers(fact, fact.text);
  std::vector<std::string> out;
  for (const std::string& reason : fact.reasons) {
    if (auto problem = answers.reason_problem(reason)) out.push_back(std::move(*problem));
  }
  return out;
}

}  // namespace cleave

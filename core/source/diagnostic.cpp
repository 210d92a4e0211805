// See diagnostic.h.
#include "core/source/diagnostic.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/check.h"
#include "core/base/unicode.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {

Diagnostic& Diagnostic::label(SourceSpan where, std::string_view text) {
  labels.push_back({where, visible(text)});
  return *this;
}

Diagnostic& Diagnostic::note(std::string_view text) {
  notes.push_back(visible(text));
  return *this;
}

Diagnostic& Diagnostic::suggest(std::string_view text) {
  suggestion = visible(text);
  return *this;
}

const DiagnosticCodeInfo& info(DiagnosticCode code) {
  const auto place = static_cast<size_t>(code);
  CHECK(place < kDiagnosticCodes.size(), "a diagnostic code is an index of the table");
  return kDiagnosticCodes[place];
}

namespace {

struct Plural {
  std::string_view many;
  std::string_view one;
};
constexpr std::array kPlurals{
    Plural{" arguments", " argument"}, Plural{" dimensions", " dimension"}, Plural{" elements", " element"},
    Plural{" entries", " entry"},      Plural{" items", " item"},           Plural{" pad widths", " pad width"},
    Plural{" records", " record"},     Plural{" results", " result"},       Plural{" segments", " segment"},
};

/// The noun in the plural that `rest` begins with, or null.
const Plural* counted_noun(std::string_view rest) {
  for (const Plural& plural : kPlurals) {
    if (rest.starts_with(plural.many)) return &plural;
  }
  return nullptr;
}

}  // namespace

std::string message_text(const Diagnostic& diagnostic) {
  const std::string_view form = info(diagnostic.code).message;
  std::string out;
  for (size_t i = 0; i < form.size(); ++i) {
    const bool is_argument = form[i] == '{' && i + 2 < form.size() && form[i + 2] == '}';
    if (!is_argument) {
      out += form[i];
      continue;
    }
    const auto place = static_cast<size_t>(form[i + 1] - '0');
    CHECK(place < diagnostic.arguments.size(), "a diagnostic has all arguments of its message");
    out += diagnostic.arguments[place];
    i += 2;
    // "1 dimensions" is "1 dimension".
    const Plural* plural = diagnostic.arguments[place] == "1" ? counted_noun(form.substr(i + 1)) : nullptr;
    if (plural == nullptr) continue;
    out += plural->one;
    i += plural->many.size();
  }
  if (diagnostic.suggestion) out += "; did you mean `" + *diagnostic.suggestion + "`?";
  return out;
}

Diagnostic& Diagnostics::report(DiagnosticCode code, std::optional<SourceSpan> span,
                                std::vector<std::string> arguments) {
  if (info(code).severity == Severity::kError) ++error_count_;
  for (std::string& argument : arguments) argument = visible(argument);
  Diagnostic made{
      .code = code, .span = span, .arguments = std::move(arguments), .labels = {}, .notes = {}, .suggestion = {}};
  if (diagnostics_.size() >= most_) {
    ++dropped_;
    overflow_ = std::move(made);
    return overflow_;
  }
  diagnostics_.push_back(std::move(made));
  return diagnostics_.back();
}

void Diagnostics::append(const Diagnostics& other) {
  const size_t room = most_ - std::min(most_, diagnostics_.size());
  const size_t taken = std::min(room, other.diagnostics_.size());
  diagnostics_.insert(diagnostics_.end(), other.diagnostics_.begin(),
                      other.diagnostics_.begin() + static_cast<std::ptrdiff_t>(taken));
  error_count_ += other.error_count_;
  dropped_ += other.dropped_ + other.diagnostics_.size() - taken;
}

void Diagnostics::append(const Diagnostics& other, const std::function<bool(const Diagnostic&)>& wanted) {
  Diagnostics part(other.most_);
  part.dropped_ = other.dropped_;
  part.error_count_ = other.error_count_;
  for (const Diagnostic& diagnostic : other.diagnostics_) {
    if (wanted(diagnostic)) {
      part.diagnostics_.push_back(diagnostic);
    } else if (info(diagnostic.code).severity == Severity::kError) {
      --part.error_count_;
    }
  }
  append(part);
}

}  // namespace cleave

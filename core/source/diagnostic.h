// What we say about the user's text or machine: data first, text at the end. A diagnostic is a code of the table
// (diagnostic_codes.h), a place, and the arguments of the code's message. All of them are collected in a sink; the
// first is not special. Stages go on with the best partial product. What comes from the user is kept as `visible` text:
// no control character reaches a message.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/source/source_text.h"

namespace cleave {

enum class Severity : uint8_t { kError, kWarning, kNote };

/// Index of a row of the diagnostic code table.
enum class DiagnosticCode : uint16_t {};

struct DiagnosticCodeInfo {
  /// `E0102`: E error, W warning, N note.
  std::string_view code;
  /// `unknown_op`.
  std::string_view name;
  Severity severity = Severity::kError;
  /// Lower case, no final period, code in backticks, arguments as {0}, {1} …
  std::string_view message;
  /// The rule behind it and what to do, for the reference page; one or two sentences.
  std::string_view help;
};

struct DiagnosticLabel {
  SourceSpan span;
  std::string text;
};

struct Diagnostic {
  DiagnosticCode code{};
  /// Nothing where no place in the text is at fault (a missing machine, an option).
  std::optional<SourceSpan> span;
  std::vector<std::string> arguments;
  std::vector<DiagnosticLabel> labels;
  /// Extra sentences, each its own line.
  std::vector<std::string> notes;
  /// What to write instead, appended as `; did you mean `…`?`.
  std::optional<std::string> suggestion;

  Diagnostic& label(SourceSpan where, std::string_view text);
  Diagnostic& note(std::string_view text);
  Diagnostic& suggest(std::string_view text);
};

const DiagnosticCodeInfo& info(DiagnosticCode code);

/// The diagnostic's one-line message, with arguments and suggestion filled in.
std::string message_text(const Diagnostic& diagnostic);

/// The sink. Keeps at most so many and counts the rest, so that garbage cannot fill the memory.
class Diagnostics {
 public:
  static constexpr size_t kMaxDiagnostics = 200;

  explicit Diagnostics(size_t most = kMaxDiagnostics) : most_(most) {}

  /// The reference stays valid until the next report.
  Diagnostic& report(DiagnosticCode code, std::optional<SourceSpan> span, std::vector<std::string> arguments = {});

  /// Takes over what another sink has kept and counted.
  void append(const Diagnostics& other);
  /// The same, of those kept only the ones that `wanted` answers true for.
  void append(const Diagnostics& other, const std::function<bool(const Diagnostic&)>& wanted);

  const std::vector<Diagnostic>& all() const { return diagnostics_; }
  bool has_errors() const { return error_count_ > 0; }
  size_t error_count() const { return error_count_; }
  /// Reported beyond the limit and not kept.
  size_t dropped() const { return dropped_; }

 private:
  size_t most_;
  std::vector<Diagnostic> diagnostics_;
  Diagnostic overflow_;
  size_t error_count_ = 0;
  size_t dropped_ = 0;
};

}  // namespace cleave

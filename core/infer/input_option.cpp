// Reads the text of one `--input` option. See binding.h. Tested with binding.
#include <charconv>
#include <string>

#include "core/base/text.h"
#include "core/infer/binding.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  while (true) {
    const size_t at = text.find(separator);
    out.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return out;
    text.remove_prefix(at + 1);
  }
}

std::optional<int64_t> integer(std::string_view text) {
  int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

std::optional<std::vector<int64_t>> integers(std::string_view text, char separator) {
  std::vector<int64_t> out;
  if (text.empty()) return out;
  for (std::string_view part : split(text, separator)) {
    const std::optional<int64_t> value = integer(part);
    if (!value) return std::nullopt;
    out.push_back(*value);
  }
  return out;
}

std::optional<ScalarValue> number(std::string_view text) {
  if (text == "True" || text == "true") return ScalarValue(true);
  if (text == "False" || text == "false") return ScalarValue(false);
  if (const auto value = integer(text)) return ScalarValue(*value);
  if (const auto value = parse_double(text)) return ScalarValue(*value);
  if (text.size() < 2 || text.back() != 'j') return std::nullopt;
  // a+bj: the sign that splits is the last one that is not an exponent's.
  text.remove_suffix(1);
  for (size_t i = text.size(); i-- > 1;) {
    if ((text[i] != '+' && text[i] != '-') || text[i - 1] == 'e' || text[i - 1] == 'E') continue;
    const auto real = parse_double(text.substr(0, i));
    const auto imaginary = parse_double(text.substr(text[i] == '+' ? i + 1 : i));
    if (real && imaginary) return ScalarValue(Complex(*real, *imaginary));
    return std::nullopt;
  }
  if (const auto imaginary = parse_double(text)) return ScalarValue(Complex(0.0, *imaginary));
  return std::nullopt;
}

bool is_repeated(std::string_view text, char mark) { return text.find(mark) != text.rfind(mark); }

/// The part of `text` after `mark`, up to the other mark.
std::optional<std::string_view> marked(std::string_view text, char mark) {
  const size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + 1);
  return text.substr(0, text.find_first_of("@:"));
}

/// The tensor that `sizes[@strides][:type]` describes, or what is wrong with it. Strides are separated like sizes or by
/// commas, and may stand after the type.
std::variant<TensorInput, std::string> tensor(std::string_view text) {
  TensorInput out{.sizes = {}, .strides = {}, .dtype = DType::kNull, .is_cpu = false, .fill = {}};
  if (is_repeated(text, ':')) return "it has two types";
  if (is_repeated(text, '@')) return "it has two lists of strides";
  const std::string_view size_text = text.substr(0, text.find_first_of("@:"));
  const std::optional<std::vector<int64_t>> sizes = integers(size_text, 'x');
  if (!sizes) return concat("`", size_text, "` is not a list of sizes");
  out.sizes = *sizes;
  if (const auto type = marked(text, ':')) {
    std::optional<DType> dtype = find_dtype(*type);
    if (!dtype) dtype = find_torch_dtype(*type);
    if (!dtype || *dtype == DType::kNull) return concat("there is no type `", *type, "`");
    out.dtype = *dtype;
  }
  if (const auto stride_text = marked(text, '@')) {
    const char separator = stride_text->find(',') == std::string_view::npos ? 'x' : ',';
    const std::optional<std::vector<int64_t>> strides = integers(*stride_text, separator);
    if (!strides) return concat("`", *stride_text, "` is not a list of strides");
    if (strides->size() != sizes->size())
      return concat("it has ", sizes->size(), " sizes and ", strides->size(), " strides");
    out.strides = *strides;
  }
  return out;
}

}  // namespace

std::optional<InputOption> parse_input_option(std::string_view text, Diagnostics& diagnostics) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    diagnostics.report(code("input_option"), std::nullopt, {std::string(text), "a name and `=` come first"});
    return std::nullopt;
  }
  const std::string name(text.substr(0, equals));
  const std::string_view value = text.substr(equals + 1);
  if (value.empty()) {
    diagnostics.report(
        code("input_option"), std::nullopt,
        {std::string(text), concat("sizes or a number follow the `=` (`", name, "=:Float` has no sizes)")});
    return std::nullopt;
  }
  // A lone number is a scalar; `8:Float` and `8@1` are tensors of rank 1, as bind_inputs takes `8` for a tensor too.
  if (value.find(':') == std::string_view::npos && value.find('@') == std::string_view::npos) {
    if (const auto scalar = number(value)) return InputOption{.name = name, .value = *scalar};
  }
  std::variant<TensorInput, std::string> read = tensor(value);
  if (const auto* wrong = std::get_if<std::string>(&read)) {
    diagnostics.report(code("input_option"), std::nullopt, {std::string(text), *wrong});
    return std::nullopt;
  }
  return InputOption{.name = name, .value = std::get<TensorInput>(std::move(read))};
}

}  // namespace cleave

// See shrink.h.
#include "core/api/shrink.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/text.h"
#include "core/source/diagnostic_codes.h"

namespace cleave {
namespace {

/// Extents up to this one stay: they are rarely what makes a run large, and small ones carry meaning (heads, channels).
constexpr int64_t kSmallest = 16;

int64_t replaced(int64_t extent, const ExtentScale& scale) {
  const auto found = scale.find(extent);
  return found == scale.end() ? extent : found->second;
}

/// Every number that may be an extent: sizes of inputs, of define_tensor, and integer constants.
std::set<int64_t> extents_of(const Compilation& c) {
  std::set<int64_t> out;
  for (const BoundInput& input : c.binding.inputs) {
    if (const auto* tensor = std::get_if<TensorInput>(&input.value))
      out.insert(tensor->sizes.begin(), tensor->sizes.end());
  }
  for (const Record& record : c.source().definition.records) {
    if (const auto* tensor = std::get_if<TensorAttributes>(&record.attributes)) {
      out.insert(tensor->shape.begin(), tensor->shape.end());
    } else if (const auto* scalar = std::get_if<ScalarAttributes>(&record.attributes)) {
      if (scalar->value && std::holds_alternative<int64_t>(*scalar->value))
        out.insert(std::get<int64_t>(*scalar->value));
    }
  }
  return out;
}

/// The bound inputs, scaled, as options that replace every input.
std::vector<InputOption> scaled_options(const Binding& binding, const ExtentScale& scale) {
  std::vector<InputOption> out;
  for (const BoundInput& input : binding.inputs) {
    out.push_back({.name = concat('#', input.state.index), .value = scaled_input(input.value, scale)});
  }
  return out;
}

/// Strides without gaps in the memory order of the old ones; a stride of 0 stays.
std::vector<int64_t> dense_strides(const std::vector<int64_t>& sizes, const std::vector<int64_t>& old) {
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return old[a] > old[b]; });
  std::vector<int64_t> out(sizes.size(), 0);
  int64_t next = 1;
  for (size_t i = order.size(); i-- > 0;) {
    if (old[order[i]] == 0) continue;
    out[order[i]] = next;
    next *= std::max<int64_t>(sizes[order[i]], 1);
  }
  return out;
}

class Shrinker {
 public:
  Shrinker(const Request& request, const Host& host, Compilation& compilation, int64_t limit)
      : request_(request), host_(host), result_(compilation), original_(compilation), limit_(limit) {
    for (const int64_t extent : extents_of(original_)) scale_.insert({extent, extent});
  }

  /// Halves until the run fits; false where nothing is left to halve.
  bool run() {
    while (estimate_run_bytes(result_.primitive, result_.plan) > limit_) {
      const std::optional<int64_t> largest = largest_extent();
      if (!largest) return false;
      if (take(halved(*largest, Multiples::kToo)) || take(halved(*largest, Multiples::kStay))) continue;
      frozen_.insert(*largest);
    }
    return true;
  }

  std::string said() const {
    std::vector<std::string> changes;
    for (const auto& [from, to] : scale_) {
      if (from != to && is_input_extent(from))
        changes.push_back(concat(grouped_number(from), " to ", grouped_number(to)));
    }
    return concat("extents were scaled down to fit into ", bytes_text(static_cast<double>(limit_)), ": ",
                  join(changes, ", "));
  }

 private:
  enum class Multiples : uint8_t { kToo, kStay };

  bool is_input_extent(int64_t extent) const {
    for (const BoundInput& input : original_.binding.inputs) {
      const auto* tensor = std::get_if<TensorInput>(&input.value);
      if (tensor == nullptr) continue;
      if (std::find(tensor->sizes.begin(), tensor->sizes.end(), extent) != tensor->sizes.end()) return true;
    }
    return false;
  }

  /// The old extent whose new one is the largest that may still shrink; numbers that are no extent of an input only
  /// follow.
  std::optional<int64_t> largest_extent() const {
    std::optional<int64_t> out;
    for (const auto& [from, to] : scale_) {
      if (to <= kSmallest || frozen_.count(from) > 0 || !is_input_extent(from)) continue;
      if (!out || to > scale_.at(*out)) out = from;
    }
    return out;
  }

  ExtentScale halved(int64_t extent, Multiples multiples) const {
    ExtentScale out = scale_;
    const int64_t before = scale_.at(extent);
    const int64_t after = (before + 1) / 2;
    for (auto& [from, to] : out) {
      const bool follows = from == extent || (multiples == Multiples::kToo && from % extent == 0);
      if (follows) to = to % before == 0 ? to / before * after : (to + 1) / 2;
    }
    return out;
  }

  /// Compiles with `scale`; keeps the result where it has no errors.
  bool take(const ExtentScale& scale) {
    Compilation trial = original_;
    trial.parsed.definitions[*trial.definition].definition = scaled_definition(original_.source().definition, scale);
    trial.input_options = scaled_options(original_.binding, scale);
    if (!compile_from_inputs(request_, host_, trial)) return false;
    for (size_t i = 0; i < trial.binding.inputs.size(); ++i) {
      trial.binding.inputs[i].origin = original_.binding.inputs[i].origin;
    }
    trial.diagnostics = original_.diagnostics;
    result_ = std::move(trial);
    scale_ = scale;
    return true;
  }

  const Request& request_;
  const Host& host_;
  Compilation& result_;
  const Compilation original_;
  int64_t limit_;
  ExtentScale scale_;
  /// Extents that the definition does not let shrink further.
  std::set<int64_t> frozen_;
};

}  // namespace

Definition scaled_definition(const Definition& definition, const ExtentScale& scale) {
  Definition out = definition;
  for (const RecordId id : out.records.ids()) {
    Attributes& attributes = out.records[id].attributes;
    if (auto* tensor = std::get_if<TensorAttributes>(&attributes)) {
      for (int64_t& extent : tensor->shape) extent = replaced(extent, scale);
    } else if (auto* scalar = std::get_if<ScalarAttributes>(&attributes)) {
      if (!scalar->value || !std::holds_alternative<int64_t>(*scalar->value)) continue;
      scalar->value = replaced(std::get<int64_t>(*scalar->value), scale);
    }
  }
  return out;
}

InputValue scaled_input(const InputValue& input, const ExtentScale& scale) {
  const auto* tensor = std::get_if<TensorInput>(&input);
  if (tensor == nullptr) return input;
  TensorInput out = *tensor;
  for (int64_t& extent : out.sizes) extent = replaced(extent, scale);
  if (out.sizes != tensor->sizes) out.strides = dense_strides(out.sizes, tensor->strides);
  // Indices into an extent that shrinks must stay inside.
  if (out.fill.kind == Fill::Kind::kIntegers) {
    out.fill.high = static_cast<double>(replaced(static_cast<int64_t>(out.fill.high), scale));
  }
  return out;
}

bool fit_into_memory(const Request& request, const Host& host, Compilation& c, std::optional<std::string>& said) {
  const int64_t estimate = estimate_run_bytes(c.primitive, c.plan);
  if (!request.memory || estimate <= *request.memory) return true;
  const std::string limit = bytes_text(static_cast<double>(*request.memory));
  if (!request.shrink) {
    c.diagnostics.report(code("not_enough_memory"), std::nullopt, {bytes_text(static_cast<double>(estimate)), limit})
        .note("`--shrink` scales the extents down until it fits; `--memory` changes the limit");
    return false;
  }
  host.report("shrink");
  Shrinker shrinker(request, host, c, *request.memory);
  if (shrinker.run()) {
    said = shrinker.said();
    return true;
  }
  const int64_t least = estimate_run_bytes(c.primitive, c.plan);
  c.diagnostics.report(code("cannot_shrink"), std::nullopt, {bytes_text(static_cast<double>(least)), limit});
  return false;
}

}  // namespace cleave

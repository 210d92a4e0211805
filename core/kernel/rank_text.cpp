// See rank_text.h.
#include "core/kernel/rank_text.h"

#include <algorithm>

#include "core/kernel/c_text.h"

namespace cleave {

int64_t RankText::shared_bytes() const {
  if (schedule_.work != LoopWork::kSort) return 0;
  return sorted_places(schedule_.domain) * (std::max<int64_t>(4, info(dtype()).bits / 8) + 4);
}

bool RankText::is_descending() const {
  const auto* topk = std::get_if<TopkAttributes>(&record().attributes);
  return topk ? topk->largest : attributes<ArgsortAttributes>(record()).descending;
}

std::string RankText::loaded(const IndexSum& place) const {
  const std::string text = concat(state_name(input_.definition, schedule_.domain.reference), '[',
                                  index_text(nest_.expressions, place, {}), ']');
  return is_narrow(dtype()) ? concat("widened(", text, ')') : text;
}

/// The element `mine` of `column` goes to place `rank` of every result.
void RankText::write_stores() const {
  const bool is_topk = std::holds_alternative<TopkAttributes>(record().attributes);
  for (size_t i = 0; i < schedule_.stores.size(); ++i) {
    const TensorStore& store = schedule_.stores[i];
    const bool is_value = is_topk && store.value == record().results[0];
    const DType made = input_.types.tensor(store.target).dtype;
    const std::string value = is_value && is_narrow(made) ? concat("narrowed<", memory_type(made), ">(mine)")
                                                          : std::string(is_value ? "mine" : "column");
    out_.line(state_name(input_.definition, store.target), '[', index_text(nest_.expressions, nest_.targets[i], {}),
              "] = ", value, ";");
  }
}

void RankText::write_counted() const {
  const LoopDomain& domain = schedule_.domain;
  const std::string_view type = index_type();
  out_.open("for (", type, " item = static_cast<", type, ">(blockIdx.x) * ", threads(), " + threadIdx.x; item < ",
            domain.rows * domain.columns, "; item += ", blocks_ * threads(), ")");
  out_.line("const ", type, " row = item / ", domain.columns, ";");
  out_.line("const ", type, " column = item % ", domain.columns, ";");
  out_.line("const ", register_type(dtype()), " mine = ", loaded(nest_.mine), ";");
  out_.line(type, " rank = 0;");
  out_.open("for (", type, " other = 0; other < ", domain.columns, "; ++other)");
  out_.line("const ", register_type(dtype()), " key = ", loaded(nest_.other), ";");
  const std::string_view before = is_descending() ? "is_less(mine, key)" : "is_less(key, mine)";
  const std::string_view behind = is_descending() ? "is_less(key, mine)" : "is_less(mine, key)";
  out_.line("rank += ", before, " || (!", behind, " && other < column) ? 1 : 0;");
  out_.close();
  if (nest_.count < domain.columns) out_.open("if (rank < ", nest_.count, ")");
  write_stores();
  if (nest_.count < domain.columns) out_.close();
  out_.close();
}

void RankText::write_sorted() const {
  const LoopDomain& domain = schedule_.domain;
  const std::string_view type = index_type();
  const int64_t places = sorted_places(domain);
  out_.line("__shared__ ", register_type(dtype()), " keys[", places, "];");
  out_.line("__shared__ int order[", places, "];");
  out_.open("for (", type, " row = blockIdx.x; row < ", domain.rows, "; row += ", blocks_, ")");
  out_.open("for (int column = threadIdx.x; column < ", places, "; column += ", threads(), ")");
  out_.line(places > domain.columns ? concat("if (column < ", domain.columns, ") ") : "",
            "keys[column] = ", loaded(nest_.mine), ";");
  out_.line("order[column] = column;");
  out_.close();
  out_.line("sort_in_block<", places, ", ", threads(), ", ", is_descending() ? "true" : "false", ">(keys, order, ",
            domain.columns, ");");
  out_.open("for (int rank = threadIdx.x; rank < ", nest_.count, "; rank += ", threads(), ")");
  const bool has_values = std::holds_alternative<TopkAttributes>(record().attributes);
  if (has_values) out_.line("const ", register_type(dtype()), " mine = keys[rank];");
  out_.line("const int column = order[rank];");
  write_stores();
  out_.close();
  out_.line("__syncthreads();");
  out_.close();
}

void RankText::write() const {
  lines_.forget();
  lines_.begin(schedule_.record);
  schedule_.work == LoopWork::kSort ? write_sorted() : write_counted();
  lines_.end(schedule_.record);
}

}  // namespace cleave

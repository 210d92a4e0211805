// The table of passes, and the facts that they share. See pass.h.
#include "core/rewrite/passes/pass.h"

#include "core/base/text.h"

namespace cleave {

const std::vector<PassInfo>& all_passes() {
  static const std::vector<PassInfo> kPasses{
      {.name = "remove_empty",
       .order = 1,
       .doc = "Tensors without elements are not computed: what depends on them is a constant.",
       .run = remove_empty},
      {.name = "translate_no_reduction_matmul_to_mul_squeeze",
       .order = 2,
       .doc = "A matmul over an axis of extent 1 is a multiplication and a squeeze.",
       .is_exact = false,
       .run = translate_matmul_to_mul_squeeze},
      {.name = "translate_repeat_to_expand",
       .order = 3,
       .doc = "A cat of one tensor with itself is a broadcast, an expand and a reshape.",
       .run = translate_repeat_to_expand},
      {.name = "consecutive_cast",
       .order = 4,
       .doc = "Of casts in a row those go that lose nothing; a cast moves before a view to meet another.",
       .is_exact = false,
       .run = consecutive_cast},
      {.name = "fmin_fmax_promotion",
       .order = 6,
       .doc = "Finds max and min reductions that may drop a NaN.",
       .run = fmin_fmax_promotion},
      {.name = "move_split_cat",
       .order = 7,
       .doc = "Slices and the cat that puts the same pieces together again cancel.",
       .run = move_split_cat},
      {.name = "exact_mapped_extent_substitution",
       .order = 9,
       .doc = "The size of an axis is asked for under one name, a number where one is known.",
       .run = exact_mapped_extent_substitution},
      {.name = "remove_bcast_squeeze",
       .order = 10,
       .doc = "An axis that a broadcast makes and a squeeze takes away again, or the other way round, cancels.",
       .run = remove_bcast_squeeze},
      {.name = "segment_inplace_update",
       .order = 11,
       .doc = "An input that is updated in place and read at other places is written by a kernel of its own.",
       .is_needed = true,
       .run = segment_inplace_update},
      {.name = "move_repeat_forward",
       .order = 12,
       .doc = "A repeat moves behind the ops that read it, which then work on less.",
       .run = move_repeat_forward},
      {.name = "move_gather",
       .order = 13,
       .doc = "A take_along_axis moves before unary ops and squeezes, to read an input.",
       .run = move_gather},
      {.name = "translate_scatter_accumulate",
       .order = 14,
       .doc = "Values scattered over zeros, one a row, and summed over the rows are one scatter that adds.",
       .run = translate_scatter_accumulate},
      {.name = "mark_aliases_prepare",
       .order = 16,
       .doc = "Views at the end of the definition are cut off, to cost nothing.",
       .run = mark_aliases_prepare},
      {.name = "allocation_domain",
       .order = 17,
       .doc = "Outputs take over the memory order of the input that they are like.",
       .run = allocation_domain},
  };
  return kPasses;
}

const std::vector<RecordId>& PassFacts::users(StateId state) const {
  if (!users_) users_ = cleave::users(definition());
  return (*users_)[state];
}

const TensorType* PassFacts::tensor(StateId state) const {
  return std::get_if<TensorType>(&primitive.types.states[state]);
}

bool PassFacts::is_output(StateId state) const {
  for (RecordId reader : users(state)) {
    const Record& record = definition().records[reader];
    if (family(record.op) == OpFamily::kAddOutput && record.operand(0) == state) return true;
  }
  return false;
}

bool PassFacts::has_one_reader(StateId state) const { return users(state).size() == 1 && !is_output(state); }

std::string PassFacts::called(const Record& record) const {
  const std::string_view spelling = info(record.op).name;
  return record.results.empty() ? std::string(spelling) : concat(spelling, " `", name(record.results[0]), '`');
}

bool PassFacts::is_input(StateId state) const { return family(producer(state).op) == OpFamily::kDefineTensor; }

}  // namespace cleave

// What a pass is: a named step from one primitive definition to another that computes the same. nvFuser runs such
// passes before it segments; ours are the ones that a single device needs, in its order. A pass is a function from the
// definition before (and facts of it) to the definition after, or to nothing where it finds nothing to do; it says of
// every place what it did, and of what it left alone why. It changes nothing in place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rewrite/passes/rebuild.h"
#include "core/rewrite/primitive.h"

namespace cleave {

/// What passes ask of a definition beside the definition.
struct PassFacts {
  explicit PassFacts(const Primitive& given) : primitive(given) {}

  const Primitive& primitive;

  /// Readers of a state, outputs among them, in program order.
  const std::vector<RecordId>& users(StateId state) const;
  const Definition& definition() const { return primitive.definition; }
  const Record& producer(StateId state) const { return definition().producer(state); }
  /// Type of a tensor; null where it is not a tensor or not known.
  const TensorType* tensor(StateId state) const;
  bool is_output(StateId state) const;
  /// One record reads it, and it is not an output.
  bool has_one_reader(StateId state) const;
  bool is_input(StateId state) const;
  std::string name(StateId state) const { return name_of(primitive, state); }
  /// A record by its op and what it makes: "exp `e (T2)`".
  std::string called(const Record& record) const;

 private:
  /// Made when it is first asked for: most passes look for a pattern first and find none.
  mutable std::optional<IdMap<StateId, std::vector<RecordId>>> users_;
};

/// One place where a pass did something or left something alone.
struct PassPlace {
  /// A record of the definition before.
  RecordId record{0U};
  /// One sentence, lower case, without a period.
  std::string text;
  /// What is computed here is another rounding of the same number: the next one above or below what was before. What
  /// depends on it may differ by any amount.
  bool rounds_otherwise = false;
};

/// Records that a pass looks through to find out whether an op that it has no rule for has stopped it.
inline constexpr size_t kMostLookedThrough = 64;

struct PassResult {
  /// Nothing: the definition stays as it is.
  std::optional<PassStep> step;
  std::vector<PassPlace> done;
  /// What looked like work for the pass but is not, each with the reason; an op that it has no rule for, where it
  /// stands in the way of work, is one.
  std::vector<PassPlace> left;
  /// What is true of the definition where nothing is done; may be empty.
  std::string remark;
};

struct PassInfo {
  std::string_view name;
  /// Its place in nvFuser's order (segmentation passes that several devices need are left out).
  int order = 0;
  std::string_view doc;
  /// Values after are those before to the bit; else within the tolerance of their type, or what follows from places
  /// that round otherwise.
  bool is_exact = true;
  /// Runs even where no pass is asked for: results would be wrong without it.
  bool is_needed = false;
  PassResult (*run)(const PassFacts& facts) = nullptr;
};

/// All passes in the order in which they run.
const std::vector<PassInfo>& all_passes();

// The passes, each in a file of its name.

PassResult remove_empty(const PassFacts& facts);
PassResult translate_matmul_to_mul_squeeze(const PassFacts& facts);
PassResult translate_repeat_to_expand(const PassFacts& facts);
PassResult consecutive_cast(const PassFacts& facts);
PassResult fmin_fmax_promotion(const PassFacts& facts);
PassResult move_split_cat(const PassFacts& facts);
PassResult exact_mapped_extent_substitution(const PassFacts& facts);
PassResult remove_bcast_squeeze(const PassFacts& facts);
PassResult segment_inplace_update(const PassFacts& facts);
PassResult move_repeat_forward(const PassFacts& facts);
PassResult move_gather(const PassFacts& facts);
PassResult translate_scatter_accumulate(const PassFacts& facts);
PassResult mark_aliases_prepare(const PassFacts& facts);
PassResult allocation_domain(const PassFacts& facts);

}  // namespace cleave

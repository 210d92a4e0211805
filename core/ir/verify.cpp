// See verify.h. The promises:
//   - states and records point at each other; operands are made by earlier records;
//   - operands, results and attributes are what the op's row says;
//   - inputs and outputs are what the records say;
//   - hidden states stand exactly where reading their literals would make them, so that printing loses nothing;
//   - constants hold a value of their dtype's category, tensors a consistent layout.
#include "core/ir/verify.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/ir/print.h"
#include "core/ops/op_table.h"

namespace cleave {
namespace {

bool is_list(const OperandInfo& row) {
  return row.kind == OperandKind::kTensorList || row.kind == OperandKind::kScalarList;
}

bool fits(OperandKind kind, StateKind state) {
  switch (kind) {
    case OperandKind::kTensor:
    case OperandKind::kTensorList: return state == StateKind::kTensor;
    case OperandKind::kScalar:
    case OperandKind::kScalarList: return state == StateKind::kScalar;
    case OperandKind::kTensorOrScalar: return state != StateKind::kVector;
    case OperandKind::kVector: return state == StateKind::kVector;
  }
  return false;
}

class Verifier {
 public:
  Verifier(const Definition& definition, Level level) : definition_(definition), level_(level) {}

  std::vector<std::string> run() {
    if (!check_links()) return std::move(broken_);
    for (RecordId id : definition_.records.ids()) {
      const Record& record = definition_.records[id];
      check_level(id, record);
      check_operands(id, record);
      check_results(id, record);
      check_attributes(id, record);
    }
    check_boundary();
    check_hidden_states();
    return std::move(broken_);
  }

 private:
  void broken(RecordId id, std::string_view promise) {
    broken_.push_back(concat("record ", id.index, " (", info(definition_.records[id].op).name, "): ", promise));
  }

  /// What the later checks read through; false where they could not.
  bool check_links() {
    const size_t before = broken_.size();
    for (RecordId id : definition_.records.ids()) {
      const Record& record = definition_.records[id];
      for (StateId result : record.results) {
        const bool linked = definition_.states.contains(result) && definition_.states[result].producer == id;
        if (!linked) broken(id, "its results name it as their producer");
      }
      for (const std::optional<StateId>& operand : record.operands) {
        const bool earlier =
            !operand || (definition_.states.contains(*operand) && definition_.states[*operand].producer < id);
        if (!earlier) broken(id, "its operands are made by earlier records");
      }
    }
    for (StateId state : definition_.states.ids()) {
      const RecordId producer = definition_.states[state].producer;
      const bool made =
          definition_.records.contains(producer) && std::count(definition_.records[producer].results.begin(),
                                                               definition_.records[producer].results.end(), state) == 1;
      if (!made) broken_.push_back(concat("state ", state.index, ": its producer makes it once"));
    }
    return broken_.size() == before;
  }

  void check_level(RecordId id, const Record& record) {
    if (level_ == Level::kSource) return;
    if (info(record.op).level == OpLevel::kSourceOnly) broken(id, "a primitive definition holds no composite op");
    if (family(record.op) == OpFamily::kShapeQuery) broken(id, "a primitive definition holds no shape query");
  }

  void check_operands(RecordId id, const Record& record) {
    const auto rows = info(record.op).operands();
    const bool lists = !rows.empty() && is_list(rows.back());
    if (!lists && record.operands.size() != rows.size())
      return broken(id, "it has one slot for each operand of its row");
    for (size_t slot = 0; slot < record.operands.size(); ++slot) {
      const OperandInfo& row = rows[std::min(slot, rows.size() - 1)];
      if (!record.has_operand(slot)) {
        if (lists || row.presence == OperandInfo::Presence::kRequired)
          broken(id, concat("operand ", row.name, " is present"));
      } else if (!fits(row.kind, definition_.states[*record.operands[slot]].kind)) {
        broken(id, concat("operand ", row.name, " is of the kind that its row says"));
      }
    }
  }

  void check_results(RecordId id, const Record& record) {
    if (record.op == op("tensor_sizes")) return;
    const auto rows = info(record.op).results();
    if (record.results.size() != rows.size()) return broken(id, "it has the results of its row");
    const bool any_tensor =
        std::any_of(record.operands.begin(), record.operands.end(),
                    [&](const std::optional<StateId>& operand) { return operand && definition_.is_tensor(*operand); });
    for (size_t i = 0; i < rows.size(); ++i) {
      const bool tensor = rows[i] == ResultKind::kTensor || (rows[i] == ResultKind::kLikeOperands && any_tensor);
      const StateKind expected = tensor                           ? StateKind::kTensor
                                 : rows[i] == ResultKind::kVector ? StateKind::kVector
                                                                  : StateKind::kScalar;
      if (definition_.states[record.results[i]].kind != expected)
        broken(id, "its results are of the kinds that its row says");
    }
  }

  void check_attributes(RecordId id, const Record& record) {
    if (record.attributes.index() != info(record.op).make_attributes().index())
      return broken(id, "it carries its row's attributes");
    if (const auto* scalar = std::get_if<ScalarAttributes>(&record.attributes); scalar && scalar->value) {
      if (to_category(*scalar->value, scalar->dtype).index() != scalar->value->index())
        broken(id, "its value is of its dtype's category");
    }
    if (const auto* tensor = std::get_if<TensorAttributes>(&record.attributes)) check_tensor(id, *tensor);
    if (family(record.op) == OpFamily::kRandom && record.has_operand(3) != record.has_operand(4))
      broken(id, "seed and offset come together");
  }

  void check_tensor(RecordId id, const TensorAttributes& tensor) {
    const size_t rank = tensor.shape.size();
    if (tensor.contiguity.size() != rank) return broken(id, "contiguity is as long as the shape");
    std::vector<int64_t> order = tensor.stride_order;
    std::sort(order.begin(), order.end());
    bool permutation = order.empty() || order.size() == rank;
    for (size_t i = 0; permutation && i < order.size(); ++i) permutation = order[i] == static_cast<int64_t>(i);
    if (!permutation) return broken(id, "the stride order is a permutation");
    for (size_t dim = 0; dim < rank; ++dim) {
      const size_t position = order.empty() ? dim : rank - 1 - static_cast<size_t>(tensor.stride_order[dim]);
      if (tensor.shape[dim] < -1) broken(id, "extents are -1 or more");
      if (tensor.shape[dim] == 1 && tensor.contiguity[position]) broken(id, "contiguity of an extent of 1 is None");
    }
    if (tensor.is_cpu && rank > 0) broken(id, "a CPU tensor has no dimensions");
  }

  void check_boundary() {
    std::vector<StateId> inputs;
    std::vector<RecordId> outputs;
    for (RecordId id : definition_.records.ids()) {
      const Record& record = definition_.records[id];
      const auto* scalar = std::get_if<ScalarAttributes>(&record.attributes);
      if (family(record.op) == OpFamily::kDefineTensor || (scalar && !scalar->value)) {
        inputs.insert(inputs.end(), record.results.begin(), record.results.end());
      }
      if (family(record.op) == OpFamily::kAddOutput) outputs.push_back(id);
    }
    if (inputs != definition_.inputs) broken_.emplace_back("the inputs are the tensors and symbolic scalars, in order");
    bool same = outputs.size() == definition_.outputs.size();
    for (size_t i = 0; same && i < outputs.size(); ++i) {
      const Record& record = definition_.records[outputs[i]];
      const Output& output = definition_.outputs[i];
      const auto* attributes_of = std::get_if<OutputAttributes>(&record.attributes);
      same = output.record == outputs[i] && record.has_operand(0) && output.value == *record.operands[0] &&
             attributes_of && attributes_of->stride_order == output.stride_order &&
             output.alias == (record.has_operand(1) ? record.operands[1] : std::nullopt);
    }
    if (!same) broken_.emplace_back("the outputs are the add_output records, in order");
  }

  /// The hidden records that reading the printed line of `record` makes, in order.
  std::vector<RecordId> hidden_of(const Record& record) const {
    std::vector<RecordId> out;
    const auto add = [&](StateId state) {
      const RecordId producer = definition_.states[state].producer;
      if (definition_.records[producer].form == RecordForm::kInline) out.push_back(producer);
    };
    for (const std::optional<StateId>& operand : record.operands) {
      if (!operand) continue;
      const Record& producer = definition_.producer(*operand);
      if (producer.form == RecordForm::kInline && producer.op == op("define_vector")) {
        for (const std::optional<StateId>& item : producer.operands) add(*item);
      }
      add(*operand);
    }
    return out;
  }

  void check_hidden_states() {
    std::vector<RecordId> pending;
    uint32_t next_state = 0;
    for (RecordId id : definition_.records.ids()) {
      const Record& record = definition_.records[id];
      if (record.form == RecordForm::kInline) {
        pending.push_back(id);
        check_hidden(id, record);
        continue;
      }
      if (hidden_of(record) != pending) broken(id, "the hidden states before it are those of its literals, in order");
      next_state = check_indices(id, record, pending, next_state);
      pending.clear();
    }
    if (!pending.empty()) broken(pending.front(), "a hidden state is read by the next line");
  }

  void check_hidden(RecordId id, const Record& record) {
    const auto* scalar = std::get_if<ScalarAttributes>(&record.attributes);
    const bool literal = scalar && scalar->value && literal_dtype(*scalar->value) == scalar->dtype;
    if (!literal && record.op != op("define_vector")) broken(id, "only literals and their lists are hidden");
  }

  /// Indices count up with the records, triu's literal aside, which comes after its result.
  uint32_t check_indices(RecordId id, const Record& record, const std::vector<RecordId>& pending, uint32_t next) {
    std::vector<StateId> expected;
    const bool result_first = record.op == op("triu") && !pending.empty();
    if (result_first) expected = record.results;
    for (RecordId hidden : pending) {
      expected.insert(expected.end(), definition_.records[hidden].results.begin(),
                      definition_.records[hidden].results.end());
    }
    if (!result_first) expected.insert(expected.end(), record.results.begin(), record.results.end());
    for (StateId state : expected) {
      if (state.index != next++) broken(id, "its states have the next indices");
    }
    return next;
  }

  const Definition& definition_;
  Level level_;
  std::vector<std::string> broken_;
};

}  // namespace

std::vector<std::string> verify(const Definition& definition, Level level) { return Verifier(definition, level).run(); }

}  // namespace cleave

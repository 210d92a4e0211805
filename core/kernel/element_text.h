// Elements of a loop nest as C++ expressions: their names, the text that computes each, the text that reads one where
// it stands (a register, a lane of an array, a number). Which line goes where is the renderer's.
#pragma once

#include <string>

#include "core/kernel/loop_nest.h"

namespace cleave {

/// `t4` for T4.
std::string lower_name(const Definition& definition, StateId state);

class ElementText {
 public:
  ElementText(const KernelInput& input, const LoopNest& nest, bool is_wide)
      : input_(input), nest_(nest), is_wide_(is_wide) {
    name_elements();
  }

  const std::string& name_of(ElementId id) const { return names_[id]; }
  /// The element where it is read.
  std::string value(ElementId id) const;
  /// The element in another type's registers; constants are written in it.
  std::string value_as(ElementId id, DType dtype) const;
  /// What computes it.
  std::string expression(ElementId id) const;
  std::string index(const IndexSum& sum) const;
  /// All of them hold.
  std::string guard_text(const std::vector<IndexGuard>& guard) const;
  /// One value for each lane, in an array.
  bool is_lane_array(ElementId id) const;
  /// Of a reduction: the type it accumulates in, and the function object that combines two.
  std::string accumulator_type(const Element& element) const;
  std::string combine_name(const Element& element) const;

 private:
  const Element& element(ElementId id) const { return nest_.elements[id]; }
  void name_elements();
  std::string load_text(const Element& element) const;
  std::string cast_text(const Element& element) const;
  std::string compute_text(const Element& element) const;
  std::string random_text(const Element& element) const;
  /// `text` rounded to the element's type where registers hold more of it.
  std::string rounded(const Element& element, const std::string& text) const;

  const KernelInput& input_;
  const LoopNest& nest_;
  bool is_wide_;
  IdMap<ElementId, std::string> names_;
};

}  // namespace cleave

// The same definition in other words: other names, lines in another order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/choices.h"
#include "tests/support/random_definition.h"

namespace cleave {

struct Rearranged {
  Definition definition;
  /// New record → old record.
  std::vector<RecordId> origin;
};

/// `definition` with its lines in another order that respects what reads what. Inputs, outputs and random ops keep
/// their order among themselves, for that order has a meaning.
Rearranged reorder(const Definition& definition, Choices& choices);

/// A printed legacy definition with every name replaced by another.
std::string rename_values(std::string_view printed);

}  // namespace cleave

// Typed 32-bit indices and the containers they index. Products of the stages hold ids, never pointers, so that copying
// a product copies its meaning and a pass that builds a new product needs one map from old ids to new ones. An absent
// id is a std::optional<Id>; there is no null id. Arenas only grow.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/check.h"

namespace cleave {

/// Index of a T in its arena. The tag only keeps ids of different arenas apart.
template <class Tag>
struct Id {
  uint32_t index;

  constexpr explicit Id(uint32_t i) : index(i) {}
  constexpr explicit Id(size_t i) : index(static_cast<uint32_t>(i)) {}
  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
};

/// The ids 0 … size-1, for range-for.
template <class IdType>
class IdRange {
 public:
  class Iterator {
   public:
    explicit Iterator(uint32_t i) : index_(i) {}
    IdType operator*() const { return IdType(index_); }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    uint32_t index_;
  };

  IdRange(uint32_t first, uint32_t last) : first_(first), last_(last) {}
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(last_); }

 private:
  uint32_t first_;
  uint32_t last_;
};

/// Owns values of T and hands out their ids in order.
template <class IdType, class T>
class Arena {
 public:
  IdType add(T value) {
    CHECK(values_.size() < UINT32_MAX, "an arena holds fewer than 2^32 values");
    values_.push_back(std::move(value));
    return IdType(values_.size() - 1);
  }
  const T& operator[](IdType id) const {
    CHECK(id.index < values_.size(), "an id is used with the arena that made it");
    return values_[id.index];
  }
  T& operator[](IdType id) {
    CHECK(id.index < values_.size(), "an id is used with the arena that made it");
    return values_[id.index];
  }
  bool contains(IdType id) const { return id.index < values_.size(); }
  size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  IdRange<IdType> ids() const { return {0, static_cast<uint32_t>(values_.size())}; }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  friend bool operator==(const Arena&, const Arena&) = default;

 private:
  std::vector<T> values_;
};

/// A side table: one T for every id of an arena, made with the arena's size or grown on demand.
template <class IdType, class T>
class IdMap {
 public:
  IdMap() = default;
  explicit IdMap(size_t size, T initial = T{}) : values_(size, std::move(initial)) {}

  const T& operator[](IdType id) const {
    CHECK(id.index < values_.size(), "a side table covers the ids it is asked for");
    return values_[id.index];
  }
  T& operator[](IdType id) {
    CHECK(id.index < values_.size(), "a side table covers the ids it is asked for");
    return values_[id.index];
  }
  /// Sets the value of `id`, growing the table with default values where needed.
  void set(IdType id, T value) {
    if (id.index >= values_.size()) values_.resize(id.index + 1);
    values_[id.index] = std::move(value);
  }
  bool contains(IdType id) const { return id.index < values_.size(); }
  size_t size() const { return values_.size(); }
  IdRange<IdType> ids() const { return {0, static_cast<uint32_t>(values_.size())}; }
  friend bool operator==(const IdMap&, const IdMap&) = default;

 private:
  std::vector<T> values_;
};

}  // namespace cleave

template <class Tag>
struct std::hash<cleave::Id<Tag>> {
  size_t operator()(cleave::Id<Tag> id) const noexcept { return id.index; }
};

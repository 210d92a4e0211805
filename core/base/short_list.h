// A list that is nearly always short: its first values stand in the list itself, so that a table of many such lists is
// one piece of memory; only longer ones go to the heap. Reads like a std::vector. Values are plain: copied as bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace cleave {

template <class T, uint32_t kInline>
class ShortList {
  static_assert(std::is_trivially_copyable_v<T> && kInline > 0);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  ShortList() = default;
  ShortList(std::initializer_list<T> values) { append(values.begin(), values.end()); }
  ShortList(const std::vector<T>& values) { append(values.data(), values.data() + values.size()); }
  ShortList(const ShortList& other) { append(other.begin(), other.end()); }
  ShortList(ShortList&& other) noexcept { take(other); }
  ShortList& operator=(const ShortList& other) {
    if (this == &other) return *this;
    size_ = 0;
    append(other.begin(), other.end());
    return *this;
  }
  ShortList& operator=(ShortList&& other) noexcept {
    if (this == &other) return *this;
    release();
    take(other);
    return *this;
  }
  ~ShortList() { release(); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T* data() { return on_heap() ? heap_ : inline_values(); }
  const T* data() const { return on_heap() ? heap_ : inline_values(); }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }
  const T& front() const { return data()[0]; }
  const T& back() const { return data()[size_ - 1]; }

  void push_back(T value) {
    if (size_ == capacity_) grow(size_ + 1);
    new (data() + size_) T(value);
    ++size_;
  }
  void clear() { size_ = 0; }

  friend bool operator==(const ShortList& a, const ShortList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  bool on_heap() const { return capacity_ > kInline; }
  T* inline_values() { return reinterpret_cast<T*>(bytes_); }
  const T* inline_values() const { return reinterpret_cast<const T*>(bytes_); }

  void append(const T* first, const T* last) {
    const auto count = static_cast<uint32_t>(last - first);
    if (size_ + count > capacity_) grow(size_ + count);
    std::uninitialized_copy(first, last, data() + size_);
    size_ += count;
  }
  void grow(uint32_t needed) {
    const uint32_t capacity = std::max(needed, 2 * capacity_);
    T* fresh = static_cast<T*>(::operator new(capacity * sizeof(T)));
    std::uninitialized_copy(begin(), end(), fresh);
    release();
    heap_ = fresh;
    capacity_ = capacity;
  }
  /// Frees the heap's part; the size is left to the caller.
  void release() {
    if (on_heap()) ::operator delete(heap_);
    capacity_ = kInline;
  }
  void take(ShortList& other) {
    size_ = other.size_;
    capacity_ = other.capacity_;
    if (other.on_heap()) {
      heap_ = other.heap_;
    } else {
      std::uninitialized_copy(other.begin(), other.end(), inline_values());
    }
    other.capacity_ = kInline;
    other.size_ = 0;
  }

  uint32_t size_ = 0;
  uint32_t capacity_ = kInline;
  union {
    T* heap_;
    alignas(T) unsigned char bytes_[kInline * sizeof(T)];
  };
};

}  // namespace cleave

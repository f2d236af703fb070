#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "sim/trace/column.hpp"

namespace lanescope::trace {

// Records of a trace, a column for each of their numbers. For Phase, Mark, WaitRecord and WarpKey.
template <typename T>
class PackedRecords {
 public:
  void assign(const std::vector<T>& records);
  [[nodiscard]] T operator[](std::size_t i) const;  // i < size()
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::uint64_t> sets_;  // of lanes, of which there are few: their column has indices
  std::size_t size_ = 0;
};

// Some of them, to be read as a span is; but an element is put together when it is asked for, so
// that none can be pointed at. It must not outlive the trace.
template <typename T>
class Records {
 public:
  class Iterator {
   public:
    using value_type = T;
    using reference = T;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;
    struct Arrow {
      T value;
      const T* operator->() const { return &value; }
    };
    using pointer = Arrow;

    Iterator() = default;
    Iterator(const PackedRecords<T>* from, std::size_t at) : from_(from), at_(at) {}
    T operator*() const { return (*from_)[at_]; }
    Arrow operator->() const { return {**this}; }
    T operator[](difference_type n) const { return *(*this + n); }
    Iterator& operator+=(difference_type n) {
      at_ += static_cast<std::size_t>(n);
      return *this;
    }
    Iterator& operator-=(difference_type n) { return *this += -n; }
    Iterator& operator++() { return *this += 1; }
    Iterator& operator--() { return *this -= 1; }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    Iterator operator--(int) {
      const Iterator before = *this;
      --*this;
      return before;
    }
    friend Iterator operator+(Iterator a, difference_type n) { return a += n; }
    friend Iterator operator+(difference_type n, Iterator a) { return a += n; }
    friend Iterator operator-(Iterator a, difference_type n) { return a -= n; }
    friend difference_type operator-(const Iterator& a, const Iterator& b) {
      return static_cast<difference_type>(a.at_) - static_cast<difference_type>(b.at_);
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }
    friend auto operator<=>(const Iterator& a, const Iterator& b) { return a.at_ <=> b.at_; }

   private:
    const PackedRecords<T>* from_ = nullptr;
    std::size_t at_ = 0;
  };

  Records() = default;
  explicit Records(const PackedRecords<T>& all) : Records(all, 0, all.size()) {}
  Records(const PackedRecords<T>& all, std::size_t first, std::size_t last)
      : begin_(&all, first), end_(&all, last) {}
  Records(Iterator begin, Iterator end) : begin_(begin), end_(end) {}

  [[nodiscard]] Iterator begin() const { return begin_; }
  [[nodiscard]] Iterator end() const { return end_; }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  [[nodiscard]] bool empty() const { return begin_ == end_; }
  [[nodiscard]] T operator[](std::size_t i) const { return begin_[static_cast<std::ptrdiff_t>(i)]; }

 private:
  Iterator begin_, end_;
};

}  // namespace lanescope::trace

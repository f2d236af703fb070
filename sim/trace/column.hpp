#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace lanescope::trace {

// A column of unsigned numbers, each in as many bytes as the largest needs: 0 (all are zero), 1, 2,
// 4 or 8. Any element is reached at once.
class Column {
 public:
  void push_back(std::uint64_t value) {
    if (value > limit_) widen(value);
    switch (width_) {
      case 0:
        break;
      case 1:
        data_.push_back(static_cast<std::uint8_t>(value));
        break;
      case 2:
        append<2>(value);
        break;
      case 4:
        append<4>(value);
        break;
      default:
        append<8>(value);
    }
    ++size_;
  }
  // i < size(): not checked, here and below.
  [[nodiscard]] std::uint64_t operator[](std::size_t i) const {
    std::uint64_t value = 0;
    const std::uint8_t* from = data_.data() + i * width_;
    switch (width_) {
      case 1:
        return *from;
      case 2:
        std::memcpy(&value, from, 2);
        return value;
      case 4:
        std::memcpy(&value, from, 4);
        return value;
      case 8:
        std::memcpy(&value, from, 8);
        return value;
      default:
        return 0;
    }
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const { return data_.size(); }
  [[nodiscard]] std::uint8_t width() const { return width_; }
  [[nodiscard]] const std::vector<std::uint8_t>& data() const { return data_; }

  // width 0, 1, 2, 4 or 8; data.size() == size * width.
  [[nodiscard]] static Column from(std::uint8_t width, std::size_t size,
                                   std::vector<std::uint8_t> data) {
    Column column;
    column.width_ = width;
    column.limit_ = limit_of(width);
    column.size_ = size;
    column.data_ = std::move(data);
    return column;
  }
  void shrink_to_fit() { data_.shrink_to_fit(); }

 private:
  [[nodiscard]] static std::uint64_t limit_of(std::uint8_t width) {
    return width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8U * width)) - 1;
  }
  template <std::size_t N>
  void append(std::uint64_t value) {
    std::array<std::uint8_t, N> bytes;
    std::memcpy(bytes.data(), &value, N);  // little endian
    data_.insert(data_.end(), bytes.begin(), bytes.end());
  }
  void widen(std::uint64_t value) {
    Column wider;
    wider.width_ = value <= limit_of(1)   ? 1
                   : value <= limit_of(2) ? 2
                   : value <= limit_of(4) ? 4
                                          : 8;
    wider.limit_ = limit_of(wider.width_);
    wider.data_.reserve((size_ + 1) * wider.width_);
    for (std::size_t i = 0; i < size_; ++i) wider.push_back((*this)[i]);
    *this = std::move(wider);
  }

  std::vector<std::uint8_t> data_;
  std::size_t size_ = 0;
  std::uint64_t limit_ = 0;
  std::uint8_t width_ = 0;
};

// Which ticks have something, and how many before a tick have. 12 bytes for 64 ticks.
class Presence {
 public:
  void push_back(bool present) {
    if (size_ % 64 == 0) {
      before_.push_back(count_);
      words_.push_back(0);
    }
    if (present) {
      words_.back() |= std::uint64_t{1} << (size_ % 64);
      ++count_;
    }
    ++size_;
  }
  // Marks the last pushed.
  void set_last() {
    std::uint64_t& word = words_.back();
    const std::uint64_t bit = std::uint64_t{1} << ((size_ - 1) % 64);
    if ((word & bit) == 0) ++count_;
    word |= bit;
  }
  [[nodiscard]] bool at(std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1U) != 0; }
  // How many elements before i have something: the index of i's record among all records.
  [[nodiscard]] std::size_t rank(std::size_t i) const {
    const std::uint64_t below = words_[i / 64] & ((std::uint64_t{1} << (i % 64)) - 1);
    return before_[i / 64] + static_cast<std::size_t>(std::popcount(below));
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t bytes() const { return words_.size() * 8 + before_.size() * 4; }
  [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> before_;
  std::size_t size_ = 0;
  std::uint32_t count_ = 0;
};

// A strictly ascending sequence of numbers: a base for every 64, and what lies above base + index.
// One that goes up by one each time takes 1 bit an element.
class Ascending {
 public:
  void push_back(std::uint64_t value) {
    const std::size_t i = above_.size();
    if (i % 64 == 0) bases_.push_back(value);
    above_.push_back(value - bases_.back() - i % 64);
  }
  [[nodiscard]] std::uint64_t operator[](std::size_t i) const {
    return bases_[i / 64] + i % 64 + above_[i];
  }
  [[nodiscard]] std::size_t size() const { return above_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bases_.size() * 8 + above_.bytes(); }
  void shrink_to_fit() {
    bases_.shrink_to_fit();
    above_.shrink_to_fit();
  }

 private:
  std::vector<std::uint64_t> bases_;
  Column above_;
};

}  // namespace lanescope::trace

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::trace {

// A column of unsigned numbers in frames: of each frame its least number is kept, and for each
// element as many bits as the largest is above that. Any element is reached at once.
class Column {
 public:
  void push_back(std::uint64_t value) {
    open_.push_back(value);
    if (open_.size() == kFrame) close_frame();
  }
  // i < size(): not checked, here and below.
  [[nodiscard]] std::uint64_t operator[](std::size_t i) const {
    const std::size_t number = i / kFrame, place = i % kFrame;
    if (number == frames_.size()) return open_[place];
    const Frame& frame = frames_[number];
    if (frame.bits == 0) return frame.least;
    const std::size_t bit = place * frame.bits, word = frame.begin + bit / 64;
    std::uint64_t above = words_[word] >> (bit % 64);
    if (bit % 64 + frame.bits > 64) above |= words_[word + 1] << (64 - bit % 64);
    if (frame.bits < 64) above &= (std::uint64_t{1} << frame.bits) - 1;
    return frame.least + above;
  }
  [[nodiscard]] std::size_t size() const { return frames_.size() * kFrame + open_.size(); }
  [[nodiscard]] std::size_t bytes() const {
    return words_.size() * 8 + frames_.size() * sizeof(Frame) + open_.size() * 8;
  }
  void shrink_to_fit() {
    words_.shrink_to_fit();
    frames_.shrink_to_fit();
    open_.shrink_to_fit();
  }

 private:
  static constexpr std::size_t kFrame = 256;
  struct Frame {
    std::uint64_t least = 0;
    std::uint32_t begin = 0;  // index into words_
    std::uint32_t bits = 0;   // of an element
  };
  void close_frame();  // columns.cpp

  std::vector<Frame> frames_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> open_;  // of the frame that is not yet full
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

// A strictly ascending sequence of numbers: what each is above its index. One that goes up by one
// each time takes a bit an element.
class Ascending {
 public:
  void push_back(std::uint64_t value) { above_.push_back(value - above_.size()); }
  [[nodiscard]] std::uint64_t operator[](std::size_t i) const { return above_[i] + i; }
  [[nodiscard]] std::size_t size() const { return above_.size(); }
  [[nodiscard]] std::size_t bytes() const { return above_.bytes(); }
  void shrink_to_fit() { above_.shrink_to_fit(); }

 private:
  Column above_;
};

}  // namespace lanescope::trace

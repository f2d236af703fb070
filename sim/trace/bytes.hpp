#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace lanescope::trace {

// Little-endian bytes, written and read in turn. Numbers of unknown size are variable length: seven
// bits a byte, low ones first, the high bit says that more follow.
class ByteWriter {
 public:
  explicit ByteWriter(std::vector<std::uint8_t>& out) : out_(out) {}
  // `width` bytes, at most 8; what is above them is dropped.
  void fixed(std::uint64_t value, std::size_t width) {
    for (std::size_t i = 0; i < width; ++i)
      out_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
  void number(std::uint64_t value) {
    while (value >= 0x80) {
      out_.push_back(static_cast<std::uint8_t>(value | 0x80U));
      value >>= 7U;
    }
    out_.push_back(static_cast<std::uint8_t>(value));
  }
  // Zigzag: small magnitudes are short, whatever their sign.
  void signed_number(std::int64_t value) {
    number(static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63));
  }
  void bytes(std::span<const std::uint8_t> data) {
    out_.insert(out_.end(), data.begin(), data.end());
  }

 private:
  std::vector<std::uint8_t>& out_;
};

// After a read past the end, or of a number longer than 64 bits, ok() is false and every read gives
// 0.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> in) : in_(in) {}
  [[nodiscard]] std::uint64_t fixed(std::size_t width) {
    if (!has(width)) return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) value |= std::uint64_t{in_[at_ + i]} << (8 * i);
    at_ += width;
    return value;
  }
  [[nodiscard]] std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (!has(1)) return 0;
      const std::uint8_t byte = in_[at_++];
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    ok_ = false;
    return 0;
  }
  [[nodiscard]] std::int64_t signed_number() {
    const std::uint64_t value = number();
    return static_cast<std::int64_t>(value >> 1U ^ (0 - (value & 1U)));
  }
  // Points into what is read.
  [[nodiscard]] std::span<const std::uint8_t> bytes(std::size_t count) {
    if (!has(count)) return {};
    const auto result = in_.subspan(at_, count);
    at_ += count;
    return result;
  }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] std::size_t position() const { return at_; }
  [[nodiscard]] std::size_t left() const { return ok_ ? in_.size() - at_ : 0; }

 private:
  [[nodiscard]] bool has(std::size_t count) {
    if (ok_ && count <= in_.size() - at_) return true;
    ok_ = false;
    return false;
  }
  std::span<const std::uint8_t> in_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace lanescope::trace

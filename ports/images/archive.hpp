#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Values as bytes, for the worker's socket and the cache's files: 64-bit little-endian numbers and
// length-prefixed strings. Both ends are the same program on the same machine.
namespace lanescope::ports::images {

class ByteWriter {
 public:
  void number(std::uint64_t value) {
    for (unsigned shift = 0; shift < 64; shift += 8) {
      bytes_.push_back(static_cast<std::byte>(value >> shift));
    }
  }
  void integer(int value) { number(static_cast<std::uint64_t>(std::int64_t{value})); }
  void bytes(std::span<const std::byte> value) {
    number(value.size());
    bytes_.insert(bytes_.end(), value.begin(), value.end());
  }
  void text(std::string_view value) { bytes(std::as_bytes(std::span(value))); }
  void texts(const std::vector<std::string>& values) {
    number(values.size());
    for (const std::string& value : values) text(value);
  }
  [[nodiscard]] const std::vector<std::byte>& data() const { return bytes_; }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

// Reads what a ByteWriter wrote. Damaged input never reads out of bounds: from the first mistake
// on, ok() is false and every value is empty.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  [[nodiscard]] std::uint64_t number() {
    if (!ok_ || rest_.size() < 8) return fail();
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 8; ++i) value |= static_cast<std::uint64_t>(rest_[i]) << (8 * i);
    rest_ = rest_.subspan(8);
    return value;
  }
  [[nodiscard]] int integer() { return static_cast<int>(static_cast<std::int64_t>(number())); }
  // A count of items that take at least 8 bytes each: never larger than the bytes that are left.
  [[nodiscard]] std::uint64_t count() {
    const std::uint64_t value = number();
    return value <= rest_.size() / 8 ? value : fail();
  }
  [[nodiscard]] std::span<const std::byte> bytes() {
    const std::uint64_t size = number();
    if (!ok_ || size > rest_.size()) {
      fail();
      return {};
    }
    const auto value = rest_.first(static_cast<std::size_t>(size));
    rest_ = rest_.subspan(static_cast<std::size_t>(size));
    return value;
  }
  [[nodiscard]] std::string text() {
    const auto value = bytes();
    std::string result(value.size(), '\0');
    if (!value.empty()) std::memcpy(result.data(), value.data(), value.size());
    return result;
  }
  [[nodiscard]] std::vector<std::string> texts() {
    std::vector<std::string> values;
    for (std::uint64_t n = count(); n > 0 && ok_; --n) values.push_back(text());
    return values;
  }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool at_end() const { return ok_ && rest_.empty(); }

 private:
  std::uint64_t fail() {
    ok_ = false;
    rest_ = {};
    return 0;
  }

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

}  // namespace lanescope::ports::images

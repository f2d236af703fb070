#pragma once

#include <cstddef>

namespace lanescope::machine {

// Zeroed memory that costs host memory only where it is touched.
class ReservedBytes {
 public:
  ReservedBytes() = default;
  explicit ReservedBytes(std::size_t size);  // throws std::bad_alloc when the host has not so much
  ~ReservedBytes();
  ReservedBytes(const ReservedBytes&) = delete;
  ReservedBytes& operator=(const ReservedBytes&) = delete;
  ReservedBytes(ReservedBytes&& other) noexcept;
  ReservedBytes& operator=(ReservedBytes&& other) noexcept;

  [[nodiscard]] std::byte* data() { return data_; }
  [[nodiscard]] const std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace lanescope::machine

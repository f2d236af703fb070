#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::machine {

// Zeroed memory that costs host memory only where it is touched. Of Mappable, the same pages can be
// mapped at further addresses of the process, by its file.
class ReservedBytes {
 public:
  enum class Kind : std::uint8_t { Private, Mappable };
  ReservedBytes() = default;
  // Throws std::bad_alloc when the host has not so much.
  explicit ReservedBytes(std::size_t size, Kind kind = Kind::Private);
  ~ReservedBytes();
  ReservedBytes(const ReservedBytes&) = delete;
  ReservedBytes& operator=(const ReservedBytes&) = delete;
  ReservedBytes(ReservedBytes&& other) noexcept;
  ReservedBytes& operator=(ReservedBytes&& other) noexcept;

  [[nodiscard]] std::byte* data() { return data_; }
  [[nodiscard]] const std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] int file() const { return file_; }  // -1: Private

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  int file_ = -1;
};

}  // namespace lanescope::machine

#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

namespace lanescope::machine {

// Zeroed bytes at a multiple of 64, as lane register files need. Copies are deep.
class AlignedBytes {
 public:
  AlignedBytes() = default;
  explicit AlignedBytes(std::size_t size) : data_(make(size)), size_(size) {}
  AlignedBytes(const AlignedBytes& other) : AlignedBytes(other.size_) {
    if (size_ != 0) std::memcpy(data_.get(), other.data_.get(), size_);
  }
  AlignedBytes& operator=(const AlignedBytes& other) {
    if (this != &other) *this = AlignedBytes(other);
    return *this;
  }
  AlignedBytes(AlignedBytes&&) noexcept = default;
  AlignedBytes& operator=(AlignedBytes&&) noexcept = default;
  ~AlignedBytes() = default;

  [[nodiscard]] std::byte* data() { return data_.get(); }
  [[nodiscard]] const std::byte* data() const { return data_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Release {
    void operator()(std::byte* bytes) const { ::operator delete[](bytes, kAlignment); }
  };
  using Pointer = std::unique_ptr<std::byte[], Release>;
  static Pointer make(std::size_t size) {
    if (size == 0) return {};
    Pointer bytes(static_cast<std::byte*>(::operator new[](size, kAlignment)));
    std::memset(bytes.get(), 0, size);
    return bytes;
  }

  Pointer data_;
  std::size_t size_ = 0;
};

}  // namespace lanescope::machine

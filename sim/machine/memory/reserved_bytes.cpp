#include "sim/machine/memory/reserved_bytes.hpp"

#include <new>
#include <utility>

#include <sys/mman.h>

namespace lanescope::machine {

ReservedBytes::ReservedBytes(std::size_t size) : size_(size) {
  if (size == 0) return;
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(memory);
}

ReservedBytes::~ReservedBytes() {
  if (data_ != nullptr) munmap(data_, size_);
}

ReservedBytes::ReservedBytes(ReservedBytes&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

ReservedBytes& ReservedBytes::operator=(ReservedBytes&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace lanescope::machine

#include "sim/machine/memory/reserved_bytes.hpp"

#include <new>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace lanescope::machine {
namespace {

// A file in memory with holes, which are zeros.
int sparse_file(std::size_t size) {
  const int file = ::memfd_create("lanescope", MFD_CLOEXEC);
  if (file >= 0 && ::ftruncate(file, static_cast<off_t>(size)) == 0) return file;
  if (file >= 0) ::close(file);
  throw std::bad_alloc();
}

}  // namespace

ReservedBytes::ReservedBytes(std::size_t size, Kind kind) : size_(size) {
  if (size == 0) return;
  if (kind == Kind::Mappable) file_ = sparse_file(size);
  const int sharing = file_ < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, sharing | MAP_NORESERVE, file_, 0);
  if (memory == MAP_FAILED) {
    if (file_ >= 0) ::close(file_);
    throw std::bad_alloc();
  }
  data_ = static_cast<std::byte*>(memory);
}

ReservedBytes::~ReservedBytes() {
  if (data_ != nullptr) munmap(data_, size_);
  if (file_ >= 0) ::close(file_);
}

ReservedBytes::ReservedBytes(ReservedBytes&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      file_(std::exchange(other.file_, -1)) {}

ReservedBytes& ReservedBytes::operator=(ReservedBytes&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(file_, other.file_);
  return *this;
}

}  // namespace lanescope::machine

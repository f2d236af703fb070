#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include <sys/types.h>

namespace lanescope::cuda {

// An open file that is closed with its owner; number() is -1 where there is none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  [[nodiscard]] int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_ = -1;
};

// As send(2) and read(2) on a Unix socket, with a file descriptor beside the bytes (unix(7),
// SCM_RIGHTS). -1: none is sent. What arrives takes the place of what `descriptor` held.
[[nodiscard]] ssize_t send_with(int socket, std::span<const std::byte> bytes, int descriptor);
[[nodiscard]] ssize_t receive(int socket, std::span<std::byte> bytes, Descriptor& descriptor);

}  // namespace lanescope::cuda

#pragma once

#include <cstddef>
#include <span>

#include <sys/types.h>

#include "ports/device/descriptor.hpp"

namespace lanescope::cuda::toolchain {

// As send(2) and read(2) on a Unix socket, with a file descriptor beside the bytes (unix(7),
// SCM_RIGHTS). -1: none is sent. What arrives takes the place of what `descriptor` held.
[[nodiscard]] ssize_t send_with(int socket, std::span<const std::byte> bytes, int descriptor);
[[nodiscard]] ssize_t receive(int socket, std::span<std::byte> bytes,
                              ports::device::Descriptor& descriptor);

}  // namespace lanescope::cuda::toolchain

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lab/experiment/experiment.hpp"

namespace lanescope::experiment {

// Whether these are the first bytes of a .npy file (NumPy's NEP 1).
[[nodiscard]] bool is_npy(std::span<const std::byte> bytes);
// The elements of a .npy file, versions 1.0 to 3.0, little endian, C order. Its dtype must be the
// element type, the product of its shape the count. bf16, which NumPy has not, is read from <u2
// or <V2.
[[nodiscard]] Result<std::vector<std::byte>> read_npy(std::span<const std::byte> bytes,
                                                      ElementType type, std::uint64_t count);
// One dimension, version 1.0.
[[nodiscard]] std::vector<std::byte> write_npy(ElementType type,
                                               std::span<const std::byte> elements);

}  // namespace lanescope::experiment

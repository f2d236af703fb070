#pragma once

#include <cstdint>

namespace lanescope::machine {

// Number `index` of a permutation of 0 … count - 1 that the seed chooses; 0: in order.
[[nodiscard]] std::uint64_t permuted(std::uint64_t index, std::uint64_t count, std::uint64_t seed);

}  // namespace lanescope::machine

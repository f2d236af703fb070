#include "sim/machine/permutation.hpp"

#include <bit>

#include "sim/base/hash.hpp"

namespace lanescope::machine {

// Without a table: a Feistel network over the next even power of two, walked until it lands inside.
std::uint64_t permuted(std::uint64_t index, std::uint64_t count, std::uint64_t seed) {
  if (seed == 0 || count < 2) return index;
  const unsigned half = (static_cast<unsigned>(std::bit_width(count - 1)) + 1) / 2;
  const std::uint64_t low = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = index >> half, right = index & low;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t next = left ^ (mix(mix(seed + round) ^ right) & low);
      left = right;
      right = next;
    }
    index = left << half | right;
  } while (index >= count);
  return index;
}

}  // namespace lanescope::machine

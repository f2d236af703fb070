#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/lab/random_kernels/node.hpp"

namespace lanescope::test::random_kernels {

// A kernel random_SEED(in, out, acc, n, p2, p3, s0) that CUDA and PTX leave nothing open about: no
// races, nothing read before it is written, no access out of bounds.
struct Kernel {
  std::uint64_t seed = 0;
  std::string name;
  std::uint32_t blocks = 1, threads = 32;
  std::vector<Node> functions;  // and constants, in front of it
  std::vector<Node> body;
  std::uint32_t out_words = 0, acc_words = 0;
  bool stores_at_end = false;  // and nowhere else, by whole warps

  [[nodiscard]] std::string text() const;  // without the prelude
};

[[nodiscard]] Kernel make_kernel(std::uint64_t seed);

inline constexpr std::uint32_t kInputWords = 1024;
// Words of whole numbers, of floats, of doubles, of halves and of bfloat16s, where the kernels look
// for them.
[[nodiscard]] std::vector<std::uint32_t> make_input(std::uint64_t seed);

}  // namespace lanescope::test::random_kernels

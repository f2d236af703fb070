#include "sim/machine/matrix_ops.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/machine/lane_file.hpp"
#include "sim/machine/tensor_sum.hpp"

namespace lanescope::machine {
namespace {

constexpr int kLanes = 32;
constexpr std::size_t kRows = 16, kColumns = 8, kDepth = 16;

struct MatrixElement {
  std::size_t row, column;
};

// The pieces that a lane holds (PTX ISA 9.7.14.5.7 and .8): the first element of register r of A,
// of which the second is to the right; of B, of which the second is below; element r of C and D.
MatrixElement place_in_a(int lane, std::size_t r) {
  const auto l = static_cast<std::size_t>(lane);
  return {l / 4 + r % 2 * 8, l % 4 * 2 + r / 2 * 8};
}
MatrixElement place_in_b(int lane, std::size_t r) {
  const auto l = static_cast<std::size_t>(lane);
  return {l % 4 * 2 + r * 8, l / 4};
}
MatrixElement place_in_c(int lane, std::size_t r) {
  const auto l = static_cast<std::size_t>(lane);
  return {l / 4 + r / 2 * 8, l % 4 * 2 + r % 2};
}

struct Matrices {
  std::array<std::array<Parts, kDepth>, kRows> a{};
  std::array<std::array<Parts, kDepth>, kColumns> b{};  // its columns lie in rows
};

void read_pieces(const Issue& issue, const code::MatrixOp& op, int lane, Matrices& m) {
  const auto value = [&op](std::uint64_t bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    return op.brain ? bfloat16_parts(half) : half_parts(half);
  };
  const std::size_t pieces = op.depth / 8;
  for (std::size_t r = 0; r < 2 * pieces; ++r) {
    const auto [row, column] = place_in_a(lane, r);
    const std::uint64_t pair = read_lane(issue, op.a[r], lane);
    m.a[row][column] = value(pair);
    m.a[row][column + 1] = value(pair >> 16U);
  }
  for (std::size_t r = 0; r < pieces; ++r) {
    const auto [row, column] = place_in_b(lane, r);
    const std::uint64_t pair = read_lane(issue, op.b[r], lane);
    m.b[column][row] = value(pair);
    m.b[column][row + 1] = value(pair >> 16U);
  }
}

float element(const code::MatrixOp& op, const Matrices& m, MatrixElement at, float c) {
  const std::span a(m.a[at.row].data(), op.depth), b(m.b[at.column].data(), op.depth);
  return tensor_sum(a, b, op.brain ? 7 : 10, c);
}

}  // namespace

void multiply_matrices(const Issue& issue, const code::MatrixOp& op, LaneMask lanes) {
  Matrices m;
  for (int lane = 0; lane < kLanes; ++lane) read_pieces(issue, op, lane, m);
  for_lanes(lanes, [&](int lane) {
    std::array<float, 4> d{};
    for (std::size_t r = 0; r < d.size(); ++r) {
      const auto c = static_cast<std::uint32_t>(read_lane(issue, op.c[r], lane));
      d[r] = element(op, m, place_in_c(lane, r), std::bit_cast<float>(c));
    }
    for (std::size_t r = 0; r < d.size(); ++r)
      write_lane(issue, op.d[r], lane, std::bit_cast<std::uint32_t>(d[r]));
  });
}

}  // namespace lanescope::machine

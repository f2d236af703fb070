#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/code/matrix_layout.hpp"
#include "sim/code/sparse_matrix.hpp"
#include "sim/machine/lane_file.hpp"

// The matrices that a warp multiplies, put together of what its lanes hold.
namespace lanescope::machine {

inline constexpr int kMatrixLanes = 32;

// The bits of one element of a lane.
inline std::uint64_t element_bits(const Issue& issue, std::span<const code::Slot> slots,
                                  code::MatrixType type, int lane, std::size_t element) {
  const std::uint32_t in_register = code::elements_in_register(type);
  const auto bits = static_cast<unsigned>(code::bits_of(type));
  const std::uint64_t whole = read_lane(issue, slots[element / in_register], lane);
  if (in_register == 1) return whole;
  return whole >> (bits * (element % in_register)) & ((std::uint64_t{1} << bits) - 1);
}

// A or B of all lanes: of each matrix its rows, or columns, of the op's depth.
template <typename Number, typename Value>
std::vector<Number> gather(const Issue& issue, std::span<const code::Slot> slots,
                           code::MatrixType type, std::span<const std::uint16_t> at,
                           Value&& value) {
  const std::size_t each = at.size() / kMatrixLanes;
  std::vector<Number> all(at.size());
  for (int lane = 0; lane < kMatrixLanes; ++lane) {
    for (std::size_t e = 0; e < each; ++e)
      all[at[static_cast<std::size_t>(lane) * each + e]] =
          value(element_bits(issue, slots, type, lane, e));
  }
  return all;
}

// Of a sparse A: for each element that is there, row by row, its column.
inline std::vector<std::uint16_t> sparse_columns(const Issue& issue, const code::MatrixOp& op) {
  std::vector<std::uint16_t> columns;
  for (std::uint32_t row = 0; row < op.shape.m; ++row) {
    for (std::uint32_t i = 0; i < op.a_depth(); ++i) {
      const std::uint32_t chunk = i / (op.chunk / 2);
      const code::MetadataPlace at = code::metadata_place(op, row, chunk);
      const auto bits = static_cast<std::uint32_t>(
          read_lane(issue, op.metadata, static_cast<int>(at.lane)) >> at.shift & 15U);
      columns.push_back(static_cast<std::uint16_t>(
          chunk * op.chunk + code::sparse_column(op.a_type, bits, i % (op.chunk / 2))));
    }
  }
  return columns;
}

// A row of A, and what it is multiplied with of a column of B.
template <typename Number>
struct Pair {
  std::span<const Number> a, b;
};

// A and B of all lanes.
template <typename Number>
class Factors {
 public:
  // value(type, bits): the number that the bits of an element are.
  template <typename Value>
  Factors(const Issue& issue, const code::MatrixOp& op, Value&& value)
      : op_(op),
        a_(gather<Number>(issue, op.a, op.a_type, op.a_at,
                          [&](std::uint64_t bits) { return value(op.a_type, bits); })),
        b_(gather<Number>(issue, op.b, op.b_type, op.b_at,
                          [&](std::uint64_t bits) { return value(op.b_type, bits); })) {
    if (op.chunk == 0) return;
    columns_ = sparse_columns(issue, op);
    picked_.resize(op.a_depth());
  }

  // Of an element of the results; good until the next call.
  Pair<Number> at(std::size_t place) {
    const std::size_t size = std::size_t{op_.shape.m} * op_.shape.n, depth = op_.a_depth();
    const std::size_t matrix = place / size, row = place % size / op_.shape.n,
                      column = place % op_.shape.n;
    const auto a = std::span<const Number>(a_).subspan((matrix * op_.shape.m + row) * depth, depth);
    const auto b = std::span<const Number>(b_).subspan(
        (matrix * op_.shape.n + column) * op_.shape.k, op_.shape.k);
    if (op_.chunk == 0) return {a, b};
    for (std::size_t i = 0; i < depth; ++i) picked_[i] = b[columns_[row * depth + i]];
    return {a, picked_};
  }

 private:
  const code::MatrixOp& op_;
  std::vector<Number> a_, b_, picked_;
  std::vector<std::uint16_t> columns_;
};

}  // namespace lanescope::machine

#include "sim/code/sparse_matrix.hpp"

#include "sim/code/matrix_layout.hpp"

namespace lanescope::code {
namespace {

bool is_wide(MatrixType type) { return bits_of(type) >= 16; }

}  // namespace

std::uint32_t sparse_chunk(MatrixType type) {
  if (type == MatrixType::TF32) return 2;
  return bits_of(type) == 4 ? 8 : 4;
}

// A register has the bits of eight chunks. Of wide elements four are of row g and four of row g +
// 8, and one lane of its group of four has them, or the next one the four chunks behind. Of narrow
// elements all eight are of one row: g in one lane, g + 8 in the next, the eight chunks behind in
// the two lanes that follow.
MetadataPlace metadata_place(const MatrixOp& op, std::uint32_t row, std::uint32_t chunk) {
  const std::uint32_t group = row % 8 * 4, lower = row / 8;
  const std::uint32_t lanes = 4 / selectors_of(op), first = op.selector * lanes;
  if (is_wide(op.a_type)) return {group + first + chunk / 4, lower * 16 + chunk % 4 * 4};
  return {group + first + chunk / 8 * 2 + lower, chunk % 8 * 4};
}

std::uint32_t selectors_of(const MatrixOp& op) {
  const std::uint32_t chunks = 16 * op.shape.k / op.chunk;
  return 4 * 8 * 8 / chunks;
}

std::uint32_t sparse_column(MatrixType type, std::uint32_t bits, std::uint32_t element) {
  const auto number = [&](std::uint32_t at) { return bits >> (2 * at) & 3U; };
  if (type == MatrixType::TF32) return number(0) / 2;
  if (bits_of(type) == 4) return number(element / 2) * 2 + element % 2;
  return number(element);
}

}  // namespace lanescope::code

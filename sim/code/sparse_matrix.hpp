#pragma once

#include <cstdint>

#include "sim/code/matrix_op.hpp"

// The matrix A of mma.sp (PTX ISA 9.7.14.6.1). Of each chunk of columns half are there, and four
// bits of some lane say which: two numbers of pairs of columns, of columns, or of halves of a
// column.
namespace lanescope::code {

// Columns of a chunk: 4 of which 2 are there, 2 of which 1 (tf32), 8 of which 2 pairs (4 bits).
[[nodiscard]] std::uint32_t sparse_chunk(MatrixType type);

// Where the four bits of a chunk are.
struct MetadataPlace {
  std::uint32_t lane = 0;
  std::uint32_t shift = 0;  // in its register
};
[[nodiscard]] MetadataPlace metadata_place(const MatrixOp& op, std::uint32_t row,
                                           std::uint32_t chunk);

// How many values the selector may have: as many as there are choices of lanes.
[[nodiscard]] std::uint32_t selectors_of(const MatrixOp& op);

// The column, in its chunk, of the element of a chunk that is there as number `element`.
[[nodiscard]] std::uint32_t sparse_column(MatrixType type, std::uint32_t bits,
                                          std::uint32_t element);

}  // namespace lanescope::code

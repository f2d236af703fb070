#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/code/matrix_layout.hpp"
#include "sim/code/matrix_op.hpp"

// What a matrix instruction moves between registers and memory, and in which requests.
namespace lanescope::code {

struct MatrixFragment {
  MatrixShape shape;
  MatrixPart part = MatrixPart::A;
  MatrixType type = MatrixType::F16;
  bool by_columns = false;  // how it lies in memory
};

// Units and requests of ldmatrix and stmatrix, for the matrices of move.data.
void add_row_units(MatrixMove& move, bool transposed);

// Units and requests of wmma.load and wmma.store: those of sm_90's machine code (ptxas 13.0).
// Returns how many registers of a lane hold the fragment once.
std::size_t add_fragment_units(MatrixMove& move, const MatrixFragment& fragment);

// The stride in elements of a matrix without gaps.
[[nodiscard]] std::uint32_t natural_stride(const MatrixFragment& fragment);

}  // namespace lanescope::code

#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/matrix_op.hpp"

// Who holds which element of a matrix (PTX ISA 9.7.14).
namespace lanescope::code {

enum class MatrixPart : std::uint8_t { A, B, C };

struct MatrixElement {
  std::uint32_t row = 0, column = 0;
};

[[nodiscard]] int bits_of(MatrixType type);
// Elements in one register of 32 bits, or in one of 64 for f64. A word of single bits is one.
[[nodiscard]] std::uint32_t elements_in_register(MatrixType type);

// The elements that a lane holds, in the order of its registers. mma's are the manual's; it leaves
// wmma's open, which are those of sm_80 to sm_90 (read off ptxas 13.0's machine code): tiles as
// mma's. Where a fragment has more registers than the matrix needs, they begin again.
[[nodiscard]] std::vector<MatrixElement> held_elements(MatrixShape shape, MatrixPart part,
                                                       MatrixType type, int lane);

// mma.m8n8k4 of halves: lane's elements of the one of four products that it takes part in.
// `turned`: A stored by columns, B by rows.
[[nodiscard]] std::vector<MatrixElement> quad_elements(MatrixPart part, MatrixType type,
                                                       bool turned, int lane);
[[nodiscard]] std::uint32_t quad_of(int lane);

}  // namespace lanescope::code

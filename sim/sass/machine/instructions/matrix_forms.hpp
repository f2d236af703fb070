#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/code/matrix_op.hpp"

// The matrix instructions, and who holds which element: as PTX's mma of the same shape, which ptxas
// (13.0) turns into them register by register.
namespace lanescope::sass::machine::instructions {

struct MatrixForm {
  std::string_view name;  // opcode and modifiers, without signs and SAT of whole numbers
  code::MatrixShape shape;
  code::MatrixType factor, sum;
  bool sparse = false;
};

inline constexpr std::size_t kNoForm = SIZE_MAX;
[[nodiscard]] std::size_t matrix_form_at(std::string_view name);
[[nodiscard]] const MatrixForm& matrix_form(std::size_t at);

// Of each lane's element, lane by lane: its place, A by rows, B by columns, C by rows.
struct MatrixLayout {
  std::vector<std::uint16_t> a, b, c;
  std::uint32_t a_depth = 0;  // elements of a row of A that are there
};
[[nodiscard]] const MatrixLayout& matrix_layout(std::size_t form);

}  // namespace lanescope::sass::machine::instructions

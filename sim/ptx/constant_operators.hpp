#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/ptx/constants.hpp"

namespace lanescope::ptx {

// The binary operators of PTX's constant expressions (PTX ISA 4.5.3).
enum class Operator : std::uint8_t {
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  ShiftLeft,
  ShiftRight,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
};

struct OperatorRow {
  std::string_view spelling;
  Operator op;
  int precedence;  // higher binds tighter
};

// Null when the token is no binary operator.
[[nodiscard]] const OperatorRow* binary_operator(const Token& token);

// Nothing for what has no value: division by zero, bits of floating point.
[[nodiscard]] std::optional<Constant> apply(Operator op, const Constant& a, const Constant& b);

// A 64-bit integer, as PTX types all of its integer constants (PTX ISA 4.5.1).
[[nodiscard]] Constant integer_constant(std::uint64_t bits, bool is_unsigned = false);

}  // namespace lanescope::ptx

#include "sim/ptx/constant_operators.hpp"

#include <array>
#include <bit>

namespace lanescope::ptx {
namespace {

using Kind = Constant::Kind;

// PTX ISA 4.5.3, table of operators. All group from the left.
constexpr std::array<OperatorRow, 18> kOperators{{
    {"||", Operator::LogicalOr, 1},
    {"&&", Operator::LogicalAnd, 2},
    {"|", Operator::BitOr, 3},
    {"^", Operator::BitXor, 4},
    {"&", Operator::BitAnd, 5},
    {"==", Operator::Equal, 6},
    {"!=", Operator::NotEqual, 6},
    {"<", Operator::Less, 7},
    {"<=", Operator::LessEqual, 7},
    {">", Operator::Greater, 7},
    {">=", Operator::GreaterEqual, 7},
    {"<<", Operator::ShiftLeft, 8},
    {">>", Operator::ShiftRight, 8},
    {"+", Operator::Add, 9},
    {"-", Operator::Subtract, 9},
    {"*", Operator::Multiply, 10},
    {"/", Operator::Divide, 10},
    {"%", Operator::Remainder, 10},
}};

Constant truth(bool value) { return integer_constant(value ? 1 : 0); }
Constant real(double value) {
  return {Kind::Float64, false, false, std::bit_cast<std::uint64_t>(value)};
}

// Nothing for what has no value: division by zero, and its overflow.
std::optional<std::uint64_t> divide(std::uint64_t a, std::uint64_t b, bool is_unsigned, bool rest) {
  if (b == 0) return std::nullopt;
  if (is_unsigned) return rest ? a % b : a / b;
  const auto x = static_cast<std::int64_t>(a);
  const auto y = static_cast<std::int64_t>(b);
  if (y == -1) return rest ? 0 : std::uint64_t{0} - a;
  return static_cast<std::uint64_t>(rest ? x % y : x / y);
}

std::uint64_t shift_right(std::uint64_t a, std::uint64_t count, bool is_unsigned) {
  const auto by = static_cast<int>(count < 63 ? count : 63);
  if (is_unsigned) return count > 63 ? 0 : a >> by;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(a) >> by);
}

template <typename T>
std::optional<Constant> compare(Operator op, T a, T b) {
  switch (op) {
    case Operator::Equal:
      return truth(a == b);
    case Operator::NotEqual:
      return truth(a != b);
    case Operator::Less:
      return truth(a < b);
    case Operator::LessEqual:
      return truth(a <= b);
    case Operator::Greater:
      return truth(a > b);
    case Operator::GreaterEqual:
      return truth(a >= b);
    default:
      return std::nullopt;
  }
}

std::optional<Constant> apply_integers(Operator op, const Constant& a, const Constant& b) {
  // PTX ISA 4.5.6: the result is unsigned when an operand is, but for shifts, where the left
  // operand decides.
  const bool is_unsigned = a.is_unsigned || b.is_unsigned;
  switch (op) {
    case Operator::LogicalOr:
      return truth(a.bits != 0 || b.bits != 0);
    case Operator::LogicalAnd:
      return truth(a.bits != 0 && b.bits != 0);
    case Operator::BitOr:
      return integer_constant(a.bits | b.bits, is_unsigned);
    case Operator::BitXor:
      return integer_constant(a.bits ^ b.bits, is_unsigned);
    case Operator::BitAnd:
      return integer_constant(a.bits & b.bits, is_unsigned);
    case Operator::ShiftLeft:
      return integer_constant(b.bits > 63 ? 0 : a.bits << b.bits, a.is_unsigned);
    case Operator::ShiftRight:
      return integer_constant(shift_right(a.bits, b.bits, a.is_unsigned), a.is_unsigned);
    case Operator::Add:
      return integer_constant(a.bits + b.bits, is_unsigned);
    case Operator::Subtract:
      return integer_constant(a.bits - b.bits, is_unsigned);
    case Operator::Multiply:
      return integer_constant(a.bits * b.bits, is_unsigned);
    case Operator::Divide:
    case Operator::Remainder: {
      const auto value = divide(a.bits, b.bits, is_unsigned, op == Operator::Remainder);
      if (!value) return std::nullopt;
      return integer_constant(*value, is_unsigned);
    }
    default:
      return is_unsigned ? compare(op, a.bits, b.bits) : compare(op, a.as_signed(), b.as_signed());
  }
}

std::optional<Constant> apply_reals(Operator op, double a, double b) {
  switch (op) {
    case Operator::Add:
      return real(a + b);
    case Operator::Subtract:
      return real(a - b);
    case Operator::Multiply:
      return real(a * b);
    case Operator::Divide:
      return real(a / b);
    default:
      return compare(op, a, b);
  }
}

}  // namespace

Constant integer_constant(std::uint64_t bits, bool is_unsigned) {
  return {Kind::Integer, is_unsigned, false, bits};
}

double Constant::as_double() const {
  switch (kind) {
    case Kind::Float32:
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case Kind::Float64:
      return std::bit_cast<double>(bits);
    case Kind::Integer:
      break;
  }
  return is_unsigned ? static_cast<double>(bits) : static_cast<double>(as_signed());
}

const OperatorRow* binary_operator(const Token& token) {
  if (token.kind != Token::Kind::Punctuation) return nullptr;
  for (const OperatorRow& row : kOperators) {
    if (row.spelling == token.text) return &row;
  }
  return nullptr;
}
std::optional<Constant> apply(Operator op, const Constant& a, const Constant& b) {
  if (a.kind == Kind::Integer && b.kind == Kind::Integer) return apply_integers(op, a, b);
  return apply_reals(op, a.as_double(), b.as_double());
}

}  // namespace lanescope::ptx

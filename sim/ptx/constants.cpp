#include "sim/ptx/constants.hpp"

#include "sim/ptx/constant_operators.hpp"

namespace lanescope::ptx {
namespace {

using Kind = Constant::Kind;

constexpr int kDeepest = 100;
constexpr std::uint64_t kHardwareWarpSize = 32;

class Expression {
 public:
  explicit Expression(Cursor& cursor) : cursor_(cursor) {}

  std::optional<Constant> ternary() {
    if (++depth_ > kDeepest) return too_deep();
    auto condition = binary(0);
    if (condition && cursor_.accept("?")) condition = choice(*condition);
    --depth_;
    return condition;
  }

 private:
  std::optional<Constant> choice(const Constant& condition) {
    auto yes = ternary();
    if (!yes || !cursor_.expect(":", "in a conditional expression")) return std::nullopt;
    auto no = ternary();
    if (!no) return std::nullopt;
    return condition.bits != 0 ? yes : no;
  }

  std::optional<Constant> binary(int lowest) {
    if (++depth_ > kDeepest) return too_deep();
    auto left = unary();
    while (left) {
      const OperatorRow* row = binary_operator(cursor_.peek());
      if (row == nullptr || row->precedence < lowest) break;
      const Token token = cursor_.take();
      const auto right = binary(row->precedence + 1);
      if (!right) return std::nullopt;
      left = apply(token, row->op, *left, *right);
    }
    --depth_;
    return left;
  }

  std::optional<Constant> apply(const Token& token, Operator op, const Constant& a,
                                const Constant& b) {
    const bool integers = a.kind == Kind::Integer && b.kind == Kind::Integer;
    const auto value = ptx::apply(op, a, b);
    if (!value) {
      cursor_.error(token.position, integers ? "division by zero in a constant expression"
                                             : "this operator does not work on floating point");
    }
    return value;
  }

  std::optional<Constant> unary() {
    if (++depth_ > kDeepest) return too_deep();
    std::optional<Constant> value;
    const Token token = cursor_.peek();
    if (cursor_.accept("+")) {
      value = unary();
    } else if (cursor_.accept("-") || cursor_.accept("!") || cursor_.accept("~")) {
      value = unary();
      if (value) value = negate(token, *value);
    } else {
      value = primary();
    }
    --depth_;
    return value;
  }

  std::optional<Constant> negate(const Token& token, const Constant& a) {
    if (token.is("!")) {
      const bool zero = a.kind == Kind::Integer ? a.bits == 0 : a.as_double() == 0.0;
      return integer_constant(zero ? 1 : 0);
    }
    if (token.is("~")) {
      if (a.kind == Kind::Integer) return integer_constant(~a.bits, a.is_unsigned);
      cursor_.error(token.position, "'~' does not work on floating point");
      return std::nullopt;
    }
    if (a.kind == Kind::Integer) return integer_constant(std::uint64_t{0} - a.bits, a.is_unsigned);
    Constant out = a;
    out.bits ^= a.kind == Kind::Float32 ? std::uint64_t{0x80000000} : std::uint64_t{1} << 63U;
    return out;
  }

  std::optional<Constant> primary() {
    const Token token = cursor_.peek();
    switch (token.kind) {
      case Token::Kind::Integer:
        cursor_.take();
        return integer_constant(token.bits, token.is_unsigned);
      case Token::Kind::Float32:
        cursor_.take();
        return Constant{Kind::Float32, false, false, token.bits};
      case Token::Kind::Float64:
        cursor_.take();
        return Constant{Kind::Float64, false, false, token.bits};
      default:
        break;
    }
    if (token.kind == Token::Kind::Word && token.text == kWarpSize) {
      cursor_.take();
      return Constant{Kind::Integer, false, true, kHardwareWarpSize};
    }
    if (cursor_.accept("(")) return parenthesis();
    cursor_.expected("a constant");
    return std::nullopt;
  }

  // `(1 + 2)`, or a cast: `(.u64) 3`.
  std::optional<Constant> parenthesis() {
    const bool to_unsigned = cursor_.peek().is_dotted("u64");
    if (to_unsigned || cursor_.peek().is_dotted("s64")) {
      cursor_.take();
      if (!cursor_.expect(")", "after the type of a cast")) return std::nullopt;
      auto value = unary();
      if (value && value->kind == Kind::Integer) value->is_unsigned = to_unsigned;
      return value;
    }
    auto value = ternary();
    if (!value || !cursor_.expect(")", "after an expression")) return std::nullopt;
    return value;
  }

  std::optional<Constant> too_deep() {
    cursor_.error(cursor_.peek().position, "expression nested too deeply");
    return std::nullopt;
  }

  Cursor& cursor_;
  int depth_ = 0;
};

}  // namespace

bool starts_constant(const Token& token) {
  switch (token.kind) {
    case Token::Kind::Integer:
    case Token::Kind::Float32:
    case Token::Kind::Float64:
      return true;
    case Token::Kind::Word:
      return token.text == kWarpSize;
    case Token::Kind::Punctuation:
      return token.is("(") || token.is("-") || token.is("+") || token.is("~") || token.is("!");
    default:
      return false;
  }
}

std::optional<Constant> parse_constant(Cursor& cursor) { return Expression(cursor).ternary(); }

std::optional<Constant> parse_integer(Cursor& cursor, std::string_view what) {
  if (!starts_constant(cursor.peek())) {
    cursor.expected(what);
    return std::nullopt;
  }
  const Position position = cursor.peek().position;
  const auto value = parse_constant(cursor);
  if (!value) return std::nullopt;
  if (value->kind != Constant::Kind::Integer) {
    cursor.error(position, "expected an integer, found a floating-point number");
    return std::nullopt;
  }
  return value;
}

std::optional<std::int64_t> parse_addend(Cursor& cursor) {
  if (!cursor.at("+") && !cursor.at("-")) return 0;
  // Read as one expression: the signs of its terms stand in the text, so `+ 8 - 4` is 4.
  const auto value = parse_integer(cursor, "an offset");
  if (!value) return std::nullopt;
  return value->as_signed();
}

}  // namespace lanescope::ptx

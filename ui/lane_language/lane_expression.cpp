#include "ui/lane_language/lane_expression.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "ui/lane_language/lane_values.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::lane_language {
namespace {

using Kind = LaneExpression::Kind;
using Node = LaneExpression::Node;
using Sign = LaneExpression::Sign;

struct SignRow {
  std::string_view text;
  Sign sign;
  int rank;  // binds tighter the larger it is
};
// As in C. Longer ones before those that they begin with.
constexpr std::array<SignRow, 18> kBinary{{{"||", Sign::Or, 1},
                                           {"&&", Sign::And, 2},
                                           {"==", Sign::Equal, 6},
                                           {"!=", Sign::NotEqual, 6},
                                           {"<<", Sign::ShiftLeft, 8},
                                           {">>", Sign::ShiftRight, 8},
                                           {"<=", Sign::LessEqual, 7},
                                           {">=", Sign::GreaterEqual, 7},
                                           {"<", Sign::Less, 7},
                                           {">", Sign::Greater, 7},
                                           {"|", Sign::BitOr, 3},
                                           {"^", Sign::BitXor, 4},
                                           {"&", Sign::BitAnd, 5},
                                           {"+", Sign::Plus, 9},
                                           {"-", Sign::Minus, 9},
                                           {"*", Sign::Times, 10},
                                           {"/", Sign::Divide, 10},
                                           {"%", Sign::Modulo, 10}}};
constexpr int kDeepest = 64;
constexpr std::size_t kLongest = 400;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

}  // namespace

// Precedence climbing over the table above.
class LaneParser {
 public:
  explicit LaneParser(std::string_view text) : left_(text) {}

  Result<LaneExpression> parse() {
    if (left_.size() > kLongest) return bad_input(tr("the expression is too long"));
    const auto whole = binary(0, 0);
    if (!whole) return whole.error();
    skip();
    if (!left_.empty()) return bad_input(say("'{}' does not belong there", left_));
    return std::move(out_);
  }

 private:
  using Index = std::uint32_t;

  void skip() {
    while (!left_.empty() && std::isspace(static_cast<unsigned char>(left_.front())) != 0)
      left_.remove_prefix(1);
  }
  bool take(std::string_view sign) {
    skip();
    if (!left_.starts_with(sign)) return false;
    left_.remove_prefix(sign.size());
    return true;
  }
  Index add(Node node) {
    out_.nodes_.push_back(std::move(node));
    return static_cast<Index>(out_.nodes_.size() - 1);
  }
  [[nodiscard]] Error expected(std::string_view what) {
    skip();
    return bad_input(left_.empty() ? say("{} is missing at the end", what)
                                   : say("{} is missing before '{}'", what, left_));
  }

  Result<Index> binary(int least, int depth) {
    if (depth > kDeepest) return bad_input(tr("the expression is nested too deeply"));
    auto left = unary(depth + 1);
    while (left) {
      skip();
      const auto row = std::ranges::find_if(
          kBinary, [&](const SignRow& sign) { return left_.starts_with(sign.text); });
      if (row == kBinary.end() || row->rank <= least) return left;
      left_.remove_prefix(row->text.size());
      auto right = binary(row->rank, depth + 1);
      if (!right) return right;
      left = add({Kind::Binary, row->sign, {}, {}, *left, *right});
    }
    return left;
  }

  Result<Index> unary(int depth) {
    if (depth > kDeepest) return bad_input(tr("the expression is nested too deeply"));
    constexpr std::array<std::pair<std::string_view, Sign>, 4> kUnary{
        {{"-", Sign::Minus}, {"!", Sign::Not}, {"~", Sign::BitNot}, {"+", Sign::Plus}}};
    skip();
    for (const auto& [text, sign] : kUnary) {
      if (left_.starts_with("!=") || !take(text)) continue;
      auto operand = unary(depth + 1);
      if (!operand) return operand;
      return add({Kind::Unary, sign, {}, {}, *operand, 0});
    }
    return operand(depth);
  }

  Result<Index> operand(int depth) {
    if (take("(")) {
      auto inside = binary(0, depth + 1);
      if (!inside) return inside;
      if (!take(")")) return expected(tr("a closing parenthesis"));
      return inside;
    }
    skip();
    if (!left_.empty() &&
        (std::isdigit(static_cast<unsigned char>(left_.front())) != 0 || left_.front() == '.'))
      return number();
    const std::string name = word();
    if (name.empty()) return expected(tr("a number or a name"));
    if (!take("[")) return add({Kind::Word, {}, {}, name, 0, 0});
    auto index = binary(0, depth + 1);
    if (!index) return index;
    if (!take("]")) return expected(tr("a closing bracket"));
    return add({Kind::Element, {}, {}, name, *index, 0});
  }

  // "%r5", "%tid.x", "threadIdx.x", "sdata", "ns::table"
  std::string word() {
    std::size_t length = left_.starts_with('%') ? 1 : 0;
    const auto belongs = [&](std::size_t at) {
      if (is_word(left_[at])) return true;
      if (left_[at] == '.') return at + 1 < left_.size() && is_word(left_[at + 1]);
      return left_.substr(at, 2) == "::" || (left_[at] == ':' && left_[at - 1] == ':');
    };
    while (length < left_.size() && (length > 0 || left_[0] != ':') && belongs(length)) ++length;
    std::string out(left_.substr(0, length));
    left_.remove_prefix(length);
    return out == "%" ? std::string{} : out;
  }

  Result<Index> number() {
    const std::string text(left_.substr(0, 64));
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    char* end = nullptr;
    LaneValue value;
    value.number = hex ? static_cast<long double>(std::strtoull(text.c_str(), &end, 16))
                       : std::strtold(text.c_str(), &end);
    auto length = static_cast<std::size_t>(end - text.c_str());
    value.real = !hex && text.substr(0, length).find_first_of(".eE") != std::string::npos;
    const std::string_view suffixes = value.real ? "fF" : "uUlL";
    while (length < left_.size() && suffixes.find(left_[length]) != std::string_view::npos)
      ++length;
    if (length < left_.size() && is_word(left_[length])) {
      return bad_input(say("'{}' is neither a number nor a name",
                           left_.substr(0, left_.find_first_of(" ()[]<>=!&|+-*/"))));
    }
    left_.remove_prefix(length);
    return add({Kind::Number, {}, value, {}, 0, 0});
  }

  std::string_view left_;
  LaneExpression out_;
};

Result<LaneExpression> LaneExpression::parse(std::string_view text) {
  return LaneParser(text).parse();
}

bool LaneExpression::is_condition() const {
  const Node& whole = nodes_.back();
  if (whole.kind == Kind::Unary) return whole.sign == Sign::Not;
  if (whole.kind != Kind::Binary) return false;
  return whole.sign <= Sign::And || (whole.sign >= Sign::Equal && whole.sign <= Sign::GreaterEqual);
}

Result<void> LaneExpression::check(const LaneNames& names) const {
  for (const Node& node : nodes_) {
    if (node.kind != Kind::Word && node.kind != Kind::Element) continue;
    if (auto known = check_name(names, node); !known) return known;
  }
  return {};
}

namespace {

const SignRow& row_of(Sign sign) { return *std::ranges::find(kBinary, sign, &SignRow::sign); }

// Of the node and those below it; in parentheses where a sign around it binds as tightly.
std::string written_node(const std::vector<Node>& nodes, std::uint32_t at, int around,
                         const std::function<std::string(const std::string&)>& word) {
  constexpr int kUnaryRank = 11;
  const Node& node = nodes[at];
  switch (node.kind) {
    case Kind::Number:
      return text_of(node.number, 24);
    case Kind::Word:
      return word(node.name);
    case Kind::Element:
      return fmt::format("{}[{}]", node.name, written_node(nodes, node.left, 0, word));
    case Kind::Unary: {
      const char* const sign = node.sign == Sign::Minus    ? "-"
                               : node.sign == Sign::Not    ? "!"
                               : node.sign == Sign::BitNot ? "~"
                                                           : "+";
      return sign + written_node(nodes, node.left, kUnaryRank, word);
    }
    case Kind::Binary:
      break;
  }
  const SignRow& row = row_of(node.sign);
  // As they are read: equal ranks go from left to right.
  const std::string text =
      fmt::format("{} {} {}", written_node(nodes, node.left, row.rank - 1, word), row.text,
                  written_node(nodes, node.right, row.rank, word));
  return row.rank <= around ? "(" + text + ")" : text;
}

}  // namespace

std::string written(const LaneExpression& expression,
                    const std::function<std::string(const std::string&)>& word) {
  const std::vector<Node>& nodes = expression.nodes();
  return written_node(nodes, static_cast<std::uint32_t>(nodes.size() - 1), 0, word);
}

std::string text_of(const LaneValue& value, std::size_t width) {
  if (!value.real && std::fabs(value.number) < 0x1p63L) {
    const std::string whole = fmt::format("{}", static_cast<std::int64_t>(value.number));
    if (whole.size() <= width) return whole;
  }
  const auto number = static_cast<double>(value.number);
  std::uint64_t bits = 0;
  static_assert(sizeof(bits) == sizeof(number));
  std::memcpy(&bits, &number, sizeof(bits));
  return view::value_text(ValueType::F64, bits, width);
}

}  // namespace lanescope::ui::lane_language

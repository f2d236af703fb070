#include "lab/experiment/expression.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <muParser.h>

namespace lanescope::experiment {
namespace {

// The sign follows the dividend, as in C.
double remainder_of(double a, double b) { return std::fmod(a, b); }
double round_up(double x) { return std::ceil(x); }
double round_down(double x) { return std::floor(x); }

void configure(mu::Parser* parser, const Variables& variables) {
  // It would make (i + 1) / 18 a product with 1 / 18, of which floor takes one too few.
  parser->EnableOptimizer(false);
  parser->DefineFun("ceil", round_up);
  parser->DefineFun("floor", round_down);
  parser->DefineOprt("%", remainder_of, mu::prMUL_DIV, mu::oaLEFT, true);
  for (const auto& [name, value] : variables) parser->DefineConst(name, value);
}

}  // namespace

Result<double> evaluate(std::string_view expression, const Variables& variables) {
  double value = 0.0;
  try {
    mu::Parser parser;
    configure(&parser, variables);
    parser.SetExpr(std::string(expression));
    value = parser.Eval();
  } catch (const mu::Parser::exception_type& error) {
    return bad_input(fmt::format("expression `{}`: {}", expression, error.GetMsg()));
  }
  if (!std::isfinite(value)) {
    return bad_input(fmt::format("expression `{}` has no finite value", expression));
  }
  return value;
}

Result<std::int64_t> evaluate_whole(std::string_view expression, const Variables& variables) {
  const Result<double> value = evaluate(expression, variables);
  if (!value) return value.error();
  if (*value != std::floor(*value) || std::abs(*value) > 0x1p53) {
    return bad_input(
        fmt::format("expression `{}` gives {}, and a whole number is wanted", expression, *value));
  }
  return static_cast<std::int64_t>(*value);
}

Result<std::vector<double>> evaluate_each(std::string_view expression, std::uint64_t count) {
  std::vector<double> values(count);
  try {
    mu::Parser parser;
    configure(&parser, {});
    double index = 0.0;
    parser.DefineVar("i", &index);
    parser.SetExpr(std::string(expression));
    for (std::uint64_t i = 0; i < count; ++i) {
      index = static_cast<double>(i);
      values[i] = parser.Eval();
    }
  } catch (const mu::Parser::exception_type& error) {
    return bad_input(fmt::format("expression `{}`: {}", expression, error.GetMsg()));
  }
  if (!std::ranges::all_of(values, [](double v) { return std::isfinite(v); }))
    return bad_input(fmt::format("expression `{}` has no finite value", expression));
  return values;
}

Result<std::string> substitute(std::string_view text, const Variables& variables) {
  std::string out;
  while (true) {
    const std::size_t open = text.find('{');
    out += text.substr(0, open);
    if (open == std::string_view::npos) return out;
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos)
      return bad_input(fmt::format("`{}` has no closing brace", text));
    const Result<double> value = evaluate(text.substr(open + 1, close - open - 1), variables);
    if (!value) return value.error();
    out += *value == std::floor(*value) && std::abs(*value) <= 0x1p53
               ? fmt::format("{}", static_cast<std::int64_t>(*value))
               : fmt::format("{}", *value);
    text.remove_prefix(close + 1);
  }
}

}  // namespace lanescope::experiment

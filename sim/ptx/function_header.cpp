#include "sim/ptx/function_header.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

namespace lanescope::ptx {
namespace {

// What follows a directive between a function's parameters and its body.
enum class Rest : std::uint8_t { Nothing, Numbers, Names, Text, Parenthesis };

struct HeaderDirective {
  std::string_view name;
  Rest rest;
};

// PTX ISA 11.4 (performance tuning), 11.8 (clusters), 11.3 (control flow), 5.4.8.
constexpr std::array<HeaderDirective, 18> kDirectives{{
    {"maxntid", Rest::Numbers},
    {"reqntid", Rest::Numbers},
    {"minnctapersm", Rest::Numbers},
    {"maxnctapersm", Rest::Numbers},
    {"maxnreg", Rest::Numbers},
    {"noreturn", Rest::Nothing},
    {"pragma", Rest::Text},
    {"explicitcluster", Rest::Nothing},
    {"reqnctapercluster", Rest::Numbers},
    {"maxclusterrank", Rest::Numbers},
    {"blocksareclusters", Rest::Nothing},
    {"abi_preserve", Rest::Numbers},
    {"abi_preserve_control", Rest::Numbers},
    {"abi_preserve_prealloc", Rest::Numbers},
    {"unified", Rest::Nothing},
    {"unique", Rest::Nothing},
    {"attribute", Rest::Parenthesis},
    {"abi_dependent", Rest::Names},
}};

class HeaderParser {
 public:
  HeaderParser(Cursor& cursor, Function& function, FunctionHeader& header)
      : cursor_(cursor), function_(function), header_(header) {}

  bool parse() {
    if (!directives()) return false;
    if (cursor_.at("(") && !parse_parameters(cursor_, header_.returns)) return false;
    const Token name = cursor_.expect_word("the name of a function");
    if (name.text.empty()) return false;
    header_.name = name.text;
    header_.position = name.position;
    if (cursor_.at("(") && !parse_parameters(cursor_, header_.parameters)) return false;
    return directives();
  }

 private:
  bool directives() {
    while (cursor_.at_dotted()) {
      const Token token = cursor_.peek();
      const auto row = std::find_if(kDirectives.begin(), kDirectives.end(),
                                    [&](const auto& known) { return known.name == token.text; });
      if (row == kDirectives.end()) {
        cursor_.warn(token.position,
                     fmt::format("unknown directive '.{}' passed over", token.text));
        cursor_.take();
        skip_unknown();
      } else {
        cursor_.take();
        if (!rest_of(*row)) return false;
      }
    }
    return true;
  }

  void skip_unknown() {
    while (!cursor_.at_end() && !cursor_.at("{") && !cursor_.at("}") && !cursor_.at(";") &&
           !cursor_.at_dotted()) {
      cursor_.take();
    }
  }

  bool rest_of(const HeaderDirective& row) {
    switch (row.rest) {
      case Rest::Nothing:
        return true;
      case Rest::Numbers:
        return numbers(row.name);
      case Rest::Names:
        skip_unknown();
        return true;
      case Rest::Text:
        return strings();
      case Rest::Parenthesis:
        return parenthesis();
    }
    return true;
  }

  bool numbers(std::string_view directive) {
    std::array<std::uint32_t, 3> values{1, 1, 1};
    std::size_t count = 0;
    do {
      if (cursor_.peek().kind != Token::Kind::Integer) {
        cursor_.expected(fmt::format("a number behind .{}", directive));
        return false;
      }
      const std::uint64_t value = cursor_.take().bits;
      if (count < values.size()) {
        values.at(count) = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
      }
      ++count;
    } while (cursor_.accept(","));
    if (directive == "reqnctapercluster")
      std::copy(values.begin(), values.end(), std::begin(function_.cluster));
    if (directive != "maxntid" && directive != "reqntid") return true;
    std::copy(values.begin(), values.end(), std::begin(function_.max_threads));
    function_.exact_threads = directive == "reqntid";
    return true;
  }

  // .pragma "nounroll"; has a semicolon of its own.
  bool strings() {
    do {
      if (cursor_.peek().kind != Token::Kind::String) {
        cursor_.expected("a string in quotes");
        return false;
      }
      cursor_.take();
    } while (cursor_.accept(","));
    return cursor_.expect(";", "after .pragma");
  }

  bool parenthesis() {
    if (!cursor_.expect("(", "after .attribute")) return false;
    while (!cursor_.at_end() && !cursor_.at("{") && !cursor_.at(";")) {
      if (cursor_.take().is(")")) return true;
    }
    cursor_.expected("')'");
    return false;
  }

  Cursor& cursor_;
  Function& function_;
  FunctionHeader& header_;
};

}  // namespace

bool parse_function_header(Cursor& cursor, Function& function, FunctionHeader& header) {
  return HeaderParser(cursor, function, header).parse();
}

bool parse_prototype(Cursor& cursor, Prototype& prototype) {
  Function unused;
  FunctionHeader header;
  if (!parse_function_header(cursor, unused, header)) return false;
  for (Declarator& one : header.returns) prototype.returns.push_back(std::move(one.variable));
  for (Declarator& one : header.parameters) prototype.parameters.push_back(std::move(one.variable));
  return cursor.expect(";", "after .callprototype");
}

}  // namespace lanescope::ptx

#include "sim/ptx/declarations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "sim/ptx/constants.hpp"
#include "sim/ptx/initializer.hpp"

namespace lanescope::ptx {
namespace {

constexpr std::uint32_t kLargestAlignment = 1U << 16U;

// PTX ISA 5.3: .texref and its kin are handles without a value that a program could see.
constexpr std::array<std::string_view, 3> kOpaqueTypes{"texref", "samplerref", "surfref"};
constexpr std::uint64_t kOpaqueBytes = 8;

// What the names of one declaration have in common.
struct Head {
  Space space = Space::Global;
  Type type = Type::None;
  bool opaque = false;
  std::uint32_t vector_size = 1;
  std::uint32_t alignment = 0;  // 0: not written
};

std::uint32_t vector_size_from(std::string_view word) {
  if (word == "v2") return 2;
  if (word == "v4") return 4;
  return word == "v8" ? 8 : 0;
}

std::optional<std::uint32_t> parse_alignment(Cursor& cursor) {
  const Position position = cursor.peek().position;
  if (cursor.peek().kind != Token::Kind::Integer) {
    cursor.expected("the number of bytes of .align");
    return std::nullopt;
  }
  const std::uint64_t bytes = cursor.take().bits;
  if (!std::has_single_bit(bytes) || bytes > kLargestAlignment) {
    cursor.error(position, fmt::format("alignment {} is not a power of two up to {}", bytes,
                                       kLargestAlignment));
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(bytes);
}

// .attribute(.managed): no meaning here. Parentheses don't nest (PTX ISA 5.4.8).
void skip_parenthesis(Cursor& cursor) {
  if (!cursor.accept("(")) return;
  while (!cursor.at_end() && !cursor.at(";") && !cursor.at("}")) {
    if (cursor.take().is(")")) return;
  }
}

// .ptr .global .align 4: about what a kernel's parameter points to (PTX ISA 7.1.3).
bool skip_pointer_attribute(Cursor& cursor) {
  while (cursor.at_dotted()) {
    const std::string_view word = cursor.peek().text;
    if (word == "align") {
      cursor.take();
      if (!parse_alignment(cursor)) return false;
    } else if (variable_space(word)) {
      cursor.take();
    } else {
      return true;
    }
  }
  return true;
}

bool parse_head_word(Cursor& cursor, Head& head) {
  const Token token = cursor.take();
  if (token.text == "align") {
    const auto bytes = parse_alignment(cursor);
    if (bytes) head.alignment = *bytes;
    return bytes.has_value();
  }
  if (token.text == "ptr") return skip_pointer_attribute(cursor);
  if (token.text == "attribute") {
    skip_parenthesis(cursor);
    return true;
  }
  if (const std::uint32_t lanes = vector_size_from(token.text); lanes != 0) {
    head.vector_size = lanes;
    return true;
  }
  if (std::find(kOpaqueTypes.begin(), kOpaqueTypes.end(), token.text) != kOpaqueTypes.end()) {
    head.opaque = true;
    return true;
  }
  head.type = type_from_spelling(token.text);
  if (head.type != Type::None) return true;
  cursor.error(token.position, fmt::format("unknown type '.{}'", token.text));
  return false;
}

bool parse_head(Cursor& cursor, Head& head) {
  while (cursor.at_dotted()) {
    if (!parse_head_word(cursor, head)) return false;
  }
  if (head.type != Type::None || head.opaque) return true;
  cursor.expected("a type such as .b32");
  return false;
}

// [3][4], [] or nothing. 0 stands for [], which only the first may be.
std::optional<std::vector<std::uint64_t>> parse_dimensions(Cursor& cursor) {
  std::vector<std::uint64_t> dimensions;
  while (cursor.accept("[")) {
    const Position position = cursor.peek().position;
    if (cursor.accept("]")) {
      if (!dimensions.empty()) {
        cursor.error(position, "only the first dimension of an array may be left out");
        return std::nullopt;
      }
      dimensions.push_back(0);
      continue;
    }
    const auto extent = parse_integer(cursor, "the extent of an array");
    if (!extent || !cursor.expect("]", "after the extent of an array")) return std::nullopt;
    if (extent->as_signed() < 0) {
      cursor.error(position, "the extent of an array is negative");
      return std::nullopt;
    }
    dimensions.push_back(extent->bits);
  }
  return dimensions;
}

// Bytes of the whole, or nothing when they pass 2^48.
std::optional<std::uint64_t> total_size(std::uint64_t element,
                                        const std::vector<std::uint64_t>& dimensions) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 48U;
  std::uint64_t size = element;
  for (const std::uint64_t extent : dimensions) {
    if (extent != 0 && size > kMost / extent) return std::nullopt;
    size *= extent;
  }
  return size;
}

std::optional<Declarator> parse_declarator(Cursor& cursor, const Head& head) {
  const Token name = cursor.expect_word("a name");
  if (name.text.empty()) return std::nullopt;
  auto dimensions = parse_dimensions(cursor);
  if (!dimensions) return std::nullopt;

  Declarator out;
  out.name = name.text;
  Variable& variable = out.variable;
  variable.name = name.text;
  variable.space = head.space;
  variable.type = head.type;
  variable.vector_size = head.vector_size;
  variable.position = name.position;
  const std::uint64_t scalar =
      head.opaque ? kOpaqueBytes : static_cast<std::uint64_t>(size_in_bytes(head.type));
  const std::uint64_t element = scalar * head.vector_size;
  variable.alignment = head.alignment;
  if (head.alignment == 0)
    variable.alignment = element == 0 ? 1 : static_cast<std::uint32_t>(element);
  const auto size = total_size(element, *dimensions);
  if (!size) {
    cursor.error(name.position, fmt::format("'{}' is larger than any memory", name.text));
    return std::nullopt;
  }
  variable.size = *size;
  if (!cursor.accept("=")) return out;
  if (head.vector_size > 1) dimensions->push_back(head.vector_size);
  if (!parse_initializer(cursor, variable, *dimensions)) return std::nullopt;
  return out;
}

}  // namespace

std::optional<Space> variable_space(std::string_view word) {
  for (const Space space :
       {Space::Reg, Space::Const, Space::Global, Space::Local, Space::Param, Space::Shared}) {
    if (word == spelling(space)) return space;
  }
  return std::nullopt;
}

std::vector<Declarator> parse_variables(Cursor& cursor, Space space) {
  std::vector<Declarator> out;
  Head head;
  head.space = space;
  if (!parse_head(cursor, head)) {
    cursor.skip_statement();
    return out;
  }
  do {
    auto declarator = parse_declarator(cursor, head);
    if (!declarator) {
      cursor.skip_statement();
      return out;
    }
    out.push_back(std::move(*declarator));
  } while (cursor.accept(","));
  if (!cursor.expect(";", "after the declaration")) cursor.skip_line_of(cursor.peek().position);
  return out;
}

bool parse_parameters(Cursor& cursor, std::vector<Declarator>& out) {
  if (!cursor.expect("(", "before the parameters")) return false;
  if (cursor.accept(")")) return true;
  do {
    const Token space = cursor.peek();
    Head head;
    if (!cursor.accept_dotted("param") && !cursor.accept_dotted("reg")) {
      cursor.expected(".param or .reg");
      return false;
    }
    head.space = space.text == "reg" ? Space::Reg : Space::Param;
    if (!parse_head(cursor, head)) return false;
    auto declarator = parse_declarator(cursor, head);
    if (!declarator) return false;
    out.push_back(std::move(*declarator));
  } while (cursor.accept(","));
  return cursor.expect(")", "after the parameters");
}

std::vector<RegisterDeclarator> parse_registers(Cursor& cursor) {
  std::vector<RegisterDeclarator> out;
  Head head;
  head.space = Space::Reg;
  if (!parse_head(cursor, head)) {
    cursor.skip_statement();
    return out;
  }
  do {
    RegisterDeclarator one;
    const Token name = cursor.expect_word("the name of a register");
    one.name = name.text;
    one.position = name.position;
    one.type = head.type;
    one.vector_size = head.vector_size;
    bool good = !one.name.empty();
    if (good && cursor.accept("<")) {
      good = cursor.peek().kind == Token::Kind::Integer;
      if (good) one.count = cursor.take().bits;
      if (!good) cursor.expected("how many registers");
      good = good && cursor.expect(">", "after the number of registers");
    }
    if (!good) {
      cursor.skip_statement();
      return out;
    }
    out.push_back(one);
  } while (cursor.accept(","));
  if (!cursor.expect(";", "after the declaration")) cursor.skip_line_of(cursor.peek().position);
  return out;
}

}  // namespace lanescope::ptx

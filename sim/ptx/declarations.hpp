#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sim/ptx/cursor.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::ptx {

// One name of a variable declaration (PTX ISA 5.4). `name` points into the source text.
struct Declarator {
  std::string_view name;
  Variable variable;
};

// .const, .global, .local, .param, .shared, .reg; nothing for another word.
[[nodiscard]] std::optional<Space> variable_space(std::string_view word);

// What stands behind the state space, up to the semicolon, which is taken too:
//   .align 4 .b8 table[16] = {1, 2}, other;
// After an error the names that could be read are given.
[[nodiscard]] std::vector<Declarator> parse_variables(Cursor& cursor, Space space);

// The parenthesised list of a function or a .callprototype:
//   (.param .align 8 .b8 func_retval0[16])      (.reg .u32 n, .param .b64 _)
// False after an error.
[[nodiscard]] bool parse_parameters(Cursor& cursor, std::vector<Declarator>& out);

// One name of a register declaration: %r<37> has a count, %p has none.
struct RegisterDeclarator {
  std::string_view name;
  Position position;
  Type type = Type::None;
  std::uint32_t vector_size = 1;
  std::optional<std::uint64_t> count;
};

// What stands behind .reg, the semicolon included.
[[nodiscard]] std::vector<RegisterDeclarator> parse_registers(Cursor& cursor);

}  // namespace lanescope::ptx

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sim/ptx/context.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::ptx {

// How an instruction's operands are written (PTX ISA 6).
enum class OperandShape : std::uint8_t {
  Plain,  // a, {b, c}, [d + 4], e|f
  Call,   // (returns), function, (arguments), prototype
};

// Everything between the modifiers and the semicolon. Nothing after an error. Names that may be
// defined further down go to `context.pending` and leave an Operand of kind Label without index.
[[nodiscard]] std::optional<std::vector<Operand>> parse_operands(FunctionContext& context,
                                                                 OperandShape shape);

// The operand that a known name stands for; `component` is "x" of %v.x, empty without one.
[[nodiscard]] std::optional<Operand> operand_of(const Symbol& symbol, std::string_view name,
                                                std::string_view component);

}  // namespace lanescope::ptx

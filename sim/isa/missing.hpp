#pragma once

#include <optional>
#include <string>

#include "sim/ptx/module.hpp"

namespace lanescope::isa {

// Why an instruction is left out, if the table of what is missing (missing.def) has it.
[[nodiscard]] std::optional<std::string> why_missing(const ptx::Instruction& instruction);

}  // namespace lanescope::isa

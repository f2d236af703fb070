#pragma once

#include <vector>

#include "sim/code/program.hpp"

namespace lanescope::hardware {

// For each pc of the program: it stands in a loop of the PTX that compares and swaps, exchanges, or
// reads what other threads write (volatile, acquire, relaxed) — one that may wait, or try again.
[[nodiscard]] std::vector<bool> in_waiting_loops(const code::Program& program);

[[nodiscard]] bool has_modifier(const ptx::Instruction& instruction,
                                std::initializer_list<std::string_view> any_of);

}  // namespace lanescope::hardware

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/exec/cfg.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::exec {

// A register named by an instruction, and what happens to it.
struct RegisterUse {
  std::uint32_t reg = 0;  // index into ptx::Function::registers
  bool written = false;
};
[[nodiscard]] std::vector<RegisterUse> register_uses(const ptx::Instruction& instruction);

// Whether operand 0 is where the result goes.
[[nodiscard]] bool has_destination(const ptx::Instruction& instruction);

struct Liveness {
  using Interval = std::pair<std::uint32_t, std::uint32_t>;  // half-open, positions in the body
  // By register: where its value may still be read or was just written; sorted, disjoint.
  std::vector<std::vector<Interval>> live;
  // By instruction: some register that it writes is read later (its result is of use).
  std::vector<bool> result_used;
};
[[nodiscard]] Liveness liveness(const ptx::Function& function, const ControlFlow& flow);

}  // namespace lanescope::exec

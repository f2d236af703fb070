#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/flow/cfg.hpp"
#include "sim/isa/operand_roles.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::flow {

using isa::has_destination;
using isa::register_uses;
using isa::RegisterUse;

struct Liveness {
  using Interval = std::pair<std::uint32_t, std::uint32_t>;  // half-open, positions in the body
  // By register: where its value may still be read or was just written; sorted, disjoint.
  std::vector<std::vector<Interval>> live;
  // By instruction: some register that it writes is read later (its result is of use).
  std::vector<bool> result_used;
};
[[nodiscard]] Liveness liveness(const ptx::Function& function, const ControlFlow& flow);

}  // namespace lanescope::flow

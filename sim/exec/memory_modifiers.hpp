#pragma once

#include <cstdint>
#include <string>

#include "sim/exec/code.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::exec {

// The modifiers of ld, st, atom, red, cvta, … sorted by meaning. Scopes, memory orders and cache
// hints change nothing in this machine (it is sequentially consistent) and are passed over.
struct MemoryModifiers {
  ptx::Space space = ptx::Space::Generic;
  ptx::Type type = ptx::Type::None;
  std::uint8_t vector = 1;
  bool has_atomic = false;
  AtomicKind atomic = AtomicKind::Add;
  std::string unknown;  // the first modifier that is not known
};
[[nodiscard]] MemoryModifiers memory_modifiers(const ptx::Instruction& instruction);

}  // namespace lanescope::exec

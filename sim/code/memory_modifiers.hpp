#pragma once

#include <cstdint>
#include <string>

#include "sim/code/code.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::code {

// The modifiers of ld, st, atom, red, cvta, … sorted by meaning. Cache hints change nothing and are
// passed over; scopes and memory orders tell only which accesses race (the machine is sequentially
// consistent).
struct MemoryModifiers {
  ptx::Space space = ptx::Space::Generic;
  ptx::Type type = ptx::Type::None;
  std::uint8_t vector = 1;
  bool has_atomic = false;
  AtomicKind atomic = AtomicKind::Add;
  hazards::AccessOrder order;
  std::string unknown;  // the first modifier that is not known
};
[[nodiscard]] MemoryModifiers memory_modifiers(const ptx::Instruction& instruction);

}  // namespace lanescope::code

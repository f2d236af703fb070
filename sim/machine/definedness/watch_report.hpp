#pragma once

#include <cstdint>

#include "sim/machine/definedness/definedness.hpp"
#include "sim/machine/machine.hpp"

// Undefined values that matter, in words. Private to the files watch_*.cpp.
namespace lanescope::machine {

// What is done with a value at the instruction that reports it.
enum class ValueUse : std::uint8_t { Computes, Address, Decides, Stores, Passes };

[[nodiscard]] inline UndefinedRegisters& registers_of(const Issue& issue) {
  return *issue.block.definedness->warps[issue.warp.index];
}

// The same; makes them for the warp's first undefined value.
[[nodiscard]] UndefinedRegisters& make_registers(Issue& issue);

// The undefined ones of these lanes of a slot; afterwards they are defined.
void tell_slot(Issue& issue, const code::Slot& slot, LaneMask lanes, ValueUse use);
// `lanes` of the warp use values that came as provenance[lane] says.
void tell_values(Issue& issue, LaneMask lanes, const Provenance* provenance, ValueUse use);
// The instruction itself reads undefined memory and uses it at once.
void tell_memory(Issue& issue, LaneMask lanes, events::Space space, std::uint64_t address,
                 int bytes, ValueUse use);

}  // namespace lanescope::machine

#pragma once

#include <cstdint>
#include <string_view>

#include "sim/sass/machine/memory.hpp"

namespace lanescope::sass::machine {

inline constexpr std::uint32_t kVariablesBank = 3;  // c[0x3]: __constant__ variables

// Of a function, a label or a variable, or of what the system offers.
[[nodiscard]] std::uint64_t address_of(const Machine& machine, std::string_view name);
// A block's own shared memory, and where the part begins in it that the system lends to cooperative
// groups. On hardware that lies in front; here behind, where the PTX's machine has it too.
[[nodiscard]] std::uint32_t shared_bytes(const Machine& machine);
[[nodiscard]] std::uint32_t reserved_shared_at(const Machine& machine);
// Of a block, with that part.
[[nodiscard]] std::uint32_t block_shared_bytes(const Machine& machine);

// Fills the constant banks for the launch that begins: sizes and windows, parameters, variables,
// addresses of variables and of what the system offers (system_functions.hpp).
void fill_banks(Machine& machine);
// A request for `__constant__` variables, at these offsets of their bank.
void tell_constants(Issue& issue, const Addresses& offsets, std::uint32_t bytes);

}  // namespace lanescope::sass::machine

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/sass/machine/machine.hpp"

// Functions that the compiler leaves to the driver. Code calls them by the addresses that c[0x4]
// has; arguments begin in R4, each at its alignment, a result is in R4 (observed with CUDA 13.0).
namespace lanescope::sass::machine {

enum class SystemCall : std::uint8_t { Print, Allocate, Release, FailAssertion };

[[nodiscard]] std::optional<SystemCall> system_call_named(std::string_view name);
[[nodiscard]] std::uint64_t system_call_address(SystemCall call);
[[nodiscard]] std::optional<SystemCall> system_call_at(std::uint64_t address);
// What a symbol is taken for that nothing here has: a call of it ends the run.
[[nodiscard]] std::uint64_t unknown_call_address();
// For the executed lanes, which then go on behind the call.
[[nodiscard]] Next carry_out(Issue& issue, SystemCall call);

}  // namespace lanescope::sass::machine

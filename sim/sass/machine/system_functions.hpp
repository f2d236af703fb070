#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// Functions that the compiler leaves to the driver. Code calls them by the addresses that c[0x4]
// has (observed with CUDA 13.0).
namespace lanescope::sass::machine {

enum class SystemCall : std::uint8_t { Print, Allocate, Release, FailAssertion };

[[nodiscard]] std::optional<SystemCall> system_call_named(std::string_view name);
[[nodiscard]] std::uint64_t system_call_address(SystemCall call);
[[nodiscard]] std::optional<SystemCall> system_call_at(std::uint64_t address);
// What a symbol is taken for that nothing here has: a call of it ends the run.
[[nodiscard]] std::uint64_t unknown_call_address();

}  // namespace lanescope::sass::machine

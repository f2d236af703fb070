#pragma once

#include <cstdint>
#include <string>

#include "sim/sass/machine/machine.hpp"

// What went wrong in the simulated program, as hazards (docs/CONTRACT.md, "Hazards").
namespace lanescope::sass::machine {

struct Request;

enum class BadAccess : std::uint8_t { None, OutOfBounds, Misaligned, Null, ReadOnly };

// Ends the launch: lanes that cannot do what they want to.
void fault_access(Issue& issue, const Request& request, std::uint32_t lanes, BadAccess why);
// Ends the launch for another reason; `what` follows "thread (0,0,0) of block (0,0,0) ".
Next fault(Issue& issue, std::uint32_t lanes, events::HazardKind kind, const std::string& what);
// No lane of the block can ever go on.
void report_deadlock(Machine& machine, Block& block);
void report_step_limit(Machine& machine);
// A hazard that lets the launch go on: added, or counted where one of its kind at its pcs is known.
void report(Machine& machine, const Block& block, events::Hazard hazard);

// "in[1024], 0 bytes past the end of in (1024 elements)"
[[nodiscard]] std::string describe_global(const Machine& machine, std::uint64_t address);
// "s[19]"; of a byte offset in the block's own memory.
[[nodiscard]] std::string describe_shared(const Machine& machine, const Block& block,
                                          std::uint64_t offset, int access_bytes);

}  // namespace lanescope::sass::machine

#pragma once

#include <cstdint>
#include <string>

#include "sim/events/events.hpp"
#include "sim/machine/machine.hpp"

// What went wrong in the simulated program, in words, as hazards (docs/CONTRACT.md, "Hazards").
namespace lanescope::machine {

// Adds a hazard, or counts it when one of its kind at its pcs is known; tells the listener of a
// first one. Fills launch and block, and the step unless it is known.
void report(Machine& machine, Block& block, events::Hazard hazard);
// A hazard of the current instruction, for `lanes`.
void report(Issue& issue, LaneMask lanes, events::HazardKind kind, std::string message);
// The same with everything but the threads filled in; `message` follows "thread (0,0,0) of block
// (0,0,0) ".
void report_lanes(Issue& issue, LaneMask lanes, events::Hazard hazard);

enum class BadAccess : std::uint8_t {
  OutOfBounds,
  Misaligned,
  Null,
  ReadOnly,
  NotConstant,
  Ended  // the block whose shared memory it is
};
// Ends the launch: lanes that can't do what they want to.
Next fault_access(Issue& issue, events::Space space, events::Access access, BadAccess why,
                  LaneMask lanes, int bytes, const std::uint64_t* addresses);
// Ends the launch for another reason; `what` follows "thread (0,0,0) of block (0,0,0) ".
Next fault(Issue& issue, LaneMask lanes, events::HazardKind kind, const std::string& what);

Next fault_bad_barrier(Issue& issue, std::uint64_t number);
void report_barrier_divergence(Issue& issue);
Next stop_unsupported(Issue& issue, std::string message);

// The launch can't go on: no unfinished lane of the block will ever issue.
void report_deadlock(Machine& machine, Block& block);
void report_step_limit(Machine& machine);
// Ends the run before the launch that would be one more than `most`.
void report_launch_limit(Machine& machine, std::size_t most);

// "thread (33,0,0) of block (2,0,0)"
[[nodiscard]] std::string name_thread(const Machine& machine, const Block& block, const Warp& warp,
                                      int lane);
// "in[1024], 0 bytes past the end of in (1024 elements)", "in[-1], 4 bytes before in (…)", "s[19]".
// access_bytes: of the access that is described, 0 when there is none.
// A place in another block's shared memory is told by itself: " of block (1,0,0)" goes behind it.
[[nodiscard]] std::string describe_owner(const Machine& machine, const Block& block,
                                         std::uint64_t place);
[[nodiscard]] std::string describe_address(const Machine& machine, events::Space space,
                                           std::uint64_t address, int access_bytes = 0);

}  // namespace lanescope::machine

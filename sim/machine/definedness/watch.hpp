#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/machine/machine.hpp"
#include "sim/machine/memory/access.hpp"

// What the machine calls so that reads of uninitialised memory are found (docs/CONTRACT.md,
// "Hazards"). Loads and moves never report; a value is told when it is used as an
// address, decides where lanes go, is stored alone, or was computed with and its result does one of
// these. The report names the computation (pc) and the load (other pc).
//
// Block::definedness is null without hazards; Warp::undefined is set while a register of the warp
// may have undefined bits. Callers test them, so that these functions cost nothing otherwise.
namespace lanescope::machine {

void watch_block(Machine& machine, Block& block);
void unwatch_block(Machine& machine, Block& block);

// Behind a load, before or behind a store.
void watch_loaded(Issue& issue, const code::MemoryOp& memory, const HostLanes& place,
                  LaneMask lanes);
void watch_stored(Issue& issue, const code::MemoryOp& memory, const HostLanes& place,
                  LaneMask lanes);
// Before an atomic operation.
void watch_atomic(Issue& issue, const code::AtomicOp& atomic, const HostLanes& place,
                  LaneMask lanes);
// Before lanes read and write places at once, elements of `element` bytes.
void watch_used(Issue& issue, const HostLanes& place, LaneMask lanes, int bytes, int element);
// One lane's bytes hold nothing any more.
void watch_undefined(Issue& issue, const std::byte* from, std::size_t bytes);
// One lane's bytes: they hold a defined value now, or what `from` holds.
void watch_defined(Issue& issue, const std::byte* to, std::size_t bytes);
void watch_copied(Issue& issue, const std::byte* to, const std::byte* from, std::size_t bytes);
// A system call looks at these bytes of a lane.
void watch_passed(Issue& issue, int lane, const std::byte* from, std::size_t bytes);
void watch_allocated(Machine& machine, std::uint64_t address, std::uint64_t bytes);

// Before an instruction of a warp with undefined registers: one that only computes, or another.
void watch_computing(Issue& issue, std::uint32_t pc, LaneMask executed);
void watch_operands(Issue& issue);

// Before a call's arguments are passed, before its results are. caller, frame: where the frames of
// the caller and the callee begin in the lane's local memory.
void watch_call(Issue& issue, const code::CallOp& call, const code::FunctionCode& callee,
                std::uint32_t caller, std::uint32_t frame);
void watch_return(Issue& issue, const Frame& frame);
// alloca has taken these bytes of the lanes' local memory.
void watch_allocated(Issue& issue, std::uint32_t begin, std::uint32_t end);
// A system call has given one lane its result.
void watch_result(Issue& issue, const code::CallOp& call, int lane);

// Before the results of a warp-level operation are written. sources: by lane, whose value it takes
// (in a warp without undefined registers needed only where lanes may take that of an absent one).
void watch_exchange(Issue& issue, const std::vector<const LaneGroup*>& parts);
void watch_shuffle(Issue& issue, const std::vector<const LaneGroup*>& parts,
                   const std::array<std::uint64_t, 32>& sources);

}  // namespace lanescope::machine

#pragma once

#include "sim/machine/machine.hpp"

// Barriers that live in shared memory (PTX ISA 9.7.13.15). The 8 bytes of an mbarrier, which PTX
// leaves opaque, hold here how many arrivals and bytes its phase still waits for, how many arrivals
// the next one does, and whether the phase is an odd one; a state that arrivals give is these
// bytes.
//
// try_wait without a time waits until the phase is complete: the lanes are woken by the arrival
// that completes it. test_wait never waits, as on hardware.
namespace lanescope::machine {

Next do_mbarrier(Issue& issue);

// A bulk copy that a lane has started is there: so many bytes fewer are awaited. False: the launch
// has ended.
[[nodiscard]] bool bytes_have_come(Issue& issue, int lane, std::uint64_t place,
                                   std::uint32_t bytes);

// So does what each lane of the issue has stored (st.async, red.async).
[[nodiscard]] Next tell_stored(Issue& issue, const code::AddressOperand& barrier, int bytes);

}  // namespace lanescope::machine

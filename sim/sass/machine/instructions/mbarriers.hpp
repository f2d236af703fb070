#pragma once

#include "sim/sass/machine/memory.hpp"

// Barriers that live in shared memory. Their 8 bytes are as the code of ptxas makes and reads them
// (CUDA 13.0, sm_90: mbarrier.init, mbarrier.pending_count): from bit 1 on 20 bits of arrivals of a
// phase, from bit 43 on those of the current one, both counted up to an overflow, and bit 63 says
// whether the phase is an odd one. Where the bytes that are awaited lie is our own choice: between
// the two.
namespace lanescope::sass::machine::instructions {

// What has come to the barrier at a lane's place of the request: arrivals and bytes. `drops`: as
// many arrivals fewer in the phases to come. The bytes before are returned.
struct Arrival {
  std::uint32_t count = 0;
  std::int64_t expected_bytes = 0;
  bool drops = false;
};
std::uint64_t arrive(Issue& issue, const Request& request, std::uint32_t lane,
                     const Arrival& arrival);

// At the place that an address of the machine code names; false: the launch has ended.
[[nodiscard]] bool bytes_have_come(Issue& issue, std::uint32_t lane, std::uint64_t address,
                                   std::uint64_t bytes);

}  // namespace lanescope::sass::machine::instructions

#pragma once

#include <memory>

#include "sim/machine/machine.hpp"

// call and ret, with the stack of local frames and the saving of registers in recursion.
namespace lanescope::machine {

Next do_call(Issue& issue);
Next do_return(Issue& issue);
Next do_stack(Issue& issue);
// The first byte of a lane's local memory behind what the running function has there.
[[nodiscard]] std::uint32_t local_end(const Issue& issue);

// Two groups of lanes that made the same call at different times become one: the saved registers of
// `lanes` come from `from`, the others from `into`.
[[nodiscard]] std::shared_ptr<const AlignedBytes> blend_saved(const Machine& machine,
                                                              const Frame& into, const Frame& from,
                                                              LaneMask lanes);

// Makes room for frames up to `bytes` of local memory in each thread. False: over the limit.
[[nodiscard]] bool reserve_local(Block& block, std::uint32_t bytes);

}  // namespace lanescope::machine

#pragma once

#include <cstdint>
#include <memory>

#include "sim/sass/machine/memory.hpp"

// Between the machine and the race detector (sim/hazards): what a warp does, as the detector wants
// to hear it, and what the detector finds. A warp's lanes are one thread to it: they go as the code
// says, and what __syncwarp() was between them is often not in it. Only called when Machine::races
// is set, while an instruction is carried out unless said otherwise.
namespace lanescope::sass::machine::races {

// `budget`: bytes that it may take for itself.
[[nodiscard]] std::shared_ptr<Races> make_races(std::uint64_t budget);

// Between instructions.
void order_launch(Machine& machine);
void order_block(Machine& machine, const Block& block);
// Tells who may still reach for the block's shared memory, too. Between instructions.
void order_block_end(Machine& machine, const Block& block);
void order_allocation(Machine& machine, std::uint64_t address, std::uint64_t bytes);

// Stored: what is stored is Op::src[0]. Copied: at some time until it is waited for.
enum class Manner : std::uint8_t { Plain, Stored, Copied, OfMbarrier };
// One request of a warp, checked, before it takes effect. Local memory is passed over.
void order_access(Issue& issue, const Request& request, Manner manner = Manner::Plain);
// The same of a load that was done when Machine::step was another one, since when its warp has done
// nothing that orders memory.
void order_access_at(Issue& issue, const Request& request, std::uint64_t step);

void order_fence(const Issue& issue, bool of_block);
void order_commit(const Issue& issue);
// Until `left` groups of copies may be under way.
void order_copies(const Issue& issue, std::uint32_t left);

void order_arrival(const Issue& issue, std::uint32_t barrier, bool waits);
void order_release(Machine& machine, const Block& block, std::uint32_t barrier);
// The barrier of a cluster: a warp arrives, the phase is complete, a warp goes on.
void order_cluster_arrival(const Issue& issue);
void order_cluster_release(const Issue& issue);
void order_cluster_wait(Machine& machine, const Block& block, std::uint32_t warp);
// What the warp does with the mbarrier at a place of shared memory.
enum class MbarrierDeed : std::uint8_t { Begins, Arrives, CopiesArrive, Waits };
void order_mbarrier(Issue& issue, std::uint64_t place, MbarrierDeed deed);
void order_phase(Issue& issue, std::uint64_t place);

}  // namespace lanescope::sass::machine::races

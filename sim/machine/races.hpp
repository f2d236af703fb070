#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/hazards/request.hpp"
#include "sim/machine/machine.hpp"

// Between the machine and the race detector (sim/hazards): what a warp does, as the detector wants
// to hear it, and what the detector finds, in words. Only called when Machine::races is set.
namespace lanescope::machine {

// `budget`: bytes that it may take for itself.
[[nodiscard]] std::shared_ptr<Races> make_races(std::uint64_t budget);

// One request of a warp to one space, checked, before it takes effect. Spaces that threads do not
// share are passed over.
struct Watched {
  ptx::Space space = ptx::Space::Global;
  LaneMask lanes = 0;
  const std::uint64_t* addresses = nullptr;
  int bytes = 4;  // of one lane
  bool consecutive = false;
  hazards::What what = hazards::What::Load;
  hazards::AccessOrder order;
  bool async = false;
  const code::MemoryOp* store = nullptr;  // what is stored, where that is known
  bool mbarrier = false;
};
void order_access(Issue& issue, const Watched& access);
// The same of a request that was done in an earlier step, since when its lanes have done nothing
// that orders memory.
void order_access_at(Issue& issue, const Watched& access, std::uint64_t step);

void order_launch(Machine& machine);
void order_block(Machine& machine, BlockIndex block);
// Tells who may still reach for the block's shared memory, too.
void order_block_end(Machine& machine, Block& block);
void order_allocation(Machine& machine, std::uint64_t address, std::uint64_t bytes);

// Lanes execute a warp-level operation together with the others of `meeting`.
void order_meeting(const Issue& issue, const code::WarpSyncOp& op, LaneMask lanes,
                   LaneMask meeting);
// A page's accesses are told apart in cells of so many bytes at most, from now on.
void order_cells(Machine& machine, std::uint64_t page, std::uint32_t bytes);
void order_arrival(const Issue& issue, std::uint32_t barrier, LaneMask lanes, bool waits);
void order_release(Machine& machine, const Block& block, std::uint32_t barrier);
// The barrier of a cluster: lanes arrive, the phase of the block's cluster is complete, lanes go
// on.
void order_cluster_arrival(const Issue& issue, LaneMask lanes, bool relaxed);
void order_cluster_release(Machine& machine, const Block& block);
void order_cluster_wait(const Issue& issue, LaneMask lanes);
// What one lane does with the mbarrier at `place` of shared memory (sim/events/shared_place.hpp).
enum class MbarrierDeed : std::uint8_t { Begins, Arrives, ArrivesRelaxed, CopiesArrive, Waits };
void order_mbarrier(const Issue& issue, std::uint64_t place, MbarrierDeed deed, LaneMask lanes);
void order_phase(Machine& machine, const Block& block, std::uint64_t offset);
Next do_fence(Issue& issue);
Next do_copy_group(Issue& issue);

}  // namespace lanescope::machine

#pragma once

#include "sim/machine/machine.hpp"

// Warp-level instructions: bar.warp.sync, shfl, vote, match, redux, elect (PTX ISA 9.7.9.6,
// 9.7.13), and mma (9.7.14.5.14), which names all lanes. They wait until every lane named in the
// member mask that has not exited executes the same operation, here or elsewhere. ipdom can't wait:
// its lanes go alone, with a hazard.
namespace lanescope::machine {

// Groups that wait for named lanes look again: lanes have exited.
void wake_warp_syncs(Warp& warp);

// The current group is about to issue a warp-level operation. False: named lanes are missing, the
// group waits (AtWarpSync) and nothing was issued. Groups that wait at the same pc have become part
// of the current one; those elsewhere have their results.
[[nodiscard]] bool warp_sync_ready(Issue& issue);

Next do_warp_sync(Issue& issue);

// A matrix instruction that reads or writes memory is about to: tells of lanes that have not come.
void meet_for_matrix(Issue& issue, const code::WarpSyncOp& op);

// Stops the run: the instruction only makes sense in warps of 32 threads.
Next refuse_warp_size(Issue& issue);

// Waiting groups name lanes that are being let go from a join: the mask was wrong.
void report_named_lanes(Machine& machine, Block& block, const Warp& warp, LaneMask lanes);

}  // namespace lanescope::machine

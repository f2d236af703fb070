#pragma once

#include "sim/flow/cfg.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::flow {

// Fills the loops, joins and scopes of a function whose blocks are connected.
//
// Lanes that part meet again at the immediate post-dominator, with two kinds of lanes left out,
// because they drop out of what the others wait for (as hardware drops them out of its convergence
// barriers):
//   threads that end: a branch to a lone `ret` of a kernel, or to `exit` or `trap` anywhere, is the
//     end of those threads and not a path that must be waited for;
//   lanes that leave a loop: those that part inside a loop meet inside it, even when some path
//     between is a `break`. A branch that leaves a loop itself meets outside of it.
//
// ControlFlow::reconvergence_of is what hardware makes of that: lanes wait at a convergence barrier
// (BSYNC) that they joined (BSSY) at the branch, or in front of the loop that they leave there.
// That works where nothing else leads into what lies between branch and post-dominator; ptxas sets
// up no barrier for other branches (as between the cases of a switch that share code, in a loop
// that one of them continues).
void find_reconvergence(const ptx::Function& function, ControlFlow& flow);

}  // namespace lanescope::flow

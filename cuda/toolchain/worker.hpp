#pragma once

namespace lanescope::cuda {

// The body of the hidden command `lanescope worker`: serves compile requests that arrive on file
// descriptor 3 until the other end closes it. Returns the exit status. Also ends, with everything
// it has started, when the parent is gone.
int run_worker();

}  // namespace lanescope::cuda

#pragma once

#include "sim/machine/machine.hpp"

namespace lanescope::machine {

// cp.async.bulk and cp.reduce.async.bulk. Another unit of the hardware makes these copies: no
// counter of requests has them.
Next do_bulk_copy(Issue& issue);

}  // namespace lanescope::machine

#pragma once

#include "sim/machine/machine.hpp"

namespace lanescope::machine {

// ldmatrix, stmatrix, wmma.load, wmma.store.
template <Recording R>
Next do_matrix_move(Issue& issue);

}  // namespace lanescope::machine

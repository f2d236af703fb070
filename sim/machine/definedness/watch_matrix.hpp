#pragma once

#include <cstddef>
#include <functional>

#include "sim/code/matrix_op.hpp"
#include "sim/code/slot.hpp"
#include "sim/machine/machine.hpp"

// Undefined values in matrices (see watch.hpp).
namespace lanescope::machine {

// Before a product's results are written: an element of d is undefined where c's is, or anything of
// the row and the column that it is made of.
void watch_matrices(Issue& issue, const code::MatrixOp& op, LaneMask lanes);

// One register of a matrix that was loaded.
struct LoadedRegister {
  const code::Slot& slot;
  std::size_t number, units, unit_bytes, registers;
};
// Where a unit of a lane's register lies in the host's memory.
using UnitPlace = std::function<const std::byte*(int lane, std::size_t unit)>;

// Behind the load of a register by the issue's lanes.
void watch_matrix_loaded(Issue& issue, const LoadedRegister& loaded, const UnitPlace& place);
// Before a register is stored: what of it is undefined is told.
void watch_matrix_stored(Issue& issue, const code::Slot& slot);

}  // namespace lanescope::machine

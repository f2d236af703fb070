#pragma once

#include "sim/machine/machine.hpp"

// call and ret, with the stack of local frames and the saving of registers in recursion.
namespace lanescope::machine {

Next do_call(Issue& issue);
Next do_return(Issue& issue);

}  // namespace lanescope::machine

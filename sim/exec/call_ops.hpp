#pragma once

#include "sim/exec/machine.hpp"

// call and ret, with the stack of local frames and the saving of registers in recursion.
namespace lanescope::exec {

Next do_call(Issue& issue);
Next do_return(Issue& issue);

}  // namespace lanescope::exec

#pragma once

#include "sim/machine/machine.hpp"

// ld, st, cp.async, atom, red, cvta, isspacep and mov of frame addresses.
namespace lanescope::machine {

template <Recording R>
Next do_load(Issue& issue);
template <Recording R>
Next do_store(Issue& issue);
template <Recording R>
Next do_async_copy(Issue& issue);
template <Recording R>
Next do_atomic(Issue& issue);

Next do_kernel_parameter(Issue& issue);
Next do_frame_address(Issue& issue);
Next do_change_space(Issue& issue);
Next do_is_space(Issue& issue);

}  // namespace lanescope::machine

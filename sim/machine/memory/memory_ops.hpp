#pragma once

#include "sim/machine/machine.hpp"

// ld, st, cp.async, atom, red, cvta, isspacep and mov of frame addresses.
namespace lanescope::machine {

template <Recording R>
Next do_load(Issue& issue);
template <Recording R>
Next do_store(Issue& issue);
// Without a look whether they are rows of words (row_access.hpp).
template <Recording R>
Next load_any(Issue& issue);
template <Recording R>
Next store_any(Issue& issue);
template <Recording R>
Next do_async_copy(Issue& issue);
template <Recording R>
Next do_atomic(Issue& issue);

Next do_kernel_parameter(Issue& issue);
// A kernel's parameter, extended by its type; 0 where the launch has none.
[[nodiscard]] std::uint64_t kernel_parameter(const engine::Launch& launch, std::size_t offset,
                                             int bytes, bool sign);
Next do_frame_address(Issue& issue);
Next do_change_space(Issue& issue);
Next do_is_space(Issue& issue);

}  // namespace lanescope::machine

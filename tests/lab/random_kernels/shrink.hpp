#pragma once

#include <functional>

#include "tests/lab/random_kernels/kernel.hpp"

namespace lanescope::test::random_kernels {

// The kernel without the statements that can be left out while `still` holds, which is asked for
// each try.
[[nodiscard]] Kernel shrunk(Kernel kernel, const std::function<bool(const Kernel&)>& still);

}  // namespace lanescope::test::random_kernels

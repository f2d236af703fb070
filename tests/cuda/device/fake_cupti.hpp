#pragma once

#include "cuda/device/cupti.hpp"

// A CUPTI of our own: two instructions of a kernel `ones` of two warps.
//   0x10  an instruction without memory    0x20  STG.E: 2 requests, 64 lanes, 8 sectors
namespace lanescope::cuda::test {

// Its calls count and fail with those of fake_driver() (Fake::calls, fail_at, code).
[[nodiscard]] device::Cupti fake_cupti();

}  // namespace lanescope::cuda::test

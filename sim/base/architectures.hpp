#pragma once

#include <cstdint>
#include <span>

namespace lanescope {

// What differs between the GPUs' multiprocessors (SMs). CUDA C++ Programming Guide, "Technical
// specifications per compute capability" (13.0; 7.0 and 7.2 from 12.9, the last to list them; 10.1
// is what 13.0 calls 11.0; 8.8 is not in the table and has the figures that cuda_occupancy.h 13.0
// gives it). Blocks and shared memory agree with cuda_occupancy.h 13.0 in every row.
struct Architecture {
  std::uint32_t sm;                            // 90: sm_90, and sm_90a
  std::uint32_t max_warps, max_blocks;         // of an SM
  std::uint32_t shared_bytes;                  // of an SM, at its largest carve-out
  std::uint32_t shared_optin_bytes_per_block;  // static and dynamic, after opting in
  // Barriers of an SM, where they limit its blocks: from compute capability 9.0 on
  // (cuda_occupancy.h 13.0, cudaOccMaxBlocksPerSMBlockBarrierLimit); 0 before.
  std::uint32_t barriers = 0;
};
[[nodiscard]] std::span<const Architecture> architectures();  // ascending

// Null for one that is not in the table.
[[nodiscard]] const Architecture* find_architecture(std::uint32_t sm);

// What a block may have everywhere, without opting in.
inline constexpr std::uint32_t kSharedBytesOfAnyBlock = 48 * 1024;

}  // namespace lanescope

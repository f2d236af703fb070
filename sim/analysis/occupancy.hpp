#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::analysis {

// What one SM offers (sim/base/architectures.hpp; granularities: CUDA occupancy calculator,
// cuda_occupancy.h).
struct SmLimits {
  std::uint32_t max_warps = 64, max_blocks = 32, max_threads_per_block = 1024;
  std::uint32_t registers = 65536, register_granularity = 256, max_registers_per_thread = 255;
  std::uint32_t warp_granularity = 4;
  std::uint32_t shared_bytes = 233472, shared_granularity = 128, shared_reserved_per_block = 1024;
  std::uint32_t shared_optin_per_block = 232448;
  std::uint32_t barriers = 64;  // 0: they limit no blocks
};
// An Error for an architecture that is not in the table (sm_70 … sm_121).
[[nodiscard]] Result<SmLimits> sm_limits(std::string_view arch);

enum class Limiter : std::uint8_t { Warps, Blocks, Registers, Shared, Barriers };
[[nodiscard]] std::string_view spelling(Limiter limiter);

struct Occupancy {
  std::uint32_t registers_per_thread = 16, shared_bytes_per_block = 0, barriers_per_block = 0;
  std::uint32_t blocks_per_sm = 0, warps_per_sm = 0, warps_per_block = 0;
  double theoretical = 0.0;  // resident warps / max warps
  std::uint32_t limit_warps = 0, limit_blocks = 0, limit_registers = 0, limit_shared = 0,
                limit_barriers = 0;  // blocks per SM
  // Those whose limit equals blocks_per_sm; barriers only where they let in fewer than
  // limit_blocks.
  std::vector<Limiter> limiters;
};
// docs/CONTRACT.md, "Occupancy": registers = max(16, the cubin's). Barriers are the cubin's, too;
// 0: none, or not known.
[[nodiscard]] Occupancy occupancy(const SmLimits& sm, std::uint32_t threads_per_block,
                                  std::uint32_t registers_per_thread,
                                  std::uint32_t shared_bytes_per_block,
                                  std::uint32_t barriers_per_block = 0);

}  // namespace lanescope::analysis

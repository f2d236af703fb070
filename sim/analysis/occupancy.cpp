#include "sim/analysis/occupancy.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "sim/base/architectures.hpp"

namespace lanescope::analysis {
namespace {

constexpr std::uint32_t kWarpSize = 32;
// Registers are handed out by each of an SM's four sub-partitions (cuda_occupancy.h).
constexpr std::uint32_t kSubPartitions = 4;

std::uint32_t round_up(std::uint32_t value, std::uint32_t granularity) {
  return (value + granularity - 1) / granularity * granularity;
}

// Blocks whose registers an SM holds at once.
std::uint32_t register_limit(const SmLimits& sm, std::uint32_t warps_per_block,
                             std::uint32_t registers_per_thread) {
  const std::uint32_t per_warp =
      round_up(registers_per_thread * kWarpSize, sm.register_granularity);
  // A block is launched only if its warps, as if spread evenly over the sub-partitions, fit the SM.
  if (registers_per_thread > sm.max_registers_per_thread ||
      std::uint64_t{per_warp} * round_up(warps_per_block, sm.warp_granularity) > sm.registers) {
    return 0;
  }
  const std::uint32_t warps = sm.registers / kSubPartitions / per_warp * kSubPartitions;
  return warps / warps_per_block;
}

std::uint32_t shared_limit(const SmLimits& sm, std::uint32_t bytes_per_block) {
  if (bytes_per_block > sm.shared_optin_per_block) return 0;
  const std::uint32_t used =
      round_up(bytes_per_block, sm.shared_granularity) + sm.shared_reserved_per_block;
  return used == 0 ? sm.max_blocks : std::min(sm.max_blocks, sm.shared_bytes / used);
}

std::uint32_t barrier_limit(const SmLimits& sm, std::uint32_t barriers_per_block) {
  if (sm.barriers == 0 || barriers_per_block == 0) return sm.max_blocks;
  return std::min(sm.max_blocks, sm.barriers / barriers_per_block);
}

}  // namespace

Result<SmLimits> sm_limits(std::string_view arch) {
  // The letter of sm_90a or sm_100f names instructions, not another SM.
  std::string_view plain = arch;
  if (!plain.empty() && (plain.back() == 'a' || plain.back() == 'f')) plain.remove_suffix(1);
  const auto known = architectures();
  const auto row = std::ranges::find_if(
      known, [&](const Architecture& one) { return fmt::format("sm_{}", one.sm) == plain; });
  if (row == known.end()) {
    std::string names;
    for (const Architecture& one : known)
      names += fmt::format("{}sm_{}", names.empty() ? "" : ", ", one.sm);
    return bad_input(
        fmt::format("no occupancy figures for the architecture '{}'; known are {}", arch, names));
  }
  SmLimits limits;
  limits.max_warps = row->max_warps;
  limits.max_blocks = row->max_blocks;
  limits.shared_bytes = row->shared_bytes;
  limits.shared_optin_per_block = row->shared_optin_bytes_per_block;
  limits.barriers = row->barriers;
  if (plain.starts_with("sm_7")) {
    limits.shared_granularity = 256;
    limits.shared_reserved_per_block = 0;
  }
  return limits;
}

std::string_view spelling(Limiter limiter) {
  switch (limiter) {
    case Limiter::Warps:
      return "warps";
    case Limiter::Blocks:
      return "blocks";
    case Limiter::Registers:
      return "registers";
    case Limiter::Shared:
      return "shared";
    case Limiter::Barriers:
      return "barriers";
  }
  return "unknown";
}

Occupancy occupancy(const SmLimits& sm, std::uint32_t threads_per_block,
                    std::uint32_t registers_per_thread, std::uint32_t shared_bytes_per_block,
                    std::uint32_t barriers_per_block) {
  Occupancy result;
  result.registers_per_thread = std::max(16U, registers_per_thread);
  result.shared_bytes_per_block = shared_bytes_per_block;
  result.barriers_per_block = barriers_per_block;
  result.warps_per_block = std::max(1U, round_up(threads_per_block, kWarpSize) / kWarpSize);
  const bool launchable = threads_per_block > 0 && threads_per_block <= sm.max_threads_per_block;
  result.limit_warps = launchable ? sm.max_warps / result.warps_per_block : 0;
  result.limit_blocks = sm.max_blocks;
  result.limit_registers = register_limit(sm, result.warps_per_block, result.registers_per_thread);
  result.limit_shared = shared_limit(sm, shared_bytes_per_block);
  result.limit_barriers = barrier_limit(sm, barriers_per_block);
  result.blocks_per_sm = std::min({result.limit_warps, result.limit_blocks, result.limit_registers,
                                   result.limit_shared, result.limit_barriers});
  result.warps_per_sm = result.blocks_per_sm * result.warps_per_block;
  result.theoretical = static_cast<double>(result.warps_per_sm) / static_cast<double>(sm.max_warps);
  const auto note = [&](Limiter limiter, std::uint32_t limit) {
    if (limit == result.blocks_per_sm) result.limiters.push_back(limiter);
  };
  note(Limiter::Warps, result.limit_warps);
  note(Limiter::Blocks, result.limit_blocks);
  note(Limiter::Registers, result.limit_registers);
  note(Limiter::Shared, result.limit_shared);
  if (result.limit_barriers < result.limit_blocks) note(Limiter::Barriers, result.limit_barriers);
  return result;
}

}  // namespace lanescope::analysis

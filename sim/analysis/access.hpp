#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/engine/plan.hpp"
#include "sim/events/counters.hpp"
#include "sim/trace/trace.hpp"

namespace lanescope::analysis {

// One global or local request taken apart, for the Global memory panel.
struct SectorUse {
  std::uint64_t sector = 0;      // address / 32
  std::uint32_t used_bytes = 0;  // distinct bytes that active lanes touch, of 32
  std::uint32_t byte_mask = 0;   // bit b: byte b of the sector is touched
  LaneMask lanes = 0;
  std::uint32_t passes = 1;  // an atomic's: the most lanes on one word of it; the sum is counted
};
struct GlobalRequest {
  std::vector<SectorUse> sectors;  // ascending
  events::SectorCounters counters;
  std::uint32_t lines = 0;  // distinct 128-byte lines
};
[[nodiscard]] GlobalRequest explain_global(const trace::Access& access);
// A texture fetch: one request, although the trace has an access for each texel that it filters.
[[nodiscard]] GlobalRequest explain_fetch(std::span<const trace::Access> texels);

// Whether the addresses of this space are those of buffers: a texture's texels lie in one.
[[nodiscard]] constexpr bool lies_in_buffers(events::Space space) {
  return space == events::Space::Global || space == events::Space::Texture;
}

// Adds what the accesses of one instruction count.
void count_step(std::span<const trace::Access> accesses, events::Counters& to);

// One shared request taken apart into groups and wavefronts (docs/CONTRACT.md, "Wavefronts and bank
// conflicts").
struct Wavefront {
  std::uint32_t group = 0;           // 0: first (half, quarter) warp
  LaneMask lanes = 0;                // lanes served
  std::vector<std::uint32_t> words;  // word indices (byte offset / 4) served, one a bank
};
struct SharedRequest {
  std::vector<Wavefront> wavefronts;  // in order of service
  std::uint32_t groups = 0;
  std::uint32_t worst_bank = 0;  // a bank with the most distinct words
  std::uint32_t degree = 0;      // that number, per group
  events::BankCounters counters;
};
[[nodiscard]] SharedRequest explain_shared(const trace::Access& access);

// The block of the cluster whose shared memory a request of `block` goes to; nothing: its own.
[[nodiscard]] std::optional<Dim3> other_block_of(const engine::Launch& launch, BlockIndex block,
                                                 const trace::Access& access);

}  // namespace lanescope::analysis

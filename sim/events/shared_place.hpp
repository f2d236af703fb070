#pragma once

#include <cstdint>

// Addresses in the shared memory of a cluster's blocks. Those below kSharedPlaces are byte offsets
// in the accessing block's own memory; the memory of the block with rank r follows from
// (r + 1) * kSharedPlaces on, so that an address names its block and keeps its bank.
namespace lanescope::events {

inline constexpr unsigned kRankShift = 24;
inline constexpr std::uint64_t kSharedPlaces = std::uint64_t{1} << kRankShift;

[[nodiscard]] constexpr std::uint64_t place_in_cluster(std::uint32_t rank, std::uint64_t offset) {
  return (std::uint64_t{rank} + 1) << kRankShift | offset;
}
// Whether the address names a block by its rank.
[[nodiscard]] constexpr bool names_block(std::uint64_t place) { return place >= kSharedPlaces; }
// Of an address that does.
[[nodiscard]] constexpr std::uint64_t rank_of(std::uint64_t place) {
  return (place >> kRankShift) - 1;
}
[[nodiscard]] constexpr std::uint64_t offset_of(std::uint64_t place) {
  return place & (kSharedPlaces - 1);
}

}  // namespace lanescope::events

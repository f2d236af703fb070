#pragma once

#include <cstdint>

// What the memory system deals in (CUDA C++ Best Practices Guide, "Coalesced access to global
// memory" and "Shared memory and memory banks"; compute capability 5.0 on).
namespace lanescope::events {

inline constexpr std::uint64_t kWordBytes = 4;     // of a shared-memory bank, and of local memory
inline constexpr std::uint64_t kSectorBytes = 32;  // what global, local and texture memory move
inline constexpr std::uint64_t kLineBytes = 128;   // of the caches
inline constexpr std::uint64_t kSectorsOfLine = kLineBytes / kSectorBytes;
inline constexpr std::uint64_t kWordsOfSector = kSectorBytes / kWordBytes;
inline constexpr std::uint64_t kBanks = 32;
// Of local memory: word w of all of them, then word w + 1.
inline constexpr std::uint64_t kLanesOfLocalRow = 32;
// Local memory (docs/CONTRACT.md, "Words and counting rules"): byte offset in a lane's own frame,
// of a lane below kLanesOfLocalRow -> byte address in the interleaved layout.
[[nodiscard]] constexpr std::uint64_t local_sector_address(std::uint64_t offset,
                                                           std::uint64_t lane) {
  return (kLanesOfLocalRow * (offset / kWordBytes) + lane) * kWordBytes + offset % kWordBytes;
}
inline constexpr std::uint64_t kBankRowBytes = kBanks * kWordBytes;  // one word of each bank

}  // namespace lanescope::events

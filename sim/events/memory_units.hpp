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
inline constexpr std::uint64_t kBankRowBytes = kBanks * kWordBytes;  // one word of each bank

}  // namespace lanescope::events

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanescope::trace {

// The head of a trace file: magic, version (4 bytes), payload length (8), its fnv1a64 (8).
inline constexpr std::string_view kMagic = "\x89LNS\r\n\x1a\n";  // text transfers damage it visibly
inline constexpr std::uint32_t kVersion = 3;
inline constexpr std::uint32_t kOldestVersion = 2;  // that is read: without other_accesses
inline constexpr std::size_t kHeadSize = 8 + 4 + 8 + 8;

}  // namespace lanescope::trace

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::run {

// What files of ours have around their content, so that damage is found before anything is read:
//
//   magic · version · length · checksum ┆ content
//
// Numbers have 64 bits, little endian; the checksum is FNV-1a of the content.
struct SealedKind {
  std::array<unsigned char, 8> magic;
  std::uint64_t version;
  std::string_view noun, verb;  // "run", "saved": as messages name it
  std::string_view remedy;
};
[[nodiscard]] bool is_sealed(std::span<const std::byte> bytes, const SealedKind& kind);
[[nodiscard]] std::vector<std::byte> seal(std::span<const std::byte> content,
                                          const SealedKind& kind);
// The content, or an Error that says what is wrong and what to do. `name` stands in messages.
[[nodiscard]] Result<std::span<const std::byte>> content_of(std::span<const std::byte> bytes,
                                                            const SealedKind& kind,
                                                            const std::string& name);
[[nodiscard]] Error damaged(const SealedKind& kind, const std::string& name,
                            const std::string& what);

// A saved program (lab/program/saved_program.hpp), for who only wants to know whether it is one.
inline constexpr SealedKind kSavedProgram{{0x89, 'L', 'N', 'P', 0x0D, 0x0A, 0x1A, 0x0A},
                                          1,
                                          "program",
                                          "saved",
                                          "save it again with `lanescope program … --save`"};

}  // namespace lanescope::run

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

// Files that are whole or not there:
//
//   magic · layout version · checksum of the rest · the rest
namespace lanescope::ports::images {

// Written aside and renamed, so that no reader ever sees half of it. Folders are made.
[[nodiscard]] bool write_atomically(const std::filesystem::path& path,
                                    std::span<const std::byte> bytes);

[[nodiscard]] bool write_sealed(const std::filesystem::path& path, std::uint64_t magic,
                                std::span<const std::byte> payload);
// The payload; nothing of a damaged, foreign or unreadable file.
[[nodiscard]] std::optional<std::string> read_sealed(const std::filesystem::path& path,
                                                     std::uint64_t magic);

}  // namespace lanescope::ports::images

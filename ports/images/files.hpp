#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace lanescope::ports::images {

// The whole file; nothing when it is not a readable regular file or larger than that.
[[nodiscard]] std::optional<std::string> read_file(const std::filesystem::path& path,
                                                   std::uintmax_t max_bytes = std::uintmax_t{1}
                                                                              << 30U);

// Whether all of it was written.
[[nodiscard]] bool write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace lanescope::ports::images

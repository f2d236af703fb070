#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::experiment {

// Whole files. Errors (BadInput) name the file and the system's reason. A pipe or device is read up
// to 256 MiB, after which it is an Error. Text is not checked to be UTF-8. A file that is written
// replaces what was there; after an Error it may hold a part.
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::string& path);
[[nodiscard]] Result<std::string> read_text(const std::string& path);
[[nodiscard]] Result<void> write_file(const std::string& path, std::span<const std::byte> bytes);
[[nodiscard]] Result<void> write_text(const std::string& path, std::string_view text);

}  // namespace lanescope::experiment

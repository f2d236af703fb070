#pragma once

#include <string>
#include <vector>

namespace lanescope::ports::toolchain {

// The parts of "/a:/b"; empty ones are left out.
[[nodiscard]] std::vector<std::string> path_parts(const std::string& list);
// The folders in which the system's loader looks for libraries, without following the patterns of
// its configuration.
[[nodiscard]] std::vector<std::string> loader_folders();
// Where one of them has this library; empty when none has. Nothing is loaded.
[[nodiscard]] std::string find_in_loader_path(const std::string& name);

}  // namespace lanescope::ports::toolchain

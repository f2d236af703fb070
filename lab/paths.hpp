#pragma once

#include <filesystem>

namespace lanescope::lab {

// The folder of the running program.
[[nodiscard]] std::filesystem::path executable_folder();

// A file or folder of the app's data by its path under assets/, e.g. "layouts/full.json"; empty
// when there is none. Searched: LANESCOPE_ASSETS, ../assets beside the executable (build folders),
// ../share/lanescope/assets (packages), the source tree.
[[nodiscard]] std::filesystem::path find_asset(const std::filesystem::path& relative);

}  // namespace lanescope::lab

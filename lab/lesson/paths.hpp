#pragma once

#include <filesystem>
#include <string_view>

namespace lanescope::lesson {

// The folder of the running program.
[[nodiscard]] std::filesystem::path executable_folder();

// A file or folder of the app's data by its path under assets/, e.g. "layouts/full.json"; empty
// when there is none. Searched: LANESCOPE_ASSETS, ../assets beside the executable (build folders),
// ../share/lanescope/assets (packages), the source tree.
[[nodiscard]] std::filesystem::path find_asset(const std::filesystem::path& relative);

// The pinned Python packages NAME.txt: shipped in assets/python, in the source tree in
// cmake/python. Empty: there are none.
[[nodiscard]] std::filesystem::path find_pins(std::string_view name);

// The pages that explain what messages name: with the packages' data, or in the source tree. Empty:
// there are none.
[[nodiscard]] std::filesystem::path problem_pages();

// The kernels folder: LANESCOPE_KERNELS, or beside the executable (packages), or the source tree.
[[nodiscard]] std::filesystem::path kernels_folder();

}  // namespace lanescope::lesson

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::app {

// One of NVIDIA's tools that is not shipped: it comes as Python packages that are pinned by version
// and hash, from the package index that pip asks.
struct FetchedTool {
  std::string_view name;               // the word of the command line
  std::string_view words;              // what it is for
  std::string_view size;               // on disk
  std::string_view needed_file;        // there once it has been fetched, under nvidia/cu13
  std::vector<std::string_view> pins;  // NAME of cmake/python/NAME.txt, or of the package's copy
  bool headers_only = false;           // the libraries in its packages are left out
};
[[nodiscard]] const std::vector<FetchedTool>& fetched_tools();
[[nodiscard]] const FetchedTool* find_fetched_tool(std::string_view name);  // null: none

// Installs the tool under `folder`: a Python environment in folder/venv, NVIDIA's files in
// folder/nvidia/cu13, the packages' own licences in folder/licences. Nothing is fetched again where
// the same pins were fetched before. Progress goes to standard error.
[[nodiscard]] Result<void> fetch(const FetchedTool& tool, const std::filesystem::path& folder);

}  // namespace lanescope::app

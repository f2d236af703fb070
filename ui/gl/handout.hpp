#pragma once

#include <filesystem>
#include <string>

#include "ports/equipment/equipment.hpp"
#include "sim/base/result.hpp"

namespace lanescope::ui {

// A lesson to print: DIR/index.html with the text of every step, its question, and pictures of its
// panels as the program draws them (DIR/step-1-arrays.png, …); the answers come last. Returns the
// file to open.
[[nodiscard]] Result<std::filesystem::path> write_handout(const std::string& lesson,
                                                          const std::filesystem::path& folder,
                                                          const ports::Equipment& equipment);

}  // namespace lanescope::ui

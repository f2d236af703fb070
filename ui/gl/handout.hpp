#pragma once

#include <filesystem>
#include <string>

#include "ports/equipment/equipment.hpp"
#include "sim/base/result.hpp"

namespace lanescope::ui::gl {

struct HandoutOptions {
  std::filesystem::path folder;  // made where it is missing
  // With the lesson's notes on teaching, what each wrong choice would mean, and the exercises'
  // hints and solutions.
  bool for_teacher = false;
};

// A lesson to print: index.html in the folder with the text of every step beside pictures of its
// panels as the program draws them (step-1-arrays.png, …), its question, and the exercises; the
// answers come last.
// Returns the file to open.
[[nodiscard]] Result<std::filesystem::path> write_handout(
    const std::string& lesson, const HandoutOptions& options,
    const ports::equipment::Equipment& equipment);

}  // namespace lanescope::ui::gl

#pragma once

#include <filesystem>
#include <string>

#include "ports/equipment/equipment.hpp"
#include "sim/base/result.hpp"

namespace lanescope::ui::gl {

struct HandoutOptions {
  std::filesystem::path folder;  // made where it is missing
  // With the lesson's notes on teaching, and with what each wrong choice would mean.
  bool for_teacher = false;
};

// A lesson to print: index.html in the folder with the text of every step, its question, and
// pictures of its panels as the program draws them (step-1-arrays.png, …); the answers come last.
// Returns the file to open.
[[nodiscard]] Result<std::filesystem::path> write_handout(
    const std::string& lesson, const HandoutOptions& options,
    const ports::equipment::Equipment& equipment);

}  // namespace lanescope::ui::gl

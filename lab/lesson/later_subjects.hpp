#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/base/result.hpp"

namespace lanescope::lesson {

// A subject that has its place in the course, and no lesson yet.
struct LaterSubject {
  std::string behind;  // the id of the lesson that it goes on from
  std::string title;
  std::string about;  // a sentence or two
  std::string now;    // what there is of it already, "lanescope program"; empty: nothing
};

// Those of `later.toml` in the kernels folder, in the order in which they stand there; none where
// there is no such file. Errors name file and line.
[[nodiscard]] Result<std::vector<LaterSubject>> later_subjects(const std::filesystem::path& folder);

}  // namespace lanescope::lesson

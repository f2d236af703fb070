#pragma once

#include <map>
#include <string>

#include "lab/lesson/lesson.hpp"

namespace lanescope::test {

// The values with which a rung's cycles are measured, by the size's name: "first", those that fill
// a GPU, "large", where it has them, and two between by whole factors, "small" and "middle". And
// "other", for what is measured after the model was fixed: half way to those that fill a GPU, with
// half of each other power of two (the block size), or twice where that is too small.
[[nodiscard]] std::map<std::string, lesson::ParameterValues> sizes_of(const lesson::Rung& rung);

}  // namespace lanescope::test

#pragma once

#include <string>
#include <vector>

#include "lab/lesson/lesson.hpp"
#include "ports/toolchain/compiler.hpp"

namespace lanescope::lab {

struct ClaimVerdict {
  std::string lesson, claim;
  double stated = 0.0, found = 0.0;
  bool holds = false;
  std::string problem;  // when it could not be computed
};
[[nodiscard]] std::vector<ClaimVerdict> check(const Lesson& lesson, ports::Compiler& compiler);

}  // namespace lanescope::lab

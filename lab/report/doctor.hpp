#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ports/toolchain/tool.hpp"

namespace lanescope::report {

// One thing that Lanescope uses and found on this machine, or did not.
struct Examined {
  enum class Topic { Gpu, Compiler, Screen, Lessons } topic = Topic::Compiler;
  std::string name;    // "NVRTC"
  std::string found;   // where, or what; empty: missing
  std::string remedy;  // what to do about it, or why nothing has to be done
};
// For `lanescope doctor` and the Device panel, in the order in which they are shown. Looks at files
// only: nothing is loaded or started.
struct LessonsFound {
  std::size_t count = 0;
  std::string problem;              // why none were read
  std::vector<std::string> broken;  // what is wrong with those that were not read
};
[[nodiscard]] std::vector<Examined> examine(const std::vector<ports::toolchain::Tool>& tools,
                                            const LessonsFound& lessons);

}  // namespace lanescope::report

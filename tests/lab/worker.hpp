#pragma once

#include <cstdlib>
#include <string>
#include <vector>

namespace lanescope::test {

// The compiler's worker: the program that LANESCOPE_PROGRAM names (ctest sets it). Without it none,
// rather than this test program again.
[[nodiscard]] inline std::vector<std::string> worker_command() {
  const char* program = std::getenv("LANESCOPE_PROGRAM");
  return program == nullptr ? std::vector<std::string>{"/bin/false"}
                            : std::vector<std::string>{program, "worker"};
}

}  // namespace lanescope::test

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::cuda::toolchain {

struct ProcessOutput {
  bool started = false;
  int status = -1;         // exit status; 128 + signal when one ended it
  bool timed_out = false;  // it was ended because of ProcessLimits
  std::string output;      // stdout and stderr together
};
// 0: unlimited.
struct ProcessLimits {
  double seconds = 0.0;
  std::uint64_t memory_bytes = 0;  // address space
  std::size_t output_bytes = 0;
};

// Runs a tool to its end, or to its limits. Without limits only the worker process waits like this:
// its parent keeps the time.
[[nodiscard]] ProcessOutput run_process(const std::vector<std::string>& command,
                                        const ProcessLimits& limits = {});

}  // namespace lanescope::cuda::toolchain

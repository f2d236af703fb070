#pragma once

#include <string>
#include <vector>

#include "lab/program/program_run.hpp"
#include "sim/base/result.hpp"

namespace lanescope::app {

// The GPU that a program runs on: the first one. Missing: there is none, or no libcudart.so.13 of
// NVIDIA's, with the remedy.
struct ProgramGpu {
  std::string device;   // "NVIDIA H200"
  std::string runtime;  // the folder of NVIDIA's libcudart.so.13
};
[[nodiscard]] Result<ProgramGpu> find_program_gpu();

// The same executable with NVIDIA's libcudart: its PTX is compiled for the GPU by the driver. Its
// standard input is empty, and what it prints is compared with `output`.
[[nodiscard]] Result<program::GpuRun> run_on_gpu(const ProgramGpu& gpu,
                                                 const std::string& executable,
                                                 const std::vector<std::string>& arguments,
                                                 const std::string& output);

}  // namespace lanescope::app

#pragma once

#include "app/options.hpp"

// The commands of the program (docs/CONTRACT.md, "Command line"). Each returns the exit status, has
// written its result to standard output or to --out, and everything else to standard error.
namespace lanescope::app {

[[nodiscard]] int run_command(const CommandLine& line);
// A whole CUDA program, built by nvcc, with its kernels on the model.
[[nodiscard]] int program_command(const CommandLine& line);
[[nodiscard]] int list_command();
[[nodiscard]] int check_command(const CommandLine& line);
// 0: all are solved; 1: one is not; 2: one cannot be read.
[[nodiscard]] int judge_command(const CommandLine& line);
// 0: the model runs every kernel of the file; 1: it lacks instructions of one.
[[nodiscard]] int supported_command(const CommandLine& line);
[[nodiscard]] int sweep_command(const CommandLine& line);
// Times of the GPU for the lessons' rungs, as a file that Timings reads
// (lab/hardware/measurements.hpp).
[[nodiscard]] int measure_command(const CommandLine& line);
[[nodiscard]] int export_command(const CommandLine& line);
// The program's own processes: one compiles, one runs kernels on the GPU.
[[nodiscard]] int worker_command();
[[nodiscard]] int gpu_worker_command();
// One of NVIDIA's tools into the user's data folder (app/fetch.hpp), after showing NVIDIA's terms.
[[nodiscard]] int fetch_command(const CommandLine& line);
[[nodiscard]] int doctor_command();
// Compiles every shipped rung into a folder of images that need no compiler; used by the build.
[[nodiscard]] int precompile_command(const CommandLine& line);
[[nodiscard]] int predisassemble_command(const CommandLine& line);
[[nodiscard]] int gui_command(const CommandLine& line);
[[nodiscard]] int shot_command(const CommandLine& line);
// A lesson as HTML with a picture of each step.
[[nodiscard]] int handout_command(const CommandLine& line);

}  // namespace lanescope::app

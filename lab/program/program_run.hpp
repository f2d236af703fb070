#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/program/gpu_times.hpp"
#include "lab/run/run_model.hpp"
#include "runtime/record/record.hpp"

namespace lanescope::program {

// How the program's process ended.
struct Ending {
  int status = 0;  // its own; of a signal 128 + its number, as shells say it
  int signal = 0;  // 0: none ended it
};

// The same program, run on a GPU.
struct GpuRun {
  std::string device;
  Ending ending;
  bool same_output = false;
  GpuTimes times;
};
// "on the NVIDIA H200: the same output, exit status 0; 4 launches timed, 0.0213 ms; 61.2 us from
// the first copy or kernel to the last, 20 % of the GPU's busy time overlapped"
[[nodiscard]] std::string gpu_words(const GpuRun& run);

struct LaunchRun {
  std::shared_ptr<const run::ModelRun> run;
  std::uint64_t stream = 0;
  runtime::record::HostPlace place;
  std::size_t index = 0;                     // in the record
  std::optional<double> gpu_milliseconds{};  // where it was run and timed there, too
};

// Of a launch: it faulted, waited for ever, or has a hazard of severity `error`.
[[nodiscard]] bool has_error(const run::ModelRun& run);

// Everything that is told of a program that ran.
struct ProgramRun {
  std::vector<std::string> files;
  std::string arch;
  std::string engine = "ptx";  // that executed the kernels; or sass
  Ending ending;
  std::vector<LaunchRun> launches;
  runtime::record::Record record;  // its launches are those above
  std::optional<GpuRun> gpu;       // set_gpu

  // The same program on a GPU: the host's launches get their times, and the GPU's activities the
  // numbers that their launches have in the record.
  void set_gpu(GpuRun run);
  [[nodiscard]] bool reached_limit() const;     // a launch was stopped by --max-steps
  [[nodiscard]] bool lacked_something() const;  // PTX, machine code, an instruction
  [[nodiscard]] bool has_errors() const;        // of severity `error`, or a crash
};

// Decodes the kernels once more and gives each launch its run, as far as the record goes.
// `folder`: the program's working directory; places below it are told without it.
[[nodiscard]] ProgramRun read_program(std::vector<std::string> files, std::string arch,
                                      Ending ending, runtime::record::Record record,
                                      const std::string& folder);

inline constexpr int kMissing = 121, kLimitReached = 122, kNotCompiled = 120;
// The exit status of `lanescope program` (docs/CONTRACT.md, "Whole programs"). `on_error`: of
// --error-exitcode.
[[nodiscard]] int exit_status(const ProgramRun& program, std::optional<int> on_error);
// What the model found: 0, 1 for an error, 121 or 122.
[[nodiscard]] int model_status(const ProgramRun& program);

}  // namespace lanescope::program

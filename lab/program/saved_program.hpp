#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/experiment.hpp"
#include "lab/program/program_run.hpp"
#include "ports/toolchain/compile_types.hpp"
#include "sim/base/result.hpp"

namespace lanescope::program {

struct SourceFile {
  std::string name, text;
};

// A program that ran, as `lanescope program … --save` writes it, sealed (lab/run/sealed_file.hpp):
//
//   architecture · folder · status, signal · arguments · names and texts of sources
//   ┆ the record (runtime/record, lines of JSON) ┆ contents (runtime/contents.hpp)
//   ┆ where it ran on a GPU, too: device · status, signal · same output · lines (gpu_times.hpp)
//
// Each launch of it is an experiment with its true inputs. Counters are not read from it: a launch
// is run again, and counted then.
struct SavedProgram {
  std::vector<SourceFile> sources;
  std::vector<std::string> arguments;
  std::string folder;  // the working directory it had
  ProgramRun run;
  // Pieces of what arrays held, by the numbers that record::Content has.
  std::vector<std::byte> contents;
  std::vector<std::span<const std::byte>> chunks;  // of `contents`

  [[nodiscard]] const runtime::record::Launch* find_launch(std::size_t index) const;
};

struct ProgramToSave {
  std::vector<SourceFile> sources;
  std::vector<std::string> arguments;
  std::string arch, folder;
  Ending ending;
  std::string_view record;
  std::span<const std::byte> contents;
  const GpuRun* gpu = nullptr;  // as it was before ProgramRun::set_gpu
};
[[nodiscard]] std::vector<std::byte> saved_program_bytes(const ProgramToSave& program);
[[nodiscard]] bool is_saved_program(std::span<const std::byte> bytes);
// Any bytes give a program or an Error that says what is wrong and what to do. `name` stands in it.
[[nodiscard]] Result<std::shared_ptr<const SavedProgram>> read_saved_program(
    std::span<const std::byte> bytes, const std::string& name);

struct SavedLaunch {
  experiment::Experiment experiment;
  std::shared_ptr<const ports::toolchain::Compiled> compiled;
  std::uint64_t steps = 0;       // warp instructions that it took in the program
  bool by_machine_code = false;  // whose instructions these are; else the PTX's
};
// Launches are counted from 0, in the order of their issue. The arrays are those of the device
// then, at their addresses; what a kernel's malloc gave out, and textures, are not kept.
[[nodiscard]] Result<SavedLaunch> launch_of(const SavedProgram& program, std::size_t index);
// "step<16>(float*, const float*, int)" or, shortened, "step<16>".
[[nodiscard]] std::string kernel_title(const runtime::record::Launch& launch);

// Whether a source has a `main`: a whole program, and not kernels alone.
[[nodiscard]] bool has_main(std::string_view source);

}  // namespace lanescope::program

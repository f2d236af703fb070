#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/lesson/lesson.hpp"
#include "lab/run/prepare.hpp"
#include "ports/toolchain/disassembler.hpp"

namespace lanescope::lesson {

// A text in place of the exercise's kernel.
struct Attempt {
  Exercise exercise;
  std::vector<ParameterValues> trials;  // the lesson's, where the exercise has none of its own
  std::string source;
  std::string file_name = {};  // what messages call it; empty: the exercise's own file
};
struct ExerciseVerdict {
  bool compiled = false, solved = false;
  bool compiler_missing = false;  // why it did not compile, whatever its text
  std::string problem;            // the first thing that is wrong, when not solved
  struct Trial {
    ParameterValues values;
    std::string problem;    // what is wrong with this run; empty: nothing
    bool detected = false;  // it is an error of the run, not a wrong result
  };
  std::vector<Trial> trials;  // `set` first; empty when it does not compile
  std::vector<bool> goals;    // which are reached; empty when the first run did not finish
};
// What the runs of an attempt have: `set` of the exercise first, then the trials. Values that the
// exercise's kernel does not know are left out, others that it has are the initial ones.
[[nodiscard]] std::vector<ParameterValues> trials_of(const Attempt& attempt);
// Whoever judges says how an experiment is prepared; nothing: it was cancelled.
using Preparer = std::function<std::optional<run::PrepareResult>(const experiment::Experiment&)>;
// Nothing when cancelled. `disassembler`, for goals about modelled time: without it, or where it
// reads nothing, these are not reached, and the verdict says what is missing.
[[nodiscard]] std::optional<ExerciseVerdict> judge(
    const Attempt& attempt, const Preparer& prepare,
    const ports::toolchain::Disassembler* disassembler = nullptr,
    const std::atomic<bool>* cancel = nullptr);
[[nodiscard]] ExerciseVerdict judge(const Attempt& attempt, ports::toolchain::Compiler& compiler,
                                    const ports::toolchain::Disassembler* disassembler = nullptr);
[[nodiscard]] ExerciseVerdict judge(const Lesson& lesson, const Exercise& exercise,
                                    const std::string& source, ports::toolchain::Compiler& compiler,
                                    const ports::toolchain::Disassembler* disassembler = nullptr);

}  // namespace lanescope::lesson

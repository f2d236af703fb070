#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "lab/lesson/exercise.hpp"
#include "lab/lesson/lesson.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"
#include "ports/toolchain/disassembler.hpp"

namespace lanescope::lesson {

// Runs experiments behind the user interface: one thread; a newer request replaces an older one.
// For each request, results arrive in this order: a PrepareFailure, or the window's run (complete
// == false), then the whole run. The image of the last source is kept, so a change of parameters
// compiles nothing.
//
// A window's run that has begun is brought to its end and delivered although a newer request waits,
// unless it takes longer than `patience`: while a slider is dragged, pictures go on coming however
// fast the drag.
class Runner {
 public:
  // For so many seconds a window's run that has begun goes on although a newer request waits.
  static constexpr double kPatience = 0.5;

  // Which must outlive the runner. Without a disassembler what wants machine code fails, and so do
  // goals of exercises about modelled time.
  explicit Runner(ports::toolchain::Compiler& compiler,
                  const ports::toolchain::Disassembler* disassembler = nullptr,
                  double patience = kPatience);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // Returns the request's number, ascending. Unless machine code is needed the run does not wait
  // for it, and is without registers where there is none yet.
  std::uint64_t submit(experiment::Experiment experiment, trace::Window window,
                       run::Need need = run::Need::MachineCode);
  // Only the whole run's counters, without a trace. Gives way to any newer request.
  std::uint64_t submit_counters(experiment::Experiment experiment);

  // Images that need no compiler: experiments that ask for the same source and options get this
  // one, unless it lacks machine code that they need. The last eight are kept.
  void provide(const experiment::Experiment& experiment,
               std::shared_ptr<const ports::toolchain::Compiled> compiled);

  // Judges an attempt at an exercise. Gives way to any newer request.
  std::uint64_t submit_attempt(Attempt attempt);

  struct Update {
    std::uint64_t request = 0;
    std::variant<std::shared_ptr<const run::ModelRun>, run::PrepareFailure, ExerciseVerdict> result;
  };
  // What has arrived since the last call, oldest first; never blocks. Of a request that a newer one
  // has replaced there is at most its window's run.
  [[nodiscard]] std::optional<Update> poll();
  // Waits until nothing is under way (scripts, shots, tests).
  void wait();
  [[nodiscard]] bool busy() const;
  // "compiling", "running", "checking", "" (idle); for the status line.
  [[nodiscard]] std::string activity() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lanescope::lesson

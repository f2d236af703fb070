#pragma once

#include <string>
#include <string_view>

#include "app/options.hpp"
#include "lab/experiment/experiment.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/run/saved_run.hpp"

namespace lanescope::app {

// What the words of a command line mean, files read. Compiles nothing.
// The saved run that the target is; nothing when it is something else.
[[nodiscard]] Result<std::optional<run::SavedRun>> saved_run_of(const RunArguments& arguments);
// Compiled, or out of the saved run.
[[nodiscard]] run::PrepareResult prepare_run(const RunArguments& arguments,
                                             const experiment::Experiment& experiment,
                                             ports::toolchain::Compiler& compiler,
                                             run::Need need = run::Need::MachineCode);
// Says so when a saved run's kernel no longer does what was recorded.
void tell_difference(const RunArguments& arguments, const run::ModelRun& run);
// A file that is only compiled: no launch.
[[nodiscard]] Result<experiment::Experiment> file_to_look_at(const RunArguments& arguments);
[[nodiscard]] Result<experiment::Experiment> make_experiment(const RunArguments& arguments);
// Who names a number wants it for short launches too.
[[nodiscard]] engine::Cores cores_of(const RunArguments& arguments);

// Whether the target is a file; else it is LESSON/RUNG.
[[nodiscard]] bool is_file(const RunArguments& arguments);

// "8", "8,4", "8,4,2"; `option` stands in the message.
[[nodiscard]] Result<Dim3> parse_dim3(std::string_view text, std::string_view option);

}  // namespace lanescope::app

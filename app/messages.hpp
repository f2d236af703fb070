#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/options.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"

namespace lanescope::app {

// To standard error. One that cannot be written to changes nothing else of what the program does.
void tell_text(std::string_view text);
template <typename... Values>
void tell(fmt::format_string<Values...> words, Values&&... values) {
  tell_text(fmt::format(words, std::forward<Values>(values)...));
}
// What the simulated program printed, and what went wrong in it, on standard error.
void tell_run(const run::ModelRun& run);

// `place: message`, or `lanescope: message` without a place, on standard error; the exit status.
int complain(const Error& error);
int complain(const run::PrepareFailure& failure);
void warn(const std::vector<ports::toolchain::Diagnostic>& diagnostics);

// For commands that have no use of a GPU: an Error when one is asked for.
[[nodiscard]] Result<void> check_gpu(const RunArguments& arguments);

// Time is that of machine code, on a machine that has a description.
[[nodiscard]] Result<void> check_engine(const EngineArguments& arguments);

// Writes to `path`, or to standard output when it is empty or "-".
[[nodiscard]] Result<void> write_output(const std::string& path, const std::string& text);

}  // namespace lanescope::app

#include <algorithm>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/experiment.hpp"
#include "app/messages.hpp"
#include "lab/run/coverage.hpp"

namespace lanescope::app {

int supported_command(const CommandLine& line) {
  const Result<experiment::Experiment> experiment = file_to_look_at(line.run);
  if (!experiment) return complain(experiment.error());
  const std::unique_ptr<ports::toolchain::Compiler> compiler = equipment().compiler();
  const run::CoverageResult result = run::coverage(*experiment, *compiler);
  if (const auto* failed = std::get_if<run::PrepareFailure>(&result)) return complain(*failed);
  const auto& kernels = std::get<std::vector<run::KernelCoverage>>(result);
  std::string text;
  for (const run::KernelCoverage& kernel : kernels)
    text += fmt::format(
        "{}\t{}\n", kernel.name,
        kernel.missing.empty() ? "yes" : fmt::format("{}", fmt::join(kernel.missing, ",")));
  if (const Result<void> written = write_output("", text); !written)
    return complain(written.error());
  const bool all = std::ranges::all_of(
      kernels, [](const run::KernelCoverage& kernel) { return kernel.missing.empty(); });
  return all ? 0 : 1;
}

}  // namespace lanescope::app

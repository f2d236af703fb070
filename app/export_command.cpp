#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/experiment.hpp"
#include "app/messages.hpp"
#include "lab/experiment/file.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/report/exit_status.hpp"
#include "lab/report/host_program.hpp"
#include "lab/run/saved_run.hpp"
#include "sim/analysis/export.hpp"

namespace lanescope::app {
namespace {

// Beyond it a trace viewer no longer helps; later steps are left out.
constexpr std::uint64_t kMostTicks = 4'000'000;

Result<void> write(const run::ModelRun& run, const ExportArguments& wanted,
                   const trace::Window& window) {
  if (wanted.format == "trace") {
    const auto bytes = run::saved_run_bytes(run, window);
    return bytes ? experiment::write_file(wanted.out, *bytes) : Result<void>(bytes.error());
  }
  if (wanted.format == "program") {
    const Result<std::string> text = report::host_program(run);
    return text ? write_output(wanted.out, *text) : Result<void>(text.error());
  }
  errno = 0;
  std::ofstream out(wanted.out, std::ios::binary);
  if (out && wanted.format == "chrome") analysis::write_chrome_json(run.plan(), *run.trace, out);
  if (out && wanted.format == "kanata") analysis::write_kanata(run.plan(), *run.trace, out);
  if (out && wanted.format == "csv") analysis::write_csv(run.plan(), *run.trace, out);
  out.close();
  if (out) return {};
  return bad_input(fmt::format("cannot be written: {}", std::strerror(errno)), wanted.out);
}

}  // namespace

int export_command(const CommandLine& line) {
  const ExportArguments& wanted = line.export_;
  const Result<experiment::Experiment> experiment = make_experiment(wanted.run);
  if (!experiment) return complain(experiment.error());
  const std::unique_ptr<ports::toolchain::Compiler> compiler = equipment().compiler();
  // The studio shows the machine code of a saved run, too.
  const bool saved = wanted.format == "trace";
  run::PrepareResult result = prepare_run(wanted.run, *experiment, *compiler,
                                          saved ? run::Need::MachineCode : run::Need::Ptx);
  if (const auto* failed = std::get_if<run::PrepareFailure>(&result)) return complain(*failed);
  if (Result<void> ok = check_gpu(wanted.run); !ok) return complain(ok.error());
  run::RunOptions options;
  // The studio records one block of a launch.
  const bool program = wanted.format == "program";
  options.recording = program ? engine::Recording::Counters : engine::Recording::Full;
  options.window =
      saved ? trace::Window{} : trace::Window{BlockIndex(0), ~std::uint32_t{0}, kMostTicks};
  const auto run =
      run::run_model(std::get<std::shared_ptr<const run::Prepared>>(std::move(result)), options);
  tell_run(*run);
  tell_difference(wanted.run, *run);
  if (!saved && !program && run->trace->tick_count() < run->machine_steps) {
    tell("lanescope: {} of {} warp instructions are in the export\n", run->trace->tick_count(),
         run->machine_steps);
  }
  if (Result<void> written = write(*run, wanted, options.window); !written)
    return complain(written.error());
  return report::exit_status(*run);
}

}  // namespace lanescope::app

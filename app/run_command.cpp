#include <algorithm>
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "app/equipment.hpp"
#include "app/experiment.hpp"
#include "app/gpu_target.hpp"
#include "app/messages.hpp"
#include "lab/experiment/file.hpp"
#include "lab/experiment/npy.hpp"
#include "lab/lesson/lesson_experiment.hpp"
#include "lab/report/exit_status.hpp"
#include "lab/report/report_json.hpp"
#include "lab/report/report_text.hpp"
#include "lab/run/machine_code_run.hpp"
#include "lab/run/model_time.hpp"

namespace lanescope::app {
namespace {

struct Dump {
  std::string buffer, path;
};

Result<std::vector<Dump>> read_dumps(const std::vector<std::string>& words,
                                     const std::vector<run::PlannedBuffer>& buffers) {
  std::vector<Dump> dumps;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
      return bad_input(fmt::format("--dump {}: BUFFER=FILE is wanted", word));
    }
    Dump dump{word.substr(0, equals), word.substr(equals + 1)};
    if (std::ranges::find(buffers, dump.buffer, &run::PlannedBuffer::name) == buffers.end()) {
      std::string list;
      for (const run::PlannedBuffer& buffer : buffers)
        list += (list.empty() ? "" : ", ") + buffer.name;
      return bad_input(fmt::format("--dump {}: there is no buffer `{}` (there are: {})", word,
                                   dump.buffer, list.empty() ? "none" : list));
    }
    dumps.push_back(std::move(dump));
  }
  return dumps;
}

Result<void> write_dump(const Dump& dump, const run::ModelRun& run) {
  const auto buffer = std::ranges::find(run.buffers, dump.buffer, &run::BufferResult::name);
  if (buffer == run.buffers.end())
    return bad_input(fmt::format("--dump: no buffer `{}`", dump.buffer));
  if (dump.path.ends_with(".npy"))
    return experiment::write_file(dump.path, experiment::write_npy(buffer->type, buffer->bytes));
  return experiment::write_file(dump.path, buffer->bytes);
}

engine::Recording recording(const std::string& word) {
  if (word == "none") return engine::Recording::None;
  return word == "full" ? engine::Recording::Full : engine::Recording::Counters;
}

// Machine code tells the registers of the report: it is made while the model runs.
class MachineCode {
 public:
  MachineCode(const run::Prepared& prepared, ports::toolchain::Compiler& compiler)
      : compiler_(compiler) {
    if (prepared.compiled->is_assembled) return;
    ticket_ = compiler_.submit(run::compile_request(prepared.experiment));
    result_ = compiler_.poll(*ticket_);  // which begins it
  }

  // Waits for it. False where the assembler refuses the kernel, which is told.
  bool add_to(run::ModelRun* run) {
    if (!ticket_) return true;
    while (!result_) result_ = compiler_.poll(*ticket_, std::chrono::seconds(1));
    if (!result_->ok()) {
      complain(run::PrepareFailure{result_->error(), result_->failure().diagnostics});
      return result_->failure().diagnostics.empty();
    }
    std::vector<ports::toolchain::Diagnostic> news = result_->value().warnings;
    std::erase_if(news, [&](const ports::toolchain::Diagnostic& warning) {
      return std::ranges::find(run->prepared->compiled->warnings, warning) !=
             run->prepared->compiled->warnings.end();
    });
    warn(news);
    run->prepared = run::with_machine_code(*run->prepared, std::move(*result_).value());
    return true;
  }

 private:
  ports::toolchain::Compiler& compiler_;
  std::optional<ports::toolchain::Compiler::Ticket> ticket_;  // none: it is there already
  std::optional<ports::toolchain::CompileResult> result_;
};

// The report is written whatever happened; an output that cannot be written is bad usage.
int finish(const run::ModelRun& run, const hardware::GpuReport* gpu, const RunOutput& output,
           const std::vector<Dump>& dumps) {
  tell_run(run);
  if (const auto* failed = gpu == nullptr ? nullptr : std::get_if<ports::device::GpuFailure>(gpu))
    complain(failed->error);
  int status = gpu == nullptr ? report::exit_status(run) : report::exit_status(run, *gpu);
  const std::string report =
      output.report == "json" ? report::report_json(run, gpu) : report::report_text(run, gpu);
  if (const Result<void> written = write_output(output.out, report); !written) {
    status = complain(written.error());
    if (!output.out.empty()) static_cast<void>(write_output("", report));
  }
  for (const Dump& dump : dumps) {
    if (const Result<void> written = write_dump(dump, run); !written)
      status = complain(written.error());
  }
  return status;
}

GpuTarget::Count counters(const RunArguments& arguments) {
  if (arguments.gpu_counters == "none") return GpuTarget::Count::None;
  return arguments.gpu_counters == "code" ? GpuTarget::Count::InTheKernel : GpuTarget::Count::All;
}

// With the time that it takes, where that is asked for and the run has ended.
Result<void> add_time(const RunArguments& arguments, run::ModelRun* run) {
  if (!arguments.time || run->outcome != engine::Outcome::Finished) return {};
  auto time =
      run::time_of(*run->prepared, arguments.machine,
                   arguments.caches == "warm" ? timing::Caches::Warm : timing::Caches::Cold);
  if (!time) return time.error();
  run->time = std::make_shared<const run::ModelTime>(std::move(*time));
  return {};
}

}  // namespace

int run_command(const CommandLine& line) {
  if (const Result<void> ok = check_engine(line.run); !ok) return complain(ok.error());
  const Result<experiment::Experiment> experiment = make_experiment(line.run);
  if (!experiment) return complain(experiment.error());
  const std::unique_ptr<ports::toolchain::Compiler> compiler = equipment().compiler();
  run::PrepareResult result =
      prepare_run(line.run, *experiment, *compiler,
                  line.run.by_machine_code() ? run::Need::MachineCode : run::Need::Ptx);
  if (const auto* failed = std::get_if<run::PrepareFailure>(&result)) return complain(*failed);
  auto prepared = std::get<std::shared_ptr<const run::Prepared>>(std::move(result));
  warn(prepared->compiled->warnings);
  if (line.run.by_machine_code()) {
    auto machine_code = run::by_machine_code(*prepared, equipment().disassembler());
    if (!machine_code) return complain(machine_code.error());
    prepared = std::move(*machine_code);
  }
  const Result<std::vector<Dump>> dumps = read_dumps(line.output.dumps, prepared->buffers);
  if (!dumps) return complain(dumps.error());
  Result<GpuTarget> gpu = GpuTarget::open(line.run, *compiler);
  if (!gpu) return complain(gpu.error());
  run::RunOptions options;
  options.recording = recording(line.output.record);
  options.hazards = line.output.hazards;
  options.cores = cores_of(line.run);
  MachineCode machine_code(*prepared, *compiler);
  const auto run = run::run_model(prepared, options);
  const bool assembled = machine_code.add_to(run.get());
  if (const Result<void> timed = add_time(line.run, run.get()); !timed)
    return complain(timed.error());
  tell_difference(line.run, *run);
  const std::optional<hardware::GpuReport> beside = gpu->run(*run, counters(line.run));
  const int status = finish(*run, beside ? &*beside : nullptr, line.output, *dumps);
  return assembled ? status : 2;
}

}  // namespace lanescope::app

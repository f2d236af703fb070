#include "lab/program/program_run.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "lab/program/recorded_kernels.hpp"
#include "lab/run/model_time.hpp"

namespace lanescope::program {
namespace {

using runtime::record::ProblemKind;

// Of machine code, which tells the registers.
std::vector<analysis::Occupancy> occupancy_of(const runtime::record::Launch& launch,
                                              const RecordedKernels::Found& kernel,
                                              const std::string& arch) {
  const auto limits = analysis::sm_limits(arch);
  const auto image = std::ranges::find(kernel.compiled->kernels, launch.kernel,
                                       &ports::toolchain::KernelImage::mangled);
  if (!limits || image == kernel.compiled->kernels.end() || !image->resources) return {};
  const auto number = [](int value) { return static_cast<std::uint32_t>(value); };
  return {analysis::occupancy(
      *limits, static_cast<std::uint32_t>(launch.block.count()),
      number(image->resources->registers_per_thread),
      number(image->resources->static_shared_bytes) + launch.dynamic_shared_bytes,
      number(image->resources->barriers))};
}

// Nothing where the machine's name is not known here.
std::shared_ptr<const run::ModelTime> time_of(const runtime::record::Launch& launch) {
  if (!launch.time) return nullptr;
  const auto machine = timing::machine(launch.time->machine);
  if (!machine) return nullptr;
  return std::make_shared<const run::ModelTime>(run::ModelTime{*machine, {launch.time->timing}});
}

std::shared_ptr<const run::Prepared> prepared(const runtime::record::Launch& launch,
                                              const RecordedKernels::Found& kernel,
                                              const ProgramRun& program) {
  auto plan = std::make_shared<engine::Plan>();
  plan->engine = kernel.engine;
  plan->launches = {
      {kernel.program, launch.grid, launch.block, launch.dynamic_shared_bytes, {}, launch.cluster}};
  auto made = std::make_shared<run::Prepared>();
  made->experiment.source.file_name = program.files.empty() ? "" : program.files.front();
  made->experiment.arch = program.arch;
  made->experiment.launches = {
      {launch.kernel, launch.grid, launch.block, launch.dynamic_shared_bytes, {}, launch.cluster}};
  made->compiled = kernel.compiled;
  made->plan = std::move(plan);
  made->occupancy = occupancy_of(launch, kernel, program.arch);
  return made;
}

std::shared_ptr<const run::ModelRun> run_of(const runtime::record::Launch& launch,
                                            const RecordedKernels::Found& kernel,
                                            const ProgramRun& program, std::uint64_t id) {
  auto made = std::make_shared<run::ModelRun>();
  made->id = id;
  made->prepared = prepared(launch, kernel, program);
  made->outcome = launch.outcome;
  made->complete = launch.outcome != engine::Outcome::Running;
  made->unsupported = launch.outcome == engine::Outcome::Unsupported ? launch.unsupported : "";
  made->counters_by_pc = {launch.counters_by_pc(kernel.program->size())};
  made->printed.text = launch.printed;
  made->seconds = launch.seconds;
  made->machine_steps = launch.steps;
  made->time = time_of(launch);
  const auto is_known = [&](Pc pc) {
    return pc == events::kNoPc || pc.value < kernel.program->size();
  };
  for (const events::Hazard& hazard : launch.hazards) {
    if (is_known(hazard.pc) && is_known(hazard.other_pc)) run::add_hazard(hazard, made.get());
  }
  return made;
}

bool has_outcome(const ProgramRun& program, engine::Outcome outcome) {
  return std::ranges::any_of(program.launches, [outcome](const LaunchRun& launch) {
    return launch.run->outcome == outcome;
  });
}

// Of a graph a kernel runs each time that the graph does, of another kernel whenever that launches
// it: neither is a launch of the host's.
bool is_of_host(const runtime::record::Record& record, const runtime::record::Launch& launch) {
  if (launch.parent) return false;
  return launch.call >= record.calls.size() ||
         record.calls[launch.call].name.find("GraphLaunch") == std::string::npos;
}

std::string launches_words(const std::map<std::size_t, double>& milliseconds) {
  double sum = 0.0;
  for (const auto& [launch, one] : milliseconds) sum += one;
  return fmt::format(
      "{} timed, {:.4g} ms",
      milliseconds.size() == 1 ? "1 launch" : fmt::format("{} launches", milliseconds.size()), sum);
}

std::string activities_words(const std::vector<GpuActivity>& activities) {
  const GpuSums sums = sums_of(activities);
  return fmt::format(
      "{:.1f} us from the first copy or kernel to the last, {:.0f} % of the GPU's busy time "
      "overlapped",
      sums.span, sums.overlapped_percent());
}

}  // namespace

bool has_error(const run::ModelRun& run) {
  if (run.outcome == engine::Outcome::Fault || run.outcome == engine::Outcome::Deadlock)
    return true;
  return std::ranges::any_of(run.hazards, [](const events::Hazard& hazard) {
    return hazard.severity == events::Severity::Error;
  });
}

std::string gpu_words(const GpuRun& run) {
  std::string words =
      fmt::format("on the {}: {} output, ", run.device, run.same_output ? "the same" : "another");
  words += run.ending.signal != 0 ? fmt::format("ended by signal {}", run.ending.signal)
                                  : fmt::format("exit status {}", run.ending.status);
  if (!run.times.milliseconds.empty()) words += "; " + launches_words(run.times.milliseconds);
  if (!run.times.activities.empty()) words += "; " + activities_words(run.times.activities);
  return words;
}

void ProgramRun::set_gpu(GpuRun on_gpu) {
  gpu = std::move(on_gpu);
  std::vector<std::size_t> numbers;  // in the record, of the host's launches
  for (std::size_t i = 0; i < record.launches.size(); ++i) {
    if (is_of_host(record, record.launches[i])) numbers.push_back(i);
  }
  const auto number_of = [&](std::size_t host_launch) {
    return host_launch < numbers.size() ? std::optional(numbers[host_launch]) : std::nullopt;
  };
  for (GpuActivity& activity : gpu->times.activities) {
    if (activity.launch) activity.launch = number_of(*activity.launch);
  }
  for (LaunchRun& launch : launches) {
    const auto host = std::ranges::lower_bound(numbers, launch.index);
    if (host == numbers.end() || *host != launch.index) continue;
    const auto found =
        gpu->times.milliseconds.find(static_cast<std::size_t>(host - numbers.begin()));
    if (found != gpu->times.milliseconds.end()) launch.gpu_milliseconds = found->second;
  }
}

bool ProgramRun::reached_limit() const { return has_outcome(*this, engine::Outcome::StepLimit); }

bool ProgramRun::lacked_something() const {
  return has_outcome(*this, engine::Outcome::Unsupported) ||
         std::ranges::any_of(record.problems, [](const runtime::record::Problem& problem) {
           return problem.kind == ProblemKind::NoPtx || problem.kind == ProblemKind::NoMachineCode;
         });
}

bool ProgramRun::has_errors() const {
  return std::ranges::any_of(launches,
                             [](const LaunchRun& launch) { return has_error(*launch.run); }) ||
         std::ranges::any_of(record.problems, [](const runtime::record::Problem& problem) {
           return problem.severity == events::Severity::Error;
         });
}

ProgramRun read_program(std::vector<std::string> files, std::string arch, Ending ending,
                        runtime::record::Record record, const std::string& folder) {
  ProgramRun program;
  program.files = std::move(files);
  program.arch = std::move(arch);
  program.ending = ending;
  program.record = std::move(record);
  if (!program.record.machine_code.empty()) program.engine = "sass";
  RecordedKernels kernels(program.record, program.files, folder);
  std::size_t index = 0;
  for (const runtime::record::Launch& launch : program.record.launches) {
    const std::size_t its_index = index++;
    const RecordedKernels::Found kernel = kernels.find(launch.module, launch.kernel);
    if (!kernel.program) continue;
    program.launches.push_back({run_of(launch, kernel, program, program.launches.size() + 1),
                                launch.stream, launch.place, its_index});
  }
  return program;
}

int model_status(const ProgramRun& program) {
  if (program.lacked_something()) return kMissing;
  if (program.reached_limit()) return kLimitReached;
  return program.has_errors() ? 1 : 0;
}

int exit_status(const ProgramRun& program, std::optional<int> on_error) {
  const int model = model_status(program);
  if (model == kMissing || model == kLimitReached) return model;
  return model != 0 && on_error ? *on_error : program.ending.status;
}

}  // namespace lanescope::program

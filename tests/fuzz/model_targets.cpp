#include <array>
#include <memory>

#include "lab/experiment/experiment.hpp"
#include "lab/run/prepare.hpp"
#include "lab/run/run_model.hpp"
#include "sim/code/program.hpp"
#include "sim/machine/execution.hpp"
#include "sim/machine/ptx_engine.hpp"
#include "sim/ptx/parser.hpp"
#include "sim/ptx/printer.hpp"
#include "sim/trace/file_head.hpp"
#include "sim/trace/reader.hpp"
#include "sim/trace/writer.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/lab/ptx_kernels.hpp"

// PTX, its execution, and recorded traces.
namespace lanescope::fuzz_test {
namespace {

std::vector<std::string> ptx_seeds() {
  std::vector<std::string> seeds = files_of("bench/data", ".ptx");
  for (const char* folder : {"tests/sim/ptx/data", "tests/sim/machine/data"}) {
    for (std::string& text : files_of(folder, ".ptx")) seeds.push_back(std::move(text));
  }
  seeds.emplace_back(test::kAddPtx);
  return seeds;
}

std::vector<std::shared_ptr<const code::Program>> programs_of(std::string_view text) {
  const auto module = std::make_shared<const ptx::Module>(ptx::parse(text));
  std::vector<std::shared_ptr<const code::Program>> programs;
  for (const ptx::Function& function : module->functions) {
    for (const ptx::Instruction& one : function.body) {
      if (ptx::print(*module, function, one).empty()) fail("an instruction is printed as nothing");
    }
    if (!function.is_entry) continue;
    if (auto program = code::Program::decode(module, function.name)) programs.push_back(*program);
  }
  return programs;
}

void read_ptx(std::string_view bytes) {
  for (const auto& program : programs_of(bytes)) static_cast<void>(program->uncovered());
}

// Each kernel, as many parameters as it has: the address of a small buffer, or what lies behind it.
void run_ptx(std::string_view bytes) {
  constexpr std::uint64_t kBytes = 4096, kMemory = 1U << 24U, kSteps = 20000;
  for (const auto& program : programs_of(bytes)) {
    auto plan = std::make_shared<engine::Plan>();
    plan->engine = &machine::ptx_engine();
    plan->options.max_steps = kSteps;
    plan->options.max_memory = kMemory;
    plan->buffers.push_back({"data", kBytes, 4, nullptr, false});
    engine::Launch launch{program, {2, 1, 1}, {48, 1, 1}, 0, {}};
    const std::uint64_t address = plan->address_of(0).value;
    launch.parameters.resize(program->parameter_bytes());
    for (std::size_t at = 0; at < launch.parameters.size(); ++at)
      launch.parameters[at] = static_cast<std::byte>(address >> (at % 8 * 8));
    plan->launches.push_back(std::move(launch));
    if (!engine::validate(*plan)) continue;
    engine::ExecutionOptions options;
    options.recording = engine::Recording::Counters;
    machine::Execution execution(plan, options);
    execution.run_to(MachineStep{kSteps + 1});
    if (execution.machine_step().value > kSteps) fail("more steps than were allowed");
  }
}

std::vector<std::string> trace_seeds() {
  ports::toolchain::Compiled compiled = *test::compiled_ptx(test::kAddPtx, "add");
  const auto prepared =
      run::prepare(test::add_experiment(2, 64),
                   std::make_shared<const ports::toolchain::Compiled>(std::move(compiled)));
  run::RunOptions options;
  options.recording = engine::Recording::Full;
  const auto run =
      run::run_model(std::get<std::shared_ptr<const run::Prepared>>(prepared), options);
  return {text_of(trace::write(*run->trace)),
          text_of(trace::write(*run->trace, trace::kOldestVersion))};
}

void read_trace(std::string_view bytes) {
  const std::string whole = resealed(bytes, trace::kHeadSize - 8, trace::kHeadSize);
  const auto trace = trace::read(bytes_of(whole));
  if (!trace) return;
  if (text_of(trace::write(**trace)).empty()) fail("a trace that was read is written as nothing");
}

constexpr std::array kTargets{Target{"ptx", read_ptx, ptx_seeds},
                              Target{"kernel", run_ptx, ptx_seeds},
                              Target{"trace", read_trace, trace_seeds}};

}  // namespace

std::span<const Target> model_targets() { return kTargets; }

}  // namespace lanescope::fuzz_test

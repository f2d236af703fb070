// A launch by its kernel's machine code, and the time that it would take.

#include <optional>
#include <utility>

#include "runtime/grid_run.hpp"
#include "runtime/properties.hpp"
#include "sim/sass/machine/execution/sass_engine.hpp"
#include "sim/sass/timed/recorded_launch.hpp"

namespace lanescope::runtime {
namespace {

sass::timed::Residency residency_of(const sass::Program& program, const engine::Launch& launch,
                                    std::uint32_t sm) {
  const auto occupancy =
      occupancy_of(program.kernel_code(), sm, static_cast<std::uint32_t>(launch.block.count()),
                   launch.dynamic_shared_bytes);
  return {occupancy.blocks_per_sm, occupancy.shared_bytes_per_block};
}

class MachineCodeRun final : public GridRun {
 public:
  MachineCodeRun(const engine::Launch& launch, const sass::Program& program,
                 const Settings& settings)
      : settings_(settings) {
    if (settings.timed)
      recorder_.emplace(launch, 0U, residency_of(program, launch, settings.sm),
                        settings.timed->machine);
  }

  Result<void> begin(machine::Device& device, engine::Launch launch) {
    engine::ExecutionOptions options{settings_.recording, {}, settings_.hazards, {}};
    if (recorder_) {
      options.recording = engine::Recording::Full;
      options.listeners.add(recorder_->listener());
    }
    auto execution = sass::machine::execution::start_on(device, std::move(launch),
                                                        std::move(options), settings_.max_steps);
    if (!execution) return execution.error();
    execution_ = std::move(*execution);
    return {};
  }

  engine::Outcome go_on(std::uint64_t steps) override { return execution_->run_about(steps); }

  void tell(record::Launch& told) override {
    told.outcome = execution_->outcome();
    told.unsupported = execution_->unsupported();
    told.printed = execution_->printed().text;
    told.steps = execution_->machine_step().value;
    told.hazards = execution_->hazards();
    const auto counters = execution_->counters_by_pc(0);
    if (settings_.recording != engine::Recording::None)
      told.count({counters.begin(), counters.end()});
    if (recorder_ && told.outcome == engine::Outcome::Finished)
      told.time = {settings_.timed->machine.name,
                   sass::timed::time_of(recorder_->take(), settings_.timed->machine,
                                        settings_.timed->caches)};
  }

 private:
  const Settings& settings_;
  std::optional<sass::timed::LaunchRecorder> recorder_;
  std::unique_ptr<engine::Execution> execution_;
};

}  // namespace

Result<std::unique_ptr<GridRun>> run_machine_code(
    machine::Device& device, const engine::Launch& launch,
    const std::shared_ptr<const sass::Program>& program, const Settings& settings) {
  engine::Launch by_machine_code = launch;
  by_machine_code.program = program;
  auto run = std::make_unique<MachineCodeRun>(by_machine_code, *program, settings);
  if (Result<void> ok = run->begin(device, std::move(by_machine_code)); !ok) return ok.error();
  return std::unique_ptr<GridRun>(std::move(run));
}

}  // namespace lanescope::runtime

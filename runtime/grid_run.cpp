#include "runtime/grid_run.hpp"

#include <algorithm>

namespace lanescope::runtime {
namespace {

// Counted from this launch on.
void rebase(std::vector<events::Hazard>& hazards, std::uint64_t first_step) {
  for (events::Hazard& hazard : hazards) {
    hazard.launch = 0;
    hazard.machine_step.value -= std::min(first_step, hazard.machine_step.value);
    hazard.other_machine_step.value -= std::min(first_step, hazard.other_machine_step.value);
  }
}

class PtxRun final : public GridRun {
 public:
  PtxRun(machine::Device& device, const Settings& settings, std::uint32_t number)
      : device_(device), settings_(settings), number_(number), first_step_(device.steps()) {}

  engine::Outcome go_on(std::uint64_t steps) override { return device_.run_about(steps); }

  void tell(record::Launch& told) override {
    told.outcome = device_.outcome();
    told.unsupported = device_.unsupported();
    told.printed = device_.take_printed().text;
    told.steps = device_.steps() - first_step_;
    told.hazards = device_.take_hazards();
    rebase(told.hazards, first_step_);
    const auto counters = device_.take_counters(number_);
    if (settings_.recording != engine::Recording::None) told.count(counters);
  }

 private:
  machine::Device& device_;
  const Settings& settings_;
  std::uint32_t number_;
  std::uint64_t first_step_;
};

}  // namespace

Result<std::unique_ptr<GridRun>> run_ptx(machine::Device& device, const engine::Launch& launch,
                                         const Settings& settings, std::uint32_t number) {
  auto run = std::make_unique<PtxRun>(device, settings, number);
  device.limit_steps(settings.max_steps);
  if (Result<void> ok = device.launch(launch); !ok) return ok.error();
  return std::unique_ptr<GridRun>(std::move(run));
}

}  // namespace lanescope::runtime

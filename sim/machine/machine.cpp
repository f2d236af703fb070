#include "sim/machine/machine.hpp"

#include <utility>

#include "sim/machine/definedness/definedness.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {

Machine::Machine(std::shared_ptr<const engine::Plan> the_plan, ExecutionOptions the_options)
    : plan(std::move(the_plan)),
      options(std::move(the_options)),
      memory(*plan),
      spec(&plan->options),
      requests(&lane_requests()) {
  counts.resize(plan->launches.size());
  if (options.hazards) definedness = std::make_shared<Definedness>();
  if (options.hazards) races = make_races(*plan);
  if (options.recording != Recording::Full) options.listeners.clear();
}

}  // namespace lanescope::machine
